/** What every list of links says of one, whatever the link is for. */
import { id, instant } from '@kaopei/contract'
import { z } from 'zod'

export const linkRow = z.object({
  id,
  title: z.string(),
  state: z.number().int(),
  createdByName: z.string(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
})
