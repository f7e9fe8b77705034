import { protocolErrors } from '@kaopei/contract'
import { searchFor, withShownContacts } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, departmentCondition } from '@kaopei/org/server'
import { type Context, type Db, type Handlers, implement } from '@kaopei/server'
import { taskProgress } from '../../contract/codes.ts'
import { projectProgressErrors } from '../../contract/errors.ts'
import { projectProgress } from '../../contract/progress.ts'
import { countForPages, countParticipants, filterOf, selectParticipants, shownState } from '../people/list.sql.ts'
import { findProjectTaskKind } from '../task-kinds.ts'
import { exportProgressJob } from './export.job.ts'
import { type ShownOutline, shownOutline } from './outline-of.ts'
import { personOf } from './person.ts'
import { selectExempted, selectStageCounts, selectStuck, selectTotals } from './progress.sql.ts'

/** Below this many people a figure would tell of somebody. */
const fewest = 5
const longMs = 7 * 86_400_000

const handlers: Handlers<typeof projectProgress> = {
  overview: async ({ projectId, departmentId }, context) => {
    const { db, now, scope } = context
    const outline = await shownTo(context, projectId)
    const seen = { projectId, isArchived: outline.isArchived, scope, departmentId, now }
    const tasks = tasksOf(outline)
    const {
      waitingCount,
      halfCount: _half,
      theirs,
      begun,
      complete,
      ...figures
    } = await selectTotals(db, seen, outline.outlineVersion, tasks)
    const required = tasks.filter(({ isRequired }) => isRequired).map(({ slot }) => slot)
    const exempted = await selectExempted(db, seen, required)
    const here = new Map((await selectStuck(db, seen, now)).map(({ taskId, staffCount }) => [taskId, staffCount]))
    const placeOf = new Map(tasks.map(({ id }, place) => [id, place]))
    const at = (counts: readonly number[], id: string) => counts[placeOf.get(id) ?? -1] ?? 0
    return {
      ...{ projectId, name: outline.name, status: outline.status, beginAt: outline.beginAt, endAt: outline.endAt },
      ...{ asOf: now, isUnderWay: !outline.isArchived && waitingCount > 0 },
      ...figures,
      exemptedCount: exempted.get(null) ?? 0,
      stages: outline.stages.map(({ id: stageId, title, opensAt, opensAfterDays, endsAt, endsAfterDays, tasks: own }) => ({
        ...{ stageId, title, opensAt, opensAfterDays, endsAt, endsAfterDays },
        hereCount: own.reduce((total, { id }) => total + (here.get(id) ?? 0), 0),
        tasks: own.map(({ id, slot, title: called, kind, isRequired, isForChosen }) => ({
          ...{ taskId: id, slot, title: called, kind, kindLabel: labelOf(kind), isRequired, isForChosen },
          ...{ staffCount: at(theirs, id), begunCount: at(begun, id), completeCount: at(complete, id) },
          exemptedCount: exempted.get(slot) ?? 0,
        })),
      })),
    }
  },

  people: async ({ pageIndex, pageSize, sortField: sort, sortOrder, keyWords, ...wish }, context) => {
    const { actor, db, now, scope } = context
    const outline = await shownTo(context, wish.projectId)
    const filter = filterOf(outline, { ...wish, scope, now, search: searchFor(actor, scope, keyWords) })
    const page = { filter, sort, isAscending: sortOrder === 'asc', limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const tasks = tasksOf(outline)
    const titles = new Map(tasks.map(({ id, title }) => [id, title]))
    const rows = await withShownContacts(db, actor, await selectParticipants(db, page))
    return {
      dataList: rows.map(
        ({
          phone: _phone,
          email: _email,
          state: _state,
          isByHand: _hand,
          isByAudience: _audience,
          states,
          exempted,
          ...row
        }) => ({
          ...row,
          nextTaskTitle: row.nextTaskId === null ? null : (titles.get(row.nextTaskId) ?? null),
          tasks: tasks.map((task) => ({
            ...{ taskId: task.id, title: task.title, state: shownState(states, task) },
            isExempted: exempted.includes(task.slot),
          })),
        }),
      ),
      totalCount: await countForPages(db, filter),
    }
  },

  person: ({ projectId, staffId }, context) => personOf(context, projectId, staffId),

  funnel: async ({ projectId }, context) => {
    const { db, now, scope } = context
    const outline = await shownTo(context, projectId)
    const seen = { projectId, isArchived: outline.isArchived, scope, now }
    const { staffCount, notBegunCount, halfCount, completeCount } = await selectTotals(db, seen, outline.outlineVersion, [])
    if (staffCount < fewest) return { asOf: now, isTooFew: true, steps: [], stages: [] }
    const required = outline.stages.map(({ tasks }) => tasks.filter(({ isRequired }) => isRequired))
    const counts = await selectStageCounts(db, seen, required)
    return {
      asOf: now,
      isTooFew: false,
      steps: [
        { label: '参加', count: staffCount },
        { label: '已开始', count: staffCount - notBegunCount },
        { label: '过半', count: halfCount },
        { label: '已完成', count: completeCount },
      ],
      stages: outline.stages.map(({ id, title }, place) => ({ stageId: id, title, completeCount: counts[place] ?? 0 })),
    }
  },

  stuck: async ({ projectId }, context) => {
    const { db, now, scope } = context
    const outline = await shownTo(context, projectId)
    const seen = { projectId, isArchived: outline.isArchived, scope, now }
    const rows = await selectStuck(db, seen, new Date(now.getTime() - longMs))
    const places = new Map(
      outline.stages.flatMap((stage) => stage.tasks.map(({ id, title }) => [id, { title, stageTitle: stage.title }] as const)),
    )
    return {
      asOf: now,
      tasks: rows.flatMap((row) => {
        const place = places.get(row.taskId)
        return place ? [{ ...row, ...place }] : []
      }),
    }
  },

  export: async ({ keyWords, ...wish }, context) => {
    const { actor, db, fail, now, record, scope } = context
    const outline = await shownTo(context, wish.projectId)
    const search = searchFor(actor, scope, keyWords)
    const count = await countParticipants(db, filterOf(outline, { ...wish, scope, now, search }))
    if (count === 0) return fail(projectProgressErrors.nothingToExport)
    const projectName = outline.name
    const payload = { ...wish, ...(keyWords && { keyWords }), scope, projectName, count, sight: contactSight(actor) }
    const conditions = { 培训项目: projectName, 人数: count, ...(await shownConditions(db, outline, { ...wish, keyWords })) }
    const { jobId } = await startTrackedJob(db, actor, exportProgressJob, payload, { conditions })
    record({ targetId: wish.projectId, targetName: projectName, after: { jobId, count } })
    return { jobId }
  },
}

const tasksOf = ({ stages }: ShownOutline) => stages.flatMap(({ tasks }) => tasks)
const labelOf = (kind: string) => findProjectTaskKind(kind)?.label ?? kind

type Conditions = Pick<
  Parameters<typeof filterOf>[1],
  'departmentId' | 'progress' | 'isOverdue' | 'taskId' | 'taskState' | 'stuckTaskId'
> & {
  readonly keyWords?: string | undefined
}

/** By which filters, in words and without ids. */
async function shownConditions(db: Db, outline: ShownOutline, asked: Conditions): Promise<Record<string, string>> {
  const { keyWords, departmentId, progress, isOverdue, taskId, taskState, stuckTaskId } = asked
  const titleOf = (wanted: string) => tasksOf(outline).find(({ id }) => id === wanted)?.title ?? '已删除的任务'
  return {
    ...(keyWords && { 关键字: keyWords }),
    ...(await departmentCondition(db, departmentId)),
    ...(progress !== undefined && { 项目进度: taskProgress.label(progress) }),
    ...(isOverdue !== undefined && { 是否逾期: isOverdue ? '是' : '否' }),
    ...(stuckTaskId && { 停在任务: titleOf(stuckTaskId) }),
    ...(taskId && { 任务: titleOf(taskId) }),
    ...(taskState !== undefined && { 任务状态: taskProgress.label(taskState) }),
  }
}

async function shownTo({ db, fail }: Pick<Context<typeof projectProgress.stuck>, 'db' | 'fail'>, projectId: string) {
  return (await shownOutline(db, projectId)) ?? fail(protocolErrors.notFound)
}

export const progressEndpoints = implement(projectProgress, handlers)
