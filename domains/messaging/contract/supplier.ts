import { endpoint } from '@kaopei/contract'
import { z } from 'zod'

export const supplier = {
  /** Whether messages of a channel leave the house, or stay in the outbox because nobody has set up who carries them. */
  state: endpoint({
    path: '/api/v1/message/supplier/state',
    summary: '短信与邮件服务是否接入',
    access: 'signedIn',
    audit: 'read',
    output: z.object({
      sms: z.boolean(),
      mail: z.boolean(),
      /** What can be sent by SMS: some suppliers want an approved template of their own for each message. */
      smsMessages: z.array(z.string()),
    }),
  }),
}
