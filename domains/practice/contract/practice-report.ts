/** 纠错: what learners found wrong with questions, for whoever keeps the banks. */

import { endpoint, id, instant, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { z } from 'zod'
import { reportKind, reportState } from './codes.ts'
import { practiceErrors } from './errors.ts'
import { practiceReport } from './menus.ts'
import { base } from './practice.ts'

const reportRow = z.object({
  id,
  questionId: id,
  stemText: z.string(),
  type: questionTypeCodes.schema,
  bankName: z.string(),
  /** Who made the bank. */
  keeperName: z.string().nullable(),
  practiceName: z.string().nullable(),
  kind: reportKind.schema,
  text: z.string(),
  state: reportState.schema,
  /** Both null: somebody outside the caller's data scope, about a question of the caller's bank. */
  staffName: z.string().nullable(),
  department: z.string().nullable(),
  createTime: instant,
  /** A version was made since. */
  isChangedSince: z.boolean(),
  reply: z.string(),
  answeredByName: z.string().nullable(),
  answeredTime: instant.nullable(),
})
export type PracticeReportRow = z.input<typeof reportRow>

export const practiceReports = {
  list: endpoint({
    path: `${base}/report/list`,
    summary: '试题纠错列表',
    access: practiceReport.rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      state: z.coerce.number().pipe(reportState.schema).optional(),
      kind: z.coerce.number().pipe(reportKind.schema).optional(),
      practiceId: id.optional(),
      /** Only questions of banks that the caller made. */
      isMine: z.boolean().default(false),
    }),
    output: pageOf(reportRow),
  }),
  answer: endpoint({
    path: `${base}/report/answer`,
    summary: '处理试题纠错',
    access: practiceReport.rights.answer,
    audit: { action: 'answer', target: 'practiceReport' },
    scope: 'department',
    input: z
      .object({ id, isAccepted: z.boolean(), reply: text(500, '处理说明').default('') })
      .refine(({ isAccepted, reply }) => isAccepted || requiredText(500, '处理说明').safeParse(reply).success, {
        path: ['reply'],
        error: '请填写不采纳的原因',
      }),
    errors: [practiceErrors.reportAnswered],
  }),
}
