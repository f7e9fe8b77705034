/** What is in a project, as its organisers write it. Every change takes effect at once, also in a running project. */
import { asChange, endpoint, id, instant, instantInput, recordOf, requiredText, rowVersion, text } from '@kaopei/contract'
import { forCompleted } from '@kaopei/course/contract/publishing'
import { z } from 'zod'
import { projectStatus } from './codes.ts'
import { projectErrors, projectOutlineErrors } from './errors.ts'
import { projectCenter } from './menus.ts'
import { conditions, givenConditions, materialContent, taskKind, unlockOrder } from './outline.ts'
import { projectAuthors } from './project.ts'
import { sessionErrors } from './session-errors.ts'
import { sessionChange, sessionFacts, shownSession } from './session-facts.ts'

const { rights } = projectCenter
const base = '/api/v1/train/project'

export const mostStages = 50
export const mostTasks = 200

const days = (least: number) => z.int('天数应为整数').min(least, `至少 ${least} 天`).max(3650, '最多 3650 天').nullable()
const weight = z.int('权重应为整数').min(0, '权重不能小于 0').max(1000, '权重最大 1000')
const stageName = requiredText(100, '阶段名称')

const stageFields = {
  descript: text(2000, '阶段说明').default(''),
  weight: weight.default(1),
  /** The window: an instant, days from one's own beginning, or both; the later one counts. */
  opensTime: instantInput.nullable().default(null),
  opensAfterDays: days(0).default(null),
  endsTime: instantInput.nullable().default(null),
  endsAfterDays: days(1).default(null),
  conditions: givenConditions.default([]),
}

/** A task as it is written. `rule` by its kind: see `outline.ts`; what is not given takes the usual. */
const taskFields = {
  /** Of a course, exam, practice or questionnaire it may be left out: then the target's own. */
  title: text(200, '任务名称').optional(),
  targetId: id.nullish(),
  isRequired: z.boolean().default(true),
  weight: weight.default(1),
  rule: recordOf(z.string().max(40), z.union([z.number(), z.boolean(), z.string().max(40), z.null()]), 20).default({}),
  conditions: givenConditions.default([]),
  dueTime: instantInput.nullable().default(null),
  dueAfterDays: days(1).default(null),
  /** Of a material. */
  content: materialContent.optional(),
  /** Of an offline session. */
  session: sessionFacts.optional(),
  /** Only people who are chosen for it have it. */
  isForChosen: z.boolean().default(false),
  /** The task of the same project that it makes up for; only chosen people have such a one. */
  makesUpTaskId: id.nullable().default(null),
}
export const projectTaskInput = z.object({ kind: taskKind, ...taskFields })
export type ProjectTaskInput = z.output<typeof projectTaskInput>
const taskChange = z.object({ ...asChange(taskFields), session: sessionChange.optional() })
export type ProjectTaskChange = z.output<typeof taskChange>

export const projectTask = z.object({
  id,
  stageId: id,
  slot: z.int(),
  title: z.string(),
  kind: z.string(),
  kindLabel: z.string(),
  targetId: id.nullable(),
  /** What it leads to is called now; null: nowhere, or it is gone. */
  targetName: z.string().nullable(),
  isRequired: z.boolean(),
  weight: z.int(),
  rule: z.unknown(),
  conditions,
  dueTime: instant.nullable(),
  dueAfterDays: z.int().nullable(),
  content: materialContent.nullable(),
  session: shownSession.nullable(),
  isForChosen: z.boolean(),
  makesUpTaskId: id.nullable(),
  /** Why its content cannot be used now; null: it can. */
  refusal: z.string().nullable(),
})
export type ProjectTask = z.output<typeof projectTask>

const stageFacts = {
  id,
  title: z.string(),
  descript: z.string(),
  weight: z.int(),
  opensTime: instant.nullable(),
  opensAfterDays: z.int().nullable(),
  endsTime: instant.nullable(),
  endsAfterDays: z.int().nullable(),
  conditions,
}
export const projectStage = z.object({ ...stageFacts, tasks: z.array(projectTask) })
export type ProjectStage = z.output<typeof projectStage>

const outlineFacts = {
  projectId: id,
  name: z.string(),
  status: projectStatus.schema,
  /** Counts every change of stages and tasks; the project's own `version` does not. */
  outlineVersion: rowVersion,
  /** Ended or archived: nothing of it can be changed. */
  isFixed: z.boolean(),
  unlockOrder,
}
export const projectOutline = z.object({ ...outlineFacts, stages: z.array(projectStage) })
export type ProjectOutline = z.output<typeof projectOutline>

/** Every change says from which version of the outline it was made; without it, it is made whatever happened since. */
const of = { projectId: id, outlineVersion: rowVersion.optional() }
/** What becomes of those who had completed a running project, where the change makes them owe something; without it whoever changes it is asked. */
const ofCompleted = { forCompleted: forCompleted.optional() }
const changed = z.object({ outlineVersion: rowVersion })
const common = { access: projectAuthors, audit: { action: 'changeOutline', target: 'training-project' } } as const
const reading = { access: rights.view, audit: 'read' } as const
const { lockCircle, tooLarge, unknownTask } = projectOutlineErrors
const refusals = [projectErrors.fixed, lockCircle, tooLarge, unknownTask] as const
const bodyLimit = 8 * 1024 * 1024

