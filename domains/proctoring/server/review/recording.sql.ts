import { id } from '@kaopei/contract'
import { recordingKind } from '@kaopei/exam/contract/recording-days'
import { inReach, type Reach } from '@kaopei/exam/server'
import { changesOf, type Db, findOne, hasRows, rowsOf } from '@kaopei/server'
import { attemptSpans } from '@kaopei/sitting/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { source } from '../../contract/capture.ts'
import { wantedStream } from '../pieces/wanted.ts'

/** Whose recordings the caller may hear of. */
export function seen(db: Db, scope: Reach): RawBuilder<unknown> {
  return inReach(db, scope, { examId: sql`w.exam_id`, staffId: sql`w.staff_id` })
}

const everyKind = recordingKind.options.map(({ value }) => value)

const recordingRow = z.object({
  attemptId: id,
  examId: id,
  staffId: id,
  examName: z.string(),
  staffName: z.string(),
  startedAt: z.date(),
  streams: z.array(wantedStream),
  /** When the last of them went; rows of them stay. Null: something is there. */
  deletedAt: z.date().nullable(),
  /** Kinds that have gone (exam's recordingKind). */
  gone: z.array(z.int()),
  /** Days that were agreed to, by kind. */
  agreed: z.record(z.string(), z.int()),
})
export type Recording = z.output<typeof recordingRow> & { readonly submittedAt: Date | null }

export async function findRecording(db: Db, attemptId: string, scope: Reach): Promise<Recording | undefined> {
  const found = await findOne(db, recordingRow)`
    select w.attempt_id as "attemptId",
      w.exam_id as "examId",
      w.staff_id as "staffId",
      w.title as "examName",
      p.name as "staffName",
      w.started_at as "startedAt",
      w.streams,
      case when w.is_gone then d.at end as "deletedAt",
      case when w.is_gone then ${everyKind} else coalesce(d.kinds, '{}') end as gone,
      w.kept_days as agreed
    from proctoring.watch w
    join org.person p on p.company_id = w.company_id and p.id = w.staff_id
    cross join lateral (
      select max(d.at) as at, array_agg(d.kind::integer) as kinds
      from proctoring.deletion d
      where d.company_id = w.company_id and d.attempt_id = w.attempt_id
    ) d
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}
      and ${seen(db, scope)}`
  if (!found) return undefined
  const [spans] = await attemptSpans(db, [attemptId])
  return { ...found, submittedAt: spans?.submittedAt ?? null }
}

const spansRow = z.object({
  attemptId: id,
  source: source.schema,
  kind: z.enum(['film', 'picture']),
  pieceCount: z.int(),
  spans: z.array(z.object({ from: z.number(), until: z.number() })),
})

/**
 * What films and pictures cover, joined to as few spans as it is; spans that cannot be cover nothing. A picture covers the time until the next one is
 * due. Milliseconds.
 */
export async function selectCovered(db: Db, attemptIds: readonly string[]): Promise<z.output<typeof spansRow>[]> {
  return rowsOf(db, spansRow)`
    with joined as (
      select p.attempt_id, p.source, p.kind, count(*)::int as piece_count,
        range_agg(tstzrange(p.from_at, case
          when p.kind = 'film' then p.until_at
          else p.from_at + make_interval(secs => s."everySeconds")
        end)) as spans
      from proctoring.watch w
      cross join lateral jsonb_to_recordset(w.streams) as s (source integer, kind text, "everySeconds" integer)
      join proctoring.piece p
        on p.company_id = w.company_id
        and p.attempt_id = w.attempt_id
        and p.started_at = w.started_at
        and p.source = s.source
        and p.kind = s.kind
      where w.company_id = ${db.companyId}
        and w.attempt_id = any(${attemptIds}::uuid[])
        and not p.is_doubtful
      group by p.attempt_id, p.source, p.kind
    )
    select attempt_id as "attemptId", source, kind, piece_count as "pieceCount",
      jsonb_agg(jsonb_build_object(
        'from', round(extract(epoch from lower(span)) * 1000),
        'until', round(extract(epoch from upper(span)) * 1000)
      ) order by span) as spans
    from joined, unnest(spans) as span
    group by attempt_id, source, kind, piece_count`
}

