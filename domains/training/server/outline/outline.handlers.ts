import { randomUUID } from 'node:crypto'
import { kept, protocolErrors } from '@kaopei/contract'
import { findTask, movedTask, placed, withoutTasks } from '@kaopei/learning/server'
import { type Context, type Handlers, implement } from '@kaopei/server'
import { projectOutlineErrors } from '../../contract/errors.ts'
import { taskKind } from '../../contract/outline.ts'
import { sessionErrors } from '../../contract/session-errors.ts'
import { sessionFacts } from '../../contract/session-facts.ts'
import { projectStages, projectTasks } from '../../contract/stage-task.ts'
import { changeSession, factsOf as factsOfSession } from '../sessions/change-session.ts'
import { freeLecturers, withLecturer } from '../sessions/lecturer.ts'
import { lockSession, upsertSession } from '../sessions/session.sql.ts'
import { type Change, type Opened, openOutline, saveOutline, tasksOf, withoutMakeUps } from './change.ts'
import { settleCompleted } from './for-completed.ts'
import type { Stage } from './outline.sql.ts'
import { factsOf, shownTasks, someOutline, stageFacts } from './shown-outline.ts'
import { wholeTask, writtenTasks } from './written-task.ts'

type Changing = Pick<Context<(typeof projectStages)['move']>, 'db' | 'fail' | 'now' | 'record'>
interface Said {
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

/** Saves, and says so in the log. */
async function saved({ db, fail, now, record }: Changing, opened: Opened, change: Partial<Change>, said: Said) {
  const { project, outline } = opened
  const whole = { unlockOrder: change.unlockOrder ?? outline.unlockOrder, stages: change.stages ?? outline.stages }
  const outlineVersion = await saveOutline(db, opened, whole, { now, fail })
  record({ targetId: project.id, targetName: project.name, ...said })
  return { outlineVersion }
}

function isInverted({ opensAt, endsAt, opensAfterDays, endsAfterDays }: Stage): boolean {
  if (opensAt !== null && endsAt !== null && opensAt >= endsAt) return true
  return opensAfterDays !== null && endsAfterDays !== null && opensAfterDays >= endsAfterDays
}

const stageHandlers: Handlers<typeof projectStages> = {
  list: async ({ projectId }, { db }) => {
    const outline = await someOutline(db, projectId)
    const stages = outline.stages.map((stage) => ({ ...stageFacts(stage), taskCount: stage.tasks.length }))
    return { ...factsOf(outline), stages }
  },

  create: async ({ projectId, outlineVersion, beforeId, opensTime, endsTime, ...facts }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const stage = { ...facts, id: randomUUID(), opensAt: opensTime, endsAt: endsTime, tasks: [] }
    if (isInverted(stage)) return context.fail(projectOutlineErrors.windowInverted)
    const stages = placed(opened.outline.stages, stage, beforeId)
    return { ...(await saved(context, opened, { stages }, { after: { stage: stage.title } })), id: stage.id }
  },

  modify: async ({ projectId, outlineVersion, id, opensTime, endsTime, ...facts }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const before = opened.outline.stages.find((stage) => stage.id === id)
    if (!before) return context.fail(protocolErrors.notFound)
    const stage: Stage = {
      ...before,
      title: facts.title ?? before.title,
      descript: facts.descript ?? before.descript,
      weight: facts.weight ?? before.weight,
      opensAt: opensTime === undefined ? before.opensAt : opensTime,
      endsAt: endsTime === undefined ? before.endsAt : endsTime,
      opensAfterDays: facts.opensAfterDays === undefined ? before.opensAfterDays : facts.opensAfterDays,
      endsAfterDays: facts.endsAfterDays === undefined ? before.endsAfterDays : facts.endsAfterDays,
      conditions: facts.conditions ?? before.conditions,
    }
    if (isInverted(stage)) return context.fail(projectOutlineErrors.windowInverted)
    const stages = opened.outline.stages.map((one) => (one.id === id ? stage : one))
    return saved(context, opened, { stages }, { before: { stage: before.title }, after: { stage: stage.title } })
  },

  move: async ({ projectId, outlineVersion, id, beforeId }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const stage = opened.outline.stages.find((one) => one.id === id)
    if (!stage) return context.fail(protocolErrors.notFound)
    const stages = placed(opened.outline.stages, stage, beforeId)
    return saved(context, opened, { stages }, { after: { moved: stage.title } })
  },

  delete: async ({ projectId, outlineVersion, id, withTasks }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const stage = opened.outline.stages.find((one) => one.id === id)
    if (!stage) return context.fail(protocolErrors.notFound)
    if (stage.tasks.length > 0 && !withTasks) {
      const text = `阶段下还有 ${stage.tasks.length} 个任务，请先移动或删除任务`
      return context.fail(projectOutlineErrors.stageNotEmpty, { text, data: { taskCount: stage.tasks.length } })
    }
    const gone = new Set(stage.tasks.map((task) => task.id))
    const stages = withoutMakeUps(withoutTasks(opened.outline.stages, gone), gone).filter((one) => one.id !== id)
    await freeLecturers(context.db, { taskIds: [...gone] }, { reason: '阶段已删除', by: context.actor.staffId })
    return saved(context, opened, { stages }, { before: { stage: stage.title, tasks: stage.tasks.map(({ title }) => title) } })
  },
}

type Creating = Context<(typeof projectTasks)['createList']> | Context<(typeof projectTasks)['addCourses']>
interface NewOnes {
  readonly stageId: string
  readonly tasks: Parameters<typeof writtenTasks>[1]
  readonly beforeId?: string | null | undefined
  readonly forCompleted?: 'keep' | 'owe' | undefined
}

async function createTasks(context: Creating, opened: Opened, { stageId, tasks, beforeId, forCompleted }: NewOnes) {
  const { outline, project } = opened
  const stage = outline.stages.find(({ id }) => id === stageId)
  if (!stage) return context.fail(protocolErrors.notFound)
  const written = await writtenTasks(context, tasks, { stageId, slot: project.nextSlot, others: tasksOf(outline) })
  const rows = written.map(({ row }) => row)
  const all = rows.reduce((list, row) => placed(list, row, beforeId), stage.tasks)
  const wanted = outline.stages.map((one) => (one.id === stageId ? { ...one, tasks: all } : one))
  const stages = await settleCompleted(opened, wanted, { ...context, forCompleted })
  const said = { stage: stage.title, tasks: rows.map(({ title }) => title), ...(forCompleted && { forCompleted }) }
  const answer = await saved(context, opened, { stages }, { after: said })
  for (const { row, session } of written)
    if (session) {
      const taught = { taskId: row.id, title: row.title, by: context.actor.staffId }
      const facts = await withLecturer(context.db, taught, session, context.fail)
      await upsertSession(context.db, { projectId: project.id, taskId: row.id }, facts)
    }
  return { ...answer, taskIds: rows.map(({ id }) => id) }
}

const taskHandlers: Handlers<typeof projectTasks> = {
  list: async ({ projectId, stageId }, context) => {
    const outline = await someOutline(context.db, projectId)
    const chosen = outline.stages.filter(({ id }) => stageId === undefined || id === stageId)
    const tasks = Map.groupBy(await shownTasks(context, projectId, tasksOf({ stages: chosen })), (task) => task.stageId)
    return { ...factsOf(outline), stages: chosen.map((stage) => ({ ...stageFacts(stage), tasks: tasks.get(stage.id) ?? [] })) }
  },

  getTasks: async ({ projectId, stageId, kinds, taskIds }, context) => {
    const outline = await someOutline(context.db, projectId)
    const asked: readonly string[] | undefined = kinds
    const found = tasksOf(outline).filter(
      (task) =>
        (stageId === undefined || task.stageId === stageId) &&
        (asked === undefined || asked.includes(task.kind)) &&
        (taskIds === undefined || taskIds.includes(task.id)),
    )
    return { outlineVersion: outline.outlineVersion, tasks: await shownTasks(context, projectId, found) }
  },

  createList: async ({ projectId, outlineVersion, ...wish }, context) =>
    createTasks(context, await openOutline(context.db, { projectId, outlineVersion, fail: context.fail }), wish),

  addCourses: async ({ projectId, outlineVersion, stageId, courseIds, forCompleted }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const stage = opened.outline.stages.find(({ id }) => id === stageId)
    const there = new Set(stage?.tasks.flatMap(({ kind, targetId }) => (kind === 'course' ? (targetId ?? []) : [])))
    const wanted = [...new Set(courseIds)].filter((id) => !there.has(id))
    if (stage && wanted.length === 0) return { outlineVersion: opened.project.outlineVersion, taskIds: [] }
    const tasks = wanted.map((targetId) => ({ ...plainTask, kind: 'course' as const, targetId }))
    return createTasks(context, opened, { stageId, tasks, forCompleted })
  },

  modify: async ({ projectId, outlineVersion, taskId, forCompleted, ...wish }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const others = tasksOf(opened.outline)
    const before = findTask(opened.outline.stages, taskId)
    const kind = taskKind.safeParse(before?.kind).data
    if (!before || !kind) return context.fail(protocolErrors.notFound)
    const place = { stageId: before.stageId, slot: before.slot, others }
    const session = wish.session && (await lockSession(context.db, taskId, 'update'))
    const facts = wish.session && kept(sessionFacts.shape, wish.session, session && factsOfSession(session))
    const [written] = await writtenTasks(context, [{ ...wholeTask(wish, kind, before), session: facts }], place, before)
    if (!written) return context.fail(protocolErrors.notFound)
    const wanted = opened.outline.stages.map((stage) => ({
      ...stage,
      tasks: stage.tasks.map((task) => (task.id === taskId ? written.row : task)),
    }))
    const stages = await settleCompleted(opened, wanted, { ...context, forCompleted })
    const said = { before: { task: before.title }, after: { task: written.row.title, ...(forCompleted && { forCompleted }) } }
    const answer = await saved(context, opened, { stages }, said)
    const { title } = written.row
    if (session && written.session)
      await changeSession(context.db, session, { facts: written.session, title, by: context.actor.staffId }, context.fail)
    return answer
  },

  move: async ({ projectId, outlineVersion, taskId, stageId, beforeId }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const moved = movedTask(opened.outline.stages, { taskId, groupId: stageId, beforeId })
    if (!moved) return context.fail(protocolErrors.notFound)
    return saved(context, opened, { stages: moved.groups }, { after: { moved: moved.title } })
  },

  remove: async ({ projectId, outlineVersion, taskIds }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const gone = new Set(taskIds)
    const removed = tasksOf(opened.outline).filter(({ id }) => gone.has(id))
    if (removed.length < gone.size) return context.fail(protocolErrors.notFound)
    const stages = withoutMakeUps(withoutTasks(opened.outline.stages, gone), gone)
    await freeLecturers(context.db, { taskIds }, { reason: '任务已删除', by: context.actor.staffId })
    return saved(context, opened, { stages }, { before: { tasks: removed.map(({ title }) => title) } })
  },

  unlockModel: async ({ projectId, outlineVersion, unlockOrder, nodes }, context) => {
    const opened = await openOutline(context.db, { projectId, outlineVersion, fail: context.fail })
    const given = new Map(nodes.map((node) => [node.id, node.conditions]))
    const there = new Set(opened.outline.stages.flatMap((stage) => [stage, ...stage.tasks]).map(({ id }) => id))
    if (nodes.some(({ id }) => !there.has(id))) return context.fail(projectOutlineErrors.unknownTask)
    const stages = opened.outline.stages.map((stage) => ({
      ...stage,
      conditions: given.get(stage.id) ?? stage.conditions,
      tasks: stage.tasks.map((task) => ({ ...task, conditions: given.get(task.id) ?? task.conditions })),
    }))
    const before = { unlockOrder: opened.outline.unlockOrder }
    const order = unlockOrder ?? opened.outline.unlockOrder
    return saved(context, opened, { stages, unlockOrder: order }, { before, after: { unlockOrder: order } })
  },
}

/** A required task with nothing said of it. */
const plainTask = {
  isRequired: true,
  weight: 1,
  rule: {},
  conditions: [],
  dueTime: null,
  dueAfterDays: null,
  isForChosen: false,
  makesUpTaskId: null,
}

export const outlineEndpoints = [
  ...implement(projectStages, stageHandlers),
  ...implement(projectTasks, taskHandlers, { booking_no_overlap: sessionErrors.lecturerTaken }),
]
