import { type Db, databaseNow, inTransaction, type RawServices, type Sweep } from '@kaopei/server'
import { lockAttempt } from './attempt.sql.ts'
import { closeWhenOverdue, closeWhenOverLimit, limitDelaySeconds } from './close.service.ts'
import { type FoundAttempt, findGapped, findOverdue, findOverLimit, insertGaps } from './sweeps.sql.ts'

const batch = 200

/** Hands in what nobody handed in: runs on every worker, also when no candidate is connected. */
export const closeOverdueSweep: Sweep = {
  name: 'sitting.closeOverdue',
  everySeconds: 3,
  run: (services) => closeOverdue(services, databaseNow()),
}

export async function closeOverdue(services: RawServices, now: Date): Promise<void> {
  await closeFound(
    services,
    (db) => findOverdue(db, now, batch),
    (db, { id }) => closeWhenOverdue(db, id, now),
  )
}

/** Hands in who has left the exam's window too often: the count is the server's, and so is the hand-in. */
export const closeOverLimitSweep: Sweep = {
  name: 'sitting.closeOverLimit',
  everySeconds: 1,
  run: (services) => closeOverLimit(services, databaseNow()),
}

export async function closeOverLimit(services: RawServices, now: Date): Promise<void> {
  const overBefore = new Date(now.getTime() - limitDelaySeconds * 1000)
  await closeFound(
    services,
    (db) => findOverLimit(db, overBefore, batch),
    (db, { id }) => closeWhenOverLimit(db, id, now),
  )
}

const gapSeconds = 60

/** Says of events that never came that they are missing. */
export const noteGapsSweep: Sweep = {
  name: 'sitting.noteGaps',
  everySeconds: 10,
  run: (services) => noteGaps(services, databaseNow()),
}

export async function noteGaps(services: RawServices, now: Date): Promise<void> {
  const missingBefore = new Date(now.getTime() - gapSeconds * 1000)
  await closeFound(
    services,
    (db) => findGapped(db, missingBefore, batch),
    async (db, { id }) => {
      await lockAttempt(db, id)
      await insertGaps(db, id, now)
      return true
    },
  )
}

async function closeFound(
  { pool, log }: RawServices,
  find: (db: Db) => Promise<FoundAttempt[]>,
  close: (db: Db, found: FoundAttempt) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const found = await inTransaction(pool, undefined, find)
    const closed = await each(found, log, (one) => inTransaction(pool, one.companyId, (db) => close(db, one)))
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
