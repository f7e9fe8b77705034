/** Links by which people from outside come in by themselves: what their organisers make, and what whoever has one may do. */

import { collectField } from '@kaopei/collect/contract/field'
import { answer } from '@kaopei/collect/contract/own-info'
import { endpoint, id, instant, instantInput, pageOf, pageQuery, recordOf, requiredText, text } from '@kaopei/contract'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { passwordCipher } from '@kaopei/identity/contract/password-cipher'
import { loginAnswer } from '@kaopei/identity/contract/session'
import { platformErrors } from '@kaopei/platform/contract/errors'
import { linkRow } from '@kaopei/share/contract/link-row'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { z } from 'zod'
import { examErrors } from './exam-errors.ts'
import { examManage } from './menus.ts'

const manage = [examManage.rights.edit, examManage.rights.add] as const
/** People that one link lets in. */
export const mostByLink = 10_000

const row = linkRow.extend({
  limit: z.number().int(),
  /** Who came in by it and is still on the list. */
  joinedCount: z.number().int(),
})
export type OuterLinkRow = z.output<typeof row>

export const outerLinks = {
  create: endpoint({
    path: '/api/v1/exam/outerLink/create',
    summary: '创建外部考生参加链接',
    access: manage,
    audit: { action: 'create', target: 'outerLink' },
    input: z.object({
      examinationId: id,
      title: requiredText(100, '名称'),
      limit: z
        .number('请输入人数上限')
        .int('人数上限须为整数')
        .min(1, '人数上限至少为 1')
        .max(mostByLink, `人数上限不能超过 ${mostByLink}`)
        .default(200),
      expiresAt: instantInput,
    }),
    /** The address is shown this once: only the token's hash is kept. */
    output: z.object({ id, url: z.string() }),
    errors: [examErrors.cancelled, examErrors.ended, examErrors.linksOff, shareErrors.pastExpiry],
  }),
  list: endpoint({
    path: '/api/v1/exam/outerLink/list',
    summary: '外部考生参加链接列表',
    access: examManage.rights.view,
    audit: 'read',
    input: pageQuery.extend({ examinationId: id }),
    output: pageOf(row),
  }),
  /** Nobody comes in by it any more; who came in stays. */
  revoke: endpoint({
    path: '/api/v1/exam/outerLink/revoke',
    summary: '停用外部考生参加链接',
    access: manage,
    audit: { action: 'revoke', target: 'outerLink' },
    input: z.object({ id }),
    errors: [shareErrors.alreadyRevoked],
  }),
}

const token = z.string('链接无效').max(100, '链接无效')
/** Of the exam, where its link asks for it. */
const password = text(32, '考试密码').optional()
const refusals = [shareErrors.linkOver, examErrors.joinRefused, examErrors.linkFull, examErrors.joinPassword] as const

const askedField = collectField.extend({ isRequired: z.boolean() })
export type JoinField = z.output<typeof askedField>

/** Each call brings the token; nothing else opens anything. */
export const outerJoin = {
  open: endpoint({
    path: '/api/v1/exam/outerJoin/open',
    summary: '打开外部考生参加链接',
    access: 'public',
    audit: 'read',
    input: z.object({ token }),
    output: z.object({
      examId: id,
      companyName: z.string(),
      examName: z.string(),
      isSimulation: z.boolean(),
      admissionStartTime: instant.nullable(),
      admissionEndTime: instant.nullable(),
      duration: z.number().int().nullable(),
      needsPassword: z.boolean(),
      fields: z.array(askedField),
    }),
    errors: [shareErrors.linkOver, examErrors.joinRefused, examErrors.linkFull],
  }),
  /** For people whom the company does not know: makes the candidate, an account named by the phone, and a login. */
  register: endpoint({
    path: '/api/v1/exam/outerJoin/register',
    summary: '外部考生登记并参加考试',
    access: 'public',
    atOnce: 3,
    audit: { action: 'register', target: 'outerJoin' },
    input: z.object({
      token,
      password,
      values: recordOf(z.string().max(50), answer, 200),
      /** To come back with, on any device. */
      newPassword: passwordCipher,
    }),
    output: loginAnswer,
    errors: [...refusals, examErrors.joinKnown, examErrors.joinByEmployee, platformErrors.quotaUsedUp, identityErrors.badCipher],
  }),
  /** For an outside candidate who is signed in. */
  enter: endpoint({
    path: '/api/v1/exam/outerJoin/enter',
    summary: '凭链接参加考试',
    access: 'signedIn',
    audit: { action: 'enter', target: 'outerJoin' },
    input: z.object({ token, password }),
    output: z.object({ examId: id }),
    errors: [...refusals, examErrors.joinByEmployee, platformErrors.quotaUsedUp],
  }),
}
