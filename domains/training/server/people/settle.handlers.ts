/** What is settled for single people: exemptions, what is opened by hand, chosen tasks. Each with who, why and when. */
import { type OutputOf, protocolErrors } from '@kaopei/contract'
import { withShownContacts } from '@kaopei/exam/server'
import { seenAmong } from '@kaopei/learning/server'
import { leftOutOf } from '@kaopei/org/server'
import { type Context, type Db, type Fail, type Handlers, implement, ProtocolFailure } from '@kaopei/server'
import { projectStaffErrors } from '../../contract/errors.ts'
import { type EventKind, isComplete, taskAt } from '../../contract/participant.ts'
import { projectSettling } from '../../contract/staff.ts'
import { outlineOf, type TaskRow } from '../outline/outline.sql.ts'
import { addEvents, deriveMany, lockedStandings } from '../standing/derive.ts'
import { changeableProject } from './project.sql.ts'
import { countChosenOf, deleteChosen, insertChosen, participantsAmong, selectChosenPage } from './settle.sql.ts'

type Settling = Pick<Context<typeof projectSettling.exempt>, 'actor' | 'db' | 'fail' | 'now' | 'record' | 'scope'>
type Settled = OutputOf<typeof projectSettling.exempt>
interface Wish {
  readonly projectId: string
  readonly taskId: string
  readonly staffIds: readonly string[]
  readonly reason: string
}

/** An event for each of these people whom the caller sees, who take part, and for whom it is new. */
async function settle(kind: EventKind, wish: Wish, context: Settling): Promise<Settled> {
  const { actor, db, fail, now, record, scope } = context
  const project = await changeableProject(db, wish.projectId, fail)
  const outline = await outlineOf(db, wish.projectId)
  if (!outline) return fail(protocolErrors.notFound)
  const mayBeStage = kind === 'opened' || kind === 'closed'
  const isThere = outline.stages.some(
    ({ id, tasks }) => (mayBeStage && id === wish.taskId) || tasks.some((task) => task.id === wish.taskId),
  )
  if (!isThere) return fail(projectStaffErrors.noTask)
  const seen = await seenAmong(db, [...new Set(wish.staffIds)], scope)
  const standings = await lockedStandings(db, outline, seen)
  const whyNot = new Map(standings.map(({ staffId, participant }) => [staffId, stays(kind, taskAt(participant, wish.taskId))]))
  const staffIds = standings.map(({ staffId }) => staffId).filter((staffId) => whyNot.get(staffId) === undefined)
  const cause = { source: 'person', actorId: actor.staffId, reason: wish.reason }
  const events = staffIds.map((staffId) => ({ staffId, taskId: wish.taskId, kind, cause, at: now }))
  await addEvents(db, wish.projectId, events, now)
  record({ targetId: project.id, targetName: project.name, after: { taskId: wish.taskId, staffIds }, reason: wish.reason })
  const why = (staffId: string) => whyNot.get(staffId) ?? notTheirs
  return { changedCount: staffIds.length, leftOut: await leftOutOf(db, { asked: wish.staffIds, seen, done: staffIds, why }) }
}

const notTheirs = '没有参加项目'

/** Why it would change nothing for somebody who takes part. */
function stays(kind: EventKind, at: ReturnType<typeof taskAt>): string | undefined {
  if (kind === 'exempted') return at.isExempted ? '已免修' : isComplete(at) ? '已完成' : undefined
  if (kind === 'unexempted') return at.isExempted ? undefined : '没有免修'
  if (kind === 'opened') return at.isOpenedByHand ? '已开放' : undefined
  return at.isOpenedByHand ? undefined : '没有单独开放'
}

interface Finding {
  readonly db: Db
  readonly fail: Fail<(typeof projectStaffErrors)['noTask']>
}
interface Place {
  readonly projectId: string
  readonly taskId: string
}

async function chosenTask({ projectId, taskId }: Place, { db, fail }: Finding): Promise<TaskRow> {
  const outline = await outlineOf(db, projectId)
  if (!outline) throw new ProtocolFailure(protocolErrors.notFound)
  const task = outline.stages.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
  return task ?? fail(projectStaffErrors.noTask)
}

const handlers: Handlers<typeof projectSettling> = {
  exempt: (wish, context) => settle('exempted', wish, context),
  unexempt: (wish, context) => settle('unexempted', wish, context),
  open: (wish, context) => settle('opened', wish, context),
  close: (wish, context) => settle('closed', wish, context),

  chosenList: async ({ pageIndex, pageSize, ...place }, { actor, db, fail, scope }) => {
    const { id: taskId } = await chosenTask(place, { db, fail })
    const where = { taskId, scope }
    const rows = await selectChosenPage(db, where, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const shown = await withShownContacts(db, actor, rows)
    return {
      dataList: shown.map(({ phone: _phone, email: _email, ...row }) => row),
      totalCount: await countChosenOf(db, where),
    }
  },

  choose: async ({ projectId, taskId, staffIds, reason }, { actor, db, fail, now, record, scope }) => {
    const project = await changeableProject(db, projectId, fail)
    const task = await chosenTask({ projectId, taskId }, { db, fail })
    if (!task.isForChosen) return fail(projectStaffErrors.forEverybody)
    const seen = await seenAmong(db, [...new Set(staffIds)], scope)
    const theirs = await participantsAmong(db, projectId, seen)
    const chosen = await insertChosen(db, { taskId, staffIds: theirs, reason, actorId: actor.staffId, now })
    // They may have done it before.
    await deriveMany(db, projectId, chosen, { asked: 'all', now })
    record({ targetId: projectId, targetName: project.name, after: { taskId, staffIds: chosen }, reason })
    const isTheirs = new Set(theirs)
    const why = (staffId: string) => (isTheirs.has(staffId) ? '已指定过' : notTheirs)
    return { changedCount: chosen.length, leftOut: await leftOutOf(db, { asked: staffIds, seen, done: chosen, why }) }
  },

  unchoose: async ({ projectId, taskId, staffIds }, { db, fail, now, record, scope }) => {
    const project = await changeableProject(db, projectId, fail)
    const task = await chosenTask({ projectId, taskId }, { db, fail })
    if (!task.isForChosen) return fail(projectStaffErrors.forEverybody)
    const seen = await seenAmong(db, [...new Set(staffIds)], scope)
    const removed = await deleteChosen(db, taskId, seen)
    await deriveMany(db, projectId, removed, { now })
    record({ targetId: projectId, targetName: project.name, before: { taskId, staffIds: removed } })
    const left = await leftOutOf(db, { asked: staffIds, seen, done: removed, why: () => '没有被指定' })
    return { changedCount: removed.length, leftOut: left }
  },
}

export const settlingEndpoints = implement(projectSettling, handlers)