export const projectStages = {
  list: endpoint({
    ...reading,
    path: `${base}/stage/list`,
    summary: '项目阶段',
    input: z.object({ projectId: id }),
    output: z.object({ ...outlineFacts, stages: z.array(z.object({ ...stageFacts, taskCount: z.int() })) }),
  }),
  /** Before `beforeId`, else behind the others. */
  create: endpoint({
    ...common,
    path: `${base}/stage/create`,
    summary: '新增阶段',
    input: z.object({ ...of, title: stageName, ...stageFields, beforeId: id.nullish() }),
    output: changed.extend({ id }),
    errors: [...refusals, projectOutlineErrors.windowInverted],
  }),
  /** What is not given stays. */
  modify: endpoint({
    ...common,
    path: `${base}/stage/modify`,
    summary: '修改阶段',
    input: z.object({
      ...of,
      id,
      title: stageName.optional(),
      descript: text(2000, '阶段说明').optional(),
      weight: weight.optional(),
      opensTime: instantInput.nullish(),
      opensAfterDays: days(0).optional(),
      endsTime: instantInput.nullish(),
      endsAfterDays: days(1).optional(),
      conditions: givenConditions.optional(),
    }),
    output: changed,
    errors: [...refusals, projectOutlineErrors.windowInverted],
  }),
  move: endpoint({
    ...common,
    path: `${base}/stage/move`,
    summary: '移动阶段',
    input: z.object({ ...of, id, beforeId: id.nullish() }),
    output: changed,
    errors: refusals,
  }),
  /** With `withTasks` its tasks are removed with it; without, an empty one alone. */
  delete: endpoint({
    ...common,
    path: `${base}/stage/delete`,
    summary: '删除阶段',
    input: z.object({ ...of, id, withTasks: z.boolean().default(false) }),
    output: changed,
    errors: [...refusals, projectOutlineErrors.stageNotEmpty],
  }),
}

export const projectTasks = {
  /** The whole outline, or one stage of it. */
  list: endpoint({
    ...reading,
    path: `${base}/task/list`,
    summary: '项目阶段与任务',
    input: z.object({ projectId: id, stageId: id.optional() }),
    output: projectOutline,
  }),
  /** Tasks in their order without their stages: of some kinds, or these. */
  getTasks: endpoint({
    ...reading,
    path: `${base}/task/getTasks`,
    summary: '查询项目任务',
    input: z.object({
      projectId: id,
      stageId: id.optional(),
      kinds: z.array(taskKind).max(20).optional(),
      taskIds: z.array(id).max(mostTasks).optional(),
    }),
    output: z.object({ outlineVersion: rowVersion, tasks: z.array(projectTask) }),
  }),
  /** All or none, in the order given, before `beforeId`, else behind the others of the stage. */
  createList: endpoint({
    ...common,
    path: `${base}/task/createList`,
    summary: '批量新增任务',
    bodyLimit,
    input: z.object({
      ...of,
      stageId: id,
      tasks: z.array(projectTaskInput).min(1, '请至少添加一个任务').max(mostTasks, `最多 ${mostTasks} 个任务`),
      beforeId: id.nullish(),
      ...ofCompleted,
    }),
    output: changed.extend({ taskIds: z.array(id) }),
    errors: [...refusals, projectOutlineErrors.targetRefused, projectOutlineErrors.completedAsked, sessionErrors.lecturerTaken],
  }),
  /** What is left out stays as it is, and so does its kind. */
  modify: endpoint({
    ...common,
    path: `${base}/task/modify`,
    summary: '修改任务',
    bodyLimit,
    input: z.object({ ...of, taskId: id, ...taskChange.shape, ...ofCompleted }),
    output: changed,
    errors: [
      ...refusals,
      projectOutlineErrors.targetRefused,
      projectOutlineErrors.completedAsked,
      sessionErrors.held,
      sessionErrors.timesInverted,
      sessionErrors.belowTaken,
      sessionErrors.lecturerTaken,
    ],
  }),
  /** Into a stage, before `beforeId`, else behind the others. */
  move: endpoint({
    ...common,
    path: `${base}/task/move`,
    summary: '移动任务',
    input: z.object({ ...of, taskId: id, stageId: id, beforeId: id.nullish() }),
    output: changed,
    errors: refusals,
  }),
  /** What people did in it stays readable; what waited for it waits no longer, and nobody makes up for it any more. */
  remove: endpoint({
    ...common,
    path: `${base}/task/remove`,
    summary: '删除任务',
    input: z.object({ ...of, taskIds: z.array(id).min(1, '请选择任务').max(mostTasks) }),
    output: changed,
    errors: refusals,
  }),
  /** The order in which stages and tasks open, and what single ones wait for beside it. */
  unlockModel: endpoint({
    ...common,
    path: `${base}/task/unlockModel`,
    summary: '设置解锁方式',
    input: z.object({
      ...of,
      unlockOrder: unlockOrder.optional(),
      nodes: z
        .array(z.object({ id, conditions }))
        .max(mostStages + mostTasks)
        .default([]),
    }),
    output: changed,
    errors: refusals,
  }),
  /** Courses as required tasks of a stage, each once; those that the stage has already are left out. */
  addCourses: endpoint({
    ...common,
    path: `${base}/course/addCourses`,
    summary: '添加课程任务',
    input: z.object({ ...of, stageId: id, courseIds: z.array(id).min(1, '请选择课程').max(mostTasks), ...ofCompleted }),
    output: changed.extend({ taskIds: z.array(id) }),
    errors: [...refusals, projectOutlineErrors.targetRefused, projectOutlineErrors.completedAsked, sessionErrors.lecturerTaken],
  }),
}
