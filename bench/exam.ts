import { setTimeout as wait } from 'node:timers/promises'
import { makeBareTables, seatBarely } from './bare-sitter.ts'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, seat } from './exam-data.ts'
import { atMost, raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'
import { inParallel } from './raw-client.ts'
import { byTurns, printSides } from './turns.ts'

const turns = 5
const eachTurn = 40
const width = 8
const scoringTimeoutMs = 60_000

interface Sitting {
  start(): Promise<number>
  save(turn: number): Promise<number>
  submit(): Promise<number>
}

/** Start, ten saves of five answers, submit, and the scoring of fifty objective items by a worker. */
export const exam: Piece = {
  name: 'exam',
  run: async (ground, print) => {
    await makeBareTables(ground)
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const bare = await ground.startBare()
    const all = (turns + 1) * eachTurn
    const made = await makeExam(ground, await makeCompany(ground), all + 1)
    await confirmNotices(ground, made, server.port)
    const seated = await seat(made, server.port)
    const first = seated.pop()
    if (!first) throw new Error('nobody sits')
    await first.start()
    const barely = await seatBarely(bare, made, (turns + 2) * eachTurn, first)
    const sit = async (sitting: readonly Sitting[], turn: number) => {
      const group = sitting.slice(turn * eachTurn, (turn + 1) * eachTurn)
      await inParallel(group, width, async (sitter) => {
        await sitter.start()
        for (let count = 0; count < 10; count++) await sitter.save(count)
        await sitter.submit()
      })
      return group.length
    }
    const compared = await byTurns(ground, turns, {
      bare: { parts: [bare], slice: (turn) => sit(barely, turn) },
      ours: {
        parts: [server, worker],
        slice: async (turn) => {
          const count = await sit(seated, turn)
          await untilScored(ground, made.id, (turn + 1) * eachTurn)
          return count
        },
      },
    })
    const [full] = await ground.rows<{ count: number }>(
      `select count(*)::int as count from sitting.attempt where owner_id = $1 and score_hundredths = 10000`,
      [made.id],
    )
    print(atMost('whole exam of 50 items: per bare exam', compared.multiple, 'x CPU', 2.5))
    printSides('whole exam of 50 items', compared, print)
    print({
      ...raw('whole exam: scored with the right score', full?.count ?? 0, 'attempts'),
      target: `= ${all}`,
      holds: full?.count === all,
    })
    for (const sitter of [first, ...seated, ...barely]) sitter.close()
    for (const part of [server, worker, bare]) await part.stop()
  },
}

export async function untilScored(ground: Ground, examId: string, count: number): Promise<void> {
  const until = Date.now() + scoringTimeoutMs
  while (Date.now() < until) {
    const [row] = await ground.rows<{ count: number }>(
      'select count(*)::int as count from sitting.attempt where owner_id = $1 and scored_at is not null',
      [examId],
    )
    if ((row?.count ?? 0) >= count) return
    await wait(50)
  }
  throw new Error('the attempts were not scored in time')
}
