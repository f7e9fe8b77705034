import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const identityLogWords: LogWords = {
  account: '账号',
  tenantDomain: '企业域名',
  autoLogin: '保持登录',
  system: '登录端',
  pin: '验证码',
  ways: '方式',
  session: '登录',
}
