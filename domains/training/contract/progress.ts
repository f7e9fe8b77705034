/** How far the people of a project are, for those who answer for it. Of an archived project everything is as it was frozen. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'
import { projectStatus, taskProgress } from './codes.ts'
import { projectProgressErrors } from './errors.ts'
import { projectCenter } from './menus.ts'
import { hasTaskOfState, projectStaffFilters, taskOfStateAsked } from './staff.ts'

const { rights } = projectCenter
const path = '/api/v1/train/project/progress'
const { notFound } = protocolErrors

const figures = {
  /** Whoever takes part, within the caller's data scope. */
  staffCount: z.int(),
  notBegunCount: z.int(),
  underWayCount: z.int(),
  completeCount: z.int(),
  /** Of the completed: with an exemption from a required task. */
  exemptedCount: z.int(),
  overdueCount: z.int(),
  /** Whole percent; null: nobody takes part. */
  averagePercent: z.int().nullable(),
}

/** Of those to whom it belongs. */
const taskFigures = z.object({
  taskId: id,
  slot: z.int(),
  title: z.string(),
  kind: z.string(),
  kindLabel: z.string(),
  isRequired: z.boolean(),
  isForChosen: z.boolean(),
  /** Whose task it is. */
  staffCount: z.int(),
  begunCount: z.int(),
  completeCount: z.int(),
  /** Of the completed: by an exemption. */
  exemptedCount: z.int(),
})
export type TaskFigures = z.output<typeof taskFigures>

const stageFigures = z.object({
  stageId: id,
  title: z.string(),
  opensAt: instant.nullable(),
  opensAfterDays: z.int().nullable(),
  endsAt: instant.nullable(),
  endsAfterDays: z.int().nullable(),
  /** The first owed task of so many is in this stage. */
  hereCount: z.int(),
  tasks: z.array(taskFigures),
})

/** An exempted task counts as complete and is shown apart. */
const personTask = z.object({ taskId: id, title: z.string(), state: taskProgress.schema, isExempted: z.boolean() })

export const progressPersonRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  progress: taskProgress.schema,
  percent: z.int(),
  enrolledAt: instant,
  isOverdue: z.boolean(),
  completedAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** The first required task that is open and owed; null: nothing is. */
  nextTaskId: id.nullable(),
  nextTaskTitle: z.string().nullable(),
  nextSince: instant.nullable(),
  nextDueAt: instant.nullable(),
  /** In the order of the project. */
  tasks: z.array(personTask),
})
export type ProgressPersonRow = z.input<typeof progressPersonRow>

const progressSort = z.enum(['staff', 'enrolledAt', 'percent', 'lastAt', 'stuckSince'])

/** The newest first unless something else is asked for. */
export const progressOrder = { sortField: progressSort.default('staff'), sortOrder: z.enum(['asc', 'desc']).default('desc') }

const personTaskFull = personTask.extend({
  stageId: id,
  kind: z.string(),
  kindLabel: z.string(),
  isRequired: z.boolean(),
  isForChosen: z.boolean(),
  isOpenedByHand: z.boolean(),
  isPassed: z.boolean(),
  score: z.number().nullable(),
  isOpen: z.boolean(),
  /** Why it is locked, in words. */
  locks: z.array(z.string()),
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
})

export const projectProgress = {
  /** The timeline of stages × people with the totals. */
  overview: endpoint({
    path: `${path}/overview`,
    summary: '项目进度概览',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ projectId: id, departmentId: id.optional() }),
    output: z.object({
      projectId: id,
      name: z.string(),
      status: projectStatus.schema,
      beginAt: instant.nullable(),
      endAt: instant.nullable(),
      asOf: instant,
      /** A changed outline is not yet taken into everybody's state. */
      isUnderWay: z.boolean(),
      ...figures,
      stages: z.array(stageFigures),
    }),
    errors: [notFound],
  }),
  people: endpoint({
    path: `${path}/people`,
    summary: '项目学员进度',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery
      .extend({
        ...projectStaffFilters,
        ...progressOrder,
      })
      .refine(hasTaskOfState, taskOfStateAsked),
    output: pageOf(progressPersonRow),
    errors: [notFound],
  }),
  /** Of one person: every task with why it is locked, and what happened, newest first. */
  person: endpoint({
    path: `${path}/person`,
    summary: '学员在项目中的明细',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ projectId: id, staffId: id }),
    output: z.object({
      name: z.string(),
      percent: z.int(),
      enrolledAt: instant,
      completedAt: instant.nullable(),
      /** Stages that were opened for this person by hand. */
      openedStages: z.array(z.object({ id, title: z.string() })),
      tasks: z.array(personTaskFull),
      events: z.array(z.object({ key: id, at: instant, words: z.string() })),
    }),
    errors: [notFound],
  }),
  /** How many came how far. Of fewer than five people nothing is said. */
  funnel: endpoint({
    path: `${path}/funnel`,
    summary: '项目进度漏斗',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ projectId: id }),
    output: z.object({
      asOf: instant,
      isTooFew: z.boolean(),
      steps: z.array(z.object({ label: z.string(), count: z.int() })),
      /** How many have done all that the stage requires of them. */
      stages: z.array(z.object({ stageId: id, title: z.string(), completeCount: z.int() })),
    }),
    errors: [notFound],
  }),
  /** Where people are stuck, and since when; the most people first. */
  stuck: endpoint({
    path: `${path}/stuck`,
    summary: '项目中的滞留任务',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ projectId: id }),
    output: z.object({
      asOf: instant,
      tasks: z.array(
        z.object({
          taskId: id,
          title: z.string(),
          stageTitle: z.string(),
          staffCount: z.int(),
          /** More than seven days. */
          longCount: z.int(),
          overdueCount: z.int(),
          oldestSince: instant.nullable(),
        }),
      ),
    }),
    errors: [notFound],
  }),
  export: endpoint({
    path: `${path}/export`,
    summary: '导出项目学员进度',
    access: rights.export,
    audit: { action: 'export', target: 'trainingProgress' },
    scope: 'department',
    input: z.object({ ...projectStaffFilters, ...progressOrder }).refine(hasTaskOfState, taskOfStateAsked),
    output: z.object({ jobId: id }),
    errors: [notFound, projectProgressErrors.nothingToExport],
  }),
}
