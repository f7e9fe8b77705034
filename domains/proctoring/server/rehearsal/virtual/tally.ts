/** What the calls of a run came to: only times and words are kept, nothing of what was asked or answered. */
import { type CallKind, callKinds, callLabels, type Measured, type RunProgress } from '../../../contract/rehearsal/run.ts'
import { timingOf } from '../rules/timings.ts'
import { CallFailure } from './client.ts'

const mostTroubles = 10

export interface ServerFigures {
  readonly load: number
  readonly loopMs: number
  readonly poolMs: number
  readonly databaseMs: number
}

export class Tally {
  readonly #times: Record<CallKind, number[]> = { start: [], save: [], heartbeat: [], submit: [] }
  readonly #errors: Record<CallKind, number> = { start: 0, save: 0, heartbeat: 0, submit: 0 }
  readonly #troubles = new Map<string, number>()
  #server: ServerFigures | undefined
  #highestLoad = 0
  #lastLoad = 0
  #ownLoopMs = 0
  failed = 0

  /** The answer, with its time on record; undefined when there was none. */
  async timed<T>(kind: CallKind, work: () => Promise<T>): Promise<T | undefined> {
    const began = performance.now()
    try {
      const answer = await work()
      this.#times[kind].push(performance.now() - began)
      return answer
    } catch (error) {
      this.#errors[kind] += 1
      const why = error instanceof CallFailure ? error.message : '应答不符合约定'
      const text = `${callLabels[kind]}：${why}`
      this.#troubles.set(text, (this.#troubles.get(text) ?? 0) + 1)
      return undefined
    }
  }

  noteServer(figures: ServerFigures): void {
    const { loopMs, poolMs, databaseMs, load } = this.#server ?? figures
    this.#server = {
      load: Math.max(load, figures.load),
      loopMs: Math.max(loopMs, figures.loopMs),
      poolMs: Math.max(poolMs, figures.poolMs),
      databaseMs: Math.max(databaseMs, figures.databaseMs),
    }
    this.#highestLoad = Math.max(this.#highestLoad, figures.load)
    this.#lastLoad = figures.load
  }

  noteOwnLoop(milliseconds: number): void {
    this.#ownLoopMs = Math.max(this.#ownLoopMs, Math.round(milliseconds))
  }

  get progress(): RunProgress {
    const { start, save, submit } = this.#times
    return { begun: start.length, saved: save.length, handedIn: submit.length, failed: this.failed, load: this.#lastLoad }
  }

  get measured(): Measured {
    const of = (kind: CallKind) => timingOf(this.#times[kind], this.#errors[kind])
    const troubles = [...this.#troubles]
      .map(([text, count]) => ({ text, count }))
      .toSorted((one, other) => other.count - one.count)
    const { loopMs = null, poolMs = null, databaseMs = null } = this.#server ?? {}
    return {
      calls: Object.fromEntries(callKinds.map((kind) => [kind, of(kind)])) as Measured['calls'], // each kind once
      highestLoad: this.#highestLoad,
      ...{ loopMs, poolMs, databaseMs, ownLoopMs: this.#ownLoopMs },
      troubles: troubles.slice(0, mostTroubles),
    }
  }
}
