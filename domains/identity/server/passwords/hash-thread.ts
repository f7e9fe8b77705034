import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { hashCost } from './hash-cost.ts'

/** What a thread is asked: whether `plain` is what `stored` was made of, or, without `stored`, for its hash. */
export interface HashQuestion {
  readonly number: number
  readonly plain: string
  readonly stored?: string
}
export interface HashAnswer {
  readonly number: number
  readonly hash?: string
  readonly isRight?: boolean
  readonly problem?: string
}

/** Whoever logs in can wait for whoever saves an answer: on Linux a thread has a niceness of its own. */
const politeness = 5

function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread > 0) setPriority(thread, politeness)
  } catch {
    // no Linux, or not allowed: as urgent as everything else
  }
}

function answer({ number, plain, stored }: HashQuestion): HashAnswer {
  try {
    if (stored === undefined) return { number, hash: hashSync(plain, hashCost) }
    return { number, isRight: verifySync(stored, plain) }
  } catch (error) {
    return { number, problem: error instanceof Error ? error.message : String(error) }
  }
}

stepBack()
parentPort?.on('message', (question: HashQuestion) => parentPort?.postMessage(answer(question)))
