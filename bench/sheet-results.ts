import { questionnaireLearn } from '@kaopei/questionnaire/contract/learn'
import { questionnaireResults } from '@kaopei/questionnaire/contract/results'
import { untilEnded } from './background-work.ts'
import { type Company, makeCompany, makePeople } from './company.ts'
import { peakMemoryMb } from './cpu.ts'
import { atLeast, atMost, type Figure, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { publishedFor, sixtyQuestions, someAnswers } from './questionnaire-data.ts'
import { inParallel, RawClient } from './raw-client.ts'

const written = 500
const copies = 200
const total = written * copies
const exportTimeoutMs = 20 * 60_000

/** Distributions, tables and the export of 100,000 sheets of 60 questions: 500 are handed in, the others are their copies. */
export const sheetResults: Piece = {
  name: 'sheet-results',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const company = await makeCompany(ground)
    const client = await RawClient.open(server.port)
    const named = await publishedFor(client, company, sixtyQuestions())
    await handInSome(ground, { company, id: named, port: server.port })
    await copyThem(ground, company, named)
    const given: Given = { ground, print, server, client, company }
    await measureNamed(given, named)
    const anonymous = await publishedFor(client, company, sixtyQuestions(), { isAnonymous: true })
    await copyAnonymously(ground, company, { named, anonymous })
    await measureAnonymous(given, anonymous)
    print(raw('100,000 sheets × 60: memory of the server', peakMemoryMb(server.pid), 'MiB'))
    client.close()
    await server.stop()
  },
}

interface Given {
  readonly ground: Ground
  readonly print: (figure: Figure) => void
  readonly server: Part
  readonly client: RawClient
  readonly company: Company
}

async function measureNamed(given: Given, id: string): Promise<void> {
  const { ground, print, server, client, company } = given
  const { admin } = company
  // Of its own, so that its memory is this export's alone.
  const worker = await ground.start('worker')
  const ask = (input: object = {}) => client.get(admin, questionnaireResults.statistics, { id, ...input })
  const table = (rows: { question: string } | { by: 'department' }) =>
    client.get(admin, questionnaireResults.crossTable, { id, rows, columns: { question: 'q1' } })
  const first = await ground.cpuDuring([server], () => ask())
  if (first.result.data.sheetCount !== total) throw new Error('the figures are of something else')
  await measure(given, 'distributions', 2, () => ask())
  await measure(given, 'distributions with a filter', 2, () => ask({ answered: [firstTwo] }))
  await measure(given, 'a table of two questions', 1, () => table({ question: 'q0' }))
  await measure(given, 'a table by department', 1, () => table({ by: 'department' }))
  const exported = await exportedWith(given, { worker, what: 'export', id })
  print(atLeast('100,000 sheets × 60: export', (total / exported.cpuMs) * 1000, 'a CPU-s', 10_000))
  print(raw('100,000 sheets × 60: export, with whatever else runs', total / exported.seconds, '1/s'))
}

/** Nobody's name, and nothing below five: looked at ten times while they came, then settled. */
async function measureAnonymous(given: Given, id: string): Promise<void> {
  const { ground, print, client, company } = given
  const { admin } = company
  // Of its own, so that its memory is this export's alone.
  const worker = await ground.start('worker')
  const ask = (input: object = {}) => client.get(admin, questionnaireResults.statistics, { id, ...input })
  const texts = (pageIndex: number) =>
    client.get(admin, questionnaireResults.texts, { id, question: 'q27', pageIndex, pageSize: 20 })
  const of = (what: string) => `${what}, anonymous`
  if ((await ask()).data.sheetCount !== total) throw new Error('the figures are of something else')
  await measure(given, of('distributions while it is open'), 2, () => ask())
  await ground.rows(
    'update questionnaire.questionnaire set status = 2, closed_at = now(), is_settled = true where company_id = $1 and id = $2',
    [company.id, id],
  )
  await measure(given, of('distributions'), 2, () => ask())
  await measure(given, of('distributions with a filter'), 2, () => ask({ answered: [firstTwo] }))
  const table = { id, rows: { question: 'q0' }, columns: { question: 'q1' } }
  await measure(given, of('a table of two questions'), 1, () => client.get(admin, questionnaireResults.crossTable, table))
  await measure(given, of('a page of texts, the first'), 1, () => texts(1))
  await measure(given, of('a page of texts, another'), 1, () => texts(2))
  const exported = await exportedWith(given, { worker, what: of('export of figures and texts'), id })
  print(atMost(`100,000 sheets × 60: ${of('export of figures and texts')}`, exported.cpuMs / 1000, 'CPU-s', 10))
}

