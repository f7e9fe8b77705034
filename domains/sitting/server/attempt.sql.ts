import { id } from '@kaopei/contract'
import type { PaperItem } from '@kaopei/paper/server'
import { answer, answerState } from '@kaopei/question/contract/answer'
import { type Db, findOne, rowsOfPrepared, runPrepared, type Statement } from '@kaopei/server'
import { z } from 'zod'
import { virtualKind } from '../contract/virtual.ts'
import { attemptStates, stateOf } from './rules/attempt-transition.ts'
import { type Owner, rulesShape, type Terms } from './terms.ts'

export interface NewAttempt {
  readonly id: string
  readonly owner: Owner
  readonly staffId: string
  readonly number: number
  readonly startedAt: Date
  readonly due: Date | null
  readonly terms: Terms
  readonly device: string
  readonly sessionId: string
  readonly ip: string
  readonly userAgent: string
  readonly maxScoreHundredths: number
  readonly condition: OpeningCondition | undefined
}

/**
 * What the owner holds against an opening at its very moment: an SQL function of its schema, `(company uuid, owner uuid, staff uuid, seen jsonb) returns
 * boolean`, asked in the statement that writes the attempt. It takes what locks it needs, and says false when `seen` no longer holds.
 */
export interface OpeningCondition {
  readonly function: `${string}.${string}`
  readonly seen: unknown
}

/**
 * Writes attempt, items and first event in one statement. False when the person already has this attempt or another open one of the owner, and
 * when the owner's condition no longer holds.
 */
export async function insertAttempt(db: Db, attempt: NewAttempt, items: readonly PaperItem[]): Promise<boolean> {
  const { id, owner, staffId, number, startedAt, due, terms, device, sessionId, ip, userAgent, maxScoreHundredths, condition } =
    attempt
  const made = await runPrepared(db, insertStatement(condition?.function), [
    ...[db.companyId, id, owner.id, staffId, number, startedAt, due, device],
    ...[sessionId, ip, userAgent, maxScoreHundredths, JSON.stringify(items.map(storedItem)), owner.kind],
    ...termColumns.map(([, , value]) => value(terms)),
    ...(condition ? [JSON.stringify(condition.seen)] : []),
  ])
  return made > 0
}

function storedItem(item: PaperItem): Record<string, unknown> {
  return {
    slot: item.slot,
    at: item.orderIndex,
    question: item.questionId,
    version: item.versionId,
    rule: item.ruleVersionId,
    type: item.content.type,
    options: item.optionOrder,
    parts: item.partIds,
    score: item.scoreHundredths,
  }
}

/** The terms as the attempt keeps them, beside what every call reads anyway. */
const termColumns: readonly (readonly [column: string, type: string, value: (terms: Terms) => unknown])[] = [
  ['title', 'text', ({ title }) => title],
  ['close_at', 'timestamptz', ({ closeAt }) => closeAt],
  ['limit_minutes', 'integer', ({ limitMinutes }) => limitMinutes],
  ['grace_seconds', 'integer', ({ graceSeconds }) => graceSeconds],
  ['is_linear', 'boolean', ({ isLinear }) => isLinear],
  ['absence_limit', 'integer', ({ absenceLimit }) => absenceLimit],
  ['absence_seconds', 'integer', ({ absenceSeconds }) => absenceSeconds],
  ['adds_absences', 'boolean', ({ addsAbsences }) => addsAbsences],
  ['hand_in_after_minutes', 'integer', ({ handInAfterMinutes }) => handInAfterMinutes],
  ['may_leave_unanswered', 'boolean', ({ mayLeaveUnanswered }) => mayLeaveUnanswered],
  ['may_skip', 'boolean', ({ maySkip }) => maySkip],
  ['is_full_screen', 'boolean', ({ isFullScreen }) => isFullScreen],
  ['may_copy', 'boolean', ({ mayCopy }) => mayCopy],
  ['pass_score_hundredths', 'integer', ({ passScoreHundredths }) => passScoreHundredths],
  ['tells', 'text[]', ({ tells }) => tells],
  ['safe_keys', 'jsonb', ({ safeKeys }) => JSON.stringify(safeKeys)],
  ['comfort', 'jsonb', ({ comfort }) => JSON.stringify(comfort)],
]
const termNames = termColumns.map(([column]) => column).join(', ')
const termValues = termColumns.map(([, type], index) => `$${index + 15}::${type}`).join(', ')

const insertStatements = new Map<string | undefined, Statement>()

