/** Who takes part in a project: chosen people, those of a file, and what is settled for single ones (exempt, open, make up). */
import { endpoint, id, ids, instant, pageOf, pageQuery, protocolErrors, requiredText, text } from '@kaopei/contract'
import { fileErrors } from '@kaopei/files/contract/upload'
import { leftOut } from '@kaopei/org/contract/left-out'
import { staffSelection } from '@kaopei/org/contract/selection'
import { z } from 'zod'
import { participation, taskProgress } from './codes.ts'
import { projectStaffErrors } from './errors.ts'
import { projectCenter } from './menus.ts'

const { rights } = projectCenter
const base = '/api/v1/train/project'

export const mostOfFile = 20_000

export const projectStaffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: participation.schema,
  /** Why somebody takes part. */
  isByHand: z.boolean(),
  isByAudience: z.boolean(),
  enrolledAt: instant,
  progress: taskProgress.schema,
  percent: z.int(),
  /** A required task is owed and its date has passed. */
  isOverdue: z.boolean(),
  completedAt: instant.nullable(),
  lastAt: instant.nullable(),
})
export type ProjectStaffRow = z.input<typeof projectStaffRow>

export const projectStaffSort = z.enum(['staff', 'enrolledAt', 'percent', 'lastAt'])

/** Filters of every list of a project's people. */
export const projectStaffFilters = {
  projectId: id,
  keyWords: text(50, '关键字').optional(),
  /** With everything below it. */
  departmentId: id.optional(),
  /** 0 not begun, 1 under way, 2 complete. */
  progress: z.coerce.number().pipe(taskProgress.schema).optional(),
  isOverdue: z.boolean().optional(),
  /** Those whose state in a task is `taskState`; −1 not theirs. Without a state those whose task it is. */
  taskId: id.optional(),
  taskState: z.coerce.number().pipe(taskProgress.schema).optional(),
  /** Those who are stuck at this task: the first required one that is open to them and owed. */
  stuckTaskId: id.optional(),
}

/** Refined by this wherever the filters are: a state is of a task. */
export const hasTaskOfState = ({
  taskId,
  taskState,
}: {
  readonly taskId?: string | undefined
  readonly taskState?: number | undefined
}) => taskState === undefined || taskId !== undefined
export const taskOfStateAsked = { path: ['taskId'], error: '按任务状态查看时，请同时选择任务' }

export const added = z.object({
  addedCount: z.int(),
  /** Took part already. */
  repeatedCount: z.int(),
  /** Disabled, removed or outside the caller's data scope; of people chosen one by one. */
  skippedCount: z.int(),
})

const joining = [protocolErrors.notFound, projectStaffErrors.notOpen] as const
const notFound = protocolErrors.notFound

export const projectStaff = {
  list: endpoint({
    path: `${base}/staff/list`,
    summary: '项目学员',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery
      .extend({
        ...projectStaffFilters,
        state: z.coerce.number().pipe(participation.schema).optional(),
        /** Those whose task it is, and who have not completed it. */
        owesTaskId: id.optional(),
        sortField: projectStaffSort.default('staff'),
        sortOrder: z.enum(['asc', 'desc']).default('desc'),
      })
      .refine(hasTaskOfState, taskOfStateAsked),
    output: pageOf(projectStaffRow),
    errors: [notFound],
  }),
  /** Adds people to a draft or to a project on the shelf. Whoever takes part already stays as they are; whoever was taken out goes on where they were. */
  create: endpoint({
    path: `${base}/staff/create`,
    summary: '添加项目学员',
    access: rights.staff,
    audit: { action: 'addStaff', target: 'training-project' },
    scope: 'department',
    input: staffSelection
      .extend({ projectId: id })
      .refine(
        ({ staffIds, departmentIds, filters }) => staffIds.length + departmentIds.length + filters.length > 0,
        '您还没有选择！！',
      ),
    output: added,
    errors: joining,
  }),
  /** What they have done stays. */
  remove: endpoint({
    path: `${base}/staff/delete`,
    summary: '移出项目学员',
    access: rights.staff,
    audit: { action: 'removeStaff', target: 'training-project' },
    scope: 'department',
    input: z.object({ projectId: id, staffIds: ids }),
    output: z.object({ removedCount: z.int(), leftOut }),
    errors: [notFound, projectStaffErrors.heldByGroup, projectStaffErrors.ended],
  }),
  template: endpoint({
    path: `${base}/staff/template`,
    method: 'GET',
    summary: '下载项目学员导入模板',
    access: rights.staff,
    audit: 'read',
    download: true,
  }),
  /** Accounts or job numbers of a workbook, at most 20,000. Sound rows go in, the others come back in a workbook with the reason in front. */
  importFile: endpoint({
    path: `${base}/staff/importFile`,
    summary: '导入项目学员',
    access: rights.staff,
    audit: { action: 'importStaff', target: 'training-project' },
    scope: 'department',
    input: z.object({ projectId: id, fileId: id }),
    output: added.omit({ skippedCount: true }).extend({ failedCount: z.int(), failedUrl: z.string().nullable() }),
    errors: [
      ...joining,
      fileErrors.noSpace,
      projectStaffErrors.fileMissing,
      projectStaffErrors.invalidTemplate,
      projectStaffErrors.unreadableFile,
      projectStaffErrors.tooManyPeople,
      projectStaffErrors.noPeople,
    ],
  }),
}

