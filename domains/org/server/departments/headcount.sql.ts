import { countOf, type Db, findOne, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { staffSource } from '../../contract/codes.ts'

const quotaRow = z.object({ quota: z.int().nullable() })

/** Null: as many people as the company likes. */
export async function findStaffQuota(db: Db): Promise<number | null> {
  const row = await findOne(db, quotaRow)`
    select staff_quota as quota from identity.company_terms where id = ${db.companyId}`
  return row?.quota ?? null
}

/** Who adds people to a company takes turns to the end of the transaction: the second counts what the first has added. */
export async function lockHeadcount(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('org.headcount' || ${db.companyId}::text, 0))`.execute(db)
}

/** Living enabled employees; the platform counts the same where it shows how much of a quota is used. */
export async function countHeads(db: Db): Promise<number> {
  return countOf(db)`select org.heads_of(${db.companyId}) as count`
}

/** How many of these people would count once they are enabled. */
export async function countDisabled(db: Db, ids: readonly string[]): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from org.staff s
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])
      and s.removed_at is null
      and s.staff_source = ${lit(staffSource.employee)}
      and not s.is_enabled`
}
