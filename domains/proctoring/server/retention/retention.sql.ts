import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const dueRow = z.object({ companyId: id, attemptId: id })

export function recordingsDue(db: Db, before: Date, most: number): Promise<z.input<typeof dueRow>[]> {
  return rowsOf(db, dueRow)`
    select company_id as "companyId", attempt_id as "attemptId"
    from proctoring.recordings_due(${before}, ${most})`
}

const watchRow = z.object({ startedAt: z.date() })

/** Locked, so that of several workers one deletes; undefined: another has, or something holds them. */
export function lockDue(db: Db, attemptId: string): Promise<z.input<typeof watchRow> | undefined> {
  return findOne(db, watchRow)`
    select w.started_at as "startedAt"
    from proctoring.watch w
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}
      and not exists (
        select from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id
      )
      and not exists (
        select from proctoring.hold h where h.company_id = w.company_id and h.attempt_id = w.attempt_id and h.released_at is null
      )
    for no key update of w`
}

const pieceRow = z.object({
  source: z.int(),
  kind: z.string(),
  number: z.int(),
  sha256: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
})

/** Those that have bytes. */
export function piecesOf(db: Db, { attemptId, startedAt }: { attemptId: string; startedAt: Date }) {
  return rowsOf(db, pieceRow)`
    select source, kind, number, sha256, content_type as "contentType", size_bytes as "sizeBytes"
    from proctoring.piece
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and started_at = ${startedAt}
      and size_bytes > 0`
}

const filmRow = z.object({ source: z.int(), edition: z.int() })

/** Films that may have been composed, whatever their state is now. */
export function filmsOf(db: Db, attemptId: string): Promise<z.input<typeof filmRow>[]> {
  return rowsOf(db, filmRow)`
    select source, edition
    from proctoring.film
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}

const frameRow = z.object({ fileId: id })

export function framesOf(db: Db, attemptId: string): Promise<z.input<typeof frameRow>[]> {
  return rowsOf(db, frameRow)`
    select file_id as "fileId"
    from proctoring.frame
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}

export interface Deletion {
  readonly attemptId: string
  readonly keptDays: number
  readonly pieceCount: number
  readonly frameCount: number
  readonly sizeBytes: number
  readonly at: Date
}

export async function insertDeletion(db: Db, deletion: Deletion): Promise<void> {
  const { attemptId, keptDays, pieceCount, frameCount, sizeBytes, at } = deletion
  await sql`
    insert into proctoring.deletion (company_id, attempt_id, kept_days, piece_count, frame_count, size_bytes, at)
    values (${db.companyId}, ${attemptId}, ${keptDays}, ${pieceCount}, ${frameCount}, ${sizeBytes}, ${at})`.execute(db)
}
