import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { inParallel } from './raw-client.ts'

const together = 200

/** 200 candidates press start at the same moment, and later hand in at the same moment. */
export const startTogether: Piece = {
  name: 'start-together',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const company = await makeCompany(ground)
    const warm = await makeExam(ground, company, 10)
    await confirmNotices(ground, warm, server.port)
    for (const sitter of await seat(warm, server.port)) {
      await sitter.start()
      await sitter.save(0)
      await sitter.submit()
      sitter.close()
    }
    const exam = await makeExam(ground, company, together)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    const starts = await allAtOnce(seated, (sitter) => sitter.start())
    for (let turn = 0; turn < 10; turn++) await inParallel(seated, 16, async (sitter) => void (await sitter.save(turn)))
    const submits = await allAtOnce(seated, (sitter) => sitter.submit())
    print(atMost('200 start together: p95', percentile(starts, 0.95), 'ms', 1500))
    print(raw('200 start together: last one has the paper', Math.max(...starts), 'ms'))
    print(atMost('200 submit together: p95', percentile(submits, 0.95), 'ms', 1500))
    print(raw('200 submit together: last one is done', Math.max(...submits), 'ms'))
    for (const sitter of seated) sitter.close()
    await server.stop()
    await worker.stop()
  },
}

function allAtOnce(seated: readonly Sitter[], press: (sitter: Sitter) => Promise<number>): Promise<number[]> {
  return Promise.all(seated.map(press))
}
