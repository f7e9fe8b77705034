/** Consent to being recorded, each kind by itself; and the way for whoever does not give it. */
import { codes, endpoint, id, instant, pageOf, pageQuery, protocolErrors, requiredText } from '@kaopei/contract'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { candidatesNotice, examManage } from './menus.ts'

export const captureKind = codes({
  screen: { code: 1, label: '屏幕画面' },
  photo: { code: 2, label: '摄像头照片' },
  camera: { code: 3, label: '摄像头录像' },
  second: { code: 4, label: '第二视角录像' },
})
export type CaptureKind = z.output<typeof captureKind.schema>

export const consentState = codes({
  open: { code: 0, label: '未答复', tone: 'neutral' },
  agreed: { code: 1, label: '已同意', tone: 'success' },
  refused: { code: 2, label: '不同意', tone: 'danger' },
  withdrawn: { code: 3, label: '已撤回', tone: 'warning' },
  exempted: { code: 4, label: '已豁免', tone: 'info' },
})

export type ConsentState = z.output<typeof consentState.schema>

const base = '/api/v1/exam/examination/captureConsent'

const consentOf = z.object({ kind: captureKind.schema, state: consentState.schema, decidedAt: instant.nullable() })

export const captureConsents = {
  list: endpoint({
    path: `${base}/list`,
    summary: '考生的监考采集授权',
    access: [examManage.rights.view, candidatesNotice.rights.view],
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      examinationId: id,
      name: z.string().trim().max(100).optional(),
      /** Candidates of whom some kind stands so: who has refused waits for an exemption. */
      state: z.coerce.number().pipe(consentState.schema).optional(),
    }),
    output: pageOf(
      z.object({
        staffId: id,
        name: z.string(),
        department: z.string().nullable(),
        consents: z.array(consentOf),
        /** For this candidate the exam is over: nobody needs to be exempted any more. */
        isOver: z.boolean(),
      }),
    ),
    errors: [protocolErrors.notFound],
  }),
  /** In place of consent: the candidate sits the exam, and is not recorded so. */
  exempt: endpoint({
    path: `${base}/exempt`,
    summary: '豁免监考采集',
    access: [examManage.rights.consent, candidatesNotice.rights.exempt],
    audit: { action: 'exempt', target: 'exam' },
    scope: 'department',
    input: z.object({
      examinationId: id,
      staffId: id,
      kinds: z.array(captureKind.schema).min(1, '请选择豁免的采集').max(4),
      reason: requiredText(200, '豁免原因'),
    }),
    output: z.object({ changedCount: z.int() }),
    errors: [protocolErrors.notFound, examErrors.ownExemption, examErrors.nothingToExempt, examErrors.overForThem],
  }),
}
