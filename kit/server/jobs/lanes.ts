import type { WorkerEvents } from 'graphile-worker'

/** A look for a job that nobody tells the end of (its connection broke, its worker stopped) holds up the others no longer than this. */
const longestLookMs = 2000

/**
 * Which lanes are taken by jobs that this queue is running. Looks for the next job go one after the other: two at once would both find the
 * lane free and take two jobs of it.
 */
export class Lanes {
  readonly #laneOf = new Map<string, readonly string[]>()
  #look: { readonly isOver: Promise<void>; readonly end: () => void } | undefined

  constructor(events: WorkerEvents) {
    events.on('job:start', ({ job: { id, flags } }) => {
      this.#laneOf.set(id, Object.keys(flags ?? {}))
      this.#look?.end()
    })
    events.on('job:complete', ({ job: { id } }) => this.#laneOf.delete(id))
    events.on('worker:getJob:empty', () => this.#look?.end())
    events.on('worker:getJob:error', () => this.#look?.end())
  }

  /** What the next look must pass over. The caller looks at once. */
  async taken(): Promise<string[]> {
    while (this.#look) await this.#look.isOver
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => look.end(), longestLookMs)
    timer.unref()
    const look = {
      isOver: promise,
      end: () => {
        clearTimeout(timer)
        if (this.#look === look) this.#look = undefined
        resolve()
      },
    }
    this.#look = look
    return [...new Set([...this.#laneOf.values()].flat())]
  }
}
