import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const sourceRow = z.object({ examId: id, paperId: id, questionCount: z.int() })
export type ExamSource = z.output<typeof sourceRow>

/** In the order in which they were chosen. */
export function selectSources(db: Db, practiceId: string): Promise<ExamSource[]> {
  return rowsOf(db, sourceRow)`
    select s.exam_id as "examId", s.paper_id as "paperId", s.question_count as "questionCount"
    from practice.exam_source s
    where s.company_id = ${db.companyId} and s.practice_id = ${practiceId}
    order by s.sort`
}

export async function replaceSources(db: Db, practiceId: string, sources: readonly ExamSource[]): Promise<void> {
  await db
    .deleteFrom('practice.exam_source')
    .where('company_id', '=', db.companyId)
    .where('practice_id', '=', practiceId)
    .execute()
  if (sources.length === 0) return
  const rows = sources.map(({ examId, paperId, questionCount }, sort) => ({
    company_id: db.companyId,
    practice_id: practiceId,
    exam_id: examId,
    paper_id: paperId,
    question_count: questionCount,
    sort,
  }))
  await db.insertInto('practice.exam_source').values(rows).execute()
}

export async function copySources(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into practice.exam_source (company_id, practice_id, exam_id, sort, paper_id, question_count)
    select company_id, ${to}, exam_id, sort, paper_id, question_count
    from practice.exam_source
    where company_id = ${db.companyId} and practice_id = ${from}`.execute(db)
}
