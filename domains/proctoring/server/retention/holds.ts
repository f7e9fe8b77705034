/** What something still needs is not deleted: each reason holds by itself, and lets go by itself. */
import type { Db } from '@kaopei/server'
import { closeHold, insertHold } from './hold.sql.ts'

/** Keeps the recordings of an attempt until the same reason is released; again changes nothing. Of an attempt without recordings nothing is held. */
export async function holdRecordings(db: Db, attemptId: string, reason: string): Promise<void> {
  await insertHold(db, attemptId, reason)
}

/** Lets go of what this reason holds; their time may be over already, then they go with the next sweep. */
export async function releaseHold(db: Db, attemptId: string, reason: string): Promise<void> {
  await closeHold(db, attemptId, reason)
}
