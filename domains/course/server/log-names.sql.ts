import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What courses and their categories are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from course.course where company_id = ${db.companyId} and id = any (${ids}::uuid[])
    union all
    select id, name from course.category where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
