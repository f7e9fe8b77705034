import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { closeFor } from '../times/change.sql.ts'

const reachedRow = z.object({ staffId: id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
export type Reached = z.output<typeof reachedRow>

/** With the times that hold for this very candidate; null: none. */
const addresseeRow = reachedRow.extend({ opensAt: z.date().nullable(), closesAt: z.date().nullable() })
export type Addressee = z.output<typeof addresseeRow>

/** Candidates whom a mail or a text message can reach, by id, from behind one of them; `hasSat`: only who handed in. */
export async function selectAddressees(
  db: Db,
  {
    examId,
    hasSat,
    addedSince,
    after,
    limit,
  }: {
    examId: string
    hasSat: boolean
    addedSince?: Date | undefined
    after: string | undefined
    limit: number
  },
): Promise<Addressee[]> {
  return rowsOf(db, addresseeRow)`
    select c.staff_id as "staffId", s.name, nullif(btrim(s.email), '') as email, nullif(btrim(s.phone), '') as phone,
      coalesce(o.opens_at, e.admission_start_at) as "opensAt", nullif(${closeFor}, 'infinity') as "closesAt"
    from exam.candidate c
    join exam.exam e on e.company_id = c.company_id and e.id = c.exam_id
    left join exam.own_times(${db.companyId}, ${examId}) o on o.staff_id = c.staff_id
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    where c.company_id = ${db.companyId}
      and c.exam_id = ${examId}
      and s.removed_at is null
      and s.is_enabled
      and (btrim(coalesce(s.email, '')) <> '' or btrim(coalesce(s.phone, '')) <> '')
      and ${after === undefined ? sql`true` : sql`c.staff_id > ${after}`}
      and ${addedSince === undefined ? sql`true` : sql`c.added_at >= ${addedSince}`}
      and ${hasSat ? handedIn(db.companyId, examId) : sql`true`}
    order by c.staff_id
    limit ${limit}
  `
}

const handedIn = (companyId: string, examId: string) => sql`exists (
  select 1
  from sitting.standing a
  where a.company_id = ${companyId}
    and a.owner_id = ${examId}
    and a.staff_id = c.staff_id
    and a.submitted_at is not null
    and a.state <> 'voided'
)`

const reviewerToTellRow = z.object({ staffId: id, name: z.string(), email: z.string() })
export type ReviewerToTell = z.output<typeof reviewerToTellRow>

/** Whom a mail can reach: an address may have gone, or its person, since they were chosen. */
export async function selectReviewersToTell(db: Db, examId: string): Promise<ReviewerToTell[]> {
  return rowsOf(db, reviewerToTellRow)`
    select r.staff_id as "staffId", s.name, btrim(s.email) as email
    from exam.reviewer r
    join org.person s on s.company_id = r.company_id and s.id = r.staff_id
    where r.company_id = ${db.companyId}
      and r.exam_id = ${examId}
      and s.removed_at is null
      and s.is_enabled
      and btrim(coalesce(s.email, '')) <> ''
    order by r.staff_id
  `
}

const toldResultRow = reachedRow.extend({ attemptId: id, scoreHundredths: z.int(), isPassed: z.boolean(), publishedAt: z.date() })
export type ToldResult = z.output<typeof toldResultRow>

/** Of these attempts those whose result is out now, with their candidates. */
export async function selectResultsToTell(db: Db, attemptIds: readonly string[]): Promise<ToldResult[]> {
  return rowsOf(db, toldResultRow)`
    select a.id as "attemptId", a.staff_id as "staffId", s.name, nullif(btrim(s.email), '') as email,
      nullif(btrim(s.phone), '') as phone, a.score_hundredths as "scoreHundredths", coalesce(a.is_passed, false) as "isPassed",
      a.published_at as "publishedAt"
    from sitting.standing a
    join org.person s on s.company_id = a.company_id and s.id = a.staff_id
    where a.company_id = ${db.companyId}
      and a.id = any(${attemptIds}::uuid[])
      and a.state = 'published'
      and a.score_hundredths is not null
      and a.published_at is not null
      and s.removed_at is null
      and s.is_enabled
    order by a.id
  `
}
