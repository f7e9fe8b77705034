import { id } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { countOf, type Db, findOne, hasRows, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

export const joinKind = 'examJoin'

const storedOuterLinkRow = z.object({
  id,
  title: z.string(),
  facts: z.record(z.string(), z.unknown()),
  joinedCount: z.int(),
  createdByName: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
})
export type StoredOuterLink = z.output<typeof storedOuterLinkRow>

export async function pageOfOuterLinks(
  db: Db,
  { examId, limit, offset }: { examId: string; limit: number; offset: number },
): Promise<{ dataList: StoredOuterLink[]; totalCount: number }> {
  const where = sql`t.company_id = ${db.companyId} and t.kind = ${joinKind} and t.subject_id = ${examId}`
  const dataList = await rowsOf(db, storedOuterLinkRow)`
    select t.id, t.title, t.facts, coalesce(s.name, '') as "createdByName", t.created_at as "createdAt", t.expires_at as "expiresAt",
      t.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt", (${joinedBy(sql`t.company_id`, sql`t.id`)}) as "joinedCount"
    from share.token_card t
    left join org.person s on s.company_id = t.company_id and s.id = t.created_by
    where ${where}
    order by t.id desc
    limit ${limit} offset ${offset}
  `
  const totalCount = await countOf(db)`select count(*)::int as count from share.token_card t where ${where}`
  return { dataList, totalCount }
}

/** Those who came in by a link and are on the list still. */
function joinedBy(companyId: ReturnType<typeof sql>, tokenId: ReturnType<typeof sql>) {
  return sql`
    select count(*)::int
    from exam.outer_join j
    join exam.candidate c on c.company_id = j.company_id and c.exam_id = j.exam_id and c.staff_id = j.staff_id
    where j.company_id = ${companyId} and j.token_id = ${tokenId}`
}

export async function countJoined(db: Db, tokenId: string): Promise<number> {
  return countOf(db)`${joinedBy(sql`${db.companyId}`, sql`${tokenId}`)}`
}

const outerLinkRow = z.object({ title: z.string(), examId: id })

export async function findOuterLink(db: Db, id: string): Promise<{ title: string; examId: string } | undefined> {
  return findOne(db, outerLinkRow)`
    select t.title, t.subject_id as "examId"
    from share.token_card t
    where t.company_id = ${db.companyId} and t.kind = ${joinKind} and t.id = ${id}
  `
}

/** Somebody can still come in by a link of this exam. */
export async function hasLivingLink(db: Db, examId: string, now: Date): Promise<boolean> {
  return hasRows(db)`
    select
    from share.token_card t
    where t.company_id = ${db.companyId}
      and t.kind = ${joinKind}
      and t.subject_id = ${examId}
      and t.revoked_at is null
      and t.expires_at > ${now}
    limit 1
  `
}

const standingRow = z.object({ hasJoined: z.boolean(), isOnList: z.boolean(), isOutside: z.boolean() })

/** `joined`: came in by a link once; `isOnList`: is a candidate now, however they came. */
export async function findStanding(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<{ hasJoined: boolean; isOnList: boolean; isOutside: boolean }> {
  const row = await findOne(db, standingRow)`
    select j.staff_id is not null as "hasJoined", c.staff_id is not null as "isOnList", s.staff_source = ${lit(staffSource.outside)} as "isOutside"
    from org.person s
    left join exam.outer_join j on j.company_id = s.company_id and j.exam_id = ${examId} and j.staff_id = s.id
    left join exam.candidate c on c.company_id = s.company_id and c.exam_id = ${examId} and c.staff_id = s.id
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null
  `
  return row ?? { hasJoined: false, isOnList: false, isOutside: false }
}

export async function insertJoin(
  db: Db,
  { examId, staffId, tokenId, now }: { examId: string; staffId: string; tokenId: string; now: Date },
): Promise<void> {
  await sql`
    insert into exam.outer_join (company_id, exam_id, staff_id, token_id, joined_at)
    values (${db.companyId}, ${examId}, ${staffId}, ${tokenId}, ${now})
  `.execute(db)
}

const joinCompanyRow = z.object({
  name: z.string(),
  /** Suspended, over or not begun. */
  isClosed: z.boolean(),
})
export type JoinCompany = z.output<typeof joinCompanyRow>

export async function findJoinCompany(db: Db): Promise<JoinCompany> {
  const row = await findOne(db, joinCompanyRow)`
    select name, is_closed as "isClosed" from identity.company_card where id = ${db.companyId}`
  return row ?? { name: '', isClosed: true }
}
