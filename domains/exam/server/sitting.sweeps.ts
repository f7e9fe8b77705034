import { inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { type FoundAttempt, findOverdue } from './sitting.sweeps.sql.ts'
import { closeWhenOverdue } from './sitting-close.service.ts'

const batch = 200

/** Hands in what nobody handed in: runs on every worker, also when no candidate is connected. */
export const closeOverdueSweep: Sweep = {
  name: 'exam.closeOverdue',
  everySeconds: 3,
  run: (services) => closeOverdue(services, new Date()),
}

export async function closeOverdue({ pool, log }: RawServices, now: Date): Promise<void> {
  for (;;) {
    const found = await inTransaction(pool, undefined, (db) => findOverdue(db, now, batch))
    const closed = await each(found, log, ({ companyId, id }) =>
      inTransaction(pool, companyId, (db) => closeWhenOverdue(db, companyId, id, now)),
    )
    // A batch of which nothing could be closed would be found again for ever.
    if (found.length < batch || closed === 0) return
  }
}

/** One attempt that cannot be handled must not keep the others waiting. */
async function each(
  found: readonly FoundAttempt[],
  log: RawServices['log'],
  work: (one: FoundAttempt) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const one of found) {
    try {
      if (await work(one)) done += 1
    } catch (error) {
      log.error({ err: error, attemptId: one.id, companyId: one.companyId }, 'attempt could not be handled by the sweep')
    }
  }
  return done
}
