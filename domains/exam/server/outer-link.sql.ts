import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export const joinKind = 'examJoin'

export interface StoredOuterLink {
  readonly id: string
  readonly title: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly joinedCount: number
  readonly createdByName: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
}

export async function pageOfOuterLinks(
  db: Db,
  { examId, limit, offset }: { examId: string; limit: number; offset: number },
): Promise<{ dataList: StoredOuterLink[]; totalCount: number }> {
  const where = sql`t.company_id = ${db.companyId} and t.kind = ${joinKind} and t.subject_id = ${examId}`
  const { rows: dataList } = await sql<StoredOuterLink>`
    select t.id, t.title, t.facts, coalesce(s.name, '') as "createdByName", t.created_at as "createdAt", t.expires_at as "expiresAt",
      t.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt", (${joinedBy(sql`t.company_id`, sql`t.id`)}) as "joinedCount"
    from share.token t
    left join org.person s on s.company_id = t.company_id and s.id = t.created_by
    where ${where}
    order by t.id desc
    limit ${limit} offset ${offset}
  `.execute(db)
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from share.token t where ${where}`.execute(
    db,
  )
  return { dataList, totalCount: counts[0]?.count ?? 0 }
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
  const { rows } = await sql<{ count: number }>`${joinedBy(sql`${db.companyId}`, sql`${tokenId}`)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findOuterLink(db: Db, id: string): Promise<{ title: string; examId: string } | undefined> {
  const { rows } = await sql<{ title: string; examId: string }>`
    select t.title, t.subject_id as "examId"
    from share.token t
    where t.company_id = ${db.companyId} and t.kind = ${joinKind} and t.id = ${id}
  `.execute(db)
  return rows[0]
}

/** Somebody can still come in by a link of this exam. */
export async function hasLivingLink(db: Db, examId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select
    from share.token t
    where t.company_id = ${db.companyId}
      and t.kind = ${joinKind}
      and t.subject_id = ${examId}
      and t.revoked_at is null
      and t.expires_at > ${now}
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** `joined`: came in by a link once; `isOnList`: is a candidate now, however they came. */
export async function findStanding(
  db: Db,
  { examId, staffId }: { examId: string; staffId: string },
): Promise<{ hasJoined: boolean; isOnList: boolean; isOutside: boolean }> {
  const { rows } = await sql<{ hasJoined: boolean; isOnList: boolean; isOutside: boolean }>`
    select j.staff_id is not null as "hasJoined", c.staff_id is not null as "isOnList", s.staff_source = 2 as "isOutside"
    from org.person s
    left join exam.outer_join j on j.company_id = s.company_id and j.exam_id = ${examId} and j.staff_id = s.id
    left join exam.candidate c on c.company_id = s.company_id and c.exam_id = ${examId} and c.staff_id = s.id
    where s.company_id = ${db.companyId} and s.id = ${staffId} and s.removed_at is null
  `.execute(db)
  return rows[0] ?? { hasJoined: false, isOnList: false, isOutside: false }
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

export interface JoinCompany {
  readonly name: string
  /** Suspended, over or not begun. */
  readonly isClosed: boolean
}

export async function findJoinCompany(db: Db): Promise<JoinCompany> {
  const { rows } = await sql<JoinCompany>`
    select name, platform.is_closed(id) as "isClosed" from platform.company where id = ${db.companyId}`.execute(db)
  return rows[0] ?? { name: '', isClosed: true }
}
