/** 测评安排: a scale for people, who is assessed, and of a 360° who answers about them. */
import {
  asChange,
  endpoint,
  id,
  ids,
  instant,
  instantInput,
  lineText,
  pageOf,
  pageQuery,
  rowVersion,
  text,
} from '@kaopei/contract'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { z } from 'zod'
import { addAssessed, assessedFacts, assessedQuery, removeAssessed } from './assessed.ts'
import { appointmentMode, appointmentStatus, raterRole, scaleKind, sittingState } from './codes.ts'
import { appointmentErrors } from './errors.ts'
import { assessmentMenu } from './menus.ts'

const { rights } = assessmentMenu
export const appointmentAuthors = [rights.edit, rights.add] as const
const base = '/api/v1/evaluation/appointment'

const facts = {
  id,
  name: z.string(),
  scaleId: id,
  scaleName: z.string(),
  kind: scaleKind.schema,
  mode: appointmentMode.schema,
  status: appointmentStatus.schema,
  startTime: instant.nullable(),
  endTime: instant.nullable(),
  /** Assessed, and those of them whose result is there. */
  personCount: z.int(),
  resultCount: z.int(),
  version: rowVersion,
}
const listed = z.object({ ...facts, creatorName: z.string().nullable(), createTime: instant })
export type AppointmentRow = z.output<typeof listed>

const detail = z.object({
  ...facts,
  purpose: z.string(),
  limitMinutes: z.int().nullable(),
  itemsAPage: z.int(),
  normKey: z.string().nullable(),
  versionNumber: z.int(),
  itemCount: z.int(),
  raterCount: z.int(),
  submittedCount: z.int(),
  retentionMonths: z.int(),
  /** What those who answer agree to. */
  consent: z.object({ purpose: z.string(), readers: z.string() }),
  /** Norm groups of the scale's own. */
  norms: z.array(z.object({ id: z.string(), name: z.string(), n: z.int(), date: z.string() })),
  openTime: instant.nullable(),
  closeTime: instant.nullable(),
})
export type AppointmentDetail = z.output<typeof detail>

const changed = z.object({ id, version: rowVersion })
const one = z.object({ id })

export const appointmentFields = {
  name: lineText(100, '测评名称').min(1, '请输入测评名称'),
  scaleId: id,
  mode: appointmentMode.schema.default(1),
  purpose: text(500, '测评目的').default(''),
  startTime: instantInput.nullable().default(null),
  endTime: instantInput.nullable().default(null),
  limitMinutes: z.int('请输入整数分钟').min(1, '至少 1 分钟').max(600, '最多 600 分钟').nullable().default(null),
  itemsAPage: z.int().min(1, '每页至少 1 题').max(20, '每页最多 20 题').default(1),
  /** A norm group of the scale's own by name; null: the company's, once there is one. */
  normKey: z.string().max(40).nullable().default(null),
}

export const appointment = {
  list: endpoint({
    path: `${base}/list`,
    summary: '测评安排列表',
    access: rights.view,
    audit: 'read',
    input: pageQuery.extend({
      name: text(100, '测评名称').optional(),
      status: z.coerce.number().pipe(appointmentStatus.schema).optional(),
      kind: z.coerce.number().pipe(scaleKind.schema).optional(),
      scaleId: id.optional(),
    }),
    output: pageOf(listed),
  }),
  get: endpoint({
    path: `${base}/get`,
    summary: '测评安排详情',
    access: rights.view,
    audit: 'read',
    input: one,
    output: detail,
  }),
  save: endpoint({
    path: `${base}/save`,
    summary: '保存测评安排',
    access: appointmentAuthors,
    audit: { action: 'save', target: 'evaluation-appointment' },
    input: z.object({ id: id.optional(), version: rowVersion.optional(), ...asChange(appointmentFields) }),
    output: changed,
    errors: [
      appointmentErrors.notDraft,
      appointmentErrors.timesInverted,
      appointmentErrors.scaleRefused,
      appointmentErrors.normRefused,
      appointmentErrors.alreadyClosed,
    ],
  }),
  open: endpoint({
    path: `${base}/open`,
    summary: '发布测评',
    access: rights.publish,
    audit: { action: 'publish', target: 'evaluation-appointment' },
    input: one,
    output: changed,
    errors: [
      appointmentErrors.notDraft,
      appointmentErrors.nobody,
      appointmentErrors.endPast,
      appointmentErrors.scaleRefused,
      appointmentErrors.normRefused,
      platformErrors.quotaUsedUp,
    ],
  }),
  /** Nobody answers any more; the reports of a 360° are issued. */
  close: endpoint({
    path: `${base}/close`,
    summary: '结束测评',
    access: rights.publish,
    audit: { action: 'close', target: 'evaluation-appointment' },
    input: one,
    output: changed,
    errors: [appointmentErrors.notOpen],
  }),
  remove: endpoint({
    path: `${base}/remove`,
    summary: '删除测评安排',
    access: rights.remove,
    audit: { action: 'delete', target: 'evaluation-appointment' },
    input: one,
    errors: [appointmentErrors.hasAnswers],
  }),
}