const firstTwo = { question: 'q0', options: ['a', 'b'] }

async function measure(
  { ground, print, server }: Given,
  what: string,
  limitSeconds: number,
  work: () => Promise<{ ms: number }>,
) {
  const { result, cpuMs } = await ground.cpuDuring([server], work)
  print(atMost(`100,000 sheets × 60: ${what}`, cpuMs / 1000, 'CPU-s', limitSeconds))
  print(raw(`100,000 sheets × 60: ${what}, with whatever else runs`, result.ms / 1000, 's'))
}

async function exportedWith(
  { ground, print, server, client, company }: Given,
  { worker, what, id }: { worker: Part; what: string; id: string },
) {
  const { result, cpuMs } = await ground.cpuDuring([server, worker], async () => {
    const { data } = await client.get(company.admin, questionnaireResults.export, { id })
    return untilEnded(ground, data.jobId, exportTimeoutMs)
  })
  print(atMost(`100,000 sheets × 60: ${what}, memory of the worker`, peakMemoryMb(worker.pid), 'MiB', 250))
  await worker.stop()
  return { ...result, cpuMs }
}

interface Where {
  readonly company: Company
  readonly id: string
  readonly port: number
}

async function handInSome(ground: Ground, { company, id, port }: Where): Promise<void> {
  const people = await makePeople(ground, company.id, company.departmentIds, written)
  const clients = await Promise.all(Array.from({ length: 8 }, () => RawClient.open(port)))
  const free = [...clients]
  await inParallel(people, clients.length, async (person) => {
    const client = free.pop()
    if (!client) throw new Error('more calls at once than connections')
    await client.get(person, questionnaireLearn.submit, { questionnaireId: id, answers: { ...someAnswers() } })
    free.push(client)
  })
  for (const client of clients) client.close()
}

async function copyThem(ground: Ground, { id: companyId, departmentIds }: Company, id: string): Promise<void> {
  await ground.rows(
    `insert into org.staff (company_id, name, login_account, email, job_number, department_id)
     select $1, '答卷人' || n, 'answers' || n, 'answers' || n || '@example.cn', 'A' || n, ($2::uuid[])[1 + n % cardinality($2::uuid[])]
     from generate_series(1, $3) n`,
    [companyId, departmentIds, total - written],
  )
  // After another piece PostgreSQL believes that there are a few people, and holds each of them against each sheet.
  await ground.settle('org.staff', 'questionnaire.response')
  await ground.rows(
    `insert into questionnaire.response (company_id, questionnaire_id, definition_id, state, staff_id, department_id, submitted_on, submitted_at, answers, packed)
     select r.company_id, r.questionnaire_id, r.definition_id, 1, s.id, s.department_id, r.submitted_on, r.submitted_at, r.answers, r.packed
     from (select *, row_number() over (order by id) as n from questionnaire.response where company_id = $1 and questionnaire_id = $2) r
     join (select id, department_id, 1 + (row_number() over (order by id) - 1) % $3 as n from org.staff where company_id = $1 and login_account like 'answers%') s
       on s.n = r.n`,
    [companyId, id, written],
  )
  await ground.rows(
    `insert into questionnaire.participation (company_id, questionnaire_id, staff_id, answered_on)
     select company_id, questionnaire_id, staff_id, submitted_on from questionnaire.response where company_id = $1 and questionnaire_id = $2
     on conflict do nothing`,
    [companyId, id],
  )
  await ground.settle('org.staff', 'questionnaire.response', 'questionnaire.participation')
}

async function copyAnonymously(ground: Ground, { id }: Company, { named, anonymous }: { named: string; anonymous: string }) {
  await ground.rows(
    `insert into questionnaire.response (company_id, questionnaire_id, definition_id, state, submitted_on, answers, packed, after_looks)
     select r.company_id, q.id, q.definition_id, 1, r.submitted_on, r.answers, r.packed, (row_number() over (order by r.id)) * 10 / ($4::int + 1)
     from questionnaire.response r
     join questionnaire.questionnaire q on q.company_id = r.company_id and q.id = $3
     where r.company_id = $1 and r.questionnaire_id = $2`,
    [id, named, anonymous, total],
  )
  await ground.rows('update questionnaire.questionnaire set looks = 10 where company_id = $1 and id = $2', [id, anonymous])
  await ground.settle('questionnaire.response')
}
