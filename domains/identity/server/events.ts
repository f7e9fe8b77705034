import { event } from '@kaopei/server'
import { z } from 'zod'
import { contactChannel } from '../contract/contact.ts'

/** A message that this room wants sent. Whoever sends messages hears it; `dedupeKey` makes it be sent once. */
export const messageWanted = event({
  name: 'identity.messageWanted',
  payload: z.object({
    channel: contactChannel.schema,
    address: z.string(),
    subject: z.string(),
    body: z.string(),
    dedupeKey: z.string(),
  }),
})
