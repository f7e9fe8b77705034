import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Turns } from '@kaopei/server'
import type { HashAnswer, HashQuestion } from './hash-thread.ts'

// A hash takes some 20 milliseconds of a processor on purpose. On the morning of an exam thousands are asked for within minutes: threads that step
// back for everything else make them, one each at a time, so that whoever sits already is answered as ever.

type Asked = Omit<HashQuestion, 'number'>

interface Open {
  readonly resolve: (answer: HashAnswer) => void
  readonly reject: (error: Error) => void
}

/** One thread, started when first asked; one that ended is started anew by the next question. */
class HashThread {
  #worker: Worker | undefined
  #number = 0
  readonly #open = new Map<number, Open>()

  ask(asked: Asked): Promise<HashAnswer> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const number = ++this.#number
    return new Promise((resolve, reject) => {
      this.#open.set(number, { resolve, reject })
      // A process that has nothing else to do waits for the answer.
      worker.ref()
      worker.postMessage({ number, ...asked } satisfies HashQuestion)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { execArgv: [], env: {} })
    worker.on('message', (answer: HashAnswer) => {
      this.#open.get(answer.number)?.resolve(answer)
      this.#open.delete(answer.number)
      if (this.#open.size === 0) worker.unref()
    })
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end(new Error('the thread for passwords ended')))
    return worker
  }

  #end(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#open.values()) reject(error)
    this.#open.clear()
  }
}

/** Beyond eight, memory (19 MiB each) and the database are what is short. */
const count = Math.min(8, availableParallelism())
const idle = Array.from({ length: count }, () => new HashThread())
/** Nobody is ever sent away here: who may come in is decided by the calls. */
const turns = new Turns(count, 120_000, count)

/** The answer of the first thread that is free. */
export function askHashThread(asked: Asked): Promise<HashAnswer> {
  return turns.run('', async () => {
    const thread = idle.pop()
    if (!thread) throw new Error('more turns than threads')
    try {
      const answer = await thread.ask(asked)
      if (answer.problem !== undefined) throw new Error(answer.problem)
      return answer
    } finally {
      idle.push(thread)
    }
  })
}
