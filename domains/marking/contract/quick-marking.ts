/** 快速阅卷 by a link: open it, prove the mail address, mark. What is marked goes by the same calls as at the desk. */
import { endpoint, id, instant, text } from '@kaopei/contract'
import { reviewQuestionType } from '@kaopei/exam/contract/exam-settings'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { z } from 'zod'
import { markingErrors } from './errors.ts'

const base = '/api/v1/exam/examination/review/quick'
const token = z.string('链接无效').max(100, '链接无效')

/** Each call brings the token; nothing else opens anything. Unsigned, for this page asks for nothing of the company, its key for public calls included. */
export const quickMarking = {
  open: endpoint({
    path: `${base}/open`,
    summary: '打开快速阅卷链接',
    access: 'public',
    unsigned: true,
    audit: 'read',
    input: z.object({ token }),
    output: z.object({
      linkId: id,
      companyName: z.string(),
      examName: z.string(),
      reviewerName: z.string(),
      /** Masked. */
      email: z.string(),
      expiresAt: instant,
    }),
    errors: [shareErrors.linkOver, markingErrors.linkRefused],
  }),
  /** To the reviewer's own address, whoever has the link. */
  sendCode: endpoint({
    path: `${base}/sendCode`,
    summary: '快速阅卷：发送邮箱验证码',
    access: 'public',
    unsigned: true,
    audit: { action: 'sendCode', target: 'quickMarking' },
    input: z.object({ token }),
    output: z.object({ expiresAt: instant, retryAfterSeconds: z.number().int() }),
    errors: [shareErrors.linkOver, markingErrors.linkRefused],
  }),
  enter: endpoint({
    path: `${base}/enter`,
    summary: '快速阅卷：凭验证码进入',
    access: 'public',
    unsigned: true,
    audit: { action: 'enter', target: 'quickMarking' },
    input: z.object({
      token,
      pin: z.string('请输入验证码').regex(/^\d{6}$/, '请输入6位数字验证码'),
      /** Given to this browser when it came in first. */
      deviceKey: text(100, '设备').optional(),
    }),
    output: z.object({
      deviceKey: z.string(),
      examId: id,
      reviewQuestionType: reviewQuestionType.schema,
      /** Opens this exam's marking and nothing else, until the link ends. */
      session: z.object({ token: z.string(), signKey: z.string(), staffId: id, name: z.string(), expiresAt: instant }),
    }),
    errors: [shareErrors.linkOver, markingErrors.linkRefused, markingErrors.pinWrong, markingErrors.devicesFull],
  }),
}
