/** 学习进度: how far people are, by course and by person; exemptions and locks opened by hand. */
import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, requiredText, text } from '@kaopei/contract'
import { leftOut } from '@kaopei/org/contract/left-out'
import { z } from 'zod'
import { courseStatus, taskProgress } from './codes.ts'
import { courseStaffOrder } from './course-staff.ts'
import { progressMenu } from './menus.ts'
import { progressErrors } from './progress-errors.ts'

const { rights } = progressMenu
const path = '/api/v1/course/progress'

export const progressRow = z.object({
  courseId: id,
  courseName: z.string(),
  status: courseStatus.schema,
  learnerCount: z.int(),
  notBegunCount: z.int(),
  underWayCount: z.int(),
  completeCount: z.int(),
  overdueCount: z.int(),
  /** Whole percent over all who learn it; null: nobody does. */
  averagePercent: z.int().nullable(),
  averageSeconds: z.int().nullable(),
  /** When somebody learnt it last; null: nobody has. */
  lastAt: instant.nullable(),
})

const taskState = z.object({ taskId: id, title: z.string(), state: taskProgress.schema })

const learnerRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  progress: taskProgress.schema,
  percent: z.int(),
  learnedSeconds: z.int(),
  wallSeconds: z.int(),
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  completedAt: instant.nullable(),
  lastAt: instant.nullable(),
  lastTaskTitle: z.string().nullable(),
  /** In the order of the outline. */
  tasks: z.array(taskState),
})
export type ProgressRow = z.output<typeof learnerRow>

export const learnerFilters = {
  courseId: id,
  keyWords: text(50, '关键字').optional(),
  /** With everything below it. */
  departmentId: id.optional(),
  progress: z.coerce.number().pipe(taskProgress.schema).optional(),
  isOverdue: z.boolean().optional(),
}

const personTask = taskState.extend({
  kindLabel: z.string(),
  isRequired: z.boolean(),
  percent: z.int(),
  isExempted: z.boolean(),
  isSpared: z.boolean(),
  isOpen: z.boolean(),
  isOpenedByHand: z.boolean(),
  /** Why it is locked, and what is missing: in words. */
  locks: z.array(z.string()),
  missing: z.array(z.string()),
  score: z.number().nullable(),
})

/** A chapter that is closed to somebody, or that was opened for them. */
const personChapter = z.object({ id, title: z.string(), isOpenedByHand: z.boolean(), locks: z.array(z.string()) })

const change = { courseId: id, taskId: id, staffIds: ids, reason: requiredText(200, '原因') }
const changeErrors = [protocolErrors.notFound, progressErrors.noTask] as const

export const progress = {
  list: endpoint({
    path: `${path}/list`,
    summary: '课程学习进度',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      title: text(100, '课程名称').optional(),
      status: z.coerce.number().pipe(courseStatus.schema).optional(),
    }),
    output: pageOf(progressRow),
  }),
  /** Which course it is. */
  course: endpoint({
    path: `${path}/course`,
    summary: '学习进度的课程',
    access: rights.view,
    audit: 'read',
    input: z.object({ courseId: id }),
    output: z.object({
      courseName: z.string(),
      status: courseStatus.schema,
      /** As learners see it: what can be exempted or opened. */
      chapters: z.array(z.object({ id, title: z.string(), tasks: z.array(z.object({ id, title: z.string() })) })),
    }),
    errors: [protocolErrors.notFound],
  }),
  learners: endpoint({
    path: `${path}/learners`,
    summary: '学员学习进度',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      ...learnerFilters,
      ...courseStaffOrder,
    }),
    output: pageOf(learnerRow),
    errors: [protocolErrors.notFound],
  }),
  person: endpoint({
    path: `${path}/person`,
    summary: '学员任务明细',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ courseId: id, staffId: id }),
    output: z.object({
      percent: z.int(),
      learnedSeconds: z.int(),
      wallSeconds: z.int(),
      enrolledAt: instant,
      completedAt: instant.nullable(),
      chapters: z.array(personChapter),
      tasks: z.array(personTask),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** How often somebody was written to about the course, newest first. */
  reminded: endpoint({
    path: `${path}/reminded`,
    summary: '学员催学记录',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ courseId: id, staffId: id }),
    output: pageOf(z.object({ key: z.string(), at: instant, words: z.string(), isWritten: z.boolean() })),
    errors: [protocolErrors.notFound],
  }),
  trace: endpoint({
    path: `${path}/trace`,
    summary: '学员学习记录',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ courseId: id, staffId: id }),
    output: pageOf(z.object({ key: z.string(), at: instant, words: z.string(), isLate: z.boolean() })),
    errors: [protocolErrors.notFound],
  }),
  /** How many came how far. Of fewer than five people nothing is said. */
  funnel: endpoint({
    path: `${path}/funnel`,
    summary: '课程学习漏斗',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ courseId: id }),
    output: z.object({
      asOf: instant,
      isTooFew: z.boolean(),
      steps: z.array(z.object({ label: z.string(), count: z.int() })),
      /** `isCourseware`: seconds or pages of it are known. */
      tasks: z.array(
        z.object({ taskId: id, title: z.string(), isCourseware: z.boolean(), begunCount: z.int(), completeCount: z.int() }),
      ),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** Counts as done, and is shown apart. */
  exempt: endpoint({
    path: `${path}/exempt`,
    summary: '免修任务',
    access: rights.exempt,
    audit: { action: 'exempt', target: 'course' },
    scope: 'department',
    input: z.object(change),
    output: z.object({ exemptedCount: z.int(), leftOut }),
    errors: changeErrors,
  }),
  /** The task stands again as what somebody did makes it. */
  unexempt: endpoint({
    path: `${path}/unexempt`,
    summary: '取消免修',
    access: rights.exempt,
    audit: { action: 'unexempt', target: 'course' },
    scope: 'department',
    input: z.object(change),
    output: z.object({ changedCount: z.int(), leftOut }),
    errors: changeErrors,
  }),
  /** A task, or a chapter (its id as `taskId`) with all that waits for it. */
  openTask: endpoint({
    path: `${path}/openTask`,
    summary: '为学员开放任务',
    access: rights.exempt,
    audit: { action: 'openTask', target: 'course' },
    scope: 'department',
    input: z.object(change),
    output: z.object({ openedCount: z.int(), leftOut }),
    errors: changeErrors,
  }),
  /** What was begun stays open. */
  closeTask: endpoint({
    path: `${path}/closeTask`,
    summary: '取消为学员开放任务',
    access: rights.exempt,
    audit: { action: 'closeTask', target: 'course' },
    scope: 'department',
    input: z.object(change),
    output: z.object({ changedCount: z.int(), leftOut }),
    errors: changeErrors,
  }),
  export: endpoint({
    path: `${path}/export`,
    summary: '导出学习进度',
    access: rights.export,
    audit: { action: 'export', target: 'courseProgress' },
    scope: 'department',
    input: z.object({ ...learnerFilters, ...courseStaffOrder }),
    output: z.object({ jobId: id }),
    errors: [protocolErrors.notFound, progressErrors.nothingToExport],
  }),
}
