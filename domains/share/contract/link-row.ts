/** What every list of links says of one, whatever the link is for. */
import { codes, id, instant } from '@kaopei/contract'
import { z } from 'zod'

export const linkState = codes({
  living: { code: 1, label: '有效', tone: 'success' },
  expired: { code: 2, label: '已过期', tone: 'neutral' },
  revoked: { code: 3, label: '已停用', tone: 'danger' },
})

export const linkRow = z.object({
  id,
  title: z.string(),
  state: linkState.schema,
  createdByName: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
})
