import { type Db, databaseNow, inTransaction, type RawServices, type Sweep, Troubles } from '@kaopei/server'
import { lockAttempt } from './attempt.sql.ts'
import { closeWhenOverdue, closeWhenOverLimit, limitDelaySeconds } from './close.service.ts'
import { type FoundAttempt, findGapped, findOverdue, findOverLimit, insertGaps } from './sweeps.sql.ts'

const batch = 200
const troubles = {
  overdue: new Troubles('sitting.closeOverdue'),
  limit: new Troubles('sitting.closeOverLimit'),
  gaps: new Troubles('sitting.noteGaps'),
}

/** Hands in what nobody handed in: runs on every worker, also when no candidate is connected. */
export const closeOverdueSweep: Sweep = {
  name: 'sitting.closeOverdue',
  everySeconds: 3,
  run: (services) => closeOverdue(services, databaseNow()),
}

export async function closeOverdue(services: RawServices, now: Date): Promise<void> {
  await closeFound(
    services,
    troubles.overdue,
    (db, most) => findOverdue(db, now, most),
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
    troubles.limit,
    (db, most) => findOverLimit(db, overBefore, most),
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
    troubles.gaps,
    (db, most) => findGapped(db, missingBefore, most),
    async (db, { id }) => {
      await lockAttempt(db, id)
      await insertGaps(db, id, now)
      return true
    },
  )
}

/** One attempt that cannot be handled does not keep the others waiting. */
async function closeFound(
  services: RawServices,
  failed: Troubles,
  find: (db: Db, most: number) => Promise<FoundAttempt[]>,
  close: (db: Db, found: FoundAttempt) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const found = await inTransaction(services.pool, undefined, (db) => find(db, batch + failed.size))
    const closed = await failed.each(services, found, close)
    // A batch of which nothing could be closed would be found again for ever.
    if (found.length < batch || closed === 0) return
  }
}
