import type { Scheduler } from '../outbox/types.ts'

/** The clocks and timers of this page. */
export const scheduler: Scheduler = {
  now: () => performance.now(),
  isoNow: () => new Date().toISOString(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
