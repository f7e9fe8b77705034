import type { Db } from '@kaopei/server'
import { lit } from '@kaopei/server'
import { sql } from 'kysely'
import { teacherOrigin } from '../contract/codes.ts'

/** What instructors, their categories and tags are called today, for changes in the log. */
export const logNames = (db: Db, ids: readonly string[]) => sql`
    select id, name from instructor.card where company_id = ${db.companyId} and origin = ${lit(teacherOrigin.external)} and id = any (${ids}::uuid[])
    union all
    select id, name from instructor.category where company_id = ${db.companyId} and id = any (${ids}::uuid[])
    union all
    select id, name from instructor.tag where company_id = ${db.companyId} and id = any (${ids}::uuid[])`
