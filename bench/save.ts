import { makeBareTables, seatBarely } from './bare-sitter.ts'
import { transactionsPerSecond } from './calibration.ts'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { byTurns, printSides } from './turns.ts'

const sitters = 32
const turns = 9
const sliceSeconds = 2

/** Five answers a call, signed, validated, under rights and row-level security, revision and current rows, receipts, durable commit. */
export const save: Piece = {
  name: 'save',
  run: async (ground, print) => {
    await makeBareTables(ground)
    const server = await ground.start('server')
    const bare = await ground.startBare()
    const exam = await makeExam(ground, await makeCompany(ground), sitters)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    for (const sitter of seated) await sitter.start()
    const [first] = seated
    if (!first) throw new Error('nobody sits')
    const barely = await seatBarely(bare, exam, sitters, first)
    for (const sitter of barely) await sitter.start()
    const times: number[] = []
    const compared = await byTurns(ground, turns, {
      bare: { parts: [bare], slice: async (turn) => (await saveFor(barely, turn)).length },
      ours: {
        parts: [server],
        slice: async (turn) => {
          const ofTurn = await saveFor(seated, turn)
          if (turn > 0) times.push(...ofTurn)
          return ofTurn.length
        },
      },
    })
    print(atMost('save of 5 answers: per bare save', compared.multiple, 'x CPU', 2))
    printSides('save of 5 answers', compared, print)
    const p50 = percentile(times, 0.5)
    print(raw('save of 5 answers: calls', times.length / (turns * sliceSeconds), '1/s'))
    print(raw('save of 5 answers: TPC-B in the same minute', await transactionsPerSecond(ground, 4), '1/s'))
    print(raw('save of 5 answers: p50', p50, 'ms'))
    print(raw('save of 5 answers: p95', percentile(times, 0.95), 'ms'))
    print(atMost('save of 5 answers: p99 per p50', percentile(times, 0.99) / p50, 'ratio', 10))
    for (const sitter of [...seated, ...barely]) sitter.close()
    await server.stop()
    await bare.stop()
  },
}

/** Everybody saves as fast as they can for one slice; answers how long each save took. */
async function saveFor(sitting: readonly { save(turn: number): Promise<number> }[], turn: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + sliceSeconds * 1000
  const firstSave = turn * 100_000
  await Promise.all(
    sitting.map(async (sitter) => {
      for (let count = firstSave; performance.now() < until; count++) times.push(await sitter.save(count))
    }),
  )
  return times
}
