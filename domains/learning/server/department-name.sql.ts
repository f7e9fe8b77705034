import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

const nameRow = z.object({ name: z.string() })

/** What a department that was filtered by is called. */
export async function departmentName(db: Db, departmentId: string): Promise<string> {
  const found = await findOne(db, nameRow)`
    select d.name from org.department_tree d where d.company_id = ${db.companyId} and d.id = ${departmentId}`
  return found?.name ?? '已删除的部门'
}
