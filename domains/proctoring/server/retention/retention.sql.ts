import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, rowsOf } from '@kaopei/server'
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

const filmRow = z.object({ source: z.int(), edition: z.int(), sizeBytes: z.number() })

/** Films that may have been composed, whatever their state is now. */
export function filmsOf(db: Db, attemptId: string): Promise<z.input<typeof filmRow>[]> {
  return rowsOf(db, filmRow)`
    select source, edition, coalesce(size_bytes, 0)::float8 as "sizeBytes"
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

const chainRow = pieceRow
  .pick({ source: true, kind: true, number: true, sha256: true })
  .extend({ from: z.date(), until: z.date() })

/** All of them, in the order of their storing. */
export function chainedPieces(db: Db, { attemptId, startedAt }: { attemptId: string; startedAt: Date }) {
  return rowsOf(db, chainRow)`
    select source, kind, number, sha256, from_at as "from", until_at as until
    from proctoring.piece
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and started_at = ${startedAt}
    order by arrived_at, id`
}

const certificateRow = z.object({
  deletedAt: z.date(),
  keptDays: z.int(),
  pieceCount: z.int(),
  filmCount: z.int(),
  frameCount: z.int(),
  sizeBytes: z.number(),
  chainHead: z.string().nullable(),
})

export function findDeletion(db: Db, attemptId: string): Promise<z.output<typeof certificateRow> | undefined> {
  return findOne(db, certificateRow)`
    select at as "deletedAt", kept_days as "keptDays", piece_count as "pieceCount", film_count as "filmCount", frame_count as "frameCount",
      size_bytes::float8 as "sizeBytes", chain_head as "chainHead"
    from proctoring.deletion
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}

/** People whose face is on a camera's film or photograph that is there. */
export function countFilmedPeople(db: Db): Promise<number> {
  return countOf(db)`
    select count(distinct w.staff_id)::int as count
    from proctoring.watch w
    where w.company_id = ${db.companyId}
      and not exists (select from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id)
      and exists (
        select from proctoring.piece p
        where p.company_id = w.company_id and p.attempt_id = w.attempt_id and p.started_at = w.started_at and p.source in (2, 3)
      )`
}

export interface Deletion {
  readonly filmCount: number
  readonly chainHead: string
  readonly attemptId: string
  readonly keptDays: number
  readonly pieceCount: number
  readonly frameCount: number
  readonly sizeBytes: number
  readonly at: Date
}

export async function insertDeletion(db: Db, deletion: Deletion): Promise<void> {
  const { attemptId, keptDays, pieceCount, filmCount, frameCount, sizeBytes, chainHead, at } = deletion
  await sql`
    insert into proctoring.deletion (company_id, attempt_id, kept_days, piece_count, film_count, frame_count, size_bytes, chain_head, at)
    values (${db.companyId}, ${attemptId}, ${keptDays}, ${pieceCount}, ${filmCount}, ${frameCount}, ${sizeBytes}, ${chainHead}, ${at})`.execute(
    db,
  )
}
