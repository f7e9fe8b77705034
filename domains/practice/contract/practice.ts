/** Practices as their organisers see them: list, saving step by step, publishing, ending, copying. */
import {
  endpoint,
  id,
  instant,
  instantInput,
  pageOf,
  pageQuery,
  requiredText,
  rowVersion,
  score,
  text,
  tickFlag,
} from '@kaopei/contract'
import { z } from 'zod'
import { participationMode } from './codes.ts'
import { practiceErrors } from './errors.ts'
import { practiceManage } from './menus.ts'

const { rights } = practiceManage
export const base = '/api/v1/examPractice'
export const practiceManagers = [rights.edit, rights.add] as const

const status = z.number().int()
const statusFilter = z.union([z.coerce.number().int().min(0).max(6), z.array(z.coerce.number().int().min(0).max(6)).max(7)])
export const practiceName = requiredText(100, '练习名称')
const targets = (what: string) => z.array(id).max(200, `最多选择 200 个${what}`)

/** What somebody is told after answering, and whether they may practise again. */
const permits = {
  permitRepeatPractice: tickFlag,
  permitViewAnalysis: tickFlag,
  permitViewAnswer: tickFlag,
  permitViewResult: tickFlag,
}

/** PRC-008. What is not given stays as it is; a new practice takes the defaults: chosen people, everything shown, repeated at will. */
export const practiceSave = z.object({
  id: id.optional(),
  /** As it was read; required once the practice exists. */
  version: rowVersion.optional(),
  name: practiceName,
  information: text(5000, '练习说明').optional(),
  startTime: instantInput.nullish(),
  endTime: instantInput.nullish(),
  /** Ended exams that nobody may still write, whose papers it takes. */
  examinationList: z.array(id).max(20, '最多选择 20 场考试').optional(),
  participationMode: participationMode.schema.optional(),
  /** The chosen people (mode 1): the whole list. */
  participationStaffList: z.array(id).max(10_000, '一次最多处理 10000 项').optional(),
  /** Departments with what is below them, and user groups, as they are when somebody comes (mode 2): the whole lists. */
  participationDepartmentList: targets('部门').optional(),
  participationGroupList: targets('用户组').optional(),
  permitRepeatPractice: permits.permitRepeatPractice.optional(),
  permitViewAnalysis: permits.permitViewAnalysis.optional(),
  permitViewAnswer: permits.permitViewAnswer.optional(),
  permitViewResult: permits.permitViewResult.optional(),
  /** 1 when the client believes the practice published: refused when it is not, and the other way round. */
  status: z.union([z.literal(0), z.literal(1)]).optional(),
})
export type PracticeSave = z.output<typeof practiceSave>

const facts = {
  id,
  version: z.number().int(),
  name: z.string(),
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  /** Computed from the clock: 0, 4, 5 or 6. */
  status,
  participationMode: participationMode.schema,
  /** Of its own paper and of the exams' papers. */
  questionCount: z.number().int(),
  creatorName: z.string(),
  createTime: instant,
  updateTime: instant,
  publishTime: instant.nullable(),
  /** When it was ended by hand; one that is over by its clock may get a later end. */
  endedTime: instant.nullable(),
}

/** Those who began it, of the caller's data scope. */
const practiceRow = z.object({ ...facts, practisedCount: z.number().int() })
export type PracticeRow = z.input<typeof practiceRow>

const named = z.object({ id, name: z.string() })

export const practiceDetail = z.object({
  ...facts,
  information: z.string(),
  /** The questions of its own paper. */
  sumScore: score,
  examinationList: z.array(named.extend({ questionCount: z.number().int() })),
  /** Chosen people of the caller's data scope; `staffList` has them. */
  participationStaffCount: z.number().int(),
  participationDepartmentList: z.array(named),
  participationGroupList: z.array(named),
  ...permits,
  hasRuns: z.boolean(),
})
export type PracticeDetail = z.input<typeof practiceDetail>

