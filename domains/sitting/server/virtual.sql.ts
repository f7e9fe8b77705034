import { type Db, findOne } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { virtualKind } from '../contract/virtual.ts'

const clearedRow = z.object({ count: z.int() })

/** Deletes some attempts of a virtual owner with all that was kept of them. Answers how many; the database refuses to do it to any other. */
export async function clearVirtualAttempts(db: Db, ownerId: string, most: number): Promise<number> {
  const chosen = sql`(
    select id from sitting.attempt
    where company_id = ${db.companyId} and owner_id = ${ownerId} and owner_kind = ${virtualKind}
    order by id
    limit ${most})`
  for (const table of ['answer_revision', 'attempt_event', 'attempt_item', 'presence'])
    await sql`delete from ${sql.table(`sitting.${table}`)} where company_id = ${db.companyId} and attempt_id in ${chosen}`.execute(
      db,
    )
  const row = await findOne(db, clearedRow)`
    with gone as (
      delete from sitting.attempt where company_id = ${db.companyId} and id in ${chosen} returning id
    )
    select count(*)::int as count from gone`
  return row?.count ?? 0
}
