import { endpoint, id, instant } from '@kaopei/contract'
import { z } from 'zod'
import { contactChannel, emailInput, phoneInput } from './contact.ts'
import { identityErrors } from './errors.ts'
import { passwordCipher } from './password-cipher.ts'
import { gender, staffSource } from './person-codes.ts'
import { companyCard } from './session.ts'

const pin = z.string('请输入验证码').regex(/^\d{6}$/, '请输入6位数字验证码')
/** Whose data: one's own when not given. Of others `get` alone, masked, for whoever sees them on the roster. */
const whose = z.object({ id: id.optional() })

export const staffCard = z.object({
  id,
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  gender: gender.schema.nullable(),
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  post: z.string().nullable(),
  entryDate: z.string().nullable(),
  staffSource: staffSource.schema,
  phone: z.string().nullable(),
  email: z.string().nullable(),
  lastLoginAt: instant.nullable(),
  changePasswordFlag: z.enum(['0', '1']),
  passwordStrength: z.number().int(),
  isAdmin: z.boolean(),
  /** The channels by which codes reach people: contacts of others can be neither bound nor unbound. */
  codeChannels: z.array(contactChannel.schema),
  company: companyCard,
})

export const sentCode = z.object({ expiresAt: instant, retryAfterSeconds: z.number().int() })

const bindEmail = {
  access: 'signedIn',
  audit: { action: 'sendCode', target: 'account' },
  input: z.object({ email: emailInput }),
  output: sentCode,
  errors: [identityErrors.contactTaken, identityErrors.channelOff],
} as const

/** The person's own data and the account's safety (/userInfo). */
export const staffCentreCalls = {
  get: endpoint({
    path: '/api/v1/staff/get',
    method: 'GET',
    summary: '个人信息（联系方式打码）',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    input: whose,
    output: staffCard,
  }),
  getWithPhone: endpoint({
    path: '/api/v1/staff/getWithPhone',
    method: 'GET',
    summary: '个人信息（含完整联系方式）',
    access: 'signedIn',
    audit: 'read',
    input: whose,
    output: staffCard,
  }),
  /** To `address`, which is to be bound; without one to what is bound already, to prove that it is still one's own. */
  sendVerifyCode: endpoint({
    path: '/api/v1/message/verify/code',
    summary: '发送绑定验证码',
    access: 'signedIn',
    audit: { action: 'sendCode', target: 'account' },
    input: z.discriminatedUnion('channel', [
      z.object({ channel: z.literal(contactChannel.sms), address: phoneInput.optional() }),
      z.object({ channel: z.literal(contactChannel.mail), address: emailInput.optional() }),
    ]),
    output: sentCode,
    errors: [identityErrors.contactTaken, identityErrors.contactMissing, identityErrors.channelOff],
  }),
  sendBoundEmail: endpoint({ path: '/api/v1/staff/sendBoundEmail', summary: '发送绑定邮箱验证码', ...bindEmail }),
  sendBoundEmailByGet: endpoint({
    path: '/api/v1/staff/sendBoundEmail',
    method: 'GET',
    summary: '发送绑定邮箱验证码',
    ...bindEmail,
  }),
  modifyWithPin: endpoint({
    path: '/api/v1/staff/modifyWithPin',
    summary: '凭验证码绑定手机号或邮箱',
    access: 'signedIn',
    audit: { action: 'bindContact', target: 'account' },
    input: z.union([z.object({ phone: phoneInput, pin }), z.object({ email: emailInput, pin })], '请填写手机号或邮箱以及验证码'),
    errors: [identityErrors.pinWrong, identityErrors.contactTaken],
  }),
  unboundPhone: endpoint({
    path: '/api/v1/staff/unboundPhone',
    summary: '解绑手机号',
    access: 'signedIn',
    audit: { action: 'unbindContact', target: 'account' },
    input: z.object({ pin }),
    errors: [identityErrors.pinWrong, identityErrors.contactMissing],
  }),
  unboundEmail: endpoint({
    path: '/api/v1/staff/unboundEmail',
    summary: '解绑邮箱',
    access: 'signedIn',
    audit: { action: 'unbindContact', target: 'account' },
    input: z.object({ pin }),
    errors: [identityErrors.pinWrong, identityErrors.contactMissing],
  }),
  /**
   * Passwords are encrypted (`passwordCipher`). Without `oldPassword` only for a session that must change its password.
   * `check: true` only tests both passwords and changes nothing. Every other session of the account ends.
   */
  selfModifyPassword: endpoint({
    path: '/api/v1/system/user/selfModifyPassword',
    aliases: ['/system/user/selfModifyPassword'],
    summary: '修改本人密码',
    access: 'signedIn',
    atOnce: 3,
    audit: { action: 'changePassword', target: 'account' },
    beforePasswordChange: true,
    input: z.object({
      newPassword: passwordCipher,
      oldPassword: z.union([passwordCipher, z.literal('')]).nullish(),
      check: z.boolean().default(false),
    }),
    errors: [
      identityErrors.badCipher,
      identityErrors.oldPasswordMissing,
      identityErrors.oldPasswordWrong,
      identityErrors.passwordUnchanged,
    ],
  }),
}
