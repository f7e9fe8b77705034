import { examsShowingMarks } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import type { Learning } from './derive.ts'

/**
 * Tasks whose scores their learner may not see now, as their exams say: that the task is passed shows all the same, for what follows waits for it.
 * `isAsked`: whose score would be shown.
 */
export async function hiddenScoresOf(
  db: Db,
  { tasks }: Pick<Learning, 'tasks'>,
  { now, isAsked }: { now: Date; isAsked: (taskId: string) => boolean },
): Promise<ReadonlySet<string>> {
  const exams = tasks.flatMap(({ id, kind, targetId }) =>
    kind === 'exam' && targetId !== null && isAsked(id) ? [{ id, targetId }] : [],
  )
  if (exams.length === 0) return new Set()
  const showing = await examsShowingMarks(
    db,
    exams.map(({ targetId }) => targetId),
    now,
  )
  return new Set(exams.filter(({ targetId }) => !showing.has(targetId)).map(({ id }) => id))
}
