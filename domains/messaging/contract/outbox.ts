import { codes, dateInput, endpoint, errors, id, ids, instant, pageOf, pageQuery, text } from '@kaopei/contract'
import { z } from 'zod'
import { outboxMenu } from './menus.ts'

export const messageChannel = codes({
  sms: { code: 1, label: '短信', tone: 'info' },
  mail: { code: 2, label: '邮件', tone: 'active' },
})

export const messageState = codes({
  waiting: { code: 0, label: '待发送', tone: 'neutral' },
  sent: { code: 1, label: '已发送', tone: 'success' },
  failed: { code: 2, label: '发送失败', tone: 'danger' },
  /** No mail server or SMS supplier is configured: kept here alone. */
  kept: { code: 3, label: '仅存发件箱', tone: 'warning' },
  /** Handed to the supplier, its answer is awaited. */
  sending: { code: 4, label: '发送中', tone: 'info' },
  /** The company is suspended, over, or has not begun: on its way again when that ends. */
  held: { code: 5, label: '暂缓发送', tone: 'warning' },
  /** It came to mean nothing before it could leave. */
  expired: { code: 6, label: '已失效', tone: 'neutral' },
})

export const messagingErrors = errors('messaging', {
  notResendable: { code: 2500, text: '只有发送失败的消息可以重新发送' },
})

const row = z.object({
  id,
  channel: messageChannel.schema,
  /** Masked. */
  address: z.string(),
  subject: z.string(),
  /** Codes in messages that left the house are masked. */
  body: z.string(),
  state: messageState.schema,
  attempts: z.number().int(),
  /** When a waiting message is tried again by itself. */
  nextTryAt: instant.nullable(),
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** The supplier's own number of it, for asking them. */
  supplierId: z.string().nullable(),
})
export type OutboxRow = z.output<typeof row>

export const outbox = {
  list: endpoint({
    path: '/api/v1/message/outbox/list',
    summary: '消息发件箱列表',
    access: outboxMenu.rights.view,
    audit: 'read',
    input: pageQuery.extend({
      keyWords: text(100, '关键字').optional(),
      channel: messageChannel.schema.optional(),
      state: messageState.schema.optional(),
      beginTime: dateInput.optional(),
      endTime: dateInput.optional(),
    }),
    output: pageOf(row),
  }),
  resend: endpoint({
    path: '/api/v1/message/outbox/resend',
    summary: '重新发送消息',
    access: outboxMenu.rights.resend,
    audit: { action: 'resend', target: 'message' },
    input: z.object({ id }),
    errors: [messagingErrors.notResendable],
  }),
  /** The failed ones among these. */
  resends: endpoint({
    path: '/api/v1/message/outbox/resends',
    summary: '批量重新发送消息',
    access: outboxMenu.rights.resend,
    audit: { action: 'resend', target: 'message' },
    input: z.object({ ids: ids.max(500, '一次最多重新发送 500 条') }),
    output: z.object({ count: z.number().int() }),
  }),
}
