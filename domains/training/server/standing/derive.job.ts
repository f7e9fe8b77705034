import { id } from '@kaopei/contract'
import { SmallHeap } from '@kaopei/jobs/server'
import { type Db, databaseNow, enqueue, job } from '@kaopei/server'
import { z } from 'zod'
import { isRunning } from '../../contract/status.ts'
import { outlineOf } from '../outline/outline.sql.ts'
import { deriveMany } from './derive.ts'
import { selectToDerive } from './standing.sql.ts'

const atOnce = 500

/**
 * Everybody whose state is not of the project's outline: newcomers, whoever came back, and all of them when stages or tasks were changed. Each batch is a
 * transaction and names the outline it was made of, so a run that was cut off is gone on with, and a newer change starts over. What they did before is asked
 * for, and counts as the tasks' rules say.
 */
export const deriveJob = job({
  name: 'training.derive',
  lane: 'training',
  payload: z.object({ projectId: id }),
  run: async ({ projectId }, { transaction, isStopping }) => {
    // Of 100,000 people all but the batch in hand is over.
    const heap = new SmallHeap()
    let derived = 0
    let after: string | null = null
    do {
      if (isStopping()) throw new Error('stopped between two batches; the rest is taken up again')
      after = await transaction((db) => deriveBatch(db, projectId, after))
      derived += atOnce
      heap.look(derived)
    } while (after !== null)
  },
})

/** Whom it came to; null: it was the last batch. */
async function deriveBatch(db: Db, projectId: string, after: string | null): Promise<string | null> {
  const outline = await outlineOf(db, projectId)
  if (!outline || !isRunning(outline.status)) return null
  const { outlineVersion } = outline
  const staffIds = await selectToDerive(db, { projectId, outlineVersion, after, most: atOnce })
  await deriveMany(db, projectId, staffIds, { asked: 'all', now: databaseNow() })
  return staffIds.length === atOnce ? (staffIds.at(-1) ?? null) : null
}

/** In the transaction of whatever changed stages, tasks or people. */
export function askDerive(db: Db, projectId: string): Promise<void> {
  return enqueue(db, deriveJob, db.companyId, { projectId }, { key: projectId })
}
