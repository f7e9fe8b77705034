import type { Db } from '@kaopei/server'
import type { EntryRow } from '../entry.sql.ts'
import { settingsOf, timesOf } from '../entry.ts'
import { type Effective, effectivePolicy } from '../rules/candidate-policy.ts'
import { findPolicy } from './policy.sql.ts'

/** What holds for the candidate of an entry. */
export async function effectiveFor(db: Db, entry: EntryRow, staffId: string): Promise<Effective> {
  return effectivePolicy(settingsOf(entry), timesOf(entry), (await findPolicy(db, entry.examId, staffId)) ?? null)
}
