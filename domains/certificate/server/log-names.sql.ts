import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** What templates and rules are called today, and certificates' numbers, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from certificate.template where company_id = ${db.companyId} and id = any (${ids}::uuid[])
    union all
    select id, name from certificate.issue_rule where company_id = ${db.companyId} and id = any (${ids}::uuid[])
    union all
    select id, number as name from certificate.certificate where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
