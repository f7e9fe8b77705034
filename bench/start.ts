import { makeBareTables, seatBarely } from './bare-sitter.ts'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { inParallel } from './raw-client.ts'
import { median } from './turns.ts'

const together = 200
const turns = 3

/** 200 candidates press start at the same moment, and later hand in at the same moment; beside it 200 who do so barely. */
export const start: Piece = {
  name: 'start',
  run: async (ground, print) => {
    await makeBareTables(ground)
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const bare = await ground.startBare()
    const company = await makeCompany(ground)
    const bareStarts: number[] = []
    const starts: number[] = []
    const submits: number[] = []
    const ratios: number[] = []
    for (let turn = 0; turn <= turns; turn++) {
      const exam = await makeExam(ground, company, turn === 0 ? 20 : together)
      await confirmNotices(ground, exam, server.port)
      const seated = await seat(exam, server.port)
      const [first] = seated.splice(0, 1)
      if (!first) throw new Error('nobody sits')
      await first.start()
      const barely = await seatBarely(bare, exam, seated.length, first)
      const bareMs = await lastOf(barely.map((sitter) => sitter.start()))
      const times = await Promise.all(seated.map((sitter) => sitter.start()))
      for (let count = 0; count < 10; count++) await inParallel(seated, 16, async (sitter) => void (await sitter.save(count)))
      const handedIn = await Promise.all(seated.map((sitter) => sitter.submit()))
      for (const sitter of [first, ...seated, ...barely]) sitter.close()
      if (turn === 0) continue
      bareStarts.push(bareMs)
      starts.push(percentile(times, 0.95))
      submits.push(percentile(handedIn, 0.95))
      ratios.push(percentile(times, 0.95) / bareMs)
    }
    print(atMost('200 start together: p95 per 200 bare starts', median(ratios), 'x', 8))
    print(raw('200 start together: the bare starts', median(bareStarts), 'ms'))
    print(atMost('200 start together: p95', median(starts), 'ms', 1500))
    print(atMost('200 hand in together: p95', median(submits), 'ms', 1500))
    for (const part of [server, worker, bare]) await part.stop()
  },
}

async function lastOf(times: readonly Promise<number>[]): Promise<number> {
  return Math.max(...(await Promise.all(times)))
}
