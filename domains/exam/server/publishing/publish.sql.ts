import { staffSource } from '@kaopei/org/contract/codes'
import { type Db, findOne, lit } from '@kaopei/server'
import { z } from 'zod'
import { examStatus } from '../../contract/exam-codes.ts'

const candidateFactsRow = z.object({
  count: z.int(),
  overlappingCount: z.int(),
  withoutPhoneCount: z.int(),
  withoutEmailCount: z.int(),
  outsideCount: z.int(),
})
export type CandidateFacts = z.output<typeof candidateFactsRow>

/** Of the candidates: how many there are, sit another exam in the same window, or have no phone or e-mail. */
export async function selectCandidateFacts(
  db: Db,
  { examId, openAt, closeAt }: { examId: string; openAt: Date | null; closeAt: Date | null },
): Promise<CandidateFacts> {
  const row = await findOne(db, candidateFactsRow)`
    select count(*)::int as count,
      count(*) filter (where o.staff_id is not null)::int as "overlappingCount",
      count(*) filter (where coalesce(s.phone, '') = '')::int as "withoutPhoneCount",
      count(*) filter (where coalesce(s.email, '') = '')::int as "withoutEmailCount",
      count(*) filter (where s.staff_source = ${lit(staffSource.outside)})::int as "outsideCount"
    from exam.candidate c
    join org.person s on s.company_id = c.company_id and s.id = c.staff_id
    left join (
      select distinct c2.staff_id
      from exam.exam e
      join exam.candidate c2 on c2.company_id = e.company_id and c2.exam_id = e.id
      where e.company_id = ${db.companyId}
        and e.id <> ${examId}
        and e.status = ${lit(examStatus.published)}
        and e.removed_at is null
        and e.admission_start_at < ${closeAt}
        and e.admission_end_at > ${openAt}
    ) o on o.staff_id = c.staff_id
    where c.company_id = ${db.companyId} and c.exam_id = ${examId}
  `
  return row ?? { count: 0, overlappingCount: 0, withoutPhoneCount: 0, withoutEmailCount: 0, outsideCount: 0 }
}
