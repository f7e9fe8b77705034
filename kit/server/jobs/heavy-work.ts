/**
 * Work that is heavy by its nature has a thread of its own, with an end to its time and memory: the process goes on answering meanwhile.
 * Only some run at a time, and each company waits for itself.
 */
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Turns } from './turns.ts'

/** It took longer, or more memory, than heavy work may. */
export class TooHeavy extends Error {}

export interface HeavyWish {
  /** Whose work it is: the company. */
  readonly party: string
  readonly timeoutMs?: number
  readonly memoryMiB?: number
}

const turns = new Turns(2)

/** Runs a module that reads `workerData` and posts its answer; both are copied. Throws TooHeavy, and NoTurn when too many wait already. */
export function runApart(module: URL, input: unknown, wish: HeavyWish): Promise<unknown> {
  return turns.run(wish.party, () => inThread(module, input, wish))
}

async function inThread(module: URL, input: unknown, { timeoutMs = 10_000, memoryMiB = 256 }: HeavyWish): Promise<unknown> {
  const worker = new Worker(module, {
    workerData: input,
    execArgv: [],
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 32 },
  })
  try {
    const [answer]: unknown[] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    return answer
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ABORT_ERR' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TooHeavy('the work was ended at its limit')
    throw error
  } finally {
    await worker.terminate()
  }
}

/** Nothing but where V8's work is kept, if this process keeps it: reading its modules again would be the larger part of a short task. */
function threadEnv(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
