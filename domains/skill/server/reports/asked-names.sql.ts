import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'
import type { ReportAsked } from '../../contract/report.ts'

const name = z.string().nullable()
const namesRow = z.object({ department: name, post: name, skill: name, group: name })

/** What the ids of a report's conditions are called. */
export async function namesOfAsked(db: Db, { departmentId, postId, skillId, groupId }: ReportAsked) {
  const found = await findOne(db, namesRow)`
    select
      (select d.name from org.department_tree d where d.company_id = ${db.companyId} and d.id = ${departmentId ?? null}) as department,
      (select o.name from org.post_name o where o.company_id = ${db.companyId} and o.id = ${postId ?? null}) as post,
      (select s.name from skill.skill s where s.company_id = ${db.companyId} and s.id = ${skillId ?? null}) as skill,
      (select s.name from skill.skill s where s.company_id = ${db.companyId} and s.id = ${groupId ?? null}) as "group"`
  return found ?? { department: null, post: null, skill: null, group: null }
}
