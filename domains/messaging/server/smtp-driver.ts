import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { DeliveryFailure, deliveryLimitMs, type MessageDriver } from './message-driver.ts'
import { plainTextOf } from './rules/render-template.ts'
import { type SmtpTrouble, smtpOutcome } from './rules/smtp-outcome.ts'

/** A server that says nothing for so long has failed: two that hang would hold all of a worker's jobs up. */
const silenceMs = 30_000

interface SmtpOptions {
  readonly url: string
  readonly from: string
  readonly silenceMs?: number
  readonly limitMs?: number
}

/** Mail over SMTP. The message's id stays the same at every try, so that mail programs recognise a message they have. */
export function smtpDriver({ url, from, ...limits }: SmtpOptions): MessageDriver {
  const patience = limits.silenceMs ?? silenceMs
  const limitMs = limits.limitMs ?? deliveryLimitMs
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience, dnsTimeout: patience }
  // What the address itself says (smtp://…?socketTimeout=…) goes before these.
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    deliver: async ({ id, address, subject, body, isHtml }) => {
      const handing = { hasBegun: false, isGivenUp: false }
      const content = Readable.from(bytesOf(body, handing))
      const parts = isHtml ? { text: plainTextOf(body), html: content } : { text: content }
      try {
        await within(limitMs, transport.sendMail({ to: address, subject, ...parts, messageId: `<${id}@kaopei>` }))
        return 'sent'
      } catch (error) {
        handing.isGivenUp = true
        throw failureOf(error, handing.hasBegun)
      }
    },
  }
}

/** A server that says a word now and then never falls silent, and could keep a message for hours. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('took too long'), { code: 'ETIMEDOUT' })), limitMs)
  })
  return Promise.race([work, isOver]).finally(() => clearTimeout(timer))
}

/**
 * Read only once the server has asked for the content: nodemailer's errors do not tell when a connection was lost. A mail that was given up
 * before cannot be completed any more: trying again does not double it.
 */
function* bytesOf(body: string, handing: { hasBegun: boolean; isGivenUp: boolean }): Generator<Buffer> {
  if (handing.isGivenUp) throw new Error('given up')
  handing.hasBegun = true
  yield Buffer.from(body)
}

function failureOf(error: unknown, hasBegun: boolean): DeliveryFailure {
  const { next, reason } = smtpOutcome(troubleOf(error), hasBegun)
  return new DeliveryFailure(next, reason)
}

function troubleOf(error: unknown): SmtpTrouble {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error && typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('response' in error && typeof error.response === 'string' && { response: error.response }),
  }
}
