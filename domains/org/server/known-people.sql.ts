import type { People } from '@kaopei/identity/server'
import { sql } from 'kysely'

/** What the rooms below ask of people. */
export const knownPeople: People = {
  nameOf: ({ companyId, id }) =>
    sql`(select named.name from org.staff named where named.company_id = ${companyId} and named.id = ${id})`,
  headsOf: (companyId) => sql`org.heads_of(${companyId})`,
}
