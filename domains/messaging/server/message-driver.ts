import type { Logger } from 'pino'

export interface OutgoingMessage {
  readonly id: string
  readonly channel: number
  readonly address: string
  readonly subject: string
  readonly body: string
  readonly isHtml: boolean
  /** The supplier's number of the template and the values for it: some SMS suppliers take those and no text. */
  readonly providerTemplateId: string | null
  readonly variables: Readonly<Record<string, string>> | null
}

/** No delivery takes longer, whatever the other side does: a message is held for whoever sends it a little longer than this. */
export const deliveryLimitMs = 120_000

/** How messages of one channel leave the house. `deliver` throws a DeliveryFailure that says what may happen next. */
export interface MessageDriver {
  /** `kept`: there is no supplier; the message is in the outbox and in the log alone. */
  readonly deliver: (message: OutgoingMessage, log: Logger) => Promise<'sent' | 'kept'>
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

/** Where nothing is configured: the log, and the outbox page for whoever develops or tries the product out. */
export const logDriver: MessageDriver = {
  deliver: async ({ id, channel, address, subject, body }, log) => {
    log.info({ messageId: id, channel, address, subject, body }, 'message kept in the outbox: no supplier is configured')
    return 'kept'
  },
}
