/** What is arranged for one candidate beside their times, and what comes of it. */
import { asChange, endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText } from '@kaopei/contract'
import { comfort } from '@kaopei/sitting/contract/comfort'
import { sittingErrors } from '@kaopei/sitting/contract/errors'
import { sheet, sittingRules } from '@kaopei/sitting/contract/shapes'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const base = '/api/v1/exam/examination/candidatePolicy'
const count = (label: string, most: number) =>
  z.int(`${label}须为整数`).min(0, `${label}不能小于 0`).max(most, `${label}不能大于 ${most}`)

const fontPercent = z.int('字号须为整数').min(100, '字号不能小于 100%').max(250, '字号不能大于 250%')
const timerMinutes = z
  .array(z.int().min(1, '提醒时间至少 1 分钟').max(600, '提醒时间不能超过 600 分钟'))
  .max(10, '最多 10 个提醒时间')

export const candidatePolicy = z.object({
  /** Nothing of a camera is asked for. */
  isWithoutCamera: z.boolean(),
  /** Absences are noted and not limited, no full screen, changes are said. */
  isScreenReader: z.boolean(),
  fontPercent,
  /** Minutes before the end at which the timer is shown; empty: always. */
  timerMinutes,
  breakCount: count('休息次数', 20),
  breakMinutes: count('休息总时长', 240),
})
export type CandidatePolicy = z.output<typeof candidatePolicy>

/** What is arranged for nobody yet is as for everybody. */
export const givenPolicy = z.object({
  isWithoutCamera: z.boolean().default(false),
  isScreenReader: z.boolean().default(false),
  fontPercent: fontPercent.default(100),
  timerMinutes: timerMinutes.default([]),
  breakCount: candidatePolicy.shape.breakCount.default(0),
  breakMinutes: candidatePolicy.shape.breakMinutes.default(0),
})

export const hasSoundBreaks = ({ breakCount, breakMinutes }: Pick<CandidatePolicy, 'breakCount' | 'breakMinutes'>) =>
  breakCount > 0 === breakMinutes > 0
export const halfBreaks = { error: '休息次数和休息总时长须同时填写', path: ['breakMinutes'] }

const row = candidatePolicy.extend({
  staffId: id,
  name: z.string(),
  department: z.string().nullable(),
  reason: z.string(),
  changedByName: z.string().nullable(),
  changedTime: instant,
})
export type CandidatePolicyRow = z.output<typeof row>

export const examPolicies = {
  list: endpoint({
    path: `${base}/list`,
    summary: '考生的特殊安排',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    /** `staffIds`: what of these is arranged already. */
    input: pageQuery.extend({ examinationId: id, staffIds: z.array(id).min(1).max(500).optional() }),
    output: pageOf(row),
  }),
  save: endpoint({
    path: `${base}/save`,
    summary: '设置考生的特殊安排',
    access: [examManage.rights.edit, examManage.rights.add],
    audit: { action: 'savePolicy', target: 'exam' },
    scope: 'department',
    /** What is left out stays as it is for each of them. */
    input: z
      .object({
        ...asChange(givenPolicy.shape),
        examinationId: id,
        staffIds: z.array(id).min(1, '请至少选择一名考生').max(500, '一次最多设置 500 名考生'),
        reason: requiredText(200, '设置原因'),
      })
      .refine(
        ({ breakCount, breakMinutes }) =>
          breakCount === undefined || breakMinutes === undefined || hasSoundBreaks({ breakCount, breakMinutes }),
        halfBreaks,
      ),
    output: z.object({ changedCount: z.int() }),
    errors: [examErrors.unknownStaff, examErrors.cancelled, examErrors.ownTimes],
  }),
  remove: endpoint({
    path: `${base}/delete`,
    summary: '取消考生的特殊安排',
    access: [examManage.rights.edit, examManage.rights.add],
    audit: { action: 'removePolicy', target: 'exam' },
    scope: 'department',
    input: z.object({ examinationId: id, staffIds: z.array(id).min(1).max(500), reason: requiredText(200, '取消原因') }),
    output: z.object({ changedCount: z.int() }),
    errors: [examErrors.unknownStaff, examErrors.cancelled, examErrors.ownTimes],
  }),
  /** As this candidate: what holds for them, decided by the function that decides at the start. Nothing is begun, nothing is kept. */
  asCandidate: endpoint({
    path: `${base}/asCandidate`,
    summary: '以该考生身份查看',
    access: examManage.rights.view,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id, staffId: id }),
    output: z.object({
      name: z.string(),
      openAt: instant.nullable(),
      closeAt: instant.nullable(),
      limitMinutes: z.int(),
      captureLabels: z.array(z.string()),
      rules: sittingRules,
      comfort,
      needsSafeBrowser: z.boolean(),
      refusal: z.string().nullable(),
    }),
    errors: [protocolErrors.notFound],
  }),
  /** The page of the sitting as this candidate gets it: their sheet, of no attempt, and what else holds for them in words. */
  sheetAsCandidate: endpoint({
    path: `${base}/sheetAsCandidate`,
    summary: '以该考生身份查看答题页',
    access: examManage.rights.view,
    atOnce: 3,
    audit: 'read',
    scope: 'department',
    input: z.object({ examinationId: id, staffId: id }),
    output: z.object({ sheet, facts: z.array(z.string()) }),
    errors: [protocolErrors.notFound, sittingErrors.noPaper],
  }),
}
