import { type Db, findOne } from '@kaopei/server'
import { z } from 'zod'

interface AskedIds {
  readonly departmentId?: string | undefined
  readonly scaleId?: string | undefined
  readonly appointmentId?: string | undefined
  readonly postId?: string | undefined
  readonly assessmentId?: string | undefined
}

const name = z.string().nullable()
const namesRow = z.object({ department: name, scale: name, appointment: name, post: name, assessment: name })

/** What the ids of a filter are called: whoever reads the list of downloads is told what was asked, not by which key. */
export async function namesOfAsked(db: Db, { departmentId, scaleId, appointmentId, postId, assessmentId }: AskedIds) {
  const found = await findOne(db, namesRow)`
    select
      (select d.name from org.department_tree d where d.company_id = ${db.companyId} and d.id = ${departmentId ?? null}) as department,
      (select k.name from evaluation.scale k where k.company_id = ${db.companyId} and k.id = ${scaleId ?? null}) as scale,
      (select a.name from evaluation.appointment a where a.company_id = ${db.companyId} and a.id = ${appointmentId ?? null}) as appointment,
      (select o.name from org.post_name o where o.company_id = ${db.companyId} and o.id = ${postId ?? null}) as post,
      (select a.name from evaluation.post_assessment a where a.company_id = ${db.companyId} and a.id = ${assessmentId ?? null}) as assessment`
  return found ?? { department: null, scale: null, appointment: null, post: null, assessment: null }
}
