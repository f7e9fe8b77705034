/** What an attempt has left behind, for rooms that look at it afterwards: its events, revisions, pauses, and how it stands. */
import { id } from '@kaopei/contract'
import { answer, answerState } from '@kaopei/question/contract/answer'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { attemptStates } from '../rules/attempt-transition.ts'
import { pausesAsJson } from '../watching/pauses.sql.ts'

const eventRow = z.object({
  id,
  attemptId: id,
  type: z.string(),
  source: z.string(),
  actorId: id.nullable(),
  leaseEpoch: z.int(),
  seq: z.number().nullable(),
  clientAt: z.date().nullable(),
  at: z.date(),
  data: z.record(z.string(), z.unknown()),
})
export type RecordedEvent = z.output<typeof eventRow>

/** In the order in which they were stored. */
export async function recordedEvents(db: Db, attemptIds: readonly string[]): Promise<RecordedEvent[]> {
  return rowsOf(db, eventRow)`
    select id, attempt_id as "attemptId", type, source, actor_id as "actorId", lease_epoch as "leaseEpoch", client_seq as seq,
      client_time as "clientAt", server_time as at, data
    from sitting.attempt_event
    where company_id = ${db.companyId}
      and attempt_id = any(${attemptIds}::uuid[])
    order by attempt_id, id`
}

const revisionRow = z.object({
  slot: z.int(),
  rev: z.int(),
  kind: z.enum(['save', 'conflict', 'replaced', 'late', 'passed']),
  baseRev: z.int(),
  answer,
  hash: z.string(),
  clientSeq: z.number(),
  clientAt: z.date().nullable(),
  savedAt: z.date(),
  leaseEpoch: z.int(),
})
export type RecordedRevision = z.output<typeof revisionRow>

/** Everything that has arrived of an attempt's answers, in the order in which it came. */
export async function recordedRevisions(db: Db, attemptId: string): Promise<RecordedRevision[]> {
  return rowsOf(db, revisionRow)`
    select slot, rev, kind, base_rev as "baseRev", answer, answer_hash as hash, client_seq as "clientSeq", client_time as "clientAt",
      server_time as "savedAt", lease_epoch as "leaseEpoch"
    from sitting.answer_revision
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
    order by server_time, slot, rev`
}

const standingRow = z.object({
  id,
  ownerKind: z.string(),
  ownerId: id,
  staffId: id,
  title: z.string(),
  state: z.enum(attemptStates),
  stateBeforeVoid: z.string().nullable(),
  startedAt: z.date(),
  due: z.date().nullable(),
  submittedAt: z.date().nullable(),
  submitCause: z.string().nullable(),
  leaseEpoch: z.int(),
  scoreHundredths: z.int().nullable(),
  scoreCapHundredths: z.int().nullable(),
  isOverLimit: z.boolean(),
  absences: z.int(),
  pauses: z.array(z.object({ from: z.number(), until: z.number().nullable() })),
  items: z.array(
    z.object({
      slot: z.int(),
      orderIndex: z.int(),
      questionVersionId: id,
      rev: z.int(),
      lastRev: z.int(),
      answerState,
      answer: z.unknown(),
      scoreHundredths: z.int().nullable(),
      evaluatedHundredths: z.int().nullable(),
    }),
  ),
})
export type RecordedStanding = z.output<typeof standingRow>

/** The rows as they stand, with the newest evaluation of each item. */
export async function recordedStanding(db: Db, attemptId: string): Promise<RecordedStanding | undefined> {
  return findOne(db, standingRow)`
    select a.id, a.owner_kind as "ownerKind", a.owner_id as "ownerId", a.staff_id as "staffId", a.title, a.state,
      a.state_before_void as "stateBeforeVoid", a.started_at as "startedAt", a.due_at as due, a.submitted_at as "submittedAt",
      a.submit_cause as "submitCause", a.lease_epoch as "leaseEpoch", a.score_hundredths as "scoreHundredths",
      a.score_cap_hundredths as "scoreCapHundredths", a.over_limit_at is not null as "isOverLimit", a.absences,
      (
        select ${pausesAsJson}
        from sitting.attempt_pause p
        where p.company_id = a.company_id and p.attempt_id = a.id
      ) as pauses,
      coalesce((
        select jsonb_agg(jsonb_build_object('slot', i.slot, 'orderIndex', i.order_index, 'questionVersionId', i.question_version_id, 'rev', i.rev,
          'lastRev', i.last_rev, 'answerState', i.answer_state, 'answer', i.answer, 'scoreHundredths', i.score_hundredths,
          'evaluatedHundredths', (
            select e.score_hundredths
            from sitting.evaluation e
            where e.company_id = i.company_id and e.attempt_id = i.attempt_id and e.slot = i.slot
            order by e.number desc
            limit 1
          )
        ) order by i.slot)
        from sitting.attempt_item i
        where i.company_id = a.company_id and i.attempt_id = a.id
      ), '[]') as items
    from sitting.attempt a
    where a.company_id = ${db.companyId}
      and a.id = ${attemptId}`
}
