import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const examFiguresRow = z.object({
  examId: id,
  premiseExam: z.int(),
  hasExam: z.int(),
  completeExam: z.int(),
  passExam: z.int(),
  review: z.int(),
  aveScore: z.int().nullable(),
})
export type ExamFigures = z.output<typeof examFiguresRow>

/** The funnel of several exams at once, over the attempts that count (results.sql.ts). An exam nobody of the scope sits has no row. */
export async function selectExamFigures(
  db: Db,
  { examIds, scope }: { examIds: readonly string[]; scope: DataScope },
): Promise<ExamFigures[]> {
  const inScope = scope.kind === 'all' ? sql`true` : sql`c.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, examFiguresRow)`
    select c.exam_id as "examId",
      count(*)::int as "premiseExam",
      count(t.staff_id)::int as "hasExam",
      count(*) filter (where t.has_handed_in)::int as "completeExam",
      count(*) filter (where t.is_passed and t.state <> 'voided')::int as "passExam",
      count(*) filter (where t.is_unmarked)::int as review,
      round(avg(t.score_hundredths) filter (where t.state <> 'voided'))::int as "aveScore"
    from exam.candidate_card c
    left join (
      select distinct on (a.owner_id, a.staff_id) a.owner_id as exam_id, a.staff_id, a.state, a.is_passed, a.score_hundredths,
        bool_or(a.state in ('auto_scored', 'in_marking')) over (partition by a.owner_id, a.staff_id) as is_unmarked,
        bool_or(a.submitted_at is not null and a.state <> 'voided') over (partition by a.owner_id, a.staff_id) as has_handed_in
      from sitting.standing a
      where a.company_id = ${db.companyId} and a.owner_id = any(${examIds}::uuid[])
      order by a.owner_id, a.staff_id, (a.state = 'voided'), a.score_hundredths desc nulls last, a.number desc
    ) t on t.exam_id = c.exam_id and t.staff_id = c.staff_id
    where c.company_id = ${db.companyId}
      and c.exam_id = any(${examIds}::uuid[])
      and ${inScope}
    group by c.exam_id
  `
}
