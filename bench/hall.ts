import { hall as hallCalls } from '@kaopei/proctoring/contract/hall'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { startOne } from './start-one.ts'
import { median } from './turns.ts'

const candidates = 2000
const beating = 200
const watchers = 20
/** Each of the server's connections plans a statement anew five times; then a hall is refreshed for hours. */
const warming = 8
const refreshes = 10
const eventsEach = 5

/** Signs of life with five events each, and a hall of 2,000 that twenty people watch. */
export const hall: Piece = {
  name: 'hall',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const exam = await makeExam(ground, await makeCompany(ground), candidates)
    await confirmNotices(ground, exam, server.port)
    const client = await RawClient.open(server.port)
    const [first] = exam.candidates
    if (!first) throw new Error('no candidate was made')
    const attempts = [{ person: first, attemptId: await startOne(client, first, exam.id) }]
    // Most of the others' attempts are copies of the first: what is measured is not the start.
    for (const person of exam.candidates.slice(1, beating))
      attempts.push({ person, attemptId: await startOne(client, person, exam.id) })
    await ground.rows(
      `insert into sitting.attempt
       select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'staff_id', c.staff_id, 'updated_at', now() - interval '1 hour'))).*
       from sitting.attempt a
       join exam.candidate c on c.company_id = a.company_id and c.exam_id = a.owner_id
       where a.company_id = $1 and a.id = $2
         and not exists (select from sitting.attempt o where o.company_id = a.company_id and o.owner_id = a.owner_id and o.staff_id = c.staff_id)`,
      [exam.company.id, attempts[0]?.attemptId],
    )
    await ground.settle('sitting.attempt', 'sitting.attempt_event', 'sitting.presence')
    const clients = await Promise.all(attempts.slice(0, 20).map(() => RawClient.open(server.port)))
    const beatAll = async (round: number) => {
      const waiting = [...attempts]
      await Promise.all(
        clients.map(async (own) => {
          for (let next = waiting.pop(); next; next = waiting.pop()) {
            const { person, attemptId } = next
            await own.get(person, sitting.heartbeat, { attemptId, leaseEpoch: 1, events: eventsOf(round) })
          }
        }),
      )
    }
    await beatAll(0)
    const beats = await ground.cpuDuring([server], async () => {
      for (let round = 1; round <= 5; round++) await beatAll(round)
    })
    print(atMost('a heartbeat with 5 events', beats.cpuMs / (5 * attempts.length), 'CPU-ms', 1.5))
    print(raw('the same: the database of it', beats.databaseMs / (5 * attempts.length), 'CPU-ms'))

    const watching = await Promise.all(Array.from({ length: watchers }, () => RawClient.open(server.port)))
    const look = (own: RawClient, since?: string) =>
      own.get(exam.company.admin, hallCalls.watch, { examId: exam.id, ...(since !== undefined && { since }) })
    for (const own of watching.slice(0, 2)) await look(own)
    const opened: number[] = []
    let since = ''
    const opens = await ground.cpuDuring([server], async () => {
      for (const own of watching) {
        const { data, ms } = await look(own)
        opened.push(ms)
        since = data.serverTime
      }
    })
    print(atMost('the hall of 2,000 opened', percentile(opened, 0.5), 'ms', 300))
    print(raw('the same', opens.cpuMs / watchers, 'CPU-ms'))
    const used: number[] = []
    const ofDatabase: number[] = []
    for (let round = -warming; round < refreshes; round++) {
      await beatAll(20 + round)
      const { cpuMs, databaseMs } = await ground.cpuDuring([server], () => Promise.all(watching.map((own) => look(own, since))))
      if (round >= 0) {
        used.push(cpuMs / watchers)
        ofDatabase.push(databaseMs / watchers)
      }
      since = new Date(Date.now() - 3000).toISOString()
    }
    print(atMost('the hall of 2,000 refreshed, 200 heard of, 20 watching', median(used), 'CPU-ms', 10))
    print(raw('the same: the database of it', median(ofDatabase), 'CPU-ms'))
    for (const own of [client, ...clients, ...watching]) own.close()
    await server.stop()
  },
}

function eventsOf(round: number) {
  const clientTime = new Date().toISOString()
  return Array.from({ length: eventsEach }, (_, index) => ({
    seq: round * eventsEach + index + 1,
    type: (['copy', 'netDown', 'netUp', 'paste', 'copy'] as const)[index] ?? 'copy',
    clientTime,
  }))
}
