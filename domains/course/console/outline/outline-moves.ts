/** Where the arrow keys put a chapter or a task: one place up or down, a task also over the border of its chapter. */

interface Node {
  readonly id: string
}
interface ChapterNode extends Node {
  readonly tasks: readonly Node[]
}

/** As `moveTask` takes it. */
export interface Moved {
  readonly taskId?: string
  readonly chapterId: string
  readonly beforeId: string | null
}

export function moveOfChapter(chapters: readonly Node[], id: string, by: -1 | 1): Moved | undefined {
  const at = chapters.findIndex((chapter) => chapter.id === id)
  if (at < 0 || at + by < 0 || at + by >= chapters.length) return undefined
  return { chapterId: id, beforeId: chapters[by < 0 ? at - 1 : at + 2]?.id ?? null }
}

export function moveOfTask(chapters: readonly ChapterNode[], taskId: string, by: -1 | 1): Moved | undefined {
  const place = chapters.findIndex(({ tasks }) => tasks.some(({ id }) => id === taskId))
  const chapter = chapters[place]
  if (!chapter) return undefined
  const at = chapter.tasks.findIndex(({ id }) => id === taskId)
  if (at + by >= 0 && at + by < chapter.tasks.length)
    return { taskId, chapterId: chapter.id, beforeId: chapter.tasks[by < 0 ? at - 1 : at + 2]?.id ?? null }
  const next = chapters[place + by]
  if (!next) return undefined
  return { taskId, chapterId: next.id, beforeId: by < 0 ? null : (next.tasks[0]?.id ?? null) }
}
