import { setTimeout as wait } from 'node:timers/promises'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { inParallel } from './raw-client.ts'

const candidates = 2000
const withinMs = 10_000

/** 2,000 candidates who have answered hand in within ten seconds, while the worker scores those who were first. */
export const handin: Piece = {
  name: 'handin',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const exam = await makeExam(ground, await makeCompany(ground), candidates)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    await inParallel(seated, 16, async (sitter) => {
      await sitter.start()
      for (let turn = 0; turn < 2; turn++) await sitter.save(turn)
    })
    await ground.rows('checkpoint')
    const problems: unknown[] = []
    const times: number[] = []
    const begun = performance.now()
    const handIn = async (sitter: Sitter, index: number) => {
      const rest = begun + (index / candidates) * withinMs - performance.now()
      if (rest > 0) await wait(rest)
      times.push(await sitter.submit())
    }
    const { cpuMs } = await ground.cpuDuring([server, worker], () =>
      Promise.all(seated.map((sitter, index) => handIn(sitter, index).catch((error: unknown) => void problems.push(error)))),
    )
    if (problems[0]) console.error('#', problems[0])
    print(atMost('2,000 hand in within ten seconds: errors', problems.length, 'errors', 0))
    print(atMost('2,000 hand in within ten seconds: p95', percentile(times, 0.95), 'ms', 500))
    print(raw('2,000 hand in within ten seconds: p50', percentile(times, 0.5), 'ms'))
    print(raw('2,000 hand in within ten seconds: all with scoring', cpuMs / candidates, 'CPU-ms each'))
    for (const sitter of seated) sitter.close()
    await server.stop()
    await worker.stop()
  },
}
