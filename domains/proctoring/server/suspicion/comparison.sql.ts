import { id } from '@kaopei/contract'
import { examKind, inReach, type Reach } from '@kaopei/exam/server'
import { type Db, findOne, hasRows, idOf, rowsOf } from '@kaopei/server'
import { placesOf, usesOf } from '@kaopei/venue/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { SignKind } from '../../contract/suspicion/suspicion.ts'
import { signKinds } from './session-signs.ts'

/** The newest comparison of its exam names this attempt. */
export function isSuspected(db: Db, attemptId: string): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.likeness
    where company_id = ${db.companyId}
      and ${attemptId} in (one_id, other_id)
    union all
    select from proctoring.session_sign
    where company_id = ${db.companyId}
      and ${attemptId} = any(attempt_ids)
    limit 1`
}

const placeRow = z.object({
  staffId: id,
  roomId: id.nullable(),
  roomName: z.string().nullable(),
  seat: z.string().nullable(),
  addressRanges: z.array(z.string()),
})

/** Who sits where by the plan; nobody of an exam without rooms. */
export function examPlaces(db: Db, examId: string): Promise<z.output<typeof placeRow>[]> {
  return rowsOf(db, placeRow)`
    select "staffId", "roomId", "roomName", coalesce("realSeat", seat) as seat, "addressRanges"
    from (${placesOf(db, { kind: examKind, id: examId })}) p
    where "roomId" is not null`
}

const roomRow = z.object({ roomId: id, roomName: z.string(), addressRanges: z.array(z.string()) })

/** Also rooms out of which everybody was moved. */
export function examRanges(db: Db, examId: string): Promise<z.output<typeof roomRow>[]> {
  return rowsOf(db, roomRow)`
    select "roomId", "roomName", "addressRanges"
    from (${usesOf(db, examKind)}) u
    where u."ownerId" = ${examId}`
}

export const comparisonFacts = z.object({
  attemptCount: z.int(),
  pairCount: z.int(),
  nearCount: z.int(),
  tooSmallCount: z.int(),
  /** Pairs beyond chance; of more than are kept the least likely are. */
  likeCount: z.int().optional(),
  /** Attempts with a session, and how many of them signs of each kind name. */
  sessionCount: z.int().optional(),
  rates: z.record(z.string(), z.int()).optional(),
})
export type ComparisonFacts = z.output<typeof comparisonFacts>

/** Whoever asks for a comparison of this exam waits here for others who do. */
export async function lockComparing(db: Db, examId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`proctoring.comparison/${examId}`}, 0))`.execute(db)
}

/** The one before is replaced: what it said holds no more. */
export async function insertComparison(
  db: Db,
  { examId, askedBy, facts, now }: { examId: string; askedBy: string; facts: ComparisonFacts; now: Date },
): Promise<string> {
  await sql`delete from proctoring.comparison where company_id = ${db.companyId} and exam_id = ${examId}`.execute(db)
  return idOf(db)`
    insert into proctoring.comparison (company_id, exam_id, asked_by, at, facts)
    values (${db.companyId}, ${examId}, ${askedBy}, ${now}, ${JSON.stringify(facts)}::jsonb)
    returning id`
}

export interface NewLikeness {
  readonly one: string
  readonly other: string
  readonly isNear: boolean
  readonly because: readonly string[]
  readonly common: number
  readonly matches: number
  readonly expectedMatches: number
  readonly oneWrong: number
  readonly otherWrong: number
  readonly sharedWrong: number
  readonly probability: number
  readonly expectedPairs: number
  readonly level: string
  readonly kOne: number
  readonly kOther: number
}