/** One prepared statement for each condition. */
function insertStatement(condition: OpeningCondition['function'] | undefined): Statement {
  const known = insertStatements.get(condition)
  if (known) return known
  const statement = {
    name: `sitting_insert_attempt_${condition?.replace('.', '_') ?? 'at_once'}`,
    text: `
    with made as (
      insert into sitting.attempt (company_id, id, owner_kind, owner_id, staff_id, number, state, started_at, due_at, lease_epoch, lease_device,
        session_id, ip, user_agent, max_score_hundredths, updated_at, ${termNames})
      select $1::uuid, $2::uuid, $14::text, $3::uuid, $4::uuid, $5::integer, 'in_progress', $6::timestamptz, $7::timestamptz, 1, $8::text,
        $9::uuid, $10::text, $11::text, $12::integer, $6::timestamptz, ${termValues}
      where ${condition ? `${condition}($1, $3, $4, $${termColumns.length + 15}::jsonb)` : 'true'}
      on conflict do nothing
      returning company_id, id, staff_id
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data, tx)
      select company_id, id, 'start', staff_id, 1, $6::timestamptz,
        jsonb_build_object('device', $8::text, 'ip', $10::text, 'due', $7::timestamptz),
        case when $14::text <> '${virtualKind}' then pg_current_xact_id() end
      from made
    ), items as (
      insert into sitting.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id,
        type, option_order, part_ids, max_score_hundredths)
      select made.company_id, made.id, g.slot, g.at, g.question, g.version, g.rule, g.type, g.options, g.parts, g.score
      from made
      cross join json_to_recordset($13::json) as g(slot integer, at integer, question uuid, version uuid,
        rule uuid, type smallint, options text[], parts text[], score integer)
    )
    select id from made`,
  }
  insertStatements.set(condition, statement)
  return statement
}

const attemptRow = rulesShape.extend({
  id,
  ownerKind: z.string(),
  ownerId: id,
  staffId: id,
  number: z.int(),
  state: z.enum(attemptStates),
  startedAt: z.date(),
  due: z.date().nullable(),
  submittedAt: z.date().nullable(),
  submitCause: z.string().nullable(),
  leaseEpoch: z.int(),
  leaseDevice: z.string(),
  maxScoreHundredths: z.int(),
  /** As the server counts them (sitting.absences_of). */
  absences: z.int(),
  /** Since when there are more than the terms allow. */
  overLimitAt: z.date().nullable(),
  /** When the absence that goes on will have been too long. */
  awayLimitAt: z.date().nullable(),
})
export type AttemptRow = z.output<typeof attemptRow>

const attemptColumns = `
  a.id, a.number, a.state, a.owner_kind as "ownerKind", a.owner_id as "ownerId", a.staff_id as "staffId", a.started_at as "startedAt", a.due_at as due,
  a.submitted_at as "submittedAt", a.submit_cause as "submitCause", a.lease_epoch as "leaseEpoch", a.lease_device as "leaseDevice",
  a.max_score_hundredths as "maxScoreHundredths", a.absences, a.over_limit_at as "overLimitAt", a.away_limit_at as "awayLimitAt", a.title,
  a.grace_seconds as "graceSeconds", a.is_linear as "isLinear", a.absence_limit as "absenceLimit",
  a.absence_seconds as "absenceSeconds", a.adds_absences as "addsAbsences",
  a.hand_in_after_minutes as "handInAfterMinutes", a.may_leave_unanswered as "mayLeaveUnanswered", a.may_skip as "maySkip",
  a.is_full_screen as "isFullScreen", a.may_copy as "mayCopy", a.pass_score_hundredths as "passScoreHundredths", a.tells,
  a.safe_keys as "safeKeys", a.comfort`

const findAttemptStatement: Statement = {
  name: 'sitting_find_attempt',
  text: `select ${attemptColumns} from sitting.attempt a where a.company_id = $1 and a.id = $2`,
}

const storedAttemptRow = attemptRow.omit({ state: true }).extend({ state: z.string() })

export async function findAttempt(db: Db, attemptId: string): Promise<AttemptRow | undefined> {
  const [row] = await rowsOfPrepared(db, storedAttemptRow, findAttemptStatement, [db.companyId, attemptId])
  return row && { ...row, state: stateOf(row.state) }
}

const holdAttemptStatement: Statement = {
  name: 'sitting_hold_attempt',
  text: `select ${attemptColumns} from sitting.attempt a where a.company_id = $1 and a.id = $2 for no key update`,
}

/** The same once every change of times that is under way has been made: those lock the rows of attempts, and nothing else of them. */
export async function holdAttempt(db: Db, attemptId: string): Promise<AttemptRow | undefined> {
  const [row] = await rowsOfPrepared(db, storedAttemptRow, holdAttemptStatement, [db.companyId, attemptId])
  return row && { ...row, state: stateOf(row.state) }
}

export interface OwnAttempt extends AttemptRow {
  readonly personName: string
}

