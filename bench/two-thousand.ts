import { setTimeout as wait } from 'node:timers/promises'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'

const candidates = 2000
const startWithinMs = 60_000
const everyMs = 15_000
const savesEach = 12
const submitWithinMs = 10_000

/** 2,000 candidates start within a minute, save every 15 s for three minutes, hand in within 10 s. */
export const twoThousand: Piece = {
  name: 'two-thousand',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const exam = await makeExam(ground, await makeCompany(ground), candidates)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    const begun = performance.now()
    const times = { starts: [] as number[], saves: [] as number[], submits: [] as number[] }
    const problems: unknown[] = []
    const sit = async (sitter: Sitter, index: number) => {
      const at = (index / candidates) * startWithinMs
      await untilTime(begun + at)
      times.starts.push(await sitter.start())
      for (let turn = 0; turn < savesEach; turn++) {
        await untilTime(begun + at + (turn + 1) * everyMs)
        times.saves.push(await sitter.save(turn))
      }
      await untilTime(begun + startWithinMs + savesEach * everyMs + (index / candidates) * submitWithinMs)
      times.submits.push(await sitter.submit())
    }
    const { cpuMs } = await ground.cpuDuring([server, worker], () =>
      Promise.all(seated.map((sitter, index) => sit(sitter, index).catch((error: unknown) => void problems.push(error)))),
    )
    if (problems[0]) console.error('#', problems[0])
    print(atMost('2,000 candidates: errors', problems.length, 'errors', 0))
    print(atMost('2,000 candidates: lost receipts', await lostReceipts(ground, seated), 'receipts', 0))
    print(atMost('2,000 candidates: p95 of a save', percentile(times.saves, 0.95), 'ms', 250))
    print(raw('2,000 candidates: p99 of a save', percentile(times.saves, 0.99), 'ms'))
    print(atMost('2,000 candidates: p95 of a start', percentile(times.starts, 0.95), 'ms', 250))
    print(raw('2,000 candidates: p95 of a submit', percentile(times.submits, 0.95), 'ms'))
    print(raw('2,000 candidates: server, worker and database', cpuMs / candidates, 'CPU-ms each'))
    for (const sitter of seated) sitter.close()
    await server.stop()
    await worker.stop()
  },
}

async function untilTime(moment: number): Promise<void> {
  const rest = moment - performance.now()
  if (rest > 0) await wait(rest)
}

/** Receipts in the clients' hands whose revision the database does not hold as one that counted. */
async function lostReceipts(ground: Ground, seated: readonly Sitter[]): Promise<number> {
  let lost = 0
  for (const sitter of seated.filter(({ receipts }) => receipts.length > 0)) {
    const [row] = await ground.rows<{ count: number }>(
      `select count(*)::int as count
       from unnest($2::int[], $3::int[]) as r(slot, rev)
       where not exists (
         select from sitting.answer_revision kept
         where kept.company_id = (select company_id from sitting.attempt where id = $1 limit 1)
           and kept.attempt_id = $1 and kept.slot = r.slot and kept.rev = r.rev and kept.kind = 'save')`,
      [sitter.attemptId, sitter.receipts.map(({ slot }) => slot), sitter.receipts.map(({ rev }) => rev)],
    )
    lost += row?.count ?? 0
  }
  return lost
}
