/** Times of an exam for one candidate or for a user group: what they have instead of the exam's, and what comes out for a person. */
import {
  codes,
  endpoint,
  id,
  instant,
  instantInput,
  optionalIds,
  pageOf,
  pageQuery,
  protocolErrors,
  requiredText,
} from '@kaopei/contract'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const manage = [examManage.rights.edit, examManage.rights.add] as const
const base = '/api/v1/exam/examination/timeOverride'

/** For whom. */
export const overrideTarget = codes({
  person: { code: 1, label: '考生', tone: 'info' },
  group: { code: 2, label: '用户组', tone: 'active' },
})

/** Field by field: null inherits. `neverCloses`: no close at all. Limit and attempts 0: unlimited. */
export const overrideTimes = z.object({
  openAt: instant.nullable(),
  closeAt: instant.nullable(),
  neverCloses: z.boolean(),
  limitMinutes: z.int().nullable(),
  attemptsAllowed: z.int().nullable(),
  extraPercent: z.int().nullable(),
  extraMinutes: z.int().nullable(),
})
export type OverrideTimes = z.input<typeof overrideTimes>
/** As clients have it. */
export type ShownTimes = z.output<typeof overrideTimes>

/** What is not given stays as it is, null inherits from now on. */
const givenTimes = z.object({
  openAt: instantInput.nullish(),
  closeAt: instantInput.nullish(),
  neverCloses: z.boolean().optional(),
  limitMinutes: z.int('答题时长须为整数分钟').min(0, '答题时长不能小于 0').max(10_080, '答题时长不能超过 10080 分钟').nullish(),
  attemptsAllowed: z.int('允许次数须为整数').min(0, '允许次数不能小于 0').max(99, '允许次数不能超过 99 次').nullish(),
  extraPercent: z.int('加时比例须为整数').min(0, '加时比例不能小于 0').max(400, '加时比例不能超过 400%').nullish(),
  extraMinutes: z.int('加时须为整数分钟').min(0, '加时不能小于 0').max(1440, '加时不能超过 1440 分钟').nullish(),
})
export type GivenTimes = z.output<typeof givenTimes>

const targets = { staffIds: optionalIds, groupIds: z.array(id).max(50, '一次最多设置 50 个用户组').default([]) }
const isOneKind = ({ staffIds, groupIds }: { staffIds: string[]; groupIds: string[] }) =>
  staffIds.length > 0 !== groupIds.length > 0
const oneKind = { error: '请选择考生或用户组（一次只能选其中一种）', path: ['staffIds'] }

const source = z.object({
  field: z.enum(['openAt', 'closeAt', 'limitMinutes', 'attemptsAllowed', 'extraPercent', 'extraMinutes']),
  source: z.enum(['exam', 'group', 'person']),
  groupNames: z.array(z.string()),
})

export const examOverrides = {
  list: endpoint({
    path: `${base}/list`,
    summary: '考试时间的个别设置',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(
      overrideTimes.extend({
        kind: overrideTarget.schema,
        targetId: id,
        name: z.string(),
        department: z.string().nullable(),
        /** Of a group: its members who are candidates, within the caller's data scope. */
        candidateCount: z.int().nullable(),
        reason: z.string(),
        changedByName: z.string().nullable(),
        changedAt: instant,
      }),
    ),
  }),
  /** What comes out for one candidate, and where each part is from. */
  ofPerson: endpoint({
    path: `${base}/ofPerson`,
    summary: '考生的考试时间及来源',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id, staffId: id }),
    output: z.object({
      name: z.string(),
      /** What was set for this very person. */
      own: overrideTimes,
      /** What holds: extra time is in the close and in the limit. */
      openAt: instant.nullable(),
      closeAt: instant.nullable(),
      limitMinutes: z.int(),
      attemptsAllowed: z.int(),
      extraPercent: z.int(),
      extraMinutes: z.int(),
      sources: z.array(source),
      /** The deadline of an attempt under way. */
      dueTime: instant.nullable(),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** Attempts under way get their new deadline at once. An override of nothing is none. */
  save: endpoint({
    path: `${base}/save`,
    summary: '为考生或用户组单独设置考试时间',
    access: manage,
    audit: { action: 'saveTimes', target: 'exam' },
    scope: 'department',
    input: givenTimes
      .extend({ examinationId: id, ...targets, reason: requiredText(200, '设置原因') })
      .refine(isOneKind, oneKind)
      .refine(({ closeAt, neverCloses }) => !(neverCloses && closeAt), {
        error: '不限结束时间时不能再填写结束时间',
        path: ['closeAt'],
      }),
    output: z.object({ changedCount: z.int(), recomputedCount: z.int() }),
    errors: [
      examErrors.unknownStaff,
      examErrors.groupRefused,
      examErrors.groupOutOfScope,
      examErrors.cancelled,
      examErrors.ownTimes,
      examErrors.overrideInverted,
    ],
  }),
  remove: endpoint({
    path: `${base}/delete`,
    summary: '取消考生或用户组的单独设置',
    access: manage,
    audit: { action: 'removeTimes', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, ...targets, reason: requiredText(200, '取消原因') }).refine(isOneKind, oneKind),
    output: z.object({ removedCount: z.int(), recomputedCount: z.int() }),
    errors: [
      examErrors.unknownStaff,
      examErrors.groupOutOfScope,
      examErrors.cancelled,
      examErrors.ownTimes,
      examErrors.overrideInverted,
    ],
  }),
}
