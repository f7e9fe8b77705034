/** The outbox's way to the server: calls of the protocol, and what their codes mean for unsent answers. */

import { type ApiError, call, isApiError, isRecord, protocolHeaders } from '@kaopei/web/client'
import { sittingErrors } from '../../contract/errors.ts'
import { type ClientEvent, type SavedSlot, saveOutput, submitRefusal } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import type { HandInAnswer, Submit } from '../hand-in/hand-in.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { SendOutcome, Transport } from '../outbox/types.ts'
import { wireItem } from '../outbox/write.ts'
import type { ExamClock } from './clock.ts'
import { safeHeaders } from './safe-proof.ts'

const saveTimeoutMs = 12_000
const submitTimeoutMs = 10_000
/** Until somebody lets them in, or they come by the right browser. */
const unsafeRetryMs = 10_000
const sessionCodes: ReadonlySet<number> = new Set([1003, 10004, 5002])
const malformedCodes: ReadonlySet<number> = new Set([1001, 1008, 413])

export interface SaveTimes {
  readonly serverTime: string
  readonly due: string | null
  readonly roundTripMs: number
}

export function sittingTransport(attemptId: string, onTimes: (times: SaveTimes) => void): Transport {
  return {
    send: async (leaseEpoch, items) => {
      const startedAt = performance.now()
      try {
        const input = { attemptId, leaseEpoch, items: [...items] }
        const { slots, serverTime, due } = await call(sitting.save, input, {
          silent: true,
          timeoutMs: saveTimeoutMs,
          headers: safeHeaders(),
        })
        onTimes({ serverTime, due, roundTripMs: performance.now() - startedAt })
        return { kind: 'answered', slots }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    sendLast: (leaseEpoch, items) => {
      const url = sitting.save.facts.path
      const text = JSON.stringify({ attemptId, leaseEpoch, items })
      const body: unknown = JSON.parse(text)
      const signed = protocolHeaders({ method: 'POST', url, body }, sitting.save)
      const headers = { 'content-type': 'application/json', ...signed, ...safeHeaders() }
      // Nobody is left to hear of a failure; the writes are still stored and go with the next visit.
      void fetch(url, { method: 'POST', headers, body: text, keepalive: true, credentials: 'omit' }).catch(() => undefined)
    },
  }
}

/** Only what the protocol says for certain ends the trying; what something on the way says in the server's place is not its word. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!isApiError(error)) return { kind: 'failed' }
  if (error.isForeign) return { kind: 'failed', isForeign: true }
  switch (error.code) {
    case sittingErrors.replaced.code:
      return { kind: 'replaced' }
    case sittingErrors.closed.code:
    case sittingErrors.late.code:
      return { kind: 'closed', slots: slotsOf(error) }
    case sittingErrors.paused.code:
      return { kind: 'paused' }
    case sittingErrors.notSafe.code:
      return { kind: 'failed', retryAfterMs: unsafeRetryMs, why: 'unsafe' }
    case 1006:
      return { kind: 'failed', retryAfterMs: 1000 * retryAfterSeconds(error.data) }
  }
  if (sessionCodes.has(error.code)) return { kind: 'signedOut' }
  if (error.httpStatus === 503) return { kind: 'failed', retryAfterMs: 1000 * retryAfterSeconds(error.data), why: 'busy' }
  return { kind: malformedCodes.has(error.code) ? 'refused' : 'failed' }
}

const { replaced, paused, tooEarly, unreceived, unanswered, timeLeft, withinLimit } = sittingErrors
const refusing = [replaced, paused, tooEarly, unreceived, unanswered, timeLeft, withinLimit]
const refusals: ReadonlySet<number> = new Set(refusing.map(({ code }) => code))

export interface SubmitParts {
  readonly attemptId: string
  readonly submissionKey: string
  readonly outbox: Outbox
  readonly clock: ExamClock
  readonly untold: () => ClientEvent[]
}

/** The hand-in's call. Whatever is no word of the exam itself may be due to what it carried, or to the way. */
export function submitVia({ attemptId, submissionKey, outbox, clock, untold }: SubmitParts): Submit {
  return async (cause, { sent, pending }, packing) => {
    const startedAt = performance.now()
    const told = (serverTime: string) => clock.sync(serverTime, performance.now() - startedAt)
    try {
      const { leaseEpoch } = outbox
      const items = sent.map(wireItem)
      const events = packing === 'nothing' ? [] : untold()
      const input = { attemptId, leaseEpoch, lastRevs: outbox.lastRevs(), items, pending, events, submissionKey, cause }
      const submission = await call(sitting.submit, input, { silent: true, timeoutMs: submitTimeoutMs, headers: safeHeaders() })
      told(submission.serverTime)
      return { kind: 'handedIn', submission }
    } catch (error) {
      const answer = answerOf(error)
      if (answer.kind === 'refused' && answer.refusal) told(answer.refusal.serverTime)
      return answer
    }
  }
}

function answerOf(error: unknown): HandInAnswer {
  if (!isApiError(error) || error.isForeign || error.code <= 0) return { kind: 'lost' }
  if (!refusals.has(error.code)) return { kind: 'lost', words: error.message }
  const refusal = submitRefusal.safeParse(error.data)
  return { kind: 'refused', code: error.code, words: error.message, refusal: refusal.data }
}

function slotsOf({ data }: ApiError): readonly SavedSlot[] {
  const parsed = saveOutput.shape.slots.safeParse(isRecord(data) ? data.slots : undefined)
  return parsed.success ? parsed.data : []
}

function retryAfterSeconds(data: unknown): number {
  return isRecord(data) && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : 1
}
