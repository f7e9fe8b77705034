import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

const mostIds = 500

/** What ids in a logged change are called today: people, departments, roles, groups, banks, exams, packages. What is gone has no name. */
export async function namesOfIds(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  const wanted = [...new Set(ids)].slice(0, mostIds)
  if (wanted.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from org.person where company_id = ${db.companyId} and id = any (${wanted}::uuid[])
    union all
    select id, name from org.department_tree where company_id = ${db.companyId} and id = any (${wanted}::uuid[])
    union all
    select id, name from identity.role where company_id = ${db.companyId} and id = any (${wanted}::uuid[])
    union all
    select id, name from usergroup.staff_group where company_id = ${db.companyId} and id = any (${wanted}::uuid[])
    union all
    select id, name from question.bank where company_id = ${db.companyId} and id = any (${wanted}::uuid[])
    union all
    select id, name from exam.exam where company_id = ${db.companyId} and id = any (${wanted}::uuid[])
    union all
    select id, name from tenant.menu_package where company_id = ${db.companyId} and id = any (${wanted}::uuid[])`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
