import { endpoint, id, instant, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { identityErrors } from './errors.ts'
import { passwordCipher } from './password-cipher.ts'

const domain = text(60, '企业域名').optional()

/** The parts of the product that one person may enter (/systemSelect). */
export const systemName = z.enum(['console', 'candidate'], '请选择要进入的系统')

export const companyCard = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  webIcon: z.string().nullable(),
  domain: z.string(),
  /** IANA name; instants are shown by its clocks. */
  timeZone: z.string(),
})

export const loginAnswer = z.object({
  token: z.string(),
  /** Signs the calls of this session. */
  signKey: z.string(),
  expiresAt: instant,
  staffId: id,
  /** Whose session it is, for whoever shares the browser. */
  name: z.string(),
  /** '0': the password must be changed before anything else. */
  changePasswordFlag: z.enum(['0', '1']),
  passwordStrength: z.number().int(),
})

export const sessionCalls = {
  assemblyInfo: endpoint({
    path: '/init/assemblyInfo',
    aliases: ['/api/v1/init/assemblyInfo'],
    summary: '初始化信息：公钥、签名密钥、企业信息',
    access: 'public',
    unsigned: true,
    audit: 'read',
    // Every page load asks: one statement, no transaction.
    transaction: 'statement',
    input: z.object({ domain }),
    output: z.object({
      publicKey: z.string(),
      appKey: z.string(),
      serverTime: instant,
      platformTitle: z.string(),
      company: companyCard,
      /** The company's words for its login page. */
      notice: z.string(),
      features: z.object({ programming: z.boolean(), newPhoneRanges: z.boolean() }),
    }),
    errors: [identityErrors.companyUnknown],
  }),
  login: endpoint({
    path: '/api/v1/staff/login',
    summary: '登录',
    access: 'public',
    atOnce: 6,
    audit: { action: 'login', target: 'session' },
    input: z.object({
      account: requiredText(100, '账号'),
      password: passwordCipher,
      tenantDomain: domain,
      autoLogin: z.union([z.literal(0), z.literal(1)]).default(0),
      /** Which part of the product is being entered; remembered for getLastSystem. */
      system: systemName.default('console'),
    }),
    output: loginAnswer,
    errors: [
      identityErrors.companyUnknown,
      identityErrors.wrongCredentials,
      identityErrors.locked,
      identityErrors.accountDisabled,
      identityErrors.companySuspended,
      identityErrors.badCipher,
    ],
  }),
  logout: endpoint({
    path: '/api/v1/staff/logout',
    summary: '退出登录',
    access: 'signedIn',
    whileConfinedTo: true,
    audit: { action: 'logout', target: 'session' },
    beforePasswordChange: true,
  }),
  getCompany: endpoint({
    path: '/api/v1/staff/getCompany',
    summary: '企业名称、标识与图标',
    access: 'public',
    audit: 'read',
    transaction: 'statement',
    input: z.object({ domain }),
    output: companyCard,
    errors: [identityErrors.companyUnknown],
  }),
  getLastSystem: endpoint({
    path: '/api/v1/staff/getLastSystem',
    method: 'GET',
    summary: '上次进入的系统',
    access: 'signedIn',
    audit: 'read',
    beforePasswordChange: true,
    output: z.object({ system: systemName.nullable() }),
  }),
  /** A ticket is good once, for 60 seconds, and is never a session token: it may stand in an address (/home?token=…). */
  changeToken: endpoint({
    path: '/api/v1/staff/changeToken',
    method: 'GET',
    summary: '换取一次性登录凭证',
    access: 'signedIn',
    audit: { action: 'create', target: 'login-ticket' },
    input: z.object({ system: systemName.optional() }),
    output: z.object({ token: z.string(), expiresAt: instant }),
  }),
  exchangeToken: endpoint({
    path: '/api/v1/staff/exchangeToken',
    summary: '用一次性凭证登录',
    access: 'public',
    audit: { action: 'login', target: 'session' },
    input: z.object({ token: requiredText(200, '登录凭证'), tenantDomain: domain, system: systemName.default('console') }),
    output: loginAnswer,
    errors: [identityErrors.companyUnknown, identityErrors.ticketInvalid, identityErrors.companySuspended],
  }),
  listSessions: endpoint({
    path: '/api/v1/staff/session/list',
    summary: '我的登录设备',
    access: 'signedIn',
    audit: 'read',
    output: z.array(
      z.object({
        id,
        isCurrent: z.boolean(),
        ip: z.string().nullable(),
        userAgent: z.string().nullable(),
        system: z.string().nullable(),
        createdAt: instant,
        lastOperationAt: instant,
        expiresAt: instant,
      }),
    ),
  }),
  kickSession: endpoint({
    path: '/api/v1/staff/session/kick',
    summary: '下线我的某个登录设备',
    access: 'signedIn',
    audit: { action: 'kick', target: 'session' },
    input: z.object({ id }),
  }),
}
