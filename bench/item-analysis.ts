import { results } from '@kaopei/result/contract/results'
import { peakMemoryMb } from './cpu.ts'
import { atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { satExam } from './results-data.ts'

/** Facility, discrimination, α and distractors of 10,000 attempts × 50 items. */
export const itemAnalysis: Piece = {
  name: 'item-analysis',
  run: async (ground, print) => {
    const exam = await satExam(ground)
    const server = await ground.start('server')
    const client = await RawClient.open(server.port)
    const ask = () => client.get(exam.company.admin, results.itemAnalysis, { examinationId: exam.id })
    const first = await ground.cpuDuring([server], ask)
    const second = await ask()
    const { data, ms } = first.result
    if (data.population !== 10_000 || data.items.length !== 50) throw new Error('the analysis is of something else')
    print(atMost('item analysis: 10,000 × 50, first', ms / 1000, 's', 3))
    print(raw('item analysis: 10,000 × 50, second', second.ms / 1000, 's'))
    print(raw('item analysis: server and database', first.cpuMs, 'CPU-ms'))
    print(raw('item analysis: memory of the server', peakMemoryMb(server.pid), 'MiB'))
    client.close()
    await server.stop()
  },
}
