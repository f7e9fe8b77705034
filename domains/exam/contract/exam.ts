/** Exams as their organisers see them: list, saving step by step, publishing, copying, cancelling. */
import { collectErrors } from '@kaopei/collect/contract/errors'
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
  scoreInput,
  text,
} from '@kaopei/contract'
import { paperErrors } from '@kaopei/paper/contract/errors'
import { paperEntries } from '@kaopei/paper/contract/paper'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { examSource, examStandsIn } from './exam-codes.ts'
import { examErrors } from './exam-errors.ts'
import { examNotices, noticeChannels, templateChoice } from './exam-notices.ts'
import { examName } from './exam-paper.ts'
import { examSettingFields, examUseWay } from './exam-settings.ts'
import { examManage } from './menus.ts'

const status = z.number().int()

const splitIds = (given: unknown) => (typeof given === 'string' ? given.split(',').flatMap((one) => one.trim() || []) : given)
const outerStaffIds = z.preprocess(splitIds, z.array(id).max(10_000, '一次最多处理 10000 项'))

const fieldIds = z.array(z.string().min(1).max(50)).max(60, '字段过多')
const outerStaffCollection = z.object({ requirement: fieldIds, optional: fieldIds })
export type OuterCollection = z.output<typeof outerStaffCollection>
const manage = [examManage.rights.edit, examManage.rights.add] as const

/** The exam save payload. What is not given stays as it is; a new exam takes the defaults. `information` is plain text. */
export const examSave = z.object({
  id: id.optional(),
  /** As it was read; required once the exam exists. */
  version: rowVersion.optional(),
  name: examName,
  information: text(5000, '考试说明').optional(),
  admissionStartTime: instantInput.nullish(),
  admissionEndTime: instantInput.nullish(),
  /** Minutes; null: until the exam closes. */
  duration: z
    .number('请输入考试时长')
    .int('考试时长须为整数分钟')
    .min(1, '考试时长至少 1 分钟')
    .max(10_080, '考试时长不能超过 7 天')
    .nullish(),
  /** Typed by the author to be compared with the paper; null: whatever the paper adds up to. */
  sumScore: scoreInput.nullish(),
  passScore: scoreInput.nullish(),
  questions: paperEntries.optional(),
  /** The employees who are to sit it; who came by a group stays. */
  staffIds: z.array(id).max(10_000, '一次最多处理 10000 项').optional(),
  /** The outside candidates, as a list or separated by commas, as the import answers them. */
  outerStaffIds: outerStaffIds.optional(),
  /** What outside candidates fill in before they begin; two empty lists: whatever the company asks by default. */
  outerStaffCollection: outerStaffCollection.optional(),
  /** Said beside `permitViewEarly` of a published exam: it is meant. */
  confirmsEarlyView: z.boolean().optional(),
  reviewStaffIds: z.array(id).max(100, '最多 100 名阅卷官').optional(),
  /** 1 when the client believes the exam published: the server refuses when it is not, and the other way round. */
  status: z.union([z.literal(0), z.literal(1)]).optional(),
  ...examSettingFields.partial().shape,
})
export type ExamSave = z.output<typeof examSave>

const examFacts = {
  id,
  version: z.number().int(),
  name: z.string(),
  admissionStartTime: instant.nullable(),
  admissionEndTime: instant.nullable(),
  duration: z.number().int().nullable(),
  sumScore: score,
  passScore: score,
  /** Computed from the clock: 0, 4, 5, 6 or 7. */
  status,
  examUseWay: z.number().int(),
  questionCount: z.number().int(),
  staffCount: z.number().int(),
  creatorName: z.string(),
  createTime: instant,
  updateTime: instant,
  publishTime: instant.nullable(),
}

export const examRow = z.object({ ...examFacts, submittedCount: z.number().int(), unmarkedCount: z.number().int() })

export const examDetail = z.object({
  ...examFacts,
  information: z.string(),
  /** What the author typed; null: none. */
  typedSumScore: score.nullable(),
  cancelReason: z.string().nullable(),
  hasAttempts: z.boolean(),
  /** The exam's own; two empty lists: it has none and follows the company's. */
  outerStaffCollection,
  ...examSettingFields.shape,
})
export type ExamDetail = z.input<typeof examDetail>

export const publishFinding = z.object({
  code: z.string(),
  level: z.enum(['blocking', 'warning']),
  step: z.enum(['base', 'questions', 'rules', 'people']),
  message: z.string(),
})

const statusFilter = z.union([z.coerce.number().int().min(0).max(7), z.array(z.coerce.number().int().min(0).max(7)).max(8)])
/** Everything in between, both ends included, by the opening. */
const examQuery = {
  name: text(100, '名称').optional(),
  status: statusFilter.optional(),
  examUseWay: examUseWay.schema.optional(),
  beginTime: z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)]).optional(),
  endTime: z.union([z.iso.date(), z.iso.datetime({ offset: true }).max(40)]).optional(),
}

