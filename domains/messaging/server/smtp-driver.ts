import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { type AfterFailure, DeliveryFailure, type MessageDriver } from './message-driver.ts'
import { plainTextOf } from './rules/render-template.ts'

/** Mail over SMTP. The message's id stays the same at every try, so that mail programs recognise a message they have. */
export function smtpDriver({ url, from }: { url: string; from: string }): MessageDriver {
  const transport = createTransport(url, { from })
  return {
    deliver: async ({ id, address, subject, body, isHtml }) => {
      const handing = { hasBegun: false }
      const content = Readable.from(bytesOf(body, handing))
      const parts = isHtml ? { text: plainTextOf(body), html: content } : { text: content }
      try {
        await transport.sendMail({ to: address, subject, ...parts, messageId: `<${id}@kaopei>` })
        return 'sent'
      } catch (error) {
        throw new DeliveryFailure(nextOf(error, handing.hasBegun), error instanceof Error ? error.message : String(error))
      }
    },
  }
}

/** Read only once the server has asked for the content: nodemailer's errors do not tell when a connection was lost. */
function* bytesOf(body: string, handing: { hasBegun: boolean }): Generator<Buffer> {
  handing.hasBegun = true
  yield Buffer.from(body)
}

/** A server's own answer is certain: 5xx is for good, 4xx for now. Before the content was handed over nothing can have been sent. */
function nextOf(error: unknown, hasBegun: boolean): AfterFailure {
  if (!(error instanceof Error)) return 'unknown'
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode >= 500 ? 'never' : 'later'
  if ('code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')) return 'never'
  return hasBegun ? 'unknown' : 'later'
}
