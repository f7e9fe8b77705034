/** What the programs of a run did since the last look. */
export interface Activity {
  /** Processor time, all of them together. */
  readonly usedSeconds: number
  /** One of them runs or waits for a processor. */
  readonly wantsProcessor: boolean
}

/** A look says nothing of what lay longer before it: the process that looks may have waited for a processor itself. */
const mostSecondsOfLook = 5
/** Behind all else, should what the system tells be wrong: so many times the silence that is allowed. */
const mostWaiting = 48

/**
 * How long a program may say nothing new. What counts is its own time: while it wants a processor that others have, only what it gets of one; while it
 * wants none, because it waits for a disk or hangs, the clock. So a busy machine ends nothing, and nothing hangs for long.
 */
export class Patience {
  readonly #silentSeconds: number
  #ownSeconds = 0
  #waitedSeconds = 0

  constructor(silentSeconds: number) {
    this.#silentSeconds = silentSeconds
  }

  /** It got somewhere: its time begins anew, unless it was over. */
  renew(): void {
    if (this.isOver) return
    this.#ownSeconds = 0
    this.#waitedSeconds = 0
  }

  /** Counts what passed since the last look; undefined where the system tells nothing of the programs: then the clock counts. */
  count(passedSeconds: number, activity: Activity | undefined): void {
    this.#waitedSeconds += passedSeconds
    if (!activity) this.#ownSeconds += passedSeconds
    else if (activity.wantsProcessor) this.#ownSeconds += Math.min(passedSeconds, activity.usedSeconds)
    else this.#ownSeconds += Math.min(passedSeconds, mostSecondsOfLook)
  }

  get isOver(): boolean {
    return this.#ownSeconds >= this.#silentSeconds || this.#waitedSeconds >= this.#silentSeconds * mostWaiting
  }
}
