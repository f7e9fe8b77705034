import { id } from '@kaopei/contract'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { raterRole, resultState } from '../../contract/codes.ts'

const scaleRow = z.object({
  appointmentId: id,
  staffId: id,
  raterId: id,
  isBegun: z.boolean(),
  isSubmitted: z.boolean(),
  isWithdrawn: z.boolean(),
  hasResult: z.boolean(),
  isVoid: z.boolean(),
  isDoubtful: z.boolean(),
  isErased: z.boolean(),
  submittedAt: z.date().nullable(),
  resultId: id.nullable(),
})
export type ScaleRow = z.output<typeof scaleRow>

/** Of people who answer about themselves, in each of these appointments. */
export function scaleStandings(
  db: Db,
  { appointmentIds, staffIds }: { appointmentIds: readonly string[]; staffIds: readonly string[] },
): Promise<ScaleRow[]> {
  return rowsOf(db, scaleRow)`
    select x.appointment_id as "appointmentId", x.staff_id as "staffId", x.id as "raterId", t.id is not null as "isBegun",
      t.submitted_at is not null as "isSubmitted", x.withdrawn_at is not null as "isWithdrawn", r.id is not null as "hasResult",
      coalesce(r.state = ${lit(resultState.void)}, false) as "isVoid",
      coalesce(r.state = ${lit(resultState.doubtful)}, false) as "isDoubtful",
      exists (
        select from evaluation.erasure e
        where e.company_id = x.company_id and e.appointment_id = x.appointment_id and e.staff_id = x.staff_id) as "isErased",
      t.submitted_at as "submittedAt", r.id as "resultId"
    from evaluation.rater x
    left join evaluation.sitting t on t.company_id = x.company_id and t.rater_id = x.id
    left join evaluation.result r on r.company_id = x.company_id and r.appointment_id = x.appointment_id and r.staff_id = x.staff_id
    where x.company_id = ${db.companyId} and x.role = ${lit(raterRole.self)} and x.appointment_id = any (${appointmentIds}::uuid[])
      and x.staff_id = any (${staffIds}::uuid[])`
}
