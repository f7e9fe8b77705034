/** All virtual candidates of a run, in one process: when each begins, and who watches the server meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CodeOf } from '@kaopei/contract'
import type { VirtualSession } from '@kaopei/identity/server'
import { startPattern } from '../../../contract/rehearsal/codes.ts'
import { rehearsal } from '../../../contract/rehearsal/run.ts'
import { sitExam } from './candidate.ts'
import type { VirtualClient } from './client.ts'
import type { Tally } from './tally.ts'

type Pattern = CodeOf<typeof startPattern>
const spreadSeconds: Record<Pattern, number> = {
  [startPattern.oneMinute]: 60,
  [startPattern.tenSeconds]: 10,
  [startPattern.fiveMinutes]: 300,
}
/** All hand in within so many seconds, as at the end of an exam. */
const handInSeconds = 10
const watchMs = 2000
const tickMs = 250

export interface CrowdWish {
  readonly examId: string
  readonly pattern: Pattern
  readonly thinkSeconds: number
  readonly minutes: number
  /** For tests: a minute is shorter. */
  readonly minuteMs?: number
}

/** Minutes from the beginning to the last hand-in. */
export function lengthMinutes({ pattern, minutes }: Pick<CrowdWish, 'pattern' | 'minutes'>): number {
  return Math.ceil((spreadSeconds[pattern] + handInSeconds) / 60 + minutes)
}

interface Crowd {
  readonly client: VirtualClient
  readonly sessions: readonly VirtualSession[]
  readonly tally: Tally
  readonly signal: AbortSignal
}

/** Ends when the last has handed in or given up; throws when it is told to stop. */
export async function runCrowd({ client, sessions, tally, signal }: Crowd, wish: CrowdWish): Promise<void> {
  const minuteMs = wish.minuteMs ?? 60_000
  const secondMs = minuteMs / 60
  const spreadMs = spreadSeconds[wish.pattern] * secondMs
  const beganAt = performance.now()
  const over = new AbortController()
  const watching = watch({ client, sessions, tally, signal: AbortSignal.any([signal, over.signal]) })
  const all = sessions.map((session, index) =>
    sitExam(
      { client, session, tally },
      {
        examId: wish.examId,
        device: `rehearsal-${index}:virtual`,
        beganAt,
        beginAfterMs: (spreadMs * index) / sessions.length,
        handInAfterMs: spreadMs + wish.minutes * minuteMs + Math.random() * handInSeconds * secondMs,
        thinkMs: wish.thinkSeconds * secondMs,
        signal,
      },
    ),
  )
  try {
    await Promise.all(all)
  } finally {
    over.abort()
    await Promise.allSettled([...all, ...watching])
  }
}

/** How busy the server says it is, and how late this process is itself. */
function watch({ client, sessions, tally, signal }: Crowd): Promise<void>[] {
  const [session] = sessions
  const ask = async () => {
    while (session && !signal.aborted) {
      const figures = await client.call(session, rehearsal.measure, {}).catch(() => undefined)
      if (figures) tally.noteServer(figures)
      await pause(watchMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const tick = async () => {
    while (!signal.aborted) {
      const due = performance.now() + tickMs
      await pause(tickMs, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) tally.noteOwnLoop(Math.max(0, performance.now() - due))
    }
  }
  return [ask(), tick()]
}
