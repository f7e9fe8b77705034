/** Training projects as organisers see them: list, basic data, the shelf, copies. What is in them stands in `stage-task.ts`. */
import {
  dateInput,
  endpoint,
  id,
  instant,
  instantInput,
  pageOf,
  pageQuery,
  requiredText,
  rowVersion,
  text,
} from '@kaopei/contract'
import { z } from 'zod'
import { projectStatus } from './codes.ts'
import { projectErrors } from './errors.ts'
import { projectCenter } from './menus.ts'
import { unlockOrder } from './outline.ts'

const { rights } = projectCenter
export const projectAuthors = [rights.edit, rights.add] as const
const base = '/api/v1/train/project'

/** Why a project cannot go on the shelf; `stageId` and `taskId` lead to the place, `examId` to an exam that is the reason. */
export const projectFault = z.object({
  code: z.enum(['noStage', 'emptyStage', 'target', 'window', 'ended', 'circle', 'session']),
  message: z.string(),
  stageId: id.nullable(),
  taskId: id.nullable(),
  examId: id.nullable(),
})
export type ProjectFault = z.output<typeof projectFault>

export const projectRow = z.object({
  id,
  projectId: id,
  name: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  status: projectStatus.schema,
  /** 1: projects are always self-built. */
  source: z.literal(1),
  beginTime: instant.nullable(),
  endTime: instant.nullable(),
  stageCount: z.int(),
  taskCount: z.int(),
  /** With an exam among its tasks; with a course. */
  hasExam: z.boolean(),
  hasCourse: z.boolean(),
  /** Who takes part, of those whom the caller sees. */
  learnerCount: z.int(),
  completedCount: z.int(),
  /** How far they are on the average; null: nobody takes part. */
  percent: z.int().nullable(),
  creatorName: z.string().nullable(),
  createTime: instant,
  updateTime: instant,
  version: rowVersion,
})
export type ProjectRow = z.output<typeof projectRow>

export const projectSort = z.enum(['createTime', 'beginTime', 'name'])

export const projectFields = {
  name: requiredText(100, '项目名称'),
  categoryId: id.nullable().default(null),
  /** Html of the editor; cleaned where it is kept. */
  information: text(20_000, '项目介绍').default(''),
  /** A picture that the caller uploaded; the one that it has may stay. */
  coverFileId: id.nullable().default(null),
  beginTime: instantInput.nullable().default(null),
  /** At this time a project on the shelf ends by itself. */
  endTime: instantInput.nullable().default(null),
  notifyJoin: z.boolean().default(true),
  notifyBegin: z.boolean().default(false),
  notifyEnd: z.boolean().default(false),
}

export const projectDetail = z.object({
  id,
  projectId: id,
  version: rowVersion,
  name: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string().nullable(),
  status: projectStatus.schema,
  source: z.literal(1),
  information: z.string(),
  coverFileId: id.nullable(),
  coverUrl: z.string().nullable(),
  beginTime: instant.nullable(),
  endTime: instant.nullable(),
  unlockOrder,
  notifyJoin: z.boolean(),
  notifyBegin: z.boolean(),
  notifyEnd: z.boolean(),
  /** The exam whose weak points it mends. */
  sourceExamId: id.nullable(),
  stageCount: z.int(),
  taskCount: z.int(),
  learnerCount: z.int(),
  creatorName: z.string().nullable(),
  createTime: instant,
  updateTime: instant,
  shelfTime: instant.nullable(),
  /** With `endedByName` null: by the clock. */
  endedTime: instant.nullable(),
  endedByName: z.string().nullable(),
  archiveTime: instant.nullable(),
})
export type ProjectDetail = z.output<typeof projectDetail>

const changed = z.object({ id, version: rowVersion })
const faults = z.object({ faults: z.array(projectFault) })

const acted = (name: 'upShelf' | 'offShelf' | 'end' | 'archive', summary: string) => ({
  path: `${base}/${name}/:id`,
  summary,
  audit: { action: name, target: 'training-project' } as const,
  input: z.object({ id }),
  output: changed,
})

