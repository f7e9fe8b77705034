/** Writing marks and drafts, and what happened. */
import { countOf, type Db, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { taskState } from '../contract/shapes.ts'
import { type TaskKey, taskKeyRow } from './queue.sql.ts'
import { isReached, type Reach } from './reach.sql.ts'

const done = lit(taskState.done)

export interface Marks {
  readonly scoreHundredths: number | null
  readonly comment: string
  readonly keyPoints: Readonly<Record<string, number>>
}

export async function upsertDraft(
  db: Db,
  markerId: string,
  draft: TaskKey & Marks & { baseVersion: number; isFromConflict: boolean; savedAt: Date },
): Promise<void> {
  const values = {
    score_hundredths: draft.scoreHundredths,
    comment: draft.comment,
    key_points: JSON.stringify(draft.keyPoints),
    base_version: draft.baseVersion,
    is_from_conflict: draft.isFromConflict,
    saved_at: draft.savedAt,
  }
  await db
    .insertInto('marking.draft')
    .values({ company_id: db.companyId, attempt_id: draft.attemptId, slot: draft.slot, marker_id: markerId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'attempt_id', 'slot', 'marker_id']).doUpdateSet(values))
    .execute()
}

/** An open task shows that somebody has begun. */
export async function markAsDraft(db: Db, key: TaskKey): Promise<void> {
  await db
    .updateTable('marking.task')
    .set({ state: taskState.draft })
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', key.attemptId)
    .where('slot', '=', key.slot)
    .where('state', '=', taskState.open)
    .execute()
}

/** Takes the task off the desk with its marks; answers the new version. The caller holds the attempt. */
export async function updateMarks(db: Db, marks: TaskKey & Marks & { markerId: string; markedAt: Date }): Promise<number> {
  const row = await db
    .updateTable('marking.task')
    .set((eb) => ({
      state: taskState.done,
      score_hundredths: marks.scoreHundredths,
      comment: marks.comment,
      key_points: JSON.stringify(marks.keyPoints),
      marker_id: marks.markerId,
      marked_at: marks.markedAt,
      locked_by: null,
      locked_until: null,
      version: eb('version', '+', 1),
    }))
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', marks.attemptId)
    .where('slot', '=', marks.slot)
    .returning('version')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('marking.draft')
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', marks.attemptId)
    .where('slot', '=', marks.slot)
    .where('marker_id', '=', marks.markerId)
    .execute()
  return row.version
}

/** Back to the queue; the marks stay as the start of the next marking. */
export async function reopenTask(db: Db, key: TaskKey): Promise<number> {
  const row = await db
    .updateTable('marking.task')
    .set((eb) => ({ state: taskState.open, locked_by: null, locked_until: null, version: eb('version', '+', 1) }))
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', key.attemptId)
    .where('slot', '=', key.slot)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export const eventKindRow = z.enum(['scored', 'zeroed', 'conflict', 'reopened', 'released', 'revealed'])
export type EventKind = z.output<typeof eventKindRow>

export interface NewEvent extends TaskKey {
  readonly kind: EventKind
  readonly actorId: string
  readonly at: Date
  readonly marks?: Marks
  readonly reason?: string
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('marking.task_event')
    .values(
      events.map((event) => ({
        company_id: db.companyId,
        attempt_id: event.attemptId,
        slot: event.slot,
        at: event.at,
        kind: event.kind,
        actor_id: event.actorId,
        score_hundredths: event.marks?.scoreHundredths ?? null,
        comment: event.marks?.comment ?? '',
        key_points: JSON.stringify(event.marks?.keyPoints ?? {}),
        reason: event.reason ?? null,
      })),
    )
    .execute()
}

/** Of these attempts those with nothing left to mark. */
export async function finishedAttempts(db: Db, attemptIds: readonly string[]): Promise<string[]> {
  if (attemptIds.length === 0) return []
  return idsOf(db)`
    select t.attempt_id as id
    from marking.task t
    where t.company_id = ${db.companyId} and t.attempt_id = any(${attemptIds}::uuid[])
    group by t.attempt_id
    having bool_and(t.state = ${done})
    order by t.attempt_id
  `
}

export interface Unanswered extends Reach {
  readonly examId: string
  readonly questionId?: string | undefined
  readonly now: Date
}

const unanswered = (db: Db, { companyId, examId, scope, questionId, markerId, now }: Unanswered) => sql`
  from marking.task t
  join sitting.standing a on a.company_id = t.company_id and a.id = t.attempt_id
  where t.company_id = ${companyId}
    and t.exam_id = ${examId}
    ${questionId === undefined ? sql`` : sql`and t.question_id = ${questionId}`}
    and t.state < ${done}
    and not t.is_answered
    and a.state in ('auto_scored', 'in_marking')
    and (t.locked_by is null or t.locked_by = ${markerId} or t.locked_until <= ${now})
    and ${isReached(db, { companyId, scope, markerId }, sql`a.staff_id`)}`

export async function countUnanswered(db: Db, wanted: Unanswered): Promise<number> {
  return countOf(db)`select count(*)::integer as count ${unanswered(db, wanted)}`
}

export async function selectUnanswered(db: Db, wanted: Unanswered, limit: number): Promise<TaskKey[]> {
  return rowsOf(db, taskKeyRow)`
    select t.attempt_id as "attemptId", t.slot
    ${unanswered(db, wanted)}
    order by t.attempt_id, t.slot
    limit ${limit}
  `
}

const zeroedTaskRow = taskKeyRow.extend({ scoreSource: z.string().nullable() })
export type ZeroedTask = z.output<typeof zeroedTaskRow>

/** Gives 0 to those of these tasks that are still open and without an answer; the caller holds their attempts. */
export async function zeroTasks(
  db: Db,
  { keys, markerId, now }: { keys: readonly TaskKey[]; markerId: string; now: Date },
): Promise<ZeroedTask[]> {
  return rowsOf(db, zeroedTaskRow)`
    update marking.task t
    set state = ${done}, score_hundredths = 0, comment = '', key_points = '{}', marker_id = ${markerId}, marked_at = ${now},
      locked_by = null, locked_until = null, version = t.version + 1
    from unnest(${keys.map(({ attemptId }) => attemptId)}::uuid[], ${keys.map(({ slot }) => slot)}::integer[]) as k (attempt_id, slot)
    join sitting.response i on i.company_id = ${db.companyId} and i.attempt_id = k.attempt_id and i.slot = k.slot
    where t.company_id = ${db.companyId}
      and t.attempt_id = k.attempt_id
      and t.slot = k.slot
      and t.state < ${done}
      and not t.is_answered
    returning t.attempt_id as "attemptId", t.slot, i.score_source as "scoreSource"
  `
}
