import { id } from '@kaopei/contract'
/** Who has which answer on the desk, and which comes next. A task is open before it is done; a lock counts until its instant. */
import { changesOf, type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { taskState } from '../contract/shapes.ts'
import { isTaskReached, type Reach } from './reach.sql.ts'

const done = lit(taskState.done)

export const taskKeyRow = z.object({ attemptId: id, slot: z.int() })
export type TaskKey = z.output<typeof taskKeyRow>

export interface Queue extends Reach {
  readonly examId: string
  readonly questionId?: string | undefined
  readonly now: Date
  readonly until: Date
}

const ofQuestion = ({ questionId }: Queue) => (questionId === undefined ? sql`` : sql`and t.question_id = ${questionId}`)
const freeFor = ({ markerId, now }: Pick<Queue, 'markerId' | 'now'>) =>
  sql`(t.locked_by is null or t.locked_by = ${markerId} or t.locked_until <= ${now})`
/** Nobody marks an attempt that was voided meanwhile. */
const waits = sql`exists (
  select from sitting.standing a
  where a.company_id = t.company_id and a.id = t.attempt_id and a.state in ('auto_scored', 'in_marking')
)`
const placeOf = (companyId: string, from: TaskKey) =>
  sql`(select f.shuffle, f.attempt_id, f.slot from marking.task f where f.company_id = ${companyId} and f.attempt_id = ${from.attemptId} and f.slot = ${from.slot})`

/** One marker's requests for work wait for each other: two at once (a double click, two tabs) get one answer, not two locks. */
export async function holdQueue(db: Db, { examId, markerId }: Queue): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${examId}:${markerId}`}, 7))`.execute(db)
}

/** The answer this marker already has on the desk, renewed. */
export async function takeOwn(db: Db, queue: Queue): Promise<TaskKey | undefined> {
  return take(
    db,
    queue,
    sql`
    select t.company_id, t.attempt_id, t.slot
    from marking.task t
    where t.company_id = ${queue.companyId}
      and t.exam_id = ${queue.examId}
      ${ofQuestion(queue)}
      and t.state < ${done}
      and t.locked_by = ${queue.markerId}
      and t.locked_until > ${queue.now}
      and ${waits}
      and ${isTaskReached(db, queue)}
    order by t.shuffle, t.attempt_id, t.slot
    limit 1
    for update`,
  )
}

/** The first open and free answer, of those behind `after` when given; other markers taking one at the same time get others. */
export async function takeFirst(db: Db, queue: Queue, after?: TaskKey): Promise<TaskKey | undefined> {
  return take(
    db,
    queue,
    sql`
    select t.company_id, t.attempt_id, t.slot
    from marking.task t
    where t.company_id = ${queue.companyId}
      and t.exam_id = ${queue.examId}
      ${ofQuestion(queue)}
      and t.state < ${done}
      and ${freeFor(queue)}
      and ${waits}
      and ${isTaskReached(db, queue)}
      ${after ? sql`and (t.shuffle, t.attempt_id, t.slot) > ${placeOf(queue.companyId, after)}` : sql``}
    order by t.shuffle, t.attempt_id, t.slot
    limit 1
    for update skip locked`,
  )
}

/** The answer before this one that the marker may look at: open and free, or marked by themselves. */
export async function findPrevious(db: Db, queue: Queue, before: TaskKey): Promise<TaskKey | undefined> {
  return findOne(db, taskKeyRow)`
    select t.attempt_id as "attemptId", t.slot
    from marking.task t
    where t.company_id = ${queue.companyId}
      and t.exam_id = ${queue.examId}
      ${ofQuestion(queue)}
      and (t.state = ${done} and t.marker_id = ${queue.markerId} or t.state < ${done} and ${freeFor(queue)} and ${waits})
      and ${isTaskReached(db, queue)}
      and (t.shuffle, t.attempt_id, t.slot) < ${placeOf(queue.companyId, before)}
    order by t.shuffle desc, t.attempt_id desc, t.slot desc
    limit 1
  `
}

/** Puts an answer, or every open and free one of a paper, on this marker's desk; answers how many. */
export async function takeThese(
  db: Db,
  { companyId, scope, markerId, now, until }: Omit<Queue, 'examId'>,
  { attemptId, slot }: { attemptId: string; slot?: number },
): Promise<number> {
  return changesOf(db)`
    update marking.task t
    set locked_by = ${markerId}, locked_until = ${until}
    where t.company_id = ${companyId}
      and t.attempt_id = ${attemptId}
      ${slot === undefined ? sql`` : sql`and t.slot = ${slot}`}
      and t.state < ${done}
      and ${freeFor({ markerId, now })}
      and ${waits}
      and ${isTaskReached(db, { companyId, scope, markerId })}
  `
}

