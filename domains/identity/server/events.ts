import { event } from '@kaopei/server'
import { z } from 'zod'
import { contactChannel } from '../contract/contact.ts'

/** A code that this room wants sent. Whoever sends messages finds the words for it; `dedupeKey` makes it be sent once. */
export const messageWanted = event({
  name: 'identity.messageWanted',
  payload: z.object({
    channel: contactChannel.schema,
    address: z.string(),
    /** What the code is for, in words for people. */
    purpose: z.string(),
    code: z.string(),
    minutes: z.number(),
    dedupeKey: z.string(),
  }),
})
