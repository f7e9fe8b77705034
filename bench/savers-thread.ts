import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Sitter, seat } from './exam-data.ts'
import { type Saved, type SaversData, type SavingOrder, saveMs } from './savers.ts'

const { port, exam }: SaversData = workerData
const seated = await seat(exam, port)
for (const sitter of seated) await sitter.start()
parentPort?.on('message', (order: SavingOrder) => void save(order).then((saved) => parentPort?.postMessage(saved)))
const begun: Saved = { times: [], problems: [] }
parentPort?.postMessage(begun)

/** Everybody saves five answers, again and again. */
async function save({ forMs, firstTurn }: SavingOrder): Promise<Saved> {
  const until = performance.now() + forMs
  const times: number[] = []
  const problems: string[] = []
  const goOn = async (sitter: Sitter, index: number) => {
    await wait((index / seated.length) * saveMs)
    for (let turn = firstTurn; performance.now() < until; turn++) {
      const begun = performance.now()
      await sitter.save(turn).then(
        (ms) => void times.push(ms),
        (error: unknown) => void problems.push(String(error)),
      )
      await wait(Math.max(0, saveMs - (performance.now() - begun)))
    }
  }
  await Promise.all(seated.map(goOn))
  return { times, problems }
}
