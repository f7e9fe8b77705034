import type { PaperItem } from '@kaopei/paper/server'
import type { Answer, AnswerState } from '@kaopei/question/contract/answer'
import { type Db, runPrepared, type Statement } from '@kaopei/server'
import { sql } from 'kysely'
import type { AttemptState } from './rules/attempt-transition.ts'
import type { StoredTimes } from './rules/override.ts'
import { stateOf } from './sitting-entry.sql.ts'

export interface NewAttempt {
  readonly id: string
  readonly examId: string
  readonly staffId: string
  readonly number: number
  readonly startedAt: Date
  readonly due: Date | null
  readonly graceSeconds: number
  readonly isLinear: boolean
  readonly absenceLimit: number
  readonly device: string
  readonly sessionId: string
  readonly ip: string
  readonly userAgent: string
  readonly maxScoreHundredths: number
  /** What the deadline was made of. */
  readonly seen: { readonly version: number; readonly own: StoredTimes | null }
}

/**
 * Writes attempt, items and first event in one statement. False when the candidate already has this attempt or another open one, and when
 * the times that the deadline was made of have changed since they were read.
 */
export async function insertAttempt(db: Db, attempt: NewAttempt, items: readonly PaperItem[]): Promise<boolean> {
  const itemRows = items.map((item) => ({
    slot: item.slot,
    at: item.orderIndex,
    question: item.questionId,
    version: item.versionId,
    rule: item.ruleVersionId,
    type: item.content.type,
    options: item.optionOrder,
    parts: item.partIds,
    score: item.scoreHundredths,
  }))
  const { id, examId, staffId, number, startedAt, due, graceSeconds, isLinear, device } = attempt
  const { sessionId, ip, userAgent, maxScoreHundredths, seen, absenceLimit } = attempt
  const rows = await runPrepared(db, insertAttemptStatement, [
    ...[db.companyId, id, examId, staffId, number, startedAt, due, graceSeconds, isLinear, device],
    ...[sessionId, ip, userAgent, maxScoreHundredths, JSON.stringify(itemRows)],
    ...[seen.version, seen.own && JSON.stringify(seen.own), absenceLimit],
  ])
  return rows.length > 0
}

const insertAttemptStatement: Statement = {
  name: 'exam_insert_attempt',
  text: `
    with made as (
      insert into exam.attempt (company_id, id, exam_id, staff_id, number, state, started_at, due_at, grace_seconds, is_linear,
        lease_epoch, lease_device, session_id, ip, user_agent, max_score_hundredths, updated_at, absence_limit)
      select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::integer, 'in_progress', $6::timestamptz, $7::timestamptz, $8::integer, $9::boolean,
        1, $10::text, $11::uuid, $12::text, $13::text, $14::integer, $6::timestamptz, $18::integer
      where exam.times_unchanged($1, $3, $4, $16, $17::jsonb)
      on conflict do nothing
      returning company_id, id, staff_id
    ), told as (
      insert into exam.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
      select company_id, id, 'start', staff_id, 1, $6::timestamptz,
        jsonb_build_object('device', $10::text, 'ip', $12::text, 'due', $7::timestamptz)
      from made
    ), items as (
      insert into exam.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id,
        type, option_order, part_ids, max_score_hundredths)
      select made.company_id, made.id, g.slot, g.at, g.question, g.version, g.rule, g.type, g.options, g.parts, g.score
      from made
      cross join json_to_recordset($15::json) as g(slot integer, at integer, question uuid, version uuid,
        rule uuid, type smallint, options text[], parts text[], score integer)
    )
    select id from made`,
}

export interface AttemptRow {
  readonly id: string
  readonly examId: string
  readonly staffId: string
  readonly number: number
  readonly state: AttemptState
  readonly startedAt: Date
  readonly due: Date | null
  readonly graceSeconds: number
  readonly submittedAt: Date | null
  readonly submitCause: string | null
  readonly leaseEpoch: number
  readonly leaseDevice: string
  readonly maxScoreHundredths: number
  /** As the server counts them (exam.absences_of). */
  readonly absences: number
  /** Since when there are more than the exam allows. */
  readonly overLimitAt: Date | null
}

const attemptColumns = `
  id, number, state, exam_id as "examId", staff_id as "staffId", started_at as "startedAt", due_at as due,
  grace_seconds as "graceSeconds", submitted_at as "submittedAt", submit_cause as "submitCause", lease_epoch as "leaseEpoch",
  lease_device as "leaseDevice", max_score_hundredths as "maxScoreHundredths", absences, over_limit_at as "overLimitAt"`

const findAttemptStatement: Statement = {
  name: 'exam_find_attempt',
  text: `select ${attemptColumns} from exam.attempt where company_id = $1 and id = $2`,
}

type StoredAttempt = Omit<AttemptRow, 'state'> & { readonly [column: string]: unknown; readonly state: string }