const personRow = z.object({
  ...assessedFacts,
  /** Of what they answer about themselves. */
  state: sittingState.schema,
  submittedTime: instant.nullable(),
  /** Others who answer about them, those who have handed in, and those who have left. */
  raterCount: z.int(),
  raterSubmittedCount: z.int(),
  raterWithdrawnCount: z.int(),
  evaluationResultId: id.nullable(),
})

const raterRow = z.object({
  id,
  role: raterRole.schema,
  name: z.string(),
  /** By account; otherwise by link. */
  isAccount: z.boolean(),
  department: z.string().nullable(),
  state: sittingState.schema,
  /** Of links. */
  linkExpiresAt: instant.nullable(),
})

export const appointmentPeople = {
  list: endpoint({
    path: `${base}/people`,
    summary: '被测人员',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: assessedQuery,
    output: pageOf(personRow),
  }),
  add: endpoint({
    path: `${base}/people/add`,
    summary: '添加被测人员',
    access: rights.staff,
    audit: { action: 'addStaff', target: 'evaluation-appointment' },
    scope: 'department',
    ...addAssessed,
    errors: [appointmentErrors.alreadyClosed, platformErrors.quotaUsedUp],
  }),
  /** Whoever has answered, or about whom somebody has, stays. */
  remove: endpoint({
    path: `${base}/people/remove`,
    summary: '移出被测人员',
    access: rights.staff,
    audit: { action: 'removeStaff', target: 'evaluation-appointment' },
    scope: 'department',
    ...removeAssessed,
    errors: [appointmentErrors.alreadyClosed],
  }),
  raters: endpoint({
    path: `${base}/raters`,
    summary: '评价人',
    access: rights.staff,
    audit: 'read',
    scope: 'department',
    input: z.object({ id, staffId: id }),
    output: z.array(raterRow),
  }),
  addRaters: endpoint({
    path: `${base}/raters/add`,
    summary: '添加评价人',
    access: rights.staff,
    audit: { action: 'addRaters', target: 'evaluation-appointment' },
    scope: 'department',
    input: z.object({
      id,
      staffId: id,
      role: raterRole.schema.refine((role) => role !== raterRole.self, '自评不需要添加'),
      raterStaffIds: ids.max(100, '一次最多添加 100 人'),
    }),
    output: z.object({ addedCount: z.int() }),
    errors: [appointmentErrors.notRound, appointmentErrors.raterRefused, appointmentErrors.alreadyClosed],
  }),
  /** Somebody without an account; the address is shown this once, and one device may open it. */
  addLink: endpoint({
    path: `${base}/raters/addLink`,
    summary: '添加链接评价人',
    access: rights.staff,
    audit: { action: 'addRaterLink', target: 'evaluation-appointment' },
    scope: 'department',
    input: z.object({
      id,
      staffId: id,
      role: raterRole.schema.refine((role) => role !== raterRole.self, '自评不需要添加'),
      name: lineText(50, '评价人姓名').min(1, '请输入评价人姓名'),
      expiresAt: instantInput,
    }),
    output: z.object({ id, url: z.string() }),
    errors: [appointmentErrors.notRound, appointmentErrors.linkExpiryPast, appointmentErrors.alreadyClosed],
  }),
  /** Another address in the place of one that was lost or opened elsewhere. */
  renewLink: endpoint({
    path: `${base}/raters/renewLink`,
    summary: '更换评价链接',
    access: rights.staff,
    audit: { action: 'renewRaterLink', target: 'evaluation-appointment' },
    scope: 'department',
    input: z.object({ raterId: id, expiresAt: instantInput }),
    output: z.object({ id, url: z.string() }),
    errors: [appointmentErrors.noLink, appointmentErrors.linkExpiryPast, appointmentErrors.alreadyClosed],
  }),
  removeRater: endpoint({
    path: `${base}/raters/remove`,
    summary: '移除评价人',
    access: rights.staff,
    audit: { action: 'removeRater', target: 'evaluation-appointment' },
    scope: 'department',
    input: z.object({ raterId: id }),
    errors: [appointmentErrors.raterHasAnswers, appointmentErrors.alreadyClosed],
  }),
}
