/** What stands against a course on the shelf: asked before publishing and again in its transaction. */
import type { Db } from '@kaopei/server'
import type { CourseFault } from '../../contract/course.ts'
import { circleOf } from '../outline/draft.ts'
import type { Outline } from '../outline/outline.sql.ts'
import { refusalOf, targetsOf } from '../task-kinds.ts'

export async function faultsOf(db: Db, { chapters, unlockOrder }: Outline): Promise<CourseFault[]> {
  const tasks = chapters.flatMap((chapter) => chapter.tasks)
  if (tasks.length === 0) return [{ code: 'empty', message: '课程还没有任务，请先添加章节和任务', taskId: null }]
  const empty = chapters.filter((chapter) => chapter.tasks.length === 0)
  const own = tasks.filter(({ targetCompanyId }) => targetCompanyId === null)
  const targets = await targetsOf(db, own)
  const circle = circleOf({ chapters, unlockOrder })
  return [
    ...empty.map(({ title }) => ({ code: 'emptyChapter' as const, message: `章节“${title}”还没有任务`, taskId: null })),
    ...own.flatMap((task) => {
      const why = refusalOf(task, targets)
      return why === null ? [] : [{ code: 'target' as const, message: `任务“${task.title}”：${why}`, taskId: task.id }]
    }),
    ...(circle === undefined ? [] : [{ code: 'circle' as const, message: circle, taskId: null }]),
  ]
}