export const project = {
  list: endpoint({
    path: `${base}/list`,
    summary: '培训项目列表',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      name: text(100, '项目名称').optional(),
      categoryId: id.optional(),
      status: z.coerce.number().pipe(projectStatus.schema).optional(),
      /** Days of the company's clocks: projects whose time overlaps them; one without times counts by the day it was made. */
      beginTime: dateInput.optional(),
      endTime: dateInput.optional(),
      /** 1 self-built: all of them. 2 bought: none. */
      source: z.coerce
        .number()
        .pipe(z.union([z.literal(1), z.literal(2)], '来源只能是 1 或 2'))
        .optional(),
      /** Of self-built ones: 3 with an exam, 4 with a course, 5 all. */
      examSource: z.coerce
        .number()
        .pipe(z.union([z.literal(3), z.literal(4), z.literal(5)], '来源只能是 3、4 或 5'))
        .optional(),
      sortField: projectSort.default('createTime'),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: pageOf(projectRow),
  }),
  get: endpoint({
    path: `${base}/get`,
    method: 'GET',
    summary: '培训项目详情',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ id }),
    output: projectDetail,
  }),
  create: endpoint({
    path: `${base}/create`,
    summary: '新建培训项目',
    access: rights.add,
    audit: { action: 'create', target: 'training-project' },
    input: z.object(projectFields),
    output: changed,
    errors: [projectErrors.timesInverted, projectErrors.pictureRefused],
  }),
  /** Saves over the version that was read; what is not given stays. */
  modify: endpoint({
    path: `${base}/modify`,
    summary: '修改培训项目',
    access: projectAuthors,
    audit: { action: 'update', target: 'training-project' },
    input: z.object({
      id,
      version: rowVersion,
      name: projectFields.name.optional(),
      categoryId: id.nullish(),
      information: text(20_000, '项目介绍').optional(),
      coverFileId: id.nullish(),
      beginTime: instantInput.nullish(),
      endTime: instantInput.nullish(),
      notifyJoin: z.boolean().optional(),
      notifyBegin: z.boolean().optional(),
      notifyEnd: z.boolean().optional(),
    }),
    output: changed,
    errors: [projectErrors.timesInverted, projectErrors.pictureRefused, projectErrors.fixed],
  }),
  /** Drafts alone. */
  delete: endpoint({
    path: `${base}/delete`,
    summary: '删除培训项目',
    access: rights.remove,
    audit: { action: 'delete', target: 'training-project' },
    input: z.object({ id }),
    errors: [projectErrors.notDraft],
  }),
  /**
   * A draft of one's own with all stages and tasks, without people. `beginTime`: all dates are shifted by the days between the old beginning (else the
   * earliest date in it) and this; absent, they stay. `withGroups`: its followed departments and groups come along. Reminders come along where the
   * caller may set them, whose data scope is everybody.
   */
  copy: endpoint({
    path: `${base}/copy`,
    summary: '复制培训项目',
    access: rights.add,
    audit: { action: 'copy', target: 'training-project' },
    scope: 'department',
    input: z.object({
      id,
      name: requiredText(100, '项目名称').optional(),
      beginTime: instantInput.optional(),
      withGroups: z.boolean().default(false),
    }),
    /** `unbookedCount`: sessions whose instructor is not booked for the new time. `leftRuleCount`: reminders that did not come along. */
    output: z.object({ id, shiftedDays: z.int(), unbookedCount: z.int(), leftRuleCount: z.int() }),
    errors: [projectErrors.copyRefused],
  }),
  /** What keeps it from the shelf now. */
  faults: endpoint({
    path: `${base}/faults`,
    summary: '上架前检查',
    access: rights.view,
    audit: 'read',
    input: z.object({ id }),
    output: faults,
  }),
  upShelf: endpoint({
    ...acted('upShelf', '项目上架'),
    access: rights.shelf,
    errors: [projectErrors.wrongState, projectErrors.notReady],
  }),
  /** Who takes part goes on; nobody new comes in. */
  offShelf: endpoint({ ...acted('offShelf', '项目下架'), access: rights.shelf, errors: [projectErrors.wrongState] }),
  /** Nothing counts any more. */
  end: endpoint({ ...acted('end', '结束项目'), access: rights.shelf, errors: [projectErrors.wrongState] }),
  archive: endpoint({ ...acted('archive', '归档项目'), access: rights.archive, errors: [projectErrors.wrongState] }),
}
