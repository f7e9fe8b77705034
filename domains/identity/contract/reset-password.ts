import { endpoint, instant, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { contactChannel } from './contact.ts'
import { identityErrors } from './errors.ts'
import { passwordCipher } from './password-cipher.ts'
import { sentCode } from './staff-centre.ts'

const account = requiredText(100, '账号')
const tenantDomain = text(60, '企业域名').optional()
const pin = z.string('请输入验证码').regex(/^\d{6}$/, '请输入6位数字验证码')

/**
 * A forgotten password (/setPassword): account → code → proof → new password. None of these calls tells whether an account exists: unknown
 * accounts get the same answers.
 */
export const resetPasswordCalls = {
  checkAccount: endpoint({
    path: '/api/v1/staff/check/account',
    summary: '找回密码：可用的验证方式',
    access: 'public',
    audit: 'read',
    input: z.object({ account, tenantDomain }),
    output: z.object({ channels: z.array(z.object({ channel: contactChannel.schema, label: z.string() })) }),
    errors: [identityErrors.companyUnknown],
  }),
  sendResetCode: endpoint({
    path: '/api/v1/message/reset/password/code',
    summary: '找回密码：发送验证码',
    access: 'public',
    audit: { action: 'sendCode', target: 'account' },
    input: z.object({ account, channel: contactChannel.schema, tenantDomain }),
    output: sentCode,
    errors: [identityErrors.companyUnknown, identityErrors.channelOff],
  }),
  /** A right code answers a proof that sets the new password once, within ten minutes. */
  checkPin: endpoint({
    path: '/api/v1/staff/check/pin',
    summary: '找回密码：核对验证码',
    access: 'public',
    audit: { action: 'checkCode', target: 'account' },
    input: z.object({ account, pin, tenantDomain }),
    output: z.object({ proof: z.string(), expiresAt: instant }),
    errors: [identityErrors.companyUnknown, identityErrors.pinWrong],
  }),
  resetPassword: endpoint({
    path: '/api/v1/staff/reset/password',
    summary: '找回密码：设置新密码',
    access: 'public',
    atOnce: 2,
    audit: { action: 'resetPassword', target: 'account' },
    input: z.object({ account, proof: requiredText(200, '验证凭证'), newPassword: passwordCipher, tenantDomain }),
    errors: [identityErrors.companyUnknown, identityErrors.ticketInvalid, identityErrors.badCipher],
  }),
}
