import type { ChildProcess } from 'node:child_process'

export interface Part {
  readonly name: string
  readonly launch: () => ChildProcess
}

interface Patience {
  /** Who lives so long has come up. */
  readonly settledMs: number
  /** The pause after a second short life in a row (after one there is none); it doubles with each further one, up to `longestPauseMs`. */
  readonly pauseMs: number
  readonly longestPauseMs: number
}

export interface Supervision {
  /** Ends when all parts have stopped; fails when one does not even come up the first time. */
  readonly done: Promise<void>
  /** One more part, unless everything is being stopped. */
  add(part: Part): void
  /** Asks the parts to stop; once more ends them at once. */
  stop(): void
}

const usual: Patience = { settledMs: 3000, pauseMs: 1000, longestPauseMs: 30_000 }

/**
 * Keeps processes running. One that ends by itself is started again; however often that happens, it ends neither the others nor the database:
 * a database that restarts or a job that kills its worker goes by. Only what never came up is a mistake of the start.
 */
export function supervise(parts: readonly Part[], warn: (text: string) => void, patience: Patience = usual): Supervision {
  const living = new Map<string, ChildProcess>()
  const pauses = new Map<string, NodeJS.Timeout>()
  const done = Promise.withResolvers<void>()
  let isStopping = false

  const finishWhenAllStopped = () => {
    if (isStopping && living.size === 0) done.resolve()
  }
  const stop = () => {
    isStopping = true
    for (const timer of pauses.values()) clearTimeout(timer)
    for (const child of living.values()) child.kill('SIGTERM')
    finishWhenAllStopped()
  }
  const start = (part: Part, former: { hasComeUp: boolean; shortLives: number }) => {
    const child = part.launch()
    const bornAt = Date.now()
    living.set(part.name, child)
    child.once('exit', (code) => {
      living.delete(part.name)
      if (isStopping) return finishWhenAllStopped()
      const isShort = Date.now() - bornAt < patience.settledMs
      const hasComeUp = former.hasComeUp || !isShort
      if (!hasComeUp) {
        done.reject(new NeverCameUp(part.name, code))
        return stop()
      }
      const shortLives = isShort ? former.shortLives + 1 : 0
      const pause = shortLives <= 1 ? 0 : Math.min(patience.pauseMs * 2 ** (shortLives - 2), patience.longestPauseMs)
      warn(`${part.name} 意外退出（退出码 ${code}），正在重新启动`)
      pauses.set(
        part.name,
        setTimeout(() => start(part, { hasComeUp, shortLives }), pause),
      )
    })
  }
  const add = (part: Part) => {
    if (!isStopping) start(part, { hasComeUp: false, shortLives: 0 })
  }
  for (const part of parts) add(part)
  return { done: done.promise, add, stop }
}

export class NeverCameUp extends Error {
  constructor(name: string, code: number | null) {
    super(`${name} 未能启动（退出码 ${code}），原因见上`)
  }
}
