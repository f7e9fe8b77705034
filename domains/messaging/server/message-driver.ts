import { id } from '@kaopei/contract'
import type { Logger } from 'pino'
import { z } from 'zod'

export const outgoingMessageShape = z.object({
  id,
  channel: z.int(),
  address: z.string(),
  subject: z.string(),
  body: z.string(),
  isHtml: z.boolean(),
  /** The supplier's number of the template and the values for it: some SMS suppliers take those and no text. */
  providerTemplateId: z.string().nullable(),
  variables: z.record(z.string(), z.string()).nullable(),
  templateKey: z.string().nullable(),
  /** Of an SMS: the values in the order in which the words say them, under their names. */
  params: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  /** The template's own, approved one; empty: the usual one. */
  signature: z.string(),
})
export type OutgoingMessage = z.output<typeof outgoingMessageShape>

/** sent: a supplier took it, under its own number where it told one. kept: there is no supplier; it is in the outbox alone. */
export type Delivered = 'sent' | 'kept' | { readonly supplierId: string }

/** No delivery takes longer, whatever the other side does: a message is held for whoever sends it a little longer than this. */
export const deliveryLimitMs = 120_000

/** How messages of one channel leave the house. `deliver` throws a DeliveryFailure that says what may happen next. */
export interface MessageDriver {
  /** The messages for which an approved template of the supplier is known; absent where any text is carried. */
  readonly templates?: ReadonlySet<string>
  readonly deliver: (message: OutgoingMessage, log: Logger) => Promise<Delivered>
}

/** later: not taken, try again. never: refused for good. unknown: perhaps taken, so trying again might send it twice. */
export type AfterFailure = 'later' | 'never' | 'unknown'

export class DeliveryFailure extends Error {
  readonly next: AfterFailure

  constructor(next: AfterFailure, reason: string) {
    super(reason)
    this.next = next
  }
}

/**
 * Where nothing is configured: the outbox page alone, for whoever develops or tries the product out. The log says that, and nothing of the
 * message: logs are copied to where nobody asks for rights.
 */
export const outboxDriver: MessageDriver = {
  deliver: async ({ id, channel }, log) => {
    log.info({ messageId: id, channel }, 'message kept in the outbox: no supplier is configured')
    return 'kept'
  },
}
