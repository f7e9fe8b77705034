import { Worker } from 'node:worker_threads'
import { type BenchExam, confirmNotices } from './exam-data.ts'
import type { Ground } from './ground.ts'

/** How often each of them saves. */
export const saveMs = 5000

export interface Saved {
  /** How long each save took. */
  readonly times: readonly number[]
  /** What went wrong. */
  readonly problems: readonly string[]
}

export interface SaversData {
  readonly port: number
  readonly exam: Pick<BenchExam, 'id' | 'candidates'>
}

export interface SavingOrder {
  readonly forMs: number
  /** What they save is another each time. */
  readonly firstTurn: number
}

/**
 * Candidates of an exam who sit it on a thread of their own (savers-thread.ts): a thread that makes a crowd is itself too busy to see when an answer came,
 * and would call the server slow.
 */
export class Savers {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async begin(ground: Ground, exam: BenchExam, port: number): Promise<Savers> {
    await confirmNotices(ground, exam, port)
    const workerData: SaversData = { port, exam: { id: exam.id, candidates: exam.candidates } }
    const savers = new Savers(new Worker(new URL('savers-thread.ts', import.meta.url), { workerData }))
    await savers.#answer()
    return savers
  }

  save(order: SavingOrder): Promise<Saved> {
    this.#worker.postMessage(order)
    return this.#answer()
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #answer(): Promise<Saved> {
    return new Promise((resolve, reject) => {
      const settle = () => void this.#worker.off('message', taken).off('error', failed)
      const taken = (saved: Saved) => {
        settle()
        resolve(saved)
      }
      const failed = (error: unknown) => {
        settle()
        reject(error)
      }
      this.#worker.once('message', taken).once('error', failed)
    })
  }
}
