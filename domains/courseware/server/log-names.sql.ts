import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What coursewares are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, title as name from courseware.courseware where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