export const practiceFinding = z.object({
  code: z.string(),
  level: z.enum(['blocking', 'warning']),
  step: z.enum(['base', 'rules', 'people']),
  message: z.string(),
})

const pickedRow = z.object({ id, name: z.string(), startTime: instant.nullable(), endTime: instant.nullable(), status })

export const practice = {
  listByPage: endpoint({
    path: `${base}/listByPage`,
    summary: '练习列表',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ name: text(100, '名称').optional(), status: statusFilter.optional() }),
    output: pageOf(practiceRow),
  }),
  /** The practice picker of the console's screens, for nobody else: published ones that are not over, unless said. */
  listSearch: endpoint({
    path: `${base}/list_search`,
    summary: '选择练习',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({ query: text(100, '名称').optional(), status: statusFilter.optional() }),
    output: pageOf(pickedRow),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '练习详情',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ id }),
    output: practiceDetail,
  }),
  /** A new practice needs the right to add; who may only edit saves those that are there. */
  save: endpoint({
    path: `${base}/examPracticeSave`,
    summary: '保存练习',
    access: practiceManagers,
    audit: { action: 'save', target: 'practice' },
    scope: 'department',
    input: practiceSave,
    output: practiceDetail,
    errors: [
      practiceErrors.frozen,
      practiceErrors.ended,
      practiceErrors.timesInverted,
      practiceErrors.unknownStaff,
      practiceErrors.audienceRefused,
      practiceErrors.audienceOutOfScope,
      practiceErrors.examRefused,
    ],
  }),
  copy: endpoint({
    path: `${base}/copy`,
    summary: '复制练习',
    access: rights.add,
    audit: { action: 'copy', target: 'practice' },
    scope: 'department',
    input: z.object({ id, name: practiceName.optional(), withStaff: z.boolean().default(false) }),
    output: z.object({
      id,
      /** Chosen people who came along. */
      staffCount: z.number().int(),
      /** Chosen people who did not: disabled, removed or outside the caller's data scope. */
      skippedCount: z.number().int(),
    }),
    errors: [practiceErrors.audienceOutOfScope],
  }),
  remove: endpoint({
    path: `${base}/delete`,
    summary: '删除练习草稿',
    access: rights.remove,
    audit: { action: 'delete', target: 'practice' },
    input: z.object({ id }),
    errors: [practiceErrors.notDraft],
  }),
  checks: endpoint({
    path: `${base}/checkPublish`,
    summary: '发布前检查',
    access: rights.view,
    atOnce: 3,
    audit: 'read',
    input: z.object({ id }),
    output: z.object({ version: z.number().int(), mayPublish: z.boolean(), findings: z.array(practiceFinding) }),
  }),
  publish: endpoint({
    path: `${base}/publish`,
    summary: '发布练习',
    access: rights.publish,
    atOnce: 3,
    audit: { action: 'publish', target: 'practice' },
    scope: 'department',
    input: z.object({ id, version: rowVersion, ignoreWarnings: z.boolean().default(false) }),
    output: practiceDetail,
    errors: [practiceErrors.notDraft, practiceErrors.checksFailed, practiceErrors.warningsUnconfirmed],
  }),
  /** Nobody may answer from now on; what was answered stays. */
  end: endpoint({
    path: `${base}/end`,
    summary: '结束练习',
    access: rights.publish,
    audit: { action: 'end', target: 'practice' },
    scope: 'department',
    input: z.object({ id, version: rowVersion }),
    output: practiceDetail,
    errors: [practiceErrors.notPublished, practiceErrors.ended],
  }),
  /** Exams whose papers a practice may take: published, and nobody may still write them. */
  endedExams: endpoint({
    path: `${base}/endedExams`,
    summary: '可用作练习来源的考试',
    access: practiceManagers,
    audit: 'read',
    input: pageQuery.extend({ name: text(100, '名称').optional() }),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        admissionStartTime: instant.nullable(),
        admissionEndTime: instant.nullable(),
        questionCount: z.number().int(),
      }),
    ),
  }),
}
