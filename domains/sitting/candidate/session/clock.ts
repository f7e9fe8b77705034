/**
 * The server's time as this page knows it. It runs on the page's monotone clock, so that a device whose clock is wrong, or is changed in the
 * middle of an exam, shows the same remaining time as any other.
 */
export interface ClockAnchor {
  /** The server's time at a moment, and what this device's clock said then; milliseconds since the epoch. */
  readonly server: number
  readonly device: number
}

interface Clocks {
  readonly monotone: () => number
  readonly device: () => number
}

const clocksOfPage: Clocks = { monotone: () => performance.now(), device: () => Date.now() }
const mostDriftMs = 5000

export class ExamClock {
  #offset: number
  #bestRoundTrip: number
  #syncedAt: number
  #deviceOffset: number
  #isGuess: boolean
  readonly #clocks: Clocks

  constructor(serverTime: string, clocks: Clocks = clocksOfPage, isGuess = false) {
    this.#clocks = clocks
    this.#offset = Date.parse(serverTime) - clocks.monotone()
    this.#bestRoundTrip = Number.POSITIVE_INFINITY
    this.#syncedAt = clocks.monotone()
    this.#deviceOffset = clocks.device() - clocks.monotone()
    this.#isGuess = isGuess
  }

  /** Without a server to ask: from the last known moment by this device's clock, and never before that moment. */
  static guess({ server, device }: ClockAnchor, clocks: Clocks = clocksOfPage): ExamClock {
    const passed = Math.max(0, clocks.device() - device)
    return new ExamClock(new Date(server + passed).toISOString(), clocks, true)
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#clocks.monotone() + this.#offset
  }

  /** The server has not confirmed this time since the page began, or the device slept or had its clock changed since then. */
  get isDoubtful(): boolean {
    const drift = this.#clocks.device() - this.#clocks.monotone() - this.#deviceOffset
    return this.#isGuess || Math.abs(drift) > mostDriftMs
  }

  get anchor(): ClockAnchor {
    return { server: this.now(), device: this.#clocks.device() }
  }

  /** Takes over a time that the server told; quick answers are believed rather than slow ones, old ones are forgotten after ten minutes. */
  sync(serverTime: string, roundTripMs: number): void {
    const told = Date.parse(serverTime)
    if (!Number.isFinite(told)) return
    const monotone = this.#clocks.monotone()
    this.#isGuess = false
    this.#deviceOffset = this.#clocks.device() - monotone
    const fresh = told + roundTripMs / 2 - monotone
    const isStale = monotone - this.#syncedAt > 600_000
    // A page that slept may find its monotone clock behind: then even a slow answer is nearer.
    const isFarOff = Math.abs(fresh - this.#offset) > roundTripMs / 2 + this.#bestRoundTrip
    if (roundTripMs > this.#bestRoundTrip && !isStale && !isFarOff) return
    this.#offset = fresh
    this.#bestRoundTrip = roundTripMs
    this.#syncedAt = monotone
  }
}
