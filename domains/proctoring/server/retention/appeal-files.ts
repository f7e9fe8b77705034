import { selectRecordingDays } from '@kaopei/exam/server'
import { expireFiles } from '@kaopei/files/server'
import { type Db, inTransaction, type RawServices, Troubles } from '@kaopei/server'
import type { z } from 'zod'
import { appealRuleWords, type keptAppeal } from '../../contract/retention.ts'
import { deletedFrom, keepingOf } from '../rules/keeping.ts'
import {
  appealFilesDue,
  type DueAppeal,
  findAppealStanding,
  insertAppealDeletion,
  selectAppealDeletions,
  takeAppealFiles,
} from './appeal-files.sql.ts'

const batch = 50
const troubles = new Troubles('proctoring-appeal-files-due')

/** Deletes what is due, up to a batch; answers of how many attempts. */
export async function deleteDueAppealFiles(services: RawServices, now: Date): Promise<number> {
  const due = await inTransaction(services.pool, undefined, (db) => appealFilesDue(db, now, batch + troubles.size))
  const subjects = due.map((one) => ({ ...one, id: one.attemptId }))
  return troubles.each(services, subjects, (db, one) => deleteAppealFiles(db, one, now))
}

async function deleteAppealFiles(db: Db, { attemptId, keptDays }: DueAppeal, now: Date): Promise<boolean> {
  const files = await takeAppealFiles(db, attemptId, now)
  if (files.length === 0) return false
  const sizeBytes = await expireFiles(
    db,
    files.map(({ fileId }) => fileId),
    now,
  )
  await insertAppealDeletion(db, { attemptId, keptDays, fileCount: files.length, sizeBytes, at: now })
  return true
}

/** Null: the case has none, and never had. */
export async function keptAppealOf(
  db: Db,
  { attemptId, isHeld, now }: { attemptId: string; isHeld: boolean; now: Date },
): Promise<z.input<typeof keptAppeal> | null> {
  const standing = await findAppealStanding(db, attemptId)
  if (!standing) return null
  const { appeal: days } = await selectRecordingDays(db)
  const deletions = await selectAppealDeletions(db, attemptId)
  const deletesAt = deletedFrom(standing.since, days, days)
  const deletedAt = standing.fileCount === 0 ? (deletions.at(-1)?.deletedAt ?? null) : null
  return {
    fileCount: standing.fileCount,
    rule: appealRuleWords(days),
    deletesAt,
    keeping: keepingOf({ deletesAt, isHeld, isDeleting: false, deletedAt }, now),
    certificates: deletions.map(({ keptDays, ...certificate }) => ({ ...certificate, rule: appealRuleWords(keptDays) })),
  }
}
