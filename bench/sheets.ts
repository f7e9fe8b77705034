import { setTimeout as wait } from 'node:timers/promises'
import { questionnaireLearn } from '@kaopei/questionnaire/contract/learn'
import { makeCompany, makePeople, type Person } from './company.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { publishedFor, sixtyQuestions, someAnswers } from './questionnaire-data.ts'
import { inParallel, RawClient } from './raw-client.ts'

const people = 5000
const withinMs = 60_000
const lanes = 32

/** Of five options a fifth each: the first two quotas fill up, the third does not; a sheet may meet two. */
const quotas = [
  { id: 'first', name: '选项 a', when: { question: 'q0', is: 'anyOf' as const, options: ['a'] }, wanted: 400 },
  { id: 'both', name: '选项 a 和 b', when: { question: 'q0', is: 'anyOf' as const, options: ['a', 'b'] }, wanted: 1200 },
  { id: 'never', name: '选项 c', when: { question: 'q0', is: 'anyOf' as const, options: ['c'] }, wanted: 4000 },
]

/** 5,000 people hand in sheets of 60 questions within a minute, against three quotas. */
export const sheets: Piece = {
  name: 'sheets',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const company = await makeCompany(ground)
    const staff = await makePeople(ground, company.id, company.departmentIds, people)
    await ground.settle('org.staff', 'org.staff_department', 'identity.account', 'identity.session')
    const setUp = await RawClient.open(server.port)
    const questionnaireId = await publishedFor(setUp, company, { ...sixtyQuestions(), quotas })
    const clients = await Promise.all(Array.from({ length: lanes }, () => RawClient.open(server.port)))
    const free = [...clients]
    const [times, problems]: [number[], unknown[]] = [[], []]
    const begun = performance.now()
    const handIn = async (person: Person, index: number) => {
      const rest = begun + (index / people) * withinMs - performance.now()
      if (rest > 0) await wait(rest)
      const client = free.pop()
      if (!client) throw new Error('more calls at once than lanes')
      try {
        times.push((await client.get(person, questionnaireLearn.submit, { questionnaireId, answers: { ...someAnswers() } })).ms)
      } catch (error) {
        problems.push(error)
      }
      free.push(client)
    }
    const { cpuMs, databaseMs, wallMs } = await ground.cpuDuring([server, worker], () => inParallel(staff, lanes, handIn))
    if (problems[0]) console.error('#', problems[0])
    const wrong = await wrongQuotas(ground, questionnaireId)
    print(atMost('5,000 sheets in a minute: errors', problems.length, 'errors', 0))
    print(atMost('5,000 sheets in a minute: quotas that are not exact', wrong, 'quotas', 0))
    print(atMost('5,000 sheets in a minute: p95', percentile(times, 0.95), 'ms', 250))
    print(raw('5,000 sheets in a minute: p50', percentile(times, 0.5), 'ms'))
    print(raw('5,000 sheets in a minute: it took', wallMs / 1000, 's'))
    print(raw('5,000 sheets in a minute: server, worker and database', cpuMs / people, 'CPU-ms each'))
    print(raw('5,000 sheets in a minute: database alone', databaseMs / people, 'CPU-ms each'))
    for (const client of [setUp, ...clients]) client.close()
    await server.stop()
    await worker.stop()
  },
}

/** A quota counts the sheets that name it, never more than wanted; a sheet was turned away only where one that it meets is full. */
async function wrongQuotas(ground: Parameters<Piece['run']>[0], questionnaireId: string): Promise<number> {
  const rows = await ground.rows<{ id: string; wanted: number; count: number; counted: number; turned_away: number }>(
    `select q.id, q.wanted, q.count, (select count(*)::int from questionnaire.response r
       where r.questionnaire_id = q.questionnaire_id and r.state = 1 and q.id = any (r.quota_ids)) as counted,
       (select count(*)::int from questionnaire.response r where r.questionnaire_id = q.questionnaire_id and r.state = 2
         and r.answers #>> '{q0,choices,0}' = any (case q.id when 'first' then array['a'] when 'both' then array['b'] else array['c', 'd', 'e'] end)) as turned_away
     from questionnaire.quota q
     where q.questionnaire_id = $1`,
    [questionnaireId],
  )
  const isWrong = rows.filter(
    (one) => one.count !== one.counted || one.count > one.wanted || (one.turned_away > 0 && one.id === 'never'),
  )
  return rows.length === 3 ? isWrong.length : 3
}
