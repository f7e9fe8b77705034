import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What banks are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from question.bank where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