const findOwnStatement: Statement = {
  name: 'sitting_find_own_attempt',
  text: `
    select ${attemptColumns}, coalesce(p.name, '') as "personName"
    from sitting.attempt a
    left join org.person p on p.company_id = a.company_id and p.id = a.staff_id
    where a.company_id = $1
      and a.id = $2
      and a.staff_id = $3
      and (p.id is not null or a.owner_kind = '${virtualKind}')`,
}

const ownAttemptRow = storedAttemptRow.extend({ personName: z.string() })

/** The person's own attempt, or nothing. */
export async function findOwnAttempt(db: Db, attemptId: string, staffId: string): Promise<OwnAttempt | undefined> {
  const [row] = await rowsOfPrepared(db, ownAttemptRow, findOwnStatement, [db.companyId, attemptId, staffId])
  return row && { ...row, state: stateOf(row.state) }
}

const lockStatement: Statement = { name: 'sitting_lock_attempt', text: 'select sitting.lock_attempt($1)' }

/** Waits for whoever changes the attempt and keeps others from it until the transaction ends. Saving an answer takes the same lock. */
export async function lockAttempt(db: Db, attemptId: string): Promise<void> {
  await runPrepared(db, lockStatement, [attemptId])
}

const itemRow = z.object({
  slot: z.int(),
  questionVersionId: id,
  ruleVersionId: id,
  optionOrder: z.array(z.string()),
  maxScoreHundredths: z.int(),
  answer: answer.nullable(),
  answerState,
  isFlagged: z.boolean(),
  rev: z.int(),
  lastRev: z.int(),
  noteSeq: z.int(),
  answeredAt: z.date().nullable(),
  scoreHundredths: z.int().nullable(),
  isCorrect: z.boolean().nullable(),
})
export type ItemRow = z.output<typeof itemRow>

const selectItemsStatement: Statement = {
  name: 'sitting_select_items',
  text: `
    select slot, question_version_id as "questionVersionId", rule_version_id as "ruleVersionId", option_order as "optionOrder",
      max_score_hundredths as "maxScoreHundredths", answer, answer_state as "answerState", is_flagged as "isFlagged", rev,
      last_rev as "lastRev", note_seq as "noteSeq", answered_at as "answeredAt",
      score_hundredths as "scoreHundredths", is_correct as "isCorrect"
    from sitting.attempt_item
    where company_id = $1
      and attempt_id = $2
    order by order_index`,
}

/** The attempt's questions in the order in which they are shown, with the answers that count. */
export function selectItems(db: Db, attemptId: string): Promise<ItemRow[]> {
  return rowsOfPrepared(db, itemRow, selectItemsStatement, [db.companyId, attemptId])
}

const receivedRow = z.object({
  slot: z.int(),
  rev: z.int(),
  /** Of the write that counts. */
  clientSeq: z.int(),
  leaseEpoch: z.int(),
  isAnswered: z.boolean(),
})
export type ReceivedRow = z.output<typeof receivedRow>

const selectReceivedStatement: Statement = {
  name: 'sitting_select_received',
  text: `
    select slot, rev, client_seq as "clientSeq", lease_epoch as "leaseEpoch", answer_state = 'answered' as "isAnswered"
    from sitting.attempt_item
    where company_id = $1
      and attempt_id = $2
    order by order_index`,
}

/** What has arrived of each question, without the answers themselves. */
export function selectReceived(db: Db, attemptId: string): Promise<ReceivedRow[]> {
  return rowsOfPrepared(db, receivedRow, selectReceivedStatement, [db.companyId, attemptId])
}

const epochRow = z.object({ epoch: z.int() })

/** Another device goes on: the epoch counts up, and everything that the old one still sends is refused and kept. */
export async function updateLease(
  db: Db,
  attempt: AttemptRow,
  by: { device: string; sessionId: string; ip: string; userAgent: string; staffId: string; now: Date },
): Promise<number> {
  const row = await findOne(db, epochRow)`
    with taken as (
      update sitting.attempt
      set lease_epoch = lease_epoch + 1, lease_device = ${by.device}, session_id = ${by.sessionId}, ip = ${by.ip},
        user_agent = ${by.userAgent}, updated_at = ${by.now}
      where company_id = ${db.companyId}
        and id = ${attempt.id}
      returning lease_epoch
    ), told as (
      insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
      select ${db.companyId}, ${attempt.id}, 'deviceChange', ${by.staffId}, lease_epoch, ${by.now},
        jsonb_build_object('from', ${attempt.leaseDevice}::text, 'to', ${by.device}::text, 'ip', ${by.ip}::text,
          'userAgent', ${by.userAgent}::text)
      from taken
    )
    select lease_epoch as epoch from taken`
  return row?.epoch ?? attempt.leaseEpoch
}