const doubtfulRow = z.object({ source: z.int(), kind: z.string(), from: z.number(), until: z.number() })

/** Spans that cannot be, in milliseconds. */
export async function selectDoubtful(db: Db, attemptId: string): Promise<z.output<typeof doubtfulRow>[]> {
  return rowsOf(db, doubtfulRow)`
    select p.source, p.kind, extract(epoch from p.from_at)::float8 * 1000 as "from", extract(epoch from p.until_at)::float8 * 1000 as "until"
    from proctoring.watch w
    join proctoring.piece p
      on p.company_id = w.company_id
      and p.attempt_id = w.attempt_id
      and p.started_at = w.started_at
    where w.company_id = ${db.companyId}
      and w.attempt_id = ${attemptId}
      and p.is_doubtful`
}

const filmRow = z.object({
  source: source.schema,
  state: z.int(),
  reason: z.string().nullable(),
  contentType: z.string().nullable(),
  edition: z.int(),
  beginsAt: z.date().nullable(),
  unreadableCount: z.int(),
  doubtfulCount: z.int(),
})

export type FilmRow = z.output<typeof filmRow>

export async function selectFilms(db: Db, attemptId: string): Promise<z.output<typeof filmRow>[]> {
  return rowsOf(db, filmRow)`
    select f.source, f.state, f.reason, f.content_type as "contentType", f.edition, f.begins_at as "beginsAt", f.unreadable_count as "unreadableCount",
      (
        select count(*)::int
        from proctoring.piece p
        where p.company_id = w.company_id and p.attempt_id = w.attempt_id and p.started_at = w.started_at and p.source = f.source
          and p.kind = 'film' and p.is_doubtful
      ) as "doubtfulCount"
    from proctoring.film f
    join proctoring.watch w on w.company_id = f.company_id and w.attempt_id = f.attempt_id
    where f.company_id = ${db.companyId}
      and f.attempt_id = ${attemptId}`
}

const pieceRow = z.object({
  id,
  number: z.int(),
  kind: z.string(),
  from: z.date(),
  until: z.date(),
  isStill: z.boolean(),
  isDoubtful: z.boolean(),
  sha256: z.string(),
  contentType: z.string(),
})
export type PieceRow = z.output<typeof pieceRow>

/** In the order of the clock; thumbnails come with their pictures. */
export async function selectPieces(
  db: Db,
  { attemptId, startedAt }: Pick<Recording, 'attemptId' | 'startedAt'>,
  { of, kinds }: { of: number; kinds: readonly string[] },
): Promise<PieceRow[]> {
  return rowsOf(db, pieceRow)`
    select id, number, kind, from_at as "from", until_at as "until", is_still as "isStill", is_doubtful as "isDoubtful", sha256,
      content_type as "contentType"
    from proctoring.piece
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and started_at = ${startedAt}
      and source = ${of}
      and kind = any(${kinds}::text[])
    order by from_at, number`
}

/** Films and pictures, the answers as they grew, or all of it in a pack. */
export type LookedAt = 'recording' | 'replay' | 'pack'

export interface Look {
  readonly attemptId: string
  readonly staffId: string
  readonly what: LookedAt
  readonly reason: string
  readonly now: Date
}

export async function insertLook(db: Db, { attemptId, staffId, what, reason, now }: Look): Promise<void> {
  await sql`
    insert into proctoring.look (company_id, attempt_id, staff_id, what, reason, at)
    values (${db.companyId}, ${attemptId}, ${staffId}, ${what}, ${reason}, ${now})`.execute(db)
}