export async function insertLikenesses(db: Db, comparisonId: string, pairs: readonly NewLikeness[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into proctoring.likeness (company_id, comparison_id, one_id, other_id, is_near, near_because, common, matches, expected_matches, one_wrong,
      other_wrong, shared_wrong, probability, expected_pairs, level, k_one, k_other)
    select ${db.companyId}, ${comparisonId}, g.one, g.other, g."isNear", g.because, g.common, g.matches, g."expectedMatches", g."oneWrong",
      g."otherWrong", g."sharedWrong", g.probability, g."expectedPairs", g.level, g."kOne", g."kOther"
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as g(one uuid, other uuid, "isNear" boolean, because text[], common integer,
      matches integer, "expectedMatches" float8, "oneWrong" integer, "otherWrong" integer, "sharedWrong" integer, probability float8,
      "expectedPairs" float8, level text, "kOne" float8, "kOther" float8)`.execute(db)
}

export interface NewSign {
  readonly number: number
  readonly kind: string
  readonly level: string
  readonly attemptIds: readonly string[]
  readonly about: string
}

export async function insertSigns(db: Db, comparisonId: string, signs: readonly NewSign[]): Promise<void> {
  if (signs.length === 0) return
  await sql`
    insert into proctoring.session_sign (company_id, comparison_id, number, kind, level, attempt_ids, about)
    select ${db.companyId}, ${comparisonId}, g.number, g.kind, g.level, g."attemptIds", g.about
    from jsonb_to_recordset(${JSON.stringify(signs)}::jsonb) as g(number integer, kind text, level text, "attemptIds" uuid[], about text)`.execute(
    db,
  )
}

const comparisonRow = z.object({ id, at: z.date(), facts: comparisonFacts })

export function findComparison(db: Db, examId: string): Promise<z.output<typeof comparisonRow> | undefined> {
  return findOne(db, comparisonRow)`
    select id, at, facts
    from proctoring.comparison
    where company_id = ${db.companyId}
      and exam_id = ${examId}`
}

const likenessRow = z.object({
  oneId: id,
  otherId: id,
  isNear: z.boolean(),
  nearBecause: z.array(z.string()),
  common: z.int(),
  matches: z.int(),
  expectedMatches: z.number(),
  sharedWrong: z.int(),
  probability: z.number(),
  expectedPairs: z.number(),
  level: z.enum(['red', 'yellow']),
  kOne: z.number(),
  kOther: z.number(),
})

/** Nobody sees what speaks of themselves. */
const inScope = (db: Db, { examId, reach, viewerId }: Seen): RawBuilder<unknown> => sql`
  select a.attempt_id
  from sitting.attempts_of(${db.companyId}, ${examId}) a
  where a.staff_id <> ${viewerId}
    and ${inReach(db, reach, { examId: sql`${examId}::uuid`, staffId: sql`a.staff_id` })}`

export interface Seen {
  readonly comparisonId: string
  readonly examId: string
  readonly reach: Reach
  readonly viewerId: string
}

export function hasSat(db: Db, examId: string, staffId: string): Promise<boolean> {
  return hasRows(db)`
    select from sitting.attempts_of(${db.companyId}, ${examId}) a where a.staff_id = ${staffId} limit 1`
}

/** Pairs of which the caller may see both; the most striking first, all that are kept of a comparison (`mostPairs`). */
export function selectLikenesses(db: Db, seen: Seen): Promise<z.output<typeof likenessRow>[]> {
  return rowsOf(db, likenessRow)`
    select l.one_id as "oneId", l.other_id as "otherId", l.is_near as "isNear", l.near_because as "nearBecause", l.common, l.matches,
      l.expected_matches as "expectedMatches", l.shared_wrong as "sharedWrong", l.probability, l.expected_pairs as "expectedPairs", l.level,
      l.k_one as "kOne", l.k_other as "kOther"
    from proctoring.likeness l
    where l.company_id = ${db.companyId}
      and l.comparison_id = ${seen.comparisonId}
      and l.one_id in (${inScope(db, seen)})
      and l.other_id in (${inScope(db, seen)})
    order by l.expected_pairs, l.one_id, l.other_id`
}

const signRow = z.object({
  number: z.int(),
  kind: z.enum(signKinds),
  level: z.enum(['info', 'notice', 'warning']),
  attemptIds: z.array(id),
  about: z.string(),
})

/** Signs of people whom the caller may all see. */
const seenSigns = (db: Db, seen: Seen): RawBuilder<unknown> => sql`
    from proctoring.session_sign s
    where s.company_id = ${db.companyId}
      and s.comparison_id = ${seen.comparisonId}
      and s.attempt_ids <@ array(${inScope(db, seen)})`

export function selectSigns(
  db: Db,
  seen: Seen,
  { kind, offset, limit }: { kind: SignKind | undefined; offset: number; limit: number },
): Promise<z.output<typeof signRow>[]> {
  return rowsOf(db, signRow)`
    select s.number, s.kind, s.level, s.attempt_ids as "attemptIds", s.about
    ${seenSigns(db, seen)}
      and ${kind === undefined ? sql`true` : sql`s.kind = ${kind}`}
    order by s.number
    limit ${limit} offset ${offset}`
}

const signCount = z.object({ kind: z.enum(signKinds), count: z.int() })

/** Of each kind that there is, in the order in which they are listed. */
export function countSigns(db: Db, seen: Seen): Promise<z.output<typeof signCount>[]> {
  return rowsOf(db, signCount)`
    select s.kind, count(*)::int as count
    ${seenSigns(db, seen)}
    group by s.kind
    order by min(s.number)`
}

const personRow = z.object({ examinationResultId: id, staffId: id, staffName: z.string(), startTime: z.date().nullable() })

export function selectPersons(db: Db, examId: string, attemptIds: readonly string[]): Promise<z.output<typeof personRow>[]> {
  return rowsOf(db, personRow)`
    select a.attempt_id as "examinationResultId", a.staff_id as "staffId", p.name as "staffName", a.started_at as "startTime"
    from sitting.attempts_of(${db.companyId}, ${examId}) a
    join org.person p on p.company_id = ${db.companyId} and p.id = a.staff_id
    where a.attempt_id = any(${attemptIds}::uuid[])`
}
