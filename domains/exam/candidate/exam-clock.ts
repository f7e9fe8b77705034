/**
 * The server's time as this page knows it. It runs on the page's monotone clock, so that a device whose clock is wrong, or is changed in the
 * middle of an exam, shows the same remaining time as any other.
 */
export class ExamClock {
  #offset: number
  #bestRoundTrip: number
  #syncedAt: number
  readonly #monotone: () => number

  constructor(serverTime: string, monotone: () => number = () => performance.now()) {
    this.#monotone = monotone
    this.#offset = Date.parse(serverTime) - monotone()
    this.#bestRoundTrip = Number.POSITIVE_INFINITY
    this.#syncedAt = monotone()
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#monotone() + this.#offset
  }

  /** Takes over a time that the server told; quick answers are believed rather than slow ones, old ones are forgotten after ten minutes. */
  sync(serverTime: string, roundTripMs: number): void {
    const told = Date.parse(serverTime)
    if (!Number.isFinite(told)) return
    const fresh = told + roundTripMs / 2 - this.#monotone()
    const isStale = this.#monotone() - this.#syncedAt > 600_000
    // A page that slept may find its monotone clock behind: then even a slow answer is nearer.
    const isFarOff = Math.abs(fresh - this.#offset) > roundTripMs / 2 + this.#bestRoundTrip
    if (roundTripMs > this.#bestRoundTrip && !isStale && !isFarOff) return
    this.#offset = fresh
    this.#bestRoundTrip = roundTripMs
    this.#syncedAt = this.#monotone()
  }
}
