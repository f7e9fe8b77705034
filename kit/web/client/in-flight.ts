import { ApiError, apiCodes } from './api-error.ts'

/**
 * Reads that are under way, by what they ask. A second identical read either joins the first (`join`: both get the answer) or replaces it:
 * the first caller then gets code 100000022. For writes see `writeOnce`.
 */
interface Flight {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  readonly mayBeJoined: boolean
  waiting: number
}

const flights = new Map<string, Flight>()
const cancelled = () => new ApiError(apiCodes.cancelled, '请求已取消')

export function readOnce(
  key: string,
  isJoining: boolean,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  if (signal?.aborted) return Promise.reject(cancelled())
  const under = flights.get(key)
  if (under && (isJoining || under.mayBeJoined)) return wait(under, signal)
  under?.controller.abort()
  const controller = new AbortController()
  const flight: Flight = { answer: run(controller.signal), controller, mayBeJoined: isJoining, waiting: 0 }
  flights.set(key, flight)
  const forget = () => {
    if (flights.get(key) === flight) flights.delete(key)
  }
  flight.answer.then(forget, forget)
  return wait(flight, signal)
}

/** One caller's share of a flight: leaving it cancels the request only when nobody else waits. */
function wait(flight: Flight, signal: AbortSignal | undefined): Promise<unknown> {
  flight.waiting += 1
  if (!signal) return flight.answer
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiting -= 1
      if (flight.waiting === 0) flight.controller.abort()
      reject(cancelled())
    }
    signal.addEventListener('abort', leave, { once: true })
    flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** So long after its success a write that creates is still the same click. */
const releaseMs = 500

const writing = new Set<string>()

/**
 * A write whose twin is under way is cancelled with 100000022: two clicks are one, and the first goes through. A creating one keeps its place
 * for half a second after its success. A write that failed may be tried again at once.
 */
export async function writeOnce<Answer>(key: string, isCreating: boolean, run: () => Promise<Answer>): Promise<Answer> {
  if (writing.has(key)) throw cancelled()
  writing.add(key)
  try {
    const answer = await run()
    if (isCreating) setTimeout(() => writing.delete(key), releaseMs)
    else writing.delete(key)
    return answer
  } catch (error) {
    writing.delete(key)
    throw error
  }
}
