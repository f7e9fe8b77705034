import type { ChildProcess } from 'node:child_process'
import type { Order } from './orders.ts'

/**
 * Keeps one process ready to take another's place: its modules are loaded and the database is known, only serving has not begun. A start
 * costs seconds of a busy processor, taking over costs nothing.
 */
export class Spares {
  readonly #fork: () => ChildProcess
  readonly #isKept: boolean
  #url: string | undefined
  #spare: ChildProcess | undefined

  constructor(fork: () => ChildProcess, isKept: boolean) {
    this.#fork = fork
    this.#isKept = isKept
  }

  /** Begins to make a process ready, before its database is known too. */
  warm(): void {
    if (this.#spare) return
    const spare = this.#fork()
    this.#spare = spare
    // One that dies is not replaced here: the next launch starts afresh, and says why when that does not come up either.
    spare.once('exit', () => {
      if (this.#spare === spare) this.#spare = undefined
    })
    if (this.#url !== undefined) tell(spare, { kind: 'prepare', url: this.#url })
  }

  setDatabase(url: string): void {
    this.#url = url
    if (this.#spare) tell(this.#spare, { kind: 'prepare', url })
  }

  /** The process that serves from now on. */
  launch(): ChildProcess {
    this.warm()
    const child = this.#spare
    if (!child) throw new Error('warm() keeps a process')
    this.#spare = undefined
    tell(child, { kind: 'serve' })
    return child
  }

  /** Once one serves, the next is made ready. */
  keep(): void {
    if (this.#isKept) this.warm()
  }

  stop(): void {
    this.#spare?.kill('SIGTERM')
    this.#spare = undefined
  }
}

/** A process that has just died is noticed by its exit. */
function tell(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => undefined)
}
