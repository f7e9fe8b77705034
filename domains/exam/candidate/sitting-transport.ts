/** The outbox's way to the server: calls of the protocol, and what their codes mean for unsent answers. */
import { type ApiError, call, isApiError, isRecord, protocolHeaders } from '@kaopei/web/client'
import { sitting } from '../contract/sitting.ts'
import { sittingErrors } from '../contract/sitting-errors.ts'
import { type SavedSlot, saveOutput } from '../contract/sitting-shapes.ts'
import type { SendOutcome, Transport } from './outbox-types.ts'

const saveTimeoutMs = 12_000
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
        const { slots, serverTime, due } = await call(sitting.save, input, { silent: true, timeoutMs: saveTimeoutMs })
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
      const headers = { 'content-type': 'application/json', ...protocolHeaders({ method: 'POST', url, body }, sitting.save) }
      // Nobody is left to hear of a failure; the writes are still stored and go with the next visit.
      void fetch(url, { method: 'POST', headers, body: text, keepalive: true, credentials: 'omit' }).catch(() => undefined)
    },
  }
}

/** Only what the protocol says for certain ends the trying. */
export function outcomeOf(error: unknown): SendOutcome {
  if (!isApiError(error)) return { kind: 'failed' }
  switch (error.code) {
    case sittingErrors.replaced.code:
      return { kind: 'replaced' }
    case sittingErrors.closed.code:
    case sittingErrors.late.code:
      return { kind: 'closed', slots: slotsOf(error) }
    case sittingErrors.paused.code:
      return { kind: 'paused' }
    case 1006:
      return { kind: 'failed', retryAfterMs: 1000 * retryAfterSeconds(error.data) }
  }
  if (sessionCodes.has(error.code)) return { kind: 'signedOut' }
  return { kind: malformedCodes.has(error.code) ? 'refused' : 'failed' }
}

function slotsOf({ data }: ApiError): readonly SavedSlot[] {
  const parsed = saveOutput.shape.slots.safeParse(isRecord(data) ? data.slots : undefined)
  return parsed.success ? parsed.data : []
}

function retryAfterSeconds(data: unknown): number {
  return isRecord(data) && typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : 1
}
