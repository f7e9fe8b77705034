/** 岗位测评: general knowledge, skill and personality of chosen people for one post, in one appointment. */
import { asChange, endpoint, id, instant, instantInput, lineText, pageOf, pageQuery, rowVersion, text } from '@kaopei/contract'
import { examErrors } from '@kaopei/exam/contract/exam-errors'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { addAssessed, assessedFacts, assessedQuery, removeAssessed } from './assessed.ts'
import { appointmentStatus } from './codes.ts'
import { appointmentErrors, postErrors } from './errors.ts'
import { postTestMenu } from './menus.ts'
import { partState, postPart } from './post-codes.ts'

const { rights } = postTestMenu
const base = '/api/v1/evaluation/post'

const part = z.object({
  part: postPart.schema,
  /** An exam is made like this one: its paper, settings and reviewers. */
  sourceExamId: id.nullable(),
  scaleId: id.nullable(),
  /** Of the exam or the scale. */
  name: z.string(),
  /** Once it is open: the exam that was made, for marking and invigilation. */
  examId: id.nullable(),
})
export type PostPartRow = z.output<typeof part>

const facts = {
  id,
  name: z.string(),
  postId: id,
  postName: z.string(),
  status: appointmentStatus.schema,
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  personCount: z.int(),
  /** Of them, those whose report is there. */
  resultCount: z.int(),
  version: rowVersion,
}
const listed = z.object({
  ...facts,
  parts: z.array(postPart.schema),
  creatorName: z.string().nullable(),
  createTime: instant,
})
export type PostAssessmentRow = z.output<typeof listed>

const detail = z.object({
  ...facts,
  purpose: z.string(),
  parts: z.array(part),
  /** The version of the post's model; null: it has none, and no fit can be told. */
  modelNumber: z.int().nullable(),
  isPostGone: z.boolean(),
  openTime: instant.nullable(),
  closeTime: instant.nullable(),
})
export type PostAssessmentDetail = z.output<typeof detail>

const changed = z.object({ id, version: rowVersion })
const one = z.object({ id })

export const postFields = {
  name: lineText(100, '测评名称').min(1, '请输入测评名称'),
  postId: id,
  purpose: text(500, '测评目的').default(''),
  startTime: instantInput.nullable().default(null),
  endTime: instantInput.nullable().default(null),
  /** An exam is the blueprint of an exam; general knowledge is always one, personality never. */
  knowledgeExamId: id.nullable().default(null),
  skillExamId: id.nullable().default(null),
  skillScaleId: id.nullable().default(null),
  personalityScaleId: id.nullable().default(null),
}
const postShape = z.object(postFields)
export type PostFields = z.output<typeof postShape>

export const postAssessment = {
  list: endpoint({
    path: `${base}/list`,
    summary: '岗位测评列表',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: pageQuery.extend({
      name: text(100, '测评名称').optional(),
      postId: id.optional(),
      status: z.coerce.number().pipe(appointmentStatus.schema).optional(),
    }),
    output: pageOf(listed),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '岗位测评详情',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: one,
    output: detail,
  }),
  save: endpoint({
    path: '/api/v1/evaluation/post/save',
    summary: '保存岗位测评',
    access: [rights.edit, rights.add],
    audit: { action: 'save', target: 'evaluation-post' },
    input: z.object({
      id: id.optional(),
      version: rowVersion.optional(),
      ...asChange(postFields),
    }),
    output: changed,
    errors: [
      postErrors.notDraft,
      postErrors.timesInverted,
      postErrors.endMissing,
      postErrors.postRefused,
      postErrors.examRefused,
      appointmentErrors.scaleRefused,
      postErrors.tooFewParts,
      postErrors.twoSkills,
      postErrors.alreadyClosed,
    ],
  }),
  /** Makes its exams and opens its scales. */
  open: endpoint({
    path: `${base}/open`,
    summary: '发布岗位测评',
    access: rights.publish,
    audit: { action: 'publish', target: 'evaluation-post' },
    input: one,
    output: changed,
    errors: [
      postErrors.alreadyOpen,
      postErrors.nobody,
      postErrors.endMissing,
      postErrors.postRefused,
      postErrors.examRefused,
      appointmentErrors.scaleRefused,
      appointmentErrors.normRefused,
      examErrors.checksFailed,
      platformErrors.quotaUsedUp,
    ],
  }),
  /** Nobody begins any more; reports are issued with what is there. */
  close: endpoint({
    path: `${base}/close`,
    summary: '结束岗位测评',
    access: rights.publish,
    audit: { action: 'close', target: 'evaluation-post' },
    input: one,
    output: changed,
    errors: [postErrors.notOpen],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除岗位测评',
    access: rights.remove,
    audit: { action: 'delete', target: 'evaluation-post' },
    input: one,
    errors: [postErrors.hasBegun],
  }),
}

export const standing = z.object({ part: postPart.schema, state: partState.schema, at: instant.nullable() })

const personRow = z.object({
  ...assessedFacts,
  /** Of each part of the assessment. */
  parts: z.array(standing),
  postResultId: id.nullable(),
})

export const postPeople = {
  list: endpoint({
    path: `${base}/people`,
    summary: '岗位测评人员',
    access: rights.view,
    scope: 'department',
    audit: 'read',
    input: assessedQuery,
    output: pageOf(personRow),
  }),
  add: endpoint({
    path: `${base}/people/add`,
    summary: '添加岗位测评人员',
    access: rights.staff,
    scope: 'department',
    audit: { action: 'addStaff', target: 'evaluation-post' },
    ...addAssessed,
    errors: [postErrors.alreadyClosed, platformErrors.quotaUsedUp],
  }),
  /** Whoever has begun a part stays. */
  remove: endpoint({
    path: `${base}/people/remove`,
    summary: '移出岗位测评人员',
    access: rights.staff,
    scope: 'department',
    audit: { action: 'removeStaff', target: 'evaluation-post' },
    ...removeAssessed,
    errors: [postErrors.alreadyClosed, examErrors.candidateHasAttempt, examErrors.heldByGroup],
  }),
}
