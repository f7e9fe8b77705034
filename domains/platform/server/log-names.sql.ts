import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const mostIds = 500

const namedRow = z.object({ id, name: z.string() })

/** What ids in a logged change are called today: people, departments, roles, groups, banks, exams, packages. What is gone has no name. */
export async function namesOfIds(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  const wanted = [...new Set(ids)].slice(0, mostIds)
  if (wanted.length === 0) return {}
  const rows = await rowsOf(db, namedRow)`
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
    select id, name from tenant.menu_package where company_id = ${db.companyId} and id = any (${wanted}::uuid[])`
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
