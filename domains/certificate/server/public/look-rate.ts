/** How often a network may look at public pages. A process counts by tens, so that one look in ten costs a statement; all processes count together. */
import { limitRate, ProtocolFailure, type RawServices } from '@kaopei/server'

/** Of one network: a hall of people with phones, and no robot. */
const looksAMinute = 300
const looksAtOnce = 10
const windowSeconds = 60
const mostKnown = 20_000

interface Known {
  /** Looks that are still paid for. */
  left: number
  /** Until then it waits. */
  refusedUntil: number
}

const known = new Map<string, Known>()

export async function mayLook(network: string, { pool }: Pick<RawServices, 'pool'>, now = Date.now()): Promise<boolean> {
  const one = known.get(network) ?? { left: 0, refusedUntil: 0 }
  if (one.refusedUntil > now) return false
  if (one.left > 0) {
    one.left -= 1
    return true
  }
  if (known.size >= mostKnown) known.clear()
  known.set(network, one)
  try {
    await limitRate(pool, `certificate:${network}`, looksAMinute / looksAtOnce, windowSeconds)
    one.left = looksAtOnce - 1
    return true
  } catch (error) {
    if (!(error instanceof ProtocolFailure)) throw error
    one.refusedUntil = now + 5000
    return false
  }
}
