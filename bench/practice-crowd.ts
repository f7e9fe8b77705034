import { setTimeout as wait } from 'node:timers/promises'
import { makeCompany } from './company.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { makePractice, Practiser } from './practice-data.ts'
import { inParallel, RawClient } from './raw-client.ts'

const learners = Number(process.env.KAOPEI_BENCH_CROWD ?? 2000)
const everyMs = 8000
/** Three minutes. */
const answersEach = 22

/** 2,000 learners answer every 8 s for three minutes, or KAOPEI_BENCH_CROWD of them. Its times mean something on a machine that has nothing else to do. */
export const practiceCrowd: Piece = {
  name: 'practice-crowd',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const { id, people } = await makePractice(ground, await makeCompany(ground), learners)
    const all = await Promise.all(people.map(async (one) => new Practiser(await RawClient.open(server.port), one, id)))
    await inParallel(all, 16, (learner) => learner.begin())
    const begun = performance.now()
    const times: number[] = []
    const problems: unknown[] = []
    const practise = async (learner: Practiser, index: number) => {
      for (let turn = 0; turn < answersEach; turn++) {
        await wait(Math.max(0, begun + (index / learners) * everyMs + turn * everyMs - performance.now()))
        times.push(await learner.answer(turn))
      }
    }
    const { cpuMs } = await ground.cpuDuring([server], () =>
      Promise.all(all.map((learner, index) => practise(learner, index).catch((error: unknown) => void problems.push(error)))),
    )
    if (problems[0]) console.error('#', problems[0])
    print(atMost(`${learners} practise: errors`, problems.length, 'errors', 0))
    print(atMost(`${learners} practise: p95 of an answer (quiet machine alone)`, percentile(times, 0.95), 'ms', 150))
    print(raw(`${learners} practise: p99 of an answer`, percentile(times, 0.99), 'ms'))
    print(raw(`${learners} practise: server and database`, cpuMs / times.length, 'CPU-ms an answer'))
    for (const learner of all) learner.close()
    await server.stop()
  },
}
