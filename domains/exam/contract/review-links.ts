/** 快速阅卷: links by which a reviewer marks one exam without a login, with a code by mail. Their organisers make them; the marking room opens them. */
import { endpoint, id, instantInput, pageOf, pageQuery } from '@kaopei/contract'
import { linkRow } from '@kaopei/share/contract/link-row'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const manage = [examManage.rights.edit, examManage.rights.add] as const
export const longestReviewLinkDays = 90
/** Of the share token, and of the sessions that it opens. */
export const quickMarkingKind = 'quickMarking'
/** What the token of such a link keeps. */
export const quickMarkingFacts = z.object({ reviewerId: z.string(), maxDevices: z.number().int() })

/** `title`: the reviewer's name. */
const row = linkRow.extend({
  staffId: id,
  email: z.string().nullable(),
  maxDevices: z.number().int(),
  /** On which it has been opened with a code. */
  deviceCount: z.number().int(),
})
export type ReviewLinkRow = z.output<typeof row>

/** The address is shown this once: only the token's hash is kept. */
const made = z.object({ id, url: z.string(), isMailed: z.boolean() })
const closed = [examErrors.notPublished, examErrors.cancelled, examErrors.mailOff, examErrors.notReviewer] as const

export const reviewLinks = {
  create: endpoint({
    path: '/api/v1/exam/reviewLink/create',
    summary: '创建快速阅卷链接',
    access: manage,
    audit: { action: 'create', target: 'reviewLink' },
    input: z.object({
      examinationId: id,
      staffId: id,
      maxDevices: z.number('请输入设备数').int('设备数须为整数').min(1, '至少 1 台设备').max(5, '最多 5 台设备').default(2),
      expiresAt: instantInput,
      /** To the reviewer's own address. */
      sendsMail: z.boolean().default(true),
    }),
    output: made,
    errors: [...closed, examErrors.reviewLinkTooLong, shareErrors.pastExpiry],
  }),
  list: endpoint({
    path: '/api/v1/exam/reviewLink/list',
    summary: '快速阅卷链接列表',
    access: examManage.rights.view,
    audit: 'read',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(row),
  }),
  /** Another address for the same link, sent by mail; the one before and what it opened end. */
  renew: endpoint({
    path: '/api/v1/exam/reviewLink/renew',
    summary: '重新生成并发送快速阅卷链接',
    access: manage,
    audit: { action: 'renew', target: 'reviewLink' },
    input: z.object({ id }),
    output: made,
    errors: [...closed, shareErrors.linkOver],
  }),
  revoke: endpoint({
    path: '/api/v1/exam/reviewLink/revoke',
    summary: '停用快速阅卷链接',
    access: manage,
    audit: { action: 'revoke', target: 'reviewLink' },
    input: z.object({ id }),
    errors: [shareErrors.alreadyRevoked],
  }),
}
