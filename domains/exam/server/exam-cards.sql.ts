import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { examStatus } from '../contract/exam-codes.ts'

const cardRow = z.object({
  id,
  name: z.string(),
  status: examStatus.schema,
  openAt: z.date().nullable(),
  closeAt: z.date().nullable(),
})
export type ExamCard = z.output<typeof cardRow>

/** What rooms above lead to. Removed exams and ids of nothing in the company are left out; `status` is the stored one. */
export async function examCards(db: Db, ids: readonly string[]): Promise<ExamCard[]> {
  if (ids.length === 0) return []
  return rowsOf(db, cardRow)`
    select e.id, e.name, e.status, e.admission_start_at as "openAt", e.admission_end_at as "closeAt"
    from exam.listed e
    where e.company_id = ${db.companyId} and e.id = any (${ids}::uuid[]) and e.removed_at is null`
}

const limitRow = z.object({ id, limitMinutes: z.int().nullable() })

/** Minutes of these exams, whatever they are for; null: none. */
export async function limitsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(db, limitRow)`
    select e.id, e.duration_minutes as "limitMinutes"
    from exam.exam e
    where e.company_id = ${db.companyId} and e.id = any (${ids}::uuid[])`
  return new Map(rows.map((one) => [one.id, one.limitMinutes]))
}