export async function findAttempt(db: Db, attemptId: string): Promise<AttemptRow | undefined> {
  const [row] = await runPrepared<StoredAttempt>(db, findAttemptStatement, [db.companyId, attemptId])
  return row && { ...row, state: stateOf(row.state) }
}

const holdAttemptStatement: Statement = {
  name: 'exam_hold_attempt',
  text: `select ${attemptColumns} from exam.attempt where company_id = $1 and id = $2 for no key update`,
}

/** The same once every change of times that is under way has been made: those lock the rows of attempts, and nothing else of them. */
export async function holdAttempt(db: Db, attemptId: string): Promise<AttemptRow | undefined> {
  const [row] = await runPrepared<StoredAttempt>(db, holdAttemptStatement, [db.companyId, attemptId])
  return row && { ...row, state: stateOf(row.state) }
}

/** The person's own attempt, or nothing. */
export async function findOwnAttempt(db: Db, attemptId: string, staffId: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttempt(db, attemptId)
  return attempt?.staffId === staffId ? attempt : undefined
}

const lockStatement: Statement = { name: 'exam_lock_attempt', text: 'select exam.lock_attempt($1)' }

/** Waits for whoever changes the attempt and keeps others from it until the transaction ends. Saving an answer takes the same lock. */
export async function lockAttempt(db: Db, attemptId: string): Promise<void> {
  await runPrepared(db, lockStatement, [attemptId])
}

export interface ItemRow {
  readonly slot: number
  readonly questionVersionId: string
  readonly ruleVersionId: string
  readonly optionOrder: string[]
  readonly maxScoreHundredths: number
  readonly answer: Answer | null
  readonly answerState: AnswerState
  readonly isFlagged: boolean
  readonly rev: number
  readonly lastRev: number
  readonly noteSeq: number
  readonly answeredAt: Date | null
  readonly scoreHundredths: number | null
  readonly isCorrect: boolean | null
}

const selectItemsStatement: Statement = {
  name: 'exam_select_items',
  text: `
    select slot, question_version_id as "questionVersionId", rule_version_id as "ruleVersionId", option_order as "optionOrder",
      max_score_hundredths as "maxScoreHundredths", answer, answer_state as "answerState", is_flagged as "isFlagged", rev,
      last_rev as "lastRev", note_seq as "noteSeq", answered_at as "answeredAt",
      score_hundredths as "scoreHundredths", is_correct as "isCorrect"
    from exam.attempt_item
    where company_id = $1
      and attempt_id = $2
    order by order_index`,
}

/** The attempt's questions in the order in which they are shown, with the answers that count. */
export function selectItems(db: Db, attemptId: string): Promise<ItemRow[]> {
  return runPrepared<ItemRow & { readonly [column: string]: unknown }>(db, selectItemsStatement, [db.companyId, attemptId])
}

export interface ReceivedRow {
  readonly [column: string]: unknown
  readonly slot: number
  readonly rev: number
  /** Of the write that counts. */
  readonly clientSeq: number
  readonly leaseEpoch: number
  readonly isAnswered: boolean
}

const selectReceivedStatement: Statement = {
  name: 'exam_select_received',
  text: `
    select slot, rev, client_seq as "clientSeq", lease_epoch as "leaseEpoch", answer_state = 'answered' as "isAnswered"
    from exam.attempt_item
    where company_id = $1
      and attempt_id = $2
    order by order_index`,
}

/** What has arrived of each question, without the answers themselves. */
export function selectReceived(db: Db, attemptId: string): Promise<ReceivedRow[]> {
  return runPrepared<ReceivedRow>(db, selectReceivedStatement, [db.companyId, attemptId])
}

/** Another device goes on: the epoch counts up, and everything that the old one still sends is refused and kept. */
export async function updateLease(
  db: Db,
  attempt: AttemptRow,
  by: { device: string; sessionId: string; ip: string; userAgent: string; staffId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    with taken as (
      update exam.attempt
      set lease_epoch = lease_epoch + 1, lease_device = ${by.device}, session_id = ${by.sessionId}, ip = ${by.ip},
        user_agent = ${by.userAgent}, updated_at = ${by.now}
      where company_id = ${db.companyId}
        and id = ${attempt.id}
      returning lease_epoch
    ), told as (
      insert into exam.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
      select ${db.companyId}, ${attempt.id}, 'deviceChange', ${by.staffId}, lease_epoch, ${by.now},
        jsonb_build_object('from', ${attempt.leaseDevice}::text, 'to', ${by.device}::text, 'ip', ${by.ip}::text,
          'userAgent', ${by.userAgent}::text)
      from taken
    )
    select lease_epoch as epoch from taken`.execute(db)
  return rows[0]?.epoch ?? attempt.leaseEpoch
}
