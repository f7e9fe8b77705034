import type { StoredCondition } from '../../contract/outline.ts'
import type { Chapter } from './outline.sql.ts'

/** Conditions that waited for a task wait for the one that stands in its place. */
export function waitingFor(conditions: readonly StoredCondition[], others: ReadonlyMap<string, string>): StoredCondition[] {
  return conditions.map((one) => (one.kind === 'passed' ? { ...one, taskId: others.get(one.taskId) ?? one.taskId } : one))
}

/** The same in a whole outline. */
export function withOtherTasks(chapters: readonly Chapter[], others: ReadonlyMap<string, string>): Chapter[] {
  return chapters.map((chapter) => ({
    ...chapter,
    conditions: waitingFor(chapter.conditions, others),
    tasks: chapter.tasks.map((task) => ({ ...task, conditions: waitingFor(task.conditions, others) })),
  }))
}