/** Whether this person has opened it not long ago. */
export async function hasOpened(
  db: Db,
  { attemptId, staffId, what, since }: { attemptId: string; staffId: string; what: LookedAt; since: Date },
): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.look
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and staff_id = ${staffId}
      and what = ${what}
      and at > ${since}
    limit 1`
}

const frameRow = z.object({ id, fileId: id, source: source.schema, at: z.date() })

/** Frames that were cut from films, each at the moment of the exam that it shows; of before, when it was cut. */
export async function selectFrames(db: Db, attemptId: string): Promise<z.output<typeof frameRow>[]> {
  return rowsOf(db, frameRow)`
    select id, file_id as "fileId", source, coalesce(shown_at, at) as at
    from proctoring.frame
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
    order by id`
}

export interface NewFrame {
  readonly attemptId: string
  readonly of: number
  readonly fileId: string
  /** The moment of the exam that it shows. */
  readonly shownAt: Date | null
  readonly byId: string
  readonly now: Date
}

/** The same file again is the same frame. */
export async function keepFrame(db: Db, { attemptId, of, fileId, shownAt, byId, now }: NewFrame): Promise<string | undefined> {
  await sql`
    insert into proctoring.frame (company_id, attempt_id, source, file_id, shown_at, by_id, at)
    values (${db.companyId}, ${attemptId}, ${of}, ${fileId}, ${shownAt}, ${byId}, ${now})
    on conflict do nothing`.execute(db)
  return (await selectFrames(db, attemptId)).find((frame) => frame.fileId === fileId && frame.source === of)?.id
}

const shotRow = z.object({ kind: z.enum(['picture', 'frame']), number: z.int() })

/** A picture or a frame of this source. */
export function findShot(
  db: Db,
  { attemptId, startedAt }: Recording,
  of: number,
  shotId: string,
): Promise<z.output<typeof shotRow> | undefined> {
  return findOne(db, shotRow)`
    select kind, number
    from proctoring.piece
    where company_id = ${db.companyId} and attempt_id = ${attemptId} and started_at = ${startedAt} and source = ${of}
      and kind = 'picture' and id = ${shotId}
    union all
    select 'frame', 0
    from proctoring.frame
    where company_id = ${db.companyId} and attempt_id = ${attemptId} and source = ${of} and id = ${shotId}`
}

export interface Marking {
  readonly attemptId: string
  readonly abnormalType: number
  readonly shotId: string | null
  readonly isMarked: boolean
  readonly byId: string
  readonly now: Date
}

/** Appended where it changes something; false: it was so already. */
export async function insertMark(db: Db, mark: Marking): Promise<boolean> {
  const { attemptId, abnormalType, shotId, isMarked, byId, now } = mark
  // Who marks the same thing at once waits: of each thing the last row counts.
  await sql`select from proctoring.watch where company_id = ${db.companyId} and attempt_id = ${attemptId} for no key update`.execute(
    db,
  )
  const written = await changesOf(db)`
    insert into proctoring.mark (company_id, attempt_id, abnormal_type, shot_id, is_marked, by_id, at)
    select ${db.companyId}, ${attemptId}, ${abnormalType}, ${shotId}, ${isMarked}, ${byId}, ${now}
    where ${isMarked} is distinct from coalesce((
      select is_marked
      from proctoring.mark
      where company_id = ${db.companyId}
        and attempt_id = ${attemptId}
        and abnormal_type = ${abnormalType}
        and shot_id is not distinct from ${shotId}::uuid
      order by id desc
      limit 1
    ), false)`
  return written > 0
}

const markRow = z.object({ abnormalType: z.int(), shotId: id.nullable() })

/** What is marked now. */
export async function selectMarks(db: Db, attemptId: string): Promise<z.output<typeof markRow>[]> {
  return rowsOf(db, markRow)`
    select abnormal_type as "abnormalType", shot_id as "shotId"
    from (${lastMarks(db, sql`attempt_id = ${attemptId}`)}) m
    where is_marked`
}

export function lastMarks(db: Db, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select distinct on (attempt_id, abnormal_type, shot_id) attempt_id, abnormal_type, shot_id, is_marked
    from proctoring.mark
    where company_id = ${db.companyId} and ${which}
    order by attempt_id, abnormal_type, shot_id, id desc`
}
