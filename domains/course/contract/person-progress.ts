/** 学习进度，按人员: people with what they learn over all courses. */
import { endpoint, id, instant, pageOf, pageQuery, protocolErrors, text } from '@kaopei/contract'
import { z } from 'zod'
import { courseStatus, taskProgress } from './codes.ts'
import { progressMenu } from './menus.ts'
import { progressErrors } from './progress-errors.ts'

const { rights } = progressMenu
const path = '/api/v1/course/progress'

/** Who has a course that is overdue, or one that is not complete, or all complete. */
export const learnerStanding = z.enum(['overdue', 'unfinished', 'complete'])
export const learnerStandingLabels = { overdue: '有逾期课程', unfinished: '有未完成课程', complete: '全部完成' } as const

/** The figures by which people are put in order, over all courses that somebody learns. */
export const personSort = z.enum(['courseCount', 'completeCount', 'overdueCount', 'learnedSeconds', 'lastAt'])
export type PersonSort = z.output<typeof personSort>

const filters = {
  keyWords: text(50, '关键字').optional(),
  /** With everything below it. */
  departmentId: id.optional(),
  standing: learnerStanding.optional(),
}

/** The newest people first unless a figure is given. */
export const personOrder = { sortField: personSort.optional(), sortOrder: z.enum(['asc', 'desc']).default('desc') }

export const learnerTotals = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  courseCount: z.int(),
  completeCount: z.int(),
  overdueCount: z.int(),
  learnedSeconds: z.int(),
  lastAt: instant.nullable(),
})

export const learnersCourse = z.object({
  courseId: id,
  courseName: z.string(),
  status: courseStatus.schema,
  progress: taskProgress.schema,
  percent: z.int(),
  learnedSeconds: z.int(),
  enrolledAt: instant,
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  completedAt: instant.nullable(),
  lastAt: instant.nullable(),
})

export const personProgress = {
  /** Whoever learns a course, within the data scope. */
  people: endpoint({
    path: `${path}/people`,
    summary: '人员学习进度',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ ...filters, ...personOrder }),
    output: pageOf(learnerTotals),
  }),
  courses: endpoint({
    path: `${path}/personCourses`,
    summary: '人员的课程',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ staffId: id }),
    output: pageOf(learnersCourse),
    errors: [protocolErrors.notFound],
  }),
  exportPeople: endpoint({
    path: `${path}/exportPeople`,
    summary: '导出人员学习进度',
    access: rights.export,
    audit: { action: 'export', target: 'learnerProgress' },
    scope: 'department',
    input: z.object({ ...filters, ...personOrder }),
    output: z.object({ jobId: id }),
    errors: [progressErrors.nothingToExport],
  }),
}
