import { transactionsPerSecond } from './calibration.ts'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { atLeast, atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'

const sitters = 32
const warmSeconds = 3
const measuredSeconds = 10

/** Five answers a call, signed, validated, under rights and row-level security, revision and current rows, receipts, durable commit. */
export const answerSave: Piece = {
  name: 'answer-save',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const exam = await makeExam(ground, await makeCompany(ground), sitters)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    for (const sitter of seated) await sitter.start()
    await saveFor(seated, warmSeconds, 0)
    const before = await transactionsPerSecond(ground, 4)
    const { result, cpuMs } = await ground.cpuDuring([server], () => saveFor(seated, measuredSeconds, 1000))
    const after = await transactionsPerSecond(ground, 4)
    const tpcB = (before + after) / 2
    const rate = result.times.length / result.seconds
    const p50 = percentile(result.times, 0.5)
    const p99 = percentile(result.times, 0.99)
    print(raw('answer save: TPC-B beside it', tpcB, '1/s'))
    print(raw('answer save: calls', rate, '1/s'))
    print(atLeast('answer save: calls per TPC-B transaction', rate / tpcB, 'ratio', 0.2))
    print(atMost('answer save: server and database', cpuMs / result.times.length, 'CPU-ms', 1.5))
    print(raw('answer save: p50', p50, 'ms'))
    print(raw('answer save: p95', percentile(result.times, 0.95), 'ms'))
    print(atMost('answer save: p99 per p50', p99 / p50, 'ratio', 10))
    for (const sitter of seated) sitter.close()
    await server.stop()
  },
}

async function saveFor(
  seated: readonly Sitter[],
  seconds: number,
  firstTurn: number,
): Promise<{ times: number[]; seconds: number }> {
  const times: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  await Promise.all(
    seated.map(async (sitter) => {
      for (let turn = firstTurn; performance.now() < until; turn++) times.push(await sitter.save(turn))
    }),
  )
  return { times, seconds: (performance.now() - begun) / 1000 }
}
