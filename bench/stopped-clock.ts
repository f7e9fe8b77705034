import { entry } from '@kaopei/exam/contract/entry'
import { incident, incidentScope } from '@kaopei/proctoring/contract/incidents/incident'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam } from './exam-data.ts'
import { atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const candidates = 2000

/** An incident stops the clock of 2,000 who are sitting: the dry run, and the doing in one transaction. */
export const stoppedClock: Piece = {
  name: 'stopped-clock',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const company = await makeCompany(ground)
    const exam = await makeExam(ground, company, candidates)
    await confirmNotices(ground, exam, server.port)
    const [first] = exam.candidates
    if (!first) throw new Error('no candidate was made')
    const client = await RawClient.open(server.port)
    const { data: sheet } = await client.get(first, entry.start, { examId: exam.id, device: 'bench-clock:tab-1' })
    // The others' attempts are copies of the first: what is measured is not the start.
    await ground.rows(
      `insert into sitting.attempt
       select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'staff_id', c.staff_id))).*
       from sitting.attempt a
       join exam.candidate c on c.company_id = a.company_id and c.exam_id = a.owner_id and c.staff_id <> a.staff_id
       where a.company_id = $1 and a.id = $2`,
      [company.id, sheet.attemptId],
    )
    await ground.settle('sitting.attempt')
    await ground.rows('checkpoint')
    const now = Date.now()
    const reach = {
      examId: exam.id,
      scopeKind: incidentScope.everybody,
      // As if it had begun before everybody did: each loses what they have had so far.
      fromTime: new Date(now - 12 * 60_000).toISOString(),
      untilTime: new Date(now).toISOString(),
    }
    const { result: dry, cpuMs: dryMs } = await ground.cpuDuring([server], () =>
      client.get(company.admin, incident.dryRun, { ...reach, pageIndex: 1, pageSize: 100 }),
    )
    const declared = { ...reach, title: '机房 3 断电', reason: 'environment.power' }
    const { result: done, cpuMs: doneMs } = await ground.cpuDuring([server], () =>
      client.get(company.admin, incident.apply, declared),
    )
    print(atMost('the clock stopped for 2,000: dry run', dry.ms, 'ms', 1000))
    print(raw('the same, server and database', dryMs, 'CPU-ms'))
    print(atMost('the clock stopped for 2,000: applied', done.ms, 'ms', 2000))
    print(raw('the same, server and database', doneMs, 'CPU-ms'))
    print(atMost('the clock stopped for 2,000: forgotten', candidates - done.data.counts.moved, 'people', 0))
    client.close()
    await server.stop()
  },
}
