import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type CaptureKind, type ConsentState, captureKind, consentState } from '../../contract/capture-consent.ts'
import { inReach, type Reach } from '../rooms/reach.ts'
import { storedTimesShape } from '../rules/override.ts'

const consentRow = z.object({ kind: captureKind.schema, state: consentState.schema, decidedAt: z.date() })
export type ConsentRow = z.output<typeof consentRow>

/** What counts of each kind; of whom nothing is known of a kind, it is absent. */
export async function selectConsents(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<readonly ConsentRow[]> {
  return rowsOf(db, consentRow)`
    select distinct on (c.kind) c.kind, c.state, c.decided_at as "decidedAt"
    from exam.capture_consent c
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = ${staffId}
    order by c.kind, c.number desc
  `
}

export interface NewConsent {
  readonly examId: string
  readonly staffId: string
  readonly kind: CaptureKind
  readonly state: ConsentState
  readonly noticeHash: string | null
  readonly device: string | null
  readonly reason: string | null
  /** Who exempted; null: the candidate. */
  readonly decidedBy: string | null
  readonly now: Date
}

/** The caller holds the candidate's row: numbers of one candidate come one after the other. */
export async function insertConsent(db: Db, { examId, staffId, now, ...consent }: NewConsent): Promise<void> {
  await sql`
    insert into exam.capture_consent
      (company_id, exam_id, staff_id, number, kind, state, notice_hash, device, reason, decided_by, decided_at)
    select ${db.companyId}, ${examId}, ${staffId}, coalesce(max(c.number), 0) + 1, ${consent.kind}, ${consent.state},
      ${consent.noticeHash}, ${consent.device}, ${consent.reason}, ${consent.decidedBy}, ${now}
    from exam.capture_consent c
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = ${staffId}
  `.execute(db)
}

/** Kept once, when somebody confirms it first. */
export async function insertNoticeVersion(
  db: Db,
  { examId, hash, information, terms, now }: { examId: string; hash: string; information: string; terms: string[]; now: Date },
): Promise<void> {
  await sql`
    insert into exam.notice_version (company_id, exam_id, hash, information, terms, first_at)
    values (${db.companyId}, ${examId}, ${hash}, ${information}, ${terms}::text[], ${now})
    on conflict (company_id, exam_id, hash) do nothing
  `.execute(db)
}

interface Whom {
  readonly examId: string
  readonly name: string | undefined
  readonly scope: Reach
  /** Of one of these kinds it stands so. */
  readonly standing?: { readonly state: ConsentState; readonly kinds: readonly CaptureKind[] } | undefined
}

const candidateRow = z.object({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  isWithoutCamera: z.boolean(),
  /** What they have instead of the exam's times. */
  own: storedTimesShape.nullable(),
  isUnderWay: z.boolean(),
  consents: z.array(z.object({ kind: captureKind.schema, state: consentState.schema, decidedAt: z.string() })),
})
export type ConsentCandidate = z.output<typeof candidateRow>

export async function selectConsentPage(
  db: Db,
  { limit, offset, ...whom }: Whom & { limit: number; offset: number },
): Promise<ConsentCandidate[]> {
  return rowsOf(db, candidateRow)`
    select c.staff_id as "staffId", s.name, d.name as department, ${isWithoutCamera} as "isWithoutCamera", own.stored as own,
      ${isUnderWay} as "isUnderWay",
      coalesce((
        select json_agg(json_build_object('kind', k.kind, 'state', k.state, 'decidedAt', k.decided_at) order by k.kind)
        from (
          select distinct on (l.kind) l.kind, l.state, l.decided_at
          from exam.capture_consent l
          where l.company_id = c.company_id and l.exam_id = c.exam_id and l.staff_id = c.staff_id
          order by l.kind, l.number desc
        ) k
      ), '[]') as consents
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join org.department_tree d on d.company_id = c.company_id and d.id = s.department_id
    left join exam.own_times(${db.companyId}, ${whom.examId}) own on own.staff_id = c.staff_id
    where ${whomOf(db, whom)}
    order by s.name, c.staff_id
    limit ${limit} offset ${offset}
  `
}

export async function countConsentCandidates(db: Db, whom: Whom): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where ${whomOf(db, whom)}
  `
}

/** By an arrangement for candidate `c`. */
const isWithoutCamera = sql`exists (
  select from exam.candidate_policy own
  where own.company_id = c.company_id and own.exam_id = c.exam_id and own.staff_id = c.staff_id and own.is_without_camera
)`

/** Candidate `c` has an attempt that is under way. */
const isUnderWay = sql`exists (
  select from sitting.standing a
  where a.company_id = c.company_id and a.owner_id = c.exam_id and a.staff_id = c.staff_id and a.state in ('in_progress', 'paused', 'submitting')
)`

function isStanding({ state, kinds }: NonNullable<Whom['standing']>): RawBuilder<unknown> {
  return sql`exists (
    select from unnest(${[...kinds]}::smallint[]) as k (kind)
    where (k.kind = ${lit(captureKind.screen)} or not ${isWithoutCamera})
      and ${state} = coalesce((
        select l.state
        from exam.capture_consent l
        where l.company_id = c.company_id and l.exam_id = c.exam_id and l.staff_id = c.staff_id and l.kind = k.kind
        order by l.number desc
        limit 1
      ), ${lit(consentState.open)})
  )`
}

function whomOf(db: Db, { examId, name, scope, standing }: Whom): RawBuilder<unknown> {
  const within = inReach(db, scope, { examId: sql`c.exam_id`, staffId: sql`c.staff_id` })
  const named = name ? sql`strpos(lower(s.name), lower(${name})) > 0` : sql`true`
  return sql`c.company_id = ${db.companyId} and c.exam_id = ${examId} and ${within} and ${named} and ${standing ? isStanding(standing) : sql`true`}`
}

const heldRow = z.object({ isUnderWay: z.boolean() })

/** Held until the transaction ends; undefined: no candidate. */
export function holdCandidate(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<z.output<typeof heldRow> | undefined> {
  return findOne(db, heldRow)`
    select ${isUnderWay} as "isUnderWay"
    from exam.candidate c
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = ${staffId}
    for update
  `
}

interface Capturing {
  readonly examId: RawBuilder<unknown>
  readonly staffId: RawBuilder<unknown>
  readonly kind: RawBuilder<unknown>
}

/** Whether somebody has agreed to a kind of recording and nothing is arranged against it: `agreedCaptureKinds` for many at once. */
export const isCaptureAgreed = (db: Db, { examId, staffId, kind }: Capturing): RawBuilder<unknown> => sql`(
  ${lit(consentState.agreed)} = (
    select agreed.state
    from exam.capture_consent agreed
    where agreed.company_id = ${db.companyId} and agreed.exam_id = ${examId} and agreed.staff_id = ${staffId} and agreed.kind = ${kind}
    order by agreed.number desc
    limit 1
  )
  and (${kind} = ${lit(captureKind.screen)} or not exists (
    select from exam.candidate_policy own
    where own.company_id = ${db.companyId} and own.exam_id = ${examId} and own.staff_id = ${staffId} and own.is_without_camera
  ))
)`

const spanRow = z.object({
  staffId: id,
  kind: captureKind.schema,
  state: consentState.schema,
  from: z.number(),
  until: z.number().nullable(),
})
export type ConsentSpan = z.output<typeof spanRow>

/** Door: how long each of these people stood how to each kind of recording; null: until now. Milliseconds. */
export function consentSpans(db: Db, examId: string, staffIds: readonly string[]): Promise<ConsentSpan[]> {
  return rowsOf(db, spanRow)`
    select c.staff_id as "staffId", c.kind, c.state, round(extract(epoch from c.decided_at) * 1000)::float8 as "from",
      round(extract(epoch from lead(c.decided_at) over (partition by c.staff_id, c.kind order by c.number)) * 1000)::float8 as "until"
    from exam.capture_consent c
    where c.company_id = ${db.companyId} and c.exam_id = ${examId} and c.staff_id = any(${staffIds}::uuid[])
    order by c.staff_id, c.kind, c.number
  `
}
