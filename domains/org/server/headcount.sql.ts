import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** Null: as many people as the company likes. */
export async function findStaffQuota(db: Db): Promise<number | null> {
  const { rows } = await sql<{ quota: number | null }>`
    select staff_quota as quota from platform.company where id = ${db.companyId}`.execute(db)
  return rows[0]?.quota ?? null
}

/** Who adds people to a company takes turns to the end of the transaction: the second counts what the first has added. */
export async function lockHeadcount(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('org.headcount' || ${db.companyId}::text, 0))`.execute(db)
}

/** Living enabled employees; the platform counts the same where it shows how much of a quota is used. */
export async function countHeads(db: Db): Promise<number> {
  const { rows } = await sql<{ heads: number }>`select platform.heads_of(${db.companyId}) as heads`.execute(db)
  return rows[0]?.heads ?? 0
}

/** How many of these people would count once they are enabled. */
export async function countDisabled(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ heads: number }>`
    select count(*)::int as heads
    from org.staff s
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])
      and s.removed_at is null
      and s.staff_source = 1
      and not s.is_enabled`.execute(db)
  return rows[0]?.heads ?? 0
}
