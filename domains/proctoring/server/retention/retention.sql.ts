import { id } from '@kaopei/contract'
import { recordingKind } from '@kaopei/exam/contract/recording-days'
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { source } from '../../contract/capture.ts'

/** A deletion of when all kinds went at once. */
export const ofAllKinds = lit(0)
const cameras = lit(source.first, source.second)

const dueRow = z.object({ companyId: id, attemptId: id, kind: recordingKind.schema, keptDays: z.int() })
export type DueKind = z.output<typeof dueRow>

export function recordingsDue(db: Db, now: Date, most: number): Promise<DueKind[]> {
  return rowsOf(db, dueRow)`
    select company_id as "companyId", attempt_id as "attemptId", kind, kept_days as "keptDays"
    from proctoring.recordings_due_by_kind(${now}, ${most})`
}

const watchRow = z.object({ startedAt: z.date(), agreed: z.record(z.string(), z.int()) })
type Kind = Pick<DueKind, 'attemptId' | 'kind'>

/** Locked, so that of several workers one deletes; undefined: another has, or something holds them. */
export function lockDue(db: Db, { attemptId, kind }: Kind, now: Date): Promise<z.output<typeof watchRow> | undefined> {
  return findOne(db, watchRow)`
    select w.started_at as "startedAt", w.kept_days as agreed
    from proctoring.watch w
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}
      and not exists (
        select from proctoring.deletion d
        where d.company_id = w.company_id and d.attempt_id = w.attempt_id and d.kind in (${ofAllKinds}, ${kind})
      )
      and not exists (
        select from proctoring.hold h where h.company_id = w.company_id and h.attempt_id = w.attempt_id and h.released_at is null
      )
      and not proctoring.is_under_judgement(w.company_id, w.attempt_id, ${now})
    for no key update of w`
}

/** False: something holds them meanwhile, or they are gone. */
export async function beginDeleting(db: Db, due: Kind, now: Date): Promise<boolean> {
  if (!(await lockDue(db, due, now))) return false
  await sql`
    insert into proctoring.deleting (company_id, attempt_id, kind, began_at)
    values (${db.companyId}, ${due.attemptId}, ${due.kind}, ${now})
    on conflict do nothing`.execute(db)
  return true
}

export async function endDeleting(db: Db, { attemptId, kind }: Kind): Promise<void> {
  await sql`
    delete from proctoring.deleting
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and kind = ${kind}`.execute(db)
}

/** Whether every kind is gone: nobody asks for this attempt any more. */
export async function noteGone(db: Db, attemptId: string): Promise<void> {
  await sql`
    update proctoring.watch w
    set is_gone = true
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}
      and (
        select count(*) from proctoring.deletion d where d.company_id = w.company_id and d.attempt_id = w.attempt_id
      ) = (select count(*) from jsonb_object_keys(w.kept_days))`.execute(db)
}

const standRow = z.object({
  since: z.date(),
  fromResult: z.boolean(),
  hasResult: z.boolean(),
  agreed: z.record(z.string(), z.int()),
  deleting: z.array(z.int()),
  deleted: z.array(z.object({ kind: z.int(), at: z.string() })),
  hasFrames: z.boolean(),
})

/** What was agreed of an attempt's recordings, and what has gone of them. */
export async function findStanding(db: Db, attemptId: string): Promise<z.output<typeof standRow> | undefined> {
  return findOne(db, standRow)`
    select w.kept_days as agreed,
      proctoring.kept_since(w.company_id, w.attempt_id, w.started_at, w.from_result) as since,
      w.from_result as "fromResult",
      proctoring.result_at(w.company_id, w.attempt_id) is not null as "hasResult",
      array(select g.kind from proctoring.deleting g where g.company_id = w.company_id and g.attempt_id = w.attempt_id) as deleting,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', d.kind, 'at', d.at))
        from proctoring.deletion d
        where d.company_id = w.company_id and d.attempt_id = w.attempt_id
      ), '[]') as deleted,
      exists (select from proctoring.frame f where f.company_id = w.company_id and f.attempt_id = w.attempt_id) as "hasFrames"
    from proctoring.watch w
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}`
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
  kind: z.int(),
  deletedAt: z.date(),
  keptDays: z.int(),
  fromResult: z.boolean(),
  pieceCount: z.int(),
  filmCount: z.int(),
  frameCount: z.int(),
  sizeBytes: z.number(),
  chainHead: z.string().nullable(),
})

/** Of kinds of which there was nothing nothing is certified. */
export function selectDeletions(db: Db, attemptId: string): Promise<z.output<typeof certificateRow>[]> {
  return rowsOf(db, certificateRow)`
    select d.kind, d.at as "deletedAt", d.kept_days as "keptDays", w.from_result as "fromResult", d.piece_count as "pieceCount",
      d.film_count as "filmCount", d.frame_count as "frameCount", d.size_bytes::float8 as "sizeBytes", d.chain_head as "chainHead"
    from proctoring.deletion d
    join proctoring.watch w on w.company_id = d.company_id and w.attempt_id = d.attempt_id
    where d.company_id = ${db.companyId}
      and d.attempt_id = ${attemptId}
      and d.piece_count + d.film_count + d.frame_count > 0
    order by d.at, d.kind`
}

/** People whose face is on a camera's film or photograph, or on a frame cut from one, that is there (`proctoring.filmed_people`). */
export function countFilmedPeople(db: Db): Promise<number> {
  return countOf(db)`
    select count(distinct w.staff_id)::int as count
    from proctoring.watch w
    where w.company_id = ${db.companyId}
      and not w.is_gone
      and (exists (
        select from proctoring.piece p
        where p.company_id = w.company_id and p.attempt_id = w.attempt_id and p.started_at = w.started_at and p.source in ${cameras}
          and not exists (
            select from proctoring.deletion d
            where d.company_id = w.company_id and d.attempt_id = w.attempt_id and d.kind in (${ofAllKinds}, proctoring.recording_kind(p.source, p.kind, p.number, w.kept_days))
          )
      ) or exists (
        select from proctoring.frame f
        where f.company_id = w.company_id and f.attempt_id = w.attempt_id and f.source in ${cameras}
          and not exists (
            select from proctoring.deletion d
            where d.company_id = w.company_id and d.attempt_id = w.attempt_id and d.kind in (${ofAllKinds}, ${lit(recordingKind.frame)})
          )
      ))`
}

export interface Deletion {
  readonly filmCount: number
  readonly chainHead: string
  readonly attemptId: string
  readonly kind: number
  readonly keptDays: number
  readonly pieceCount: number
  readonly frameCount: number
  readonly sizeBytes: number
  readonly at: Date
}

export async function insertDeletion(db: Db, deletion: Deletion): Promise<void> {
  const { attemptId, kind, keptDays, pieceCount, filmCount, frameCount, sizeBytes, chainHead, at } = deletion
  await sql`
    insert into proctoring.deletion (company_id, attempt_id, kind, kept_days, piece_count, film_count, frame_count, size_bytes, chain_head, at)
    values (${db.companyId}, ${attemptId}, ${kind}, ${keptDays}, ${pieceCount}, ${filmCount}, ${frameCount}, ${sizeBytes}, ${chainHead}, ${at})`.execute(
    db,
  )
}
