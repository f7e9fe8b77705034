import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { quickMarkingKind } from '../../contract/review-links.ts'

const storedReviewLinkRow = z.object({
  id,
  examId: id,
  staffId: id,
  title: z.string(),
  email: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  deviceCount: z.int(),
  createdByName: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
})
export type StoredReviewLink = z.output<typeof storedReviewLinkRow>

const columns = sql`t.id, t.subject_id as "examId", (t.facts ->> 'reviewerId') as "staffId", coalesce(r.name, t.title) as title, r.email, t.facts,
  t.device_count as "deviceCount",
  coalesce(s.name, '') as "createdByName", t.created_at as "createdAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt",
  t.last_used_at as "lastUsedAt"`
const people = sql`
  left join org.person r on r.company_id = t.company_id and r.id = (t.facts ->> 'reviewerId')::uuid
  left join org.person s on s.company_id = t.company_id and s.id = t.created_by`

export async function pageOfReviewLinks(
  db: Db,
  { examId, limit, offset }: { examId: string; limit: number; offset: number },
): Promise<{ dataList: StoredReviewLink[]; totalCount: number }> {
  const where = sql`t.company_id = ${db.companyId} and t.kind = ${quickMarkingKind} and t.subject_id = ${examId}`
  const dataList = await rowsOf(db, storedReviewLinkRow)`
    select ${columns}
    from share.token_card t
    ${people}
    where ${where}
    order by t.id desc
    limit ${limit} offset ${offset}
  `
  const totalCount = await countOf(db)`select count(*)::int as count from share.token_card t where ${where}`
  return { dataList, totalCount }
}

export async function findReviewLink(db: Db, id: string): Promise<StoredReviewLink | undefined> {
  return findOne(db, storedReviewLinkRow)`
    select ${columns}
    from share.token_card t
    ${people}
    where t.company_id = ${db.companyId}
      and t.kind = ${quickMarkingKind}
      and t.id = ${id}
  `
}

const linkReviewerRow = z.object({ name: z.string(), email: z.string() })
export type LinkReviewer = z.output<typeof linkReviewerRow>

/** A reviewer of this exam who can be reached: employed, enabled, with a mail address. */
export async function findLinkReviewer(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<LinkReviewer | undefined> {
  return findOne(db, linkReviewerRow)`
    select s.name, btrim(s.email) as email
    from exam.reviewer r
    join org.person s on s.company_id = r.company_id and s.id = r.staff_id
    where r.company_id = ${db.companyId}
      and r.exam_id = ${examId}
      and r.staff_id = ${staffId}
      and s.removed_at is null
      and s.is_enabled
      and btrim(coalesce(s.email, '')) <> ''
  `
}

/** The living links of an exam that lead whoever is no reviewer of it (any more). */
export async function selectLinksOfOthers(
  db: Db,
  { examId, reviewerIds }: { examId: string; reviewerIds: readonly string[] },
): Promise<string[]> {
  return idsOf(db)`
    select t.id
    from share.token_card t
    where t.company_id = ${db.companyId}
      and t.kind = ${quickMarkingKind}
      and t.subject_id = ${examId}
      and t.revoked_at is null
      and not (t.facts ->> 'reviewerId') = any(${reviewerIds}::text[])
  `
}
