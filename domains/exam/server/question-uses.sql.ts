/** Where exams use questions: told to the room of questions, which stands below. */
import { id } from '@kaopei/contract'
import type { QuestionUse, UsesInExams } from '@kaopei/question/server'
import { type Db, findOne, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { examStatus } from '../contract/exam-codes.ts'

/** Somebody may still begin the exam `e`: until its close, or for times of their own. Asked in this order, only few exams have such times. */
const isNotOver = (now: Date) => sql`(
  e.admission_end_at is null
  or e.admission_end_at > ${now}
  or (
    (
      exists (select from exam.candidate_override o where o.company_id = e.company_id and o.exam_id = e.id)
      or exists (select from exam.group_override o where o.company_id = e.company_id and o.exam_id = e.id)
    )
    and exam.last_close(e.company_id, e.id) > ${now}
  )
)`

const usageRow = z.object({ examId: id, examName: z.string(), examStatus: z.int(), isActive: z.boolean() })

function examsOf(db: Db, questionIds: readonly string[], now: Date): Promise<QuestionUse[]> {
  return rowsOf(db, usageRow)`
    select e.id as "examId", e.name as "examName", e.status as "examStatus",
      e.status in ${lit(examStatus.draft, examStatus.published)} and ${isNotOver(now)} as "isActive"
    from exam.exam e
    where e.company_id = ${db.companyId}
      and e.removed_at is null
      and exists (
        select from paper.listed_question q
        where q.company_id = e.company_id and q.paper_id = e.paper_id and q.question_id = any(${questionIds}::uuid[])
      )
    order by e.id desc
  `
}

async function running(db: Db, questionIds: readonly string[], now: Date): Promise<string[]> {
  if (questionIds.length === 0) return []
  return idsOf(db)`
    with running as (
      select e.paper_id from exam.exam e
      where e.company_id = ${db.companyId} and e.removed_at is null and e.status = ${lit(examStatus.published)}
        and (${isNotOver(now)} or exists (
          select from sitting.standing a
          where a.company_id = e.company_id and a.owner_id = e.id and a.state in ('in_progress', 'paused', 'submitting')))
    )
    select distinct q.question_id as id from paper.listed_question q
    where q.company_id = ${db.companyId} and q.question_id = any(${questionIds}::uuid[]) and q.paper_id in (select paper_id from running)`
}

const useRow = z.object({ usedCount: z.int(), answerCount: z.int() })

async function count(db: Db, questionIds: readonly string[]): Promise<{ usedCount: number; answerCount: number }> {
  const row = await findOne(db, useRow)`
    with used as (
      select distinct q.question_id, e.id as exam_id from paper.listed_question q
      join exam.exam e on e.company_id = q.company_id and e.paper_id = q.paper_id and e.removed_at is null
      where q.company_id = ${db.companyId} and q.question_id = any(${questionIds}::uuid[])
    )
    select (select count(distinct question_id) from used)::integer as "usedCount",
      (
        select count(*)
        from sitting.standing a
        join sitting.response i on i.company_id = a.company_id and i.attempt_id = a.id
        where a.company_id = ${db.companyId}
          and a.owner_id in (select exam_id from used)
          and i.question_id = any(${questionIds}::uuid[])
          and i.answer_state = 'answered'
      )::integer as "answerCount"
  `
  return row ?? { usedCount: 0, answerCount: 0 }
}

export const questionUses: UsesInExams = {
  of: examsOf,
  running,
  count,
  examsWith: (db, questionId) => sql`
    select e.id
    from exam.exam e
    where e.company_id = ${db.companyId}
      and e.paper_id in (
        select listed.paper_id from paper.listed_question listed where listed.company_id = ${db.companyId} and listed.question_id = ${questionId}
      )`,
}
