import { id } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { isReviewer } from '@kaopei/exam/server'
import { type Db, findOne, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const examToMarkRow = z.object({ id, name: z.string(), secret: z.string(), settings: z.unknown(), isReviewer: z.boolean() })
export type ExamToMark = z.output<typeof examToMarkRow>

/** A published exam, and whether this person was chosen to mark it. */
export async function findExam(db: Db, examId: string, staffId: string): Promise<ExamToMark | undefined> {
  return findOne(db, examToMarkRow)`
    select e.id, e.name, e.secret, e.settings,
      ${isReviewer({ companyId: sql`e.company_id`, examId: sql`e.id` }, staffId)} as "isReviewer"
    from exam.exam_card e
    where e.company_id = ${db.companyId}
      and e.id = ${examId}
      and e.removed_at is null
      and e.status <> ${lit(examStatus.draft)}
  `
}

const attemptToMarkRow = z.object({ examId: id, staffId: id })

export async function findAttemptToMark(db: Db, attemptId: string): Promise<{ examId: string; staffId: string } | undefined> {
  return findOne(db, attemptToMarkRow)`
    select a.owner_id as "examId", a.staff_id as "staffId"
    from sitting.standing a
    where a.company_id = ${db.companyId} and a.id = ${attemptId}
  `
}

/** Held until the transaction ends, so that two markers of one paper write one after the other. The exam room takes the same lock. */
export async function lockAttempts(db: Db, attemptIds: readonly string[]): Promise<void> {
  // In one order everywhere: two markers who need several of the same papers wait for, and never block, each other.
  for (const attemptId of [...new Set(attemptIds)].sort()) await sql`select sitting.lock_attempt(${attemptId}::uuid)`.execute(db)
}
