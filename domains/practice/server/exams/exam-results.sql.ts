/** Wrong answers of exams: which attempts wait, what each brought, and taking it back. */
import { id } from '@kaopei/contract'
import { type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { wrongBy } from '../rules/after-answer.ts'

const dueRow = z.object({ companyId: id, attemptId: id })

/** Attempts of all companies that somebody should look at now. `db` is in no company. */
export function resultsToLookAt(db: Db, now: Date, most: number) {
  return rowsOf(db, dueRow)`
    select company_id as "companyId", attempt_id as "attemptId" from practice.results_to_look_at(${now}, ${most})`
}

/** Of what came out of an exam: it waits until the answers may be seen, was taken into the wrong book, or never will be. */
export const examResultState = { waits: 1, taken: 2, givenUp: 3 } as const

export interface ExamAttempt {
  readonly attemptId: string
  readonly examId: string
  readonly staffId: string
}

/** They came out: somebody looks at them at once. */
export async function awaitResults(db: Db, attempts: readonly ExamAttempt[], now: Date): Promise<void> {
  await sql`
    insert into practice.exam_result (company_id, attempt_id, exam_id, staff_id, state, look_at, come_at)
    select ${db.companyId}, a."attemptId", a."examId", a."staffId", ${lit(examResultState.waits)}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a ("attemptId" uuid, "examId" uuid, "staffId" uuid)
    order by a."attemptId"
    on conflict (company_id, attempt_id) do update set state = ${lit(examResultState.waits)}, look_at = excluded.look_at`.execute(
    db,
  )
}

const waitingRow = z.object({ attemptId: id, staffId: id, comeAt: z.date() })

/** Held, as long as it still waits. */
export async function holdWaiting(db: Db, attemptId: string) {
  const [row] = await rowsOf(db, waitingRow)`
    select r.attempt_id as "attemptId", r.staff_id as "staffId", r.come_at as "comeAt"
    from practice.exam_result r
    where r.company_id = ${db.companyId} and r.attempt_id = ${attemptId} and r.state = ${lit(examResultState.waits)}
    for update skip locked`
  return row
}

export async function updateLook(
  db: Db,
  attemptId: string,
  { state, lookAt }: { state: (typeof examResultState)[keyof typeof examResultState]; lookAt: Date | null },
): Promise<void> {
  await sql`
    update practice.exam_result set state = ${state}, look_at = ${lookAt}::timestamptz
    where company_id = ${db.companyId} and attempt_id = ${attemptId}`.execute(db)
}

interface Brought {
  readonly attemptId: string
  readonly staffId: string
  readonly wrong: readonly { readonly questionId: string; readonly versionId: string; readonly ruleVersionId: string }[]
  readonly now: Date
}

/** Into the wrong book, and due at once where nothing is remembered of it. What is in the book already stays as it is. */
export async function bringWrong(db: Db, { attemptId, staffId, wrong, now }: Brought): Promise<void> {
  const rows = JSON.stringify(wrong)
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as w ("questionId" uuid, "versionId" uuid, "ruleVersionId" uuid)`
  await sql`
    insert into practice.exam_wrong (company_id, attempt_id, question_id, staff_id)
    select ${db.companyId}, ${attemptId}, w."questionId", ${staffId} from ${given}
    on conflict (company_id, attempt_id, question_id) do nothing`.execute(db)
  await sql`
    insert into practice.memory (company_id, staff_id, question_id, version_id, rule_version_id, last_at, wrong_since, wrong_by, due_at)
    select ${db.companyId}, ${staffId}, w."questionId", w."versionId", w."ruleVersionId", ${now}, ${now}, ${lit(wrongBy.exam)}, ${now}
    from ${given}
    order by w."questionId"
    on conflict (company_id, staff_id, question_id) do update
    set wrong_since = coalesce(memory.wrong_since, excluded.wrong_since), wrong_by = coalesce(memory.wrong_by, excluded.wrong_by),
      streak = case when memory.wrong_since is null then 0 else memory.streak end,
      streak_days = case when memory.wrong_since is null then 0 else memory.streak_days end,
      streak_day = case when memory.wrong_since is null then null else memory.streak_day end,
      due_at = coalesce(memory.due_at, excluded.due_at)`.execute(db)
}

/** What only this attempt had brought leaves the book; where nobody ever answered, marked or noted it, nothing of it stays. */
export async function takeBack(db: Db, attemptId: string): Promise<void> {
  const gone = await idsOf(db)`
    delete from practice.exam_wrong w
    where w.company_id = ${db.companyId} and w.attempt_id = ${attemptId}
    returning w.question_id as id`
  if (gone.length === 0) return
  const alone = sql`
    m.company_id = ${db.companyId} and m.question_id = any(${gone}::uuid[]) and m.wrong_by = ${lit(wrongBy.exam)}
      and m.staff_id = (
        select r.staff_id from practice.exam_result r where r.company_id = ${db.companyId} and r.attempt_id = ${attemptId}
      )
      and not exists (
        select from practice.exam_wrong o
        where o.company_id = m.company_id and o.staff_id = m.staff_id and o.question_id = m.question_id
      )`
  await sql`
    delete from practice.memory m where ${alone} and m.answer_count = 0 and not m.is_favourite and m.note = ''`.execute(db)
  await sql`
    update practice.memory m
    set wrong_since = null, wrong_by = null, streak = 0, streak_days = 0, streak_day = null,
      due_at = case when m.stability is null then null else m.due_at end
    where ${alone}`.execute(db)
}