const attemptIdRow = z.object({ attemptId: id })

/** The next paper with open answers of which nobody else has any on the desk. */
export async function findPaper(
  db: Db,
  { companyId, examId, scope, markerId, now }: Queue,
  { from, isBackwards }: { from?: string | undefined; isBackwards: boolean },
): Promise<string | undefined> {
  const place = sql`(select f.paper_shuffle, f.attempt_id from marking.task f where f.company_id = ${companyId} and f.attempt_id = ${from} limit 1)`
  const beyond = from === undefined ? sql`` : sql`and (t.paper_shuffle, t.attempt_id) ${isBackwards ? sql`<` : sql`>`} ${place}`
  const mayLook = isBackwards
    ? sql`(t.state < ${done} and ${waits} or t.marker_id = ${markerId})`
    : sql`t.state < ${done} and ${waits}`
  const order = isBackwards ? sql`t.paper_shuffle desc, t.attempt_id desc` : sql`t.paper_shuffle, t.attempt_id`
  const row = await findOne(db, attemptIdRow)`
    select t.attempt_id as "attemptId"
    from marking.task t
    where t.company_id = ${companyId}
      and t.exam_id = ${examId}
      and ${mayLook}
      and ${isTaskReached(db, { companyId, scope, markerId })}
      ${beyond}
      and not exists (
        select from marking.task o
        where o.company_id = t.company_id and o.attempt_id = t.attempt_id and o.state < ${done}
          and o.locked_by <> ${markerId} and o.locked_until > ${now}
      )
    order by ${order}
    limit 1
  `
  return row?.attemptId
}

/** The paper of which this marker already has answers on the desk. */
export async function findOwnPaper(db: Db, { companyId, examId, scope, markerId, now }: Queue): Promise<string | undefined> {
  const row = await findOne(db, attemptIdRow)`
    select t.attempt_id as "attemptId"
    from marking.task t
    where t.company_id = ${companyId}
      and t.exam_id = ${examId}
      and t.state < ${done}
      and t.locked_by = ${markerId}
      and t.locked_until > ${now}
      and ${waits}
      and ${isTaskReached(db, { companyId, scope, markerId })}
    order by t.paper_shuffle, t.attempt_id
    limit 1
  `
  return row?.attemptId
}

/** Renews this marker's locks, also those that ran out unnoticed by anybody; answers the slots still held. */
export async function renewLocks(
  db: Db,
  { companyId, markerId, until }: Pick<Queue, 'companyId' | 'markerId' | 'until'>,
  { attemptId, slots }: { attemptId: string; slots: readonly number[] },
): Promise<number[]> {
  const rows = await db
    .updateTable('marking.task')
    .set({ locked_until: until })
    .where('company_id', '=', companyId)
    .where('attempt_id', '=', attemptId)
    .where('slot', 'in', slots)
    .where('state', '<', taskState.done)
    .where('locked_by', '=', markerId)
    .returning('slot')
    .execute()
  return rows.map(({ slot }) => slot)
}

/** Takes answers off desks; answers which. Without `holderId` off everybody's, with a reach only answers within it. */
export async function releaseLocks(
  db: Db,
  held: {
    examId: string
    attemptId?: string | undefined
    slot?: number | undefined
    holderId?: string | undefined
    reach?: Reach
  },
): Promise<TaskKey[]> {
  return rowsOf(db, taskKeyRow)`
    update marking.task t
    set locked_by = null, locked_until = null
    where t.company_id = ${db.companyId}
      and t.exam_id = ${held.examId}
      and t.state < ${done}
      and t.locked_by is not null
      and ${held.reach ? isTaskReached(db, held.reach) : sql`true`}
      ${held.attemptId === undefined ? sql`` : sql`and t.attempt_id = ${held.attemptId}`}
      ${held.slot === undefined ? sql`` : sql`and t.slot = ${held.slot}`}
      ${held.holderId === undefined ? sql`` : sql`and t.locked_by = ${held.holderId}`}
    returning t.attempt_id as "attemptId", t.slot
  `
}

async function take(db: Db, { markerId, until }: Queue, pick: RawBuilder<unknown>): Promise<TaskKey | undefined> {
  return findOne(db, taskKeyRow)`
    with picked as (${pick})
    update marking.task t
    set locked_by = ${markerId}, locked_until = ${until}
    from picked
    where t.company_id = picked.company_id and t.attempt_id = picked.attempt_id and t.slot = picked.slot
    returning t.attempt_id as "attemptId", t.slot
  `
}
