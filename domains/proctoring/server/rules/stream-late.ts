export interface Stream {
  readonly kind: 'film' | 'picture'
  readonly everySeconds: number
  readonly startedAt: Date
  /** Up to when its newest piece reaches; null: none has come. */
  readonly lastAt: Date | null
  /** When the clock went on after it had stood still, in milliseconds; Infinity: it still stands. */
  readonly resumedAt?: number
}

/** From here on clients send pictures each minute instead of films (`candidate/capture/pace.ts`). */
const thinFrom = 7
/** A piece comes with its way and a try or two. Of whom something came since then nothing is late. */
export const leastMs = 90_000
const thinMs = 180_000

/** Whether something should have come by now of what is recorded. */
export function isStreamLate(stream: Stream, { now, load }: { readonly now: Date; readonly load: number }): boolean {
  const { kind, everySeconds, startedAt, lastAt, resumedAt = 0 } = stream
  const isThin = load >= thinFrom
  if (isThin && kind === 'film') return false
  const silentMs = now.getTime() - Math.max((lastAt ?? startedAt).getTime(), resumedAt)
  return silentMs > Math.max(isThin ? thinMs : leastMs, 3 * everySeconds * 1000)
}
