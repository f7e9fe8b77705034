import { z } from 'zod'
/** What a waiting message is judged by, and the company in whose name it goes. */
export const dueShape = z.object({
  isAwaited: z.boolean(),
  expiresAt: z.date().nullable(),
  isClosed: z.boolean(),
  /** 22:00-08:00, or off. */
  quietHours: z.string(),
  timeZone: z.string(),
})
export type Due = z.output<typeof dueShape>

export type Fate = { readonly kind: 'send' | 'hold' | 'expire' } | { readonly kind: 'wait'; readonly until: Date }

/** What becomes of a message whose turn it is. One that would mean nothing after the quiet hours goes out in them. */
export function fateOf({ isAwaited, expiresAt, isClosed, quietHours, timeZone }: Due, now: Date): Fate {
  if (expiresAt && expiresAt <= now) return { kind: 'expire' }
  if (isClosed) return { kind: 'hold' }
  const until = isAwaited ? undefined : endOfQuiet(quietHours, timeZone, now)
  return until && !(expiresAt && expiresAt <= until) ? { kind: 'wait', until } : { kind: 'send' }
}

const dayMinutes = 24 * 60

/** When the quiet hours end that are now; undefined: they are not now. They may go over midnight; the same time twice is never. */
export function endOfQuiet(quietHours: string, timeZone: string, now: Date): Date | undefined {
  const [from, to] = quietHours.split('-').map(minuteOf)
  if (from === undefined || to === undefined) return undefined
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const present = minuteOf(clock.format(now)) ?? 0
  const sinceBegin = (present - from + dayMinutes) % dayMinutes
  if (sinceBegin >= (to - from + dayMinutes) % dayMinutes) return undefined
  const left = (to - present + dayMinutes) % dayMinutes
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + left * 60_000)
}

function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** The queue's own pause after a try that failed, so that people read when the next one comes. */
export function pauseAfter(attempt: number): number {
  return Math.exp(Math.min(attempt, 10))
}
