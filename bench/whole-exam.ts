import { setTimeout as wait } from 'node:timers/promises'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { atMost, raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'
import { inParallel } from './raw-client.ts'

const warm = 20
const measured = 200
const phased = 100
const width = 8
const scoringTimeoutMs = 60_000

/** Start, ten saves of five answers, submit, and the scoring of fifty objective items by a worker. */
export const wholeExam: Piece = {
  name: 'whole-exam',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const exam = await makeExam(ground, await makeCompany(ground), warm + measured + phased)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    const sit = async (from: number, count: number) => {
      await inParallel(seated.slice(from, from + count), width, async (sitter) => {
        await sitter.start()
        for (let turn = 0; turn < 10; turn++) await sitter.save(turn)
        await sitter.submit()
      })
      await untilScored(ground, exam.id, from + count)
    }
    await sit(0, warm)
    const { cpuMs, wallMs } = await ground.cpuDuring([server, worker], () => sit(warm, measured))
    const [full] = await ground.rows<{ count: number }>(
      `select count(*)::int as count from sitting.attempt where exam_id = $1 and score_hundredths = 10000`,
      [exam.id],
    )
    print(atMost('whole exam: server, worker and database', cpuMs / measured, 'CPU-ms', 25))
    print(raw('whole exam: exams until scored', measured / (wallMs / 1000), '1/s'))
    print({
      ...raw('whole exam: scored with the right score', full?.count ?? 0, 'attempts'),
      target: `= ${warm + measured}`,
      holds: full?.count === warm + measured,
    })
    // The same once more step by step, to show where the work goes.
    const others = seated.slice(warm + measured)
    const phase = async (name: string, work: (sitter: Sitter) => Promise<unknown>, last?: () => Promise<void>) => {
      const all = () => inParallel(others, width, async (sitter) => void (await work(sitter))).then(last)
      const used = await ground.cpuDuring([server, worker], all)
      print(raw(`whole exam: ${name}`, used.cpuMs / phased, 'CPU-ms'))
      print(raw(`whole exam: ${name}, database alone`, used.databaseMs / phased, 'CPU-ms'))
    }
    await phase('start', (sitter) => sitter.start())
    await phase('ten saves', async (sitter) => {
      for (let turn = 0; turn < 10; turn++) await sitter.save(turn)
    })
    await phase(
      'submit and score',
      (sitter) => sitter.submit(),
      () => untilScored(ground, exam.id, warm + measured + phased),
    )
    for (const sitter of seated) sitter.close()
    await server.stop()
    await worker.stop()
  },
}

export async function untilScored(ground: Ground, examId: string, count: number): Promise<void> {
  const until = Date.now() + scoringTimeoutMs
  while (Date.now() < until) {
    const [row] = await ground.rows<{ count: number }>(
      'select count(*)::int as count from sitting.attempt where exam_id = $1 and scored_at is not null',
      [examId],
    )
    if ((row?.count ?? 0) >= count) return
    await wait(50)
  }
  throw new Error('the attempts were not scored in time')
}