const change = { projectId: id, taskId: id, staffIds: ids, reason: requiredText(200, '原因') }
const changeErrors = [notFound, projectStaffErrors.noTask, projectStaffErrors.ended] as const
const changed = z.object({ changedCount: z.int(), leftOut })

/** What is settled for single people, each with who, why and when. */
export const projectSettling = {
  /** Counts as done and is shown apart, never as passed. */
  exempt: endpoint({
    path: `${base}/staff/exempt`,
    summary: '免修任务',
    access: rights.exempt,
    audit: { action: 'exempt', target: 'training-project' },
    scope: 'department',
    input: z.object(change),
    output: changed,
    errors: changeErrors,
  }),
  unexempt: endpoint({
    path: `${base}/staff/unexempt`,
    summary: '取消免修',
    access: rights.exempt,
    audit: { action: 'unexempt', target: 'training-project' },
    scope: 'department',
    input: z.object(change),
    output: changed,
    errors: changeErrors,
  }),
  /** A task, or a stage (its id as `taskId`), that is locked otherwise. */
  open: endpoint({
    path: `${base}/staff/open`,
    summary: '为学员开放任务',
    access: rights.exempt,
    audit: { action: 'openTask', target: 'training-project' },
    scope: 'department',
    input: z.object(change),
    output: changed,
    errors: changeErrors,
  }),
  close: endpoint({
    path: `${base}/staff/close`,
    summary: '取消为学员开放任务',
    access: rights.exempt,
    audit: { action: 'closeTask', target: 'training-project' },
    scope: 'department',
    input: z.object(change),
    output: changed,
    errors: changeErrors,
  }),
  /** Whom a task is for that is for chosen people, a make-up above all. */
  chosenList: endpoint({
    path: `${base}/task-person/list`,
    summary: '任务的指定学员',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ projectId: id, taskId: id }),
    output: pageOf(
      z.object({
        staffId: id,
        name: z.string(),
        loginAccount: z.string(),
        department: z.string().nullable(),
        reason: z.string(),
        addedByName: z.string().nullable(),
        addedAt: instant,
      }),
    ),
    errors: [notFound, projectStaffErrors.noTask],
  }),
  choose: endpoint({
    path: `${base}/task-person/create`,
    summary: '为任务指定学员',
    access: rights.exempt,
    audit: { action: 'chooseStaff', target: 'training-project' },
    scope: 'department',
    input: z.object(change),
    output: changed,
    errors: [...changeErrors, projectStaffErrors.forEverybody],
  }),
  unchoose: endpoint({
    path: `${base}/task-person/delete`,
    summary: '取消任务的指定学员',
    access: rights.exempt,
    audit: { action: 'unchooseStaff', target: 'training-project' },
    scope: 'department',
    input: z.object({ projectId: id, taskId: id, staffIds: ids }),
    output: changed,
    errors: [...changeErrors, projectStaffErrors.forEverybody],
  }),
}
