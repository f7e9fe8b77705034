import { setTimeout as wait } from 'node:timers/promises'
import { runState, startPattern } from '@kaopei/proctoring/contract/rehearsal/codes'
import { rehearsal } from '@kaopei/proctoring/contract/rehearsal/run'
import { makeCompany } from './company.ts'
import { makeExam } from './exam-data.ts'
import { atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const crowd = Number(process.env.KAOPEI_BENCH_CROWD ?? 3000)
const minutes = 3
const thinkSeconds = 20
const lookMs = 2000

/** The product's own rehearsal: so many virtual candidates of a worker sit a published exam, all of whom come in one minute, and end in a verdict. */
export const rehearsalCrowd: Piece = {
  name: 'rehearsal',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker', { KAOPEI_PUBLIC_URL: `http://127.0.0.1:${server.port}` })
    const company = await makeCompany(ground)
    const { id: examinationId } = await makeExam(ground, company, 1)
    // Nobody rehearses beside an exam that goes on.
    await ground.rows(
      `update exam.exam set admission_start_at = now() + interval '2 days', admission_end_at = now() + interval '3 days' where id = $1`,
      [examinationId],
    )
    const client = await RawClient.open(server.port)
    const wish = { examinationId, count: crowd, pattern: startPattern.oneMinute, thinkSeconds, minutes }
    await client.get(company.admin, rehearsal.start, wish)
    const run = async () => {
      for (;;) {
        const [row] = (await client.get(company.admin, rehearsal.list, { examinationId })).data.dataList
        if (row && row.state !== runState.waiting && row.state !== runState.running) return row
        await wait(lookMs)
      }
    }
    const { result, cpuMs } = await ground.cpuDuring([server, worker], run)
    const { verdict, state, reason, progress } = result
    console.error(`# ${runState.label(state)}：${verdict?.text ?? reason ?? ''} ${verdict?.limit ?? ''}`)
    const name = `${crowd} virtual candidates`
    print(atMost(`${name}: not handed in`, crowd - progress.handedIn, 'candidates', 0))
    for (const [kind, { count, errors, p95 }] of Object.entries(verdict?.measured.calls ?? {})) {
      print(raw(`${name}: ${kind}, calls`, count, 'calls'))
      print(raw(`${name}: ${kind}, errors`, errors, 'calls'))
      print(raw(`${name}: ${kind}, p95`, p95, 'ms'))
    }
    print(raw(`${name}: highest load told`, verdict?.measured.highestLoad ?? -1, 'of 10'))
    print(raw(`${name}: each, with the worker that makes them`, cpuMs / crowd, 'CPU-ms'))
    client.close()
    await worker.stop()
    await server.stop()
  },
}
