/** What publishing a change would do to those who learn already. Pure: both outlines in, the difference out. */
import type { Outline, TaskRow } from '../outline/outline.sql.ts'

type TouchedTask = { id: string; title: string; isRequired: boolean }

export interface Difference {
  readonly added: TouchedTask[]
  readonly removed: TouchedTask[]
  readonly changed: TouchedTask[]
  readonly changedChapters: { id: string; title: string }[]
  readonly isReordered: boolean
  readonly isUnlockChanged: boolean
  /** New and required, or required now and not before. */
  readonly owedTaskCount: number
}

export function differenceOf(published: Outline, draft: Outline): Difference {
  const [before, after] = [tasksOf(published), tasksOf(draft)]
  const was = new Map(before.map((task) => [task.id, task]))
  const is = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !was.has(id))
  const changed = after.filter((task) => {
    const old = was.get(task.id)
    return old !== undefined && factsOf(old) !== factsOf(task)
  })
  const owed = after.filter(({ id, isRequired }) => isRequired && !was.get(id)?.isRequired)
  const kept = (tasks: readonly TaskRow[]) =>
    tasks.flatMap(({ id, chapterId }) => (was.has(id) && is.has(id) ? [`${chapterId} ${id}`] : []))
  return {
    added: added.map(touched),
    removed: before.filter(({ id }) => !is.has(id)).map(touched),
    changed: changed.map(touched),
    changedChapters: chaptersChanged(published, draft),
    isReordered: kept(before).join() !== kept(after).join(),
    isUnlockChanged: locksOf(published, is) !== locksOf(draft, new Set(was.keys())),
    owedTaskCount: owed.length,
  }
}

function chaptersChanged(published: Outline, draft: Outline) {
  const was = new Map(published.chapters.map((chapter) => [chapter.id, chapter]))
  return draft.chapters.flatMap(({ id, title, descript }) => {
    const old = was.get(id)
    return old && (old.title !== title || old.descript !== descript) ? [{ id, title }] : []
  })
}

const tasksOf = ({ chapters }: Outline) => chapters.flatMap(({ tasks }) => tasks)
const touched = ({ id, title, isRequired }: TaskRow): TouchedTask => ({ id, title, isRequired })
const factsOf = ({ title, kind, targetId, isRequired, weight, rule, content }: TaskRow) =>
  JSON.stringify([title, kind, targetId, isRequired, weight, sorted(rule), content])
/** Of tasks that stand in both. */
function locksOf({ unlockOrder, chapters }: Outline, both: ReadonlySet<string>): string {
  const locks = chapters.flatMap(({ conditions, tasks }) =>
    tasks.flatMap((task) => (both.has(task.id) ? [{ id: task.id, conditions: [conditions, task.conditions] }] : [])),
  )
  return JSON.stringify([unlockOrder, ...locks.toSorted((one, other) => one.id.localeCompare(other.id))])
}
const sorted = (rule: unknown) => (typeof rule === 'object' && rule !== null ? Object.entries(rule).toSorted() : rule)