/** The exam picker's conditions: also by the publishing (both ends included) and by where the exam comes from. */
const examPickQuery = z.object({
  ...examQuery,
  publishBeginTime: examQuery.beginTime,
  publishEndTime: examQuery.endTime,
  source: examSource.schema.optional(),
  /** Of those of one's own: where they are used. */
  examSource: examStandsIn.schema.optional(),
})

const historyRow = z.object({
  id,
  at: instant,
  actorName: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
})

export const exam = {
  list: endpoint({
    path: '/api/v1/exam/examination/list',
    summary: '考试列表',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend(examQuery),
    output: pageOf(examRow),
  }),
  /** The exam picker of the console's screens, for nobody else; quote 1: only exams that may be referred to (published, not cancelled). */
  listSearch: endpoint({
    path: '/api/v1/exam/examination/list_search',
    summary: '选择考试',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      query: z.union([text(100, '名称'), examPickQuery]).optional(),
      quote: z.coerce.number().int().default(1),
    }),
    output: pageOf(
      z.object({
        id,
        name: z.string(),
        admissionStartTime: instant.nullable(),
        admissionEndTime: instant.nullable(),
        publishTime: instant.nullable(),
        status,
      }),
    ),
  }),
  get: endpoint({
    path: '/api/v1/exam/examination/get',
    summary: '考试详情',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ id }),
    output: examDetail,
  }),
  /** A new exam needs the right to add; who may only edit saves those that are there. */
  save: endpoint({
    path: '/api/v1/exam/examination/saveExam',
    summary: '保存考试',
    access: manage,
    audit: { action: 'save', target: 'exam' },
    scope: 'department',
    input: examSave,
    output: examDetail,
    errors: [
      platformErrors.quotaUsedUp,
      examErrors.frozen,
      examErrors.cancelled,
      examErrors.timesInverted,
      paperErrors.sameQuestionTwice,
      paperErrors.unknownQuestion,
      examErrors.unknownStaff,
      examErrors.reviewerRefused,
      examErrors.candidateHasAttempt,
      examErrors.ended,
      examErrors.templateRefused,
      examErrors.channelOff,
      examErrors.earlyViewUnconfirmed,
      examErrors.outsideClosed,
      examErrors.passwordNeeded,
      collectErrors.unknownField,
      collectErrors.fixedField,
      collectErrors.listedTwice,
    ],
  }),
  /** What was done with this exam: its rows of the operation log. */
  history: endpoint({
    path: '/api/v1/exam/examination/history',
    summary: '考试操作记录',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(historyRow),
  }),
  copy: endpoint({
    path: '/api/v1/exam/examination/copy',
    summary: '复制考试',
    access: examManage.rights.add,
    audit: { action: 'copy', target: 'exam' },
    scope: 'department',
    input: z.object({ id, name: examName.optional(), withStaff: z.boolean().default(false) }),
    output: z.object({ id }),
  }),
  remove: endpoint({
    path: '/api/v1/exam/examination/delete',
    summary: '删除考试草稿',
    access: examManage.rights.remove,
    audit: { action: 'delete', target: 'exam' },
    input: z.object({ id }),
    errors: [examErrors.notDraft],
  }),
  checkPublish: endpoint({
    path: '/api/v1/exam/examination/checkPublish',
    summary: '发布前检查',
    access: examManage.rights.view,
    atOnce: 3,
    audit: 'read',
    input: z.object({ id }),
    output: z.object({
      version: z.number().int(),
      mayPublish: z.boolean(),
      /** All who are published to, whoever publishes: the checks are about the exam, not about a data scope. */
      candidateCount: z.number().int(),
      findings: z.array(publishFinding),
    }),
  }),
  /** What a candidate would get of a notice in the words of a template. */
  previewNotice: endpoint({
    path: '/api/v1/exam/examination/previewNotice',
    summary: '预览考试通知',
    access: manage,
    audit: 'read',
    input: z.object({ id, notice: z.enum(examNotices), channel: z.enum(noticeChannels), template: templateChoice }),
    output: z.object({
      /** Nothing is sent: the company has switched the message off. */
      isOff: z.boolean(),
      subject: z.string(),
      /** HTML of a mail, text of a text message. */
      body: z.string(),
    }),
    errors: [examErrors.templateRefused],
  }),
  publish: endpoint({
    path: '/api/v1/exam/examination/publish',
    summary: '发布考试',
    access: examManage.rights.publish,
    atOnce: 3,
    audit: { action: 'publish', target: 'exam' },
    scope: 'department',
    input: z.object({ id, version: rowVersion, ignoreWarnings: z.boolean().default(false) }),
    output: examDetail,
    errors: [examErrors.notDraft, examErrors.checksFailed, examErrors.warningsUnconfirmed, platformErrors.quotaUsedUp],
  }),
  cancel: endpoint({
    path: '/api/v1/exam/examination/cancel',
    summary: '取消考试',
    access: examManage.rights.publish,
    audit: { action: 'cancel', target: 'exam' },
    scope: 'department',
    input: z.object({ id, version: rowVersion, reason: requiredText(200, '取消原因') }),
    output: examDetail,
    errors: [examErrors.notPublished, examErrors.cancelled, examErrors.ended],
  }),
}
