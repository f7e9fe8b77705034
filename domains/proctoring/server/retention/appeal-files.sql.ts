/** Files of appeals: until when they stay, and what has gone. */
import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const dueRow = z.object({ companyId: id, attemptId: id, keptDays: z.int() })
export type DueAppeal = z.output<typeof dueRow>

export function appealFilesDue(db: Db, now: Date, most: number): Promise<DueAppeal[]> {
  return rowsOf(db, dueRow)`
    select company_id as "companyId", attempt_id as "attemptId", kept_days as "keptDays" from proctoring.appeal_files_due(${now}, ${most})`
}

const goneRow = z.object({ fileId: id })

/** Said to be gone, by the first who comes; none where something holds them meanwhile. */
export function takeAppealFiles(db: Db, attemptId: string, now: Date): Promise<{ fileId: string }[]> {
  return rowsOf(db, goneRow)`
    update proctoring.appeal_file f
    set deleted_at = ${now}
    where f.company_id = ${db.companyId}
      and f.attempt_id = ${attemptId}
      and f.deleted_at is null
      and f.number not in (
        select max(v.number) from proctoring.verdict v where v.company_id = f.company_id and v.attempt_id = f.attempt_id
      )
      and not exists (
        select from proctoring.hold h where h.company_id = f.company_id and h.attempt_id = f.attempt_id and h.released_at is null
      )
    returning file_id as "fileId"`
}

export interface AppealDeletion {
  readonly attemptId: string
  readonly keptDays: number
  readonly fileCount: number
  readonly sizeBytes: number
  readonly at: Date
}

export async function insertAppealDeletion(
  db: Db,
  { attemptId, keptDays, fileCount, sizeBytes, at }: AppealDeletion,
): Promise<void> {
  await sql`
    insert into proctoring.appeal_deletion (company_id, attempt_id, at, kept_days, file_count, size_bytes)
    values (${db.companyId}, ${attemptId}, ${at}, ${keptDays}, ${fileCount}, ${sizeBytes})`.execute(db)
}

const standRow = z.object({ fileCount: z.int(), since: z.date() })

/** Undefined: there never were any. */
export function findAppealStanding(db: Db, attemptId: string): Promise<z.output<typeof standRow> | undefined> {
  return findOne(db, standRow)`
    select n.count as "fileCount", greatest(step.at, proctoring.kept_since(${db.companyId}, ${attemptId}, step.at, true)) as since
    from (
      select count(*)::int as all, (count(*) filter (where f.deleted_at is null))::int as count
      from proctoring.appeal_file f
      where f.company_id = ${db.companyId} and f.attempt_id = ${attemptId}
    ) n
    cross join (
      select max(v.at) as at from proctoring.verdict v where v.company_id = ${db.companyId} and v.attempt_id = ${attemptId}
    ) step
    where n.all > 0`
}

const certificateRow = z.object({ deletedAt: z.date(), keptDays: z.int(), fileCount: z.int(), sizeBytes: z.number() })

export function selectAppealDeletions(db: Db, attemptId: string): Promise<z.output<typeof certificateRow>[]> {
  return rowsOf(db, certificateRow)`
    select at as "deletedAt", kept_days as "keptDays", file_count as "fileCount", size_bytes::float8 as "sizeBytes"
    from proctoring.appeal_deletion
    where company_id = ${db.companyId} and attempt_id = ${attemptId}
    order by at`
}
