import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What people and departments are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from org.staff where company_id = ${db.companyId} and id = any (${ids}::uuid[])
    union all
    select id, name from org.department where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
