/** What could not be kept: told at once, then at most once a minute, with all that was lost in between. */
export type GapReason = 'deviceFull' | 'storeDown' | 'recorder' | 'refused'

interface Open {
  seconds: number
  readonly reason: GapReason
  readonly timer: ReturnType<typeof setTimeout>
}

const minuteMs = 60_000

export class GapBook {
  readonly #tell: (stream: string, seconds: number, reason: GapReason) => void
  readonly #open = new Map<string, Open>()

  constructor(tell: (stream: string, seconds: number, reason: GapReason) => void) {
    this.#tell = tell
  }

  add(stream: string, seconds: number, reason: GapReason): void {
    const open = this.#open.get(stream)
    if (open?.reason === reason) {
      open.seconds += seconds
      return
    }
    this.#finish(stream)
    this.#tell(stream, seconds, reason)
    this.#open.set(stream, { seconds: 0, reason, timer: setTimeout(() => this.#finish(stream), minuteMs) })
  }

  /** A piece of the stream was kept. */
  mend(stream: string): void {
    this.#finish(stream)
  }

  close(): void {
    for (const stream of [...this.#open.keys()]) this.#finish(stream)
  }

  #finish(stream: string): void {
    const open = this.#open.get(stream)
    if (!open) return
    clearTimeout(open.timer)
    this.#open.delete(stream)
    if (open.seconds > 0) this.#tell(stream, open.seconds, open.reason)
  }
}
