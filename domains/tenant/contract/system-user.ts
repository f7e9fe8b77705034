import { asChange, endpoint, id, instant, pageOf, pageQuery, requiredText, rowVersion, text, tickFlag } from '@kaopei/contract'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { passwordCipher } from '@kaopei/identity/contract/password-cipher'
import { staffErrors } from '@kaopei/org/contract/errors'
import { z } from 'zod'
import { tenantErrors } from './errors.ts'
import { platformUserMenu } from './menus.ts'

const row = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.object({ id, name: z.string() })),
  isEnabled: z.boolean(),
  lastLoginAt: instant.nullable(),
  version: z.number().int(),
})
export type SystemUserRow = z.output<typeof row>

// The masked form of the present account, phone or address, as somebody was shown it who may not see it whole, leaves it as it is.
const masked = z
  .string()
  .max(100)
  .regex(/^\d*\*{4}\d{4}$|^[^@]?\*{3}@/)
const account = z.union(
  [
    masked,
    z
      .string('请输入登录账号')
      .trim()
      .max(50)
      .regex(/^[A-Za-z0-9][\w.@-]{1,49}$/, '账号为2至50个字母、数字或 _ . @ -，以字母或数字开头'),
  ],
  '账号为2至50个字母、数字或 _ . @ -，以字母或数字开头',
)
const phone = z
  .union(
    [
      z.literal(''),
      masked,
      z
        .string()
        .max(20)
        .regex(/^1[3-9]\d{9}$/),
    ],
    '请输入正确的电话',
  )
  .nullable()
  .transform((value) => value || null)
const email = z
  .union([z.literal(''), masked, z.email().max(100)], '请输入正确的邮箱地址，不超过100个字符')
  .nullable()
  .transform((value) => value || null)

export const systemUserFields = {
  name: requiredText(30, '姓名'),
  loginAccount: account,
  phone: phone.default(null),
  email: email.default(null),
  roleIds: z.array(id).max(50, '角色过多').default([]),
  isEnabled: tickFlag.default(true),
}

const reset = {
  access: platformUserMenu.rights.reset,
  audit: { action: 'resetPassword', target: 'platform-user' },
  input: z.object({ userId: id }),
  /** Shown once. */
  output: z.object({ account: z.string(), temporaryPassword: z.string() }),
  errors: [tenantErrors.notYourself, tenantErrors.stronger],
} as const

/** People of the platform's own company. The specification writes these paths without the prefix. */
export const systemUser = {
  getSystemUserPageList: endpoint({
    path: '/api/v1/system/user/getSystemUserPageList',
    aliases: ['/system/user/getSystemUserPageList'],
    summary: '平台用户列表',
    access: platformUserMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(50, '关键字').optional() }),
    output: pageOf(row),
  }),
  /** Without an id a new person, with a one-time password; of another what is left out stays as it is. */
  saveOrEdit: endpoint({
    path: '/api/v1/system/user/saveOrEdit',
    aliases: ['/system/user/saveOrEdit'],
    summary: '保存平台用户',
    access: platformUserMenu.rights.edit,
    audit: { action: 'update', target: 'platform-user' },
    input: z.object({
      id: id.optional(),
      ...asChange(systemUserFields),
      version: rowVersion.optional(),
    }),
    output: row.extend({ temporaryPassword: z.string().nullable() }),
    errors: [
      staffErrors.noSeatLeft,
      tenantErrors.accountTaken,
      tenantErrors.roleMissing,
      tenantErrors.beyondOwn,
      tenantErrors.notYourself,
      tenantErrors.stronger,
      identityErrors.lastAdmin,
    ],
  }),
  del: endpoint({
    path: '/api/v1/system/user/del',
    aliases: ['/system/user/del'],
    summary: '删除平台用户',
    access: platformUserMenu.rights.remove,
    audit: { action: 'delete', target: 'platform-user' },
    input: z.object({ userId: id }),
    errors: [tenantErrors.notYourself, tenantErrors.stronger, identityErrors.lastAdmin],
  }),
  resetPwd: endpoint({
    path: '/api/v1/system/user/resetPwd',
    aliases: ['/system/user/resetPwd'],
    summary: '重置平台用户密码',
    ...reset,
  }),
  /** The same by GET, as the specification has it: with the session's signature and the same right, so that no link can fire it. */
  resetPwdByGet: endpoint({
    path: '/api/v1/system/user/resetPwd',
    aliases: ['/system/user/resetPwd'],
    method: 'GET',
    summary: '重置平台用户密码',
    ...reset,
  }),
  /** A password that a manager chose for somebody else: it must be changed at the next login. */
  managerModifyPassword: endpoint({
    path: '/api/v1/admin/managerModifyPassword',
    aliases: ['/admin/managerModifyPassword'],
    summary: '为平台用户设置密码',
    access: platformUserMenu.rights.reset,
    audit: { action: 'changePassword', target: 'platform-user' },
    input: z.object({ userId: id, newPassword: passwordCipher }),
    errors: [tenantErrors.notYourself, tenantErrors.stronger, identityErrors.badCipher],
  }),
}
