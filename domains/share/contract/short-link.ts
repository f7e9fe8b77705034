import { endpoint, errors, id, instant, instantInput, lineText, pageOf, pageQuery, requiredText, text } from '@kaopei/contract'
import { z } from 'zod'
import { linkState } from './link-row.ts'
import { shortLinkMenu } from './menus.ts'

export const shareErrors = errors('share', {
  foreignUrl: { code: 2750, text: '只能为本系统内的页面生成短链接' },
  pastExpiry: { code: 2751, text: '有效期应晚于当前时间' },
  alreadyRevoked: { code: 2752, text: '链接已停用' },
  tooMany: { code: 2753, text: '今天生成的短链接已达上限，请明天再试' },
  holdsToken: { code: 2754, text: '含访问凭证的链接不生成短链接，请直接使用原链接' },
  linkOver: { code: 2755, text: '链接无效、已过期或已停用，请联系分享人重新获取' },
  full: { code: 2756, text: '此链接收到的文件已达上限' },
})

const row = z.object({
  id,
  code: z.string(),
  /** With the company's site in front. */
  url: z.string(),
  originUrl: z.string(),
  title: z.string(),
  state: linkState.schema,
  createdByName: z.string(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  visitCount: z.number().int(),
  lastVisitedAt: instant.nullable(),
  isOwn: z.boolean(),
})
export type LinkRow = z.output<typeof row>

export const shortLink = {
  /** The answer's data is the link itself. */
  create: endpoint({
    path: '/api/v1/short-link/create',
    summary: '生成短链接',
    access: 'signedIn',
    audit: { action: 'create', target: 'short-link' },
    input: z.object({
      originUrl: requiredText(2000, '链接地址'),
      title: lineText(100, '标题').min(1, '请输入标题'),
      expiresAt: instantInput.nullish(),
    }),
    output: z.string(),
    errors: [shareErrors.foreignUrl, shareErrors.pastExpiry, shareErrors.tooMany, shareErrors.holdsToken],
  }),
  /** One's own links; with the right to manage everybody's. */
  list: endpoint({
    path: '/api/v1/short-link/list',
    summary: '短链接列表',
    access: 'signedIn',
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      state: linkState.schema.optional(),
      /** Links to this page alone. */
      originUrl: text(2000, '链接地址').optional(),
      isAll: z.boolean().default(false),
    }),
    output: pageOf(row),
  }),
  revoke: endpoint({
    path: '/api/v1/short-link/revoke',
    summary: '停用短链接',
    access: 'signedIn',
    audit: { action: 'revoke', target: 'short-link' },
    input: z.object({ id }),
    errors: [shareErrors.alreadyRevoked],
  }),
}

export const manageLinks = shortLinkMenu.rights.manage
