import { type Db, idsOf } from '@kaopei/server'
import { sql } from 'kysely'

export interface Outdated {
  readonly sessionsBefore: Date
  readonly ticketsBefore: Date
  readonly unknownBefore: Date
}

/** The companies that have something outdated. Needs no company. */
export async function companiesWithOutdated(
  db: Db,
  { sessionsBefore, ticketsBefore, unknownBefore }: Outdated,
): Promise<string[]> {
  return idsOf(db)`
    select id from identity.companies_with_outdated(${sessionsBefore}, ${ticketsBefore}, ${unknownBefore}) as id`
}

export async function deleteOutdated(db: Db, { sessionsBefore, ticketsBefore, unknownBefore }: Outdated): Promise<void> {
  await sql`delete from identity.session where company_id = ${db.companyId} and expires_at < ${sessionsBefore}`.execute(db)
  await sql`delete from identity.ticket where company_id = ${db.companyId} and expires_at < ${ticketsBefore}`.execute(db)
  await sql`delete from identity.unknown_login where company_id = ${db.companyId} and last_at < ${unknownBefore}`.execute(db)
}
