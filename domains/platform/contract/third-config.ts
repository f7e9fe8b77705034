import { asChange, codes, endpoint, id, instant, pageOf, requiredText, rowVersion, text } from '@kaopei/contract'
import { z } from 'zod'
import { platformErrors } from './errors.ts'
import { thirdauthDDMenu, thirdauthIndexMenu } from './menus.ts'

export const thirdKind = codes({
  dingTalk: { code: 1, label: '钉钉' },
  weCom: { code: 2, label: '企业微信' },
  feishu: { code: 3, label: '飞书' },
})

/** The secret never comes back; `hasSecret` says that one is kept. */
const row = z.object({
  id,
  kind: thirdKind.schema,
  name: z.string(),
  corpId: z.string(),
  appKey: z.string(),
  agentId: z.string(),
  hasSecret: z.boolean(),
  isEnabled: z.boolean(),
  updatedAt: instant,
  updatedByName: z.string(),
  version: z.number().int(),
})
export type ThirdConfig = z.output<typeof row>

export const thirdFacts = {
  name: requiredText(60, '配置名称'),
  corpId: requiredText(100, '企业编号'),
  appKey: requiredText(100, '应用标识'),
  agentId: text(100, '应用编号').default(''),
  /** Nobody signs in by it yet, so it cannot be switched on. */
  isEnabled: z.boolean().default(false),
}
const secret = text(200, '应用密钥')

export const thirdConfig = {
  getThirdParty: endpoint({
    path: '/api/v1/third/config/getThirdParty',
    summary: '第三方平台配置',
    access: [thirdauthIndexMenu.rights.view, thirdauthDDMenu.rights.view],
    audit: 'read',
    input: z.object({ kind: thirdKind.schema.optional() }),
    output: pageOf(row),
  }),
  save: endpoint({
    path: '/api/v1/third/config/save',
    summary: '新增第三方平台配置',
    access: thirdauthIndexMenu.rights.edit,
    audit: { action: 'create', target: 'third-config' },
    input: z.object({ kind: thirdKind.schema, ...thirdFacts, secret: secret.min(1, '请输入应用密钥') }),
    output: row,
    errors: [platformErrors.thirdKindTaken, platformErrors.thirdLoginLater],
  }),
  /** What is left out stays as it is, the secret too. */
  modify: endpoint({
    path: '/api/v1/third/config/modify',
    summary: '修改第三方平台配置',
    access: thirdauthIndexMenu.rights.edit,
    audit: { action: 'update', target: 'third-config' },
    input: z.object({ id, ...asChange(thirdFacts), secret: secret.optional(), version: rowVersion }),
    output: row,
    errors: [platformErrors.thirdLoginLater],
  }),
  remove: endpoint({
    path: '/api/v1/third/config/remove',
    summary: '删除第三方平台配置',
    access: thirdauthIndexMenu.rights.remove,
    audit: { action: 'delete', target: 'third-config' },
    input: z.object({ id }),
  }),
  /** Says honestly that it comes later. */
  synchronize: endpoint({
    path: '/api/v1/third/config/synchronize',
    summary: '同步第三方通讯录',
    access: thirdauthIndexMenu.rights.edit,
    audit: { action: 'synchronize', target: 'third-config' },
    input: z.object({ id }),
    errors: [platformErrors.thirdSyncLater],
  }),
}
