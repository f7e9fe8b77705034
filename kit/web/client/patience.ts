import { apiCodes, isApiError, isRecord } from './api-error.ts'

// When thousands come within a minute the server answers as many as it can and tells the others to come again (503 with its reason). Nobody should
// have to press for that: reads ask again by themselves for a while, and whoever wants to come in waits in line (use-line.ts).

/** The server has said that it has no time just now, and would do the same call in a moment. */
export function isBusy(error: unknown): boolean {
  return isApiError(error) && error.httpStatus === 503 && isRecord(error.data) && error.data.reason === 'busy'
}

const gateways: ReadonlySet<number> = new Set([502, 503, 504])

/** What else a server that is overrun looks like: slower than anybody waits, or what stands before it gives up. */
export function isOverrun(error: unknown): boolean {
  if (!isApiError(error)) return false
  return isBusy(error) || error.code === apiCodes.timedOut || (error.isForeign && gateways.has(error.httpStatus))
}

/** Nobody has answered, or nobody had time: it says nothing of what was asked, nor of who asks. */
export function isUnanswered(error: unknown): boolean {
  return isOverrun(error) || isApiError(error, apiCodes.unreachable)
}

const leastMs = 1000
const mostSpreadMs = 4000

/** How long to wait before the next try: apart from all others who were sent away in the same moment, and longer the more often. */
export function pauseMs(error: unknown, tries: number, random: () => number = Math.random): number {
  const asked = isApiError(error) && isRecord(error.data) ? Number(error.data.retryAfterSeconds) : Number.NaN
  const least = Number.isFinite(asked) && asked > 0 ? Math.min(asked, 60) * 1000 : leastMs
  return least + random() * Math.min(mostSpreadMs, 1000 * 2 ** tries)
}

/** Ends early, without an error, when `signal` does. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}

/** Tries of a read, each of which the server may keep waiting for some seconds. */
const mostTries = 4

/** `read`, asked again while the server is busy: three times more, then it fails as it would have. */
export async function askedAgain<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (tries >= mostTries || signal?.aborted || !isBusy(error)) throw error
      await pause(pauseMs(error, tries), signal)
    }
  }
}
