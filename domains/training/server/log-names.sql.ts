import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What projects and their categories are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from training.project where company_id = ${db.companyId} and id = any (${ids}::uuid[])
    union all
    select id, name from training.category where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
