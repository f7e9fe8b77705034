/** How long the films and sounds of courses are: as their coursewares are now, whatever they were when the course was written. */
import type { Db } from '@kaopei/server'
import { cardsOf } from '../learning/shown.ts'
import { selectCoursewareTasks } from '../outline/outline.sql.ts'

interface Versioned {
  /** What learners see; of what was never on the shelf, its draft. */
  readonly versionId: string | null
}

/** Rows of courses, with the seconds in them. */
export async function withTimeLength<Row extends Versioned>(
  db: Db,
  rows: readonly Row[],
): Promise<(Omit<Row, 'versionId'> & { timeLength: number })[]> {
  const tasks = await selectCoursewareTasks(
    db,
    rows.flatMap(({ versionId }) => versionId ?? []),
  )
  const cards = await cardsOf(db, tasks)
  const seconds = new Map<string, number>()
  for (const { versionId, targetId } of tasks)
    seconds.set(versionId, (seconds.get(versionId) ?? 0) + (cards.get(targetId)?.lengthSeconds ?? 0))
  return rows.map(({ versionId, ...row }) => ({ ...row, timeLength: seconds.get(versionId ?? '') ?? 0 }))
}
