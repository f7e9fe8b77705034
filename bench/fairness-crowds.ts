import { staff } from '@kaopei/org/contract/staff'
import { questionContent } from '@kaopei/question/contract/content'
import { results } from '@kaopei/result/contract/results'
import { group } from '@kaopei/usergroup/contract/group'
import { untilEnded } from './background-work.ts'
import type { Company } from './company.ts'
import { untilScored } from './exam.ts'
import { type BenchExam, confirmNotices, makeExam, seat } from './exam-data.ts'
import type { Attack } from './fairness-attacks.ts'
import type { Ground, Part } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { satExam } from './results-data.ts'

const people = 30_000
const calling = 4

/** What is heavy by its numbers: people, answers, scores. */
export async function crowdsOf(ground: Ground, server: Part, company: Company): Promise<Attack[]> {
  await fillCompany(ground, company)
  return [
    await itemAnalysis(ground, server),
    await groupRule(server, company),
    await longAnswer(ground, server, company),
    await largeExport(ground, server, company),
    await worstQuestion(ground, company),
  ]
}

async function fillCompany(ground: Ground, { id, departmentIds }: Company): Promise<void> {
  await ground.rows(
    `insert into org.staff (company_id, name, login_account, phone, email, job_number, department_id, entry_date)
     select $1, '员工' || n, 'crowd' || n, '1' || 30 + n % 60 || lpad(n::text, 8, '0'), 'crowd' || n || '@example.cn', 'K' || n,
       ($2::uuid[])[1 + n % cardinality($2::uuid[])], date '2020-01-01' + n % 2000
     from generate_series(1, $3) n`,
    [id, departmentIds, people],
  )
  await ground.settle('org.staff')
}

/** Several people of one company ask at once. */
async function crowd(server: Part, ask: (client: RawClient) => Promise<unknown>): Promise<() => Promise<void>> {
  const clients = await Promise.all(Array.from({ length: calling }, () => RawClient.open(server.port)))
  return async () => void (await Promise.all(clients.map(ask)))
}

/** The largest table of figures that is asked for on request: 10,000 × 50. */
async function itemAnalysis(ground: Ground, server: Part): Promise<Attack> {
  const { id, company } = await satExam(ground)
  const once = await crowd(server, (client) => client.call(company.admin, results.itemAnalysis, { examinationId: id }))
  return { name: 'item analysis', once }
}

async function groupRule(server: Part, { admin, departmentIds }: Company): Promise<Attack> {
  const conditions = Array.from({ length: 20 }, (_, at) => ({
    kind: 'department' as const,
    departmentIds: [departmentIds[at] ?? ''],
    isNot: at % 2 === 1,
  }))
  const items = Array.from({ length: 20 }, () => ({ kind: 'branch' as const, match: 'any' as const, conditions }))
  const input = { rule: { match: 'all' as const, items } }
  return { name: 'group rule', once: await crowd(server, (client) => client.call(admin, group.previewStaffGroupRule, input)) }
}

/** A candidate writes what cleaning takes longest for. */
async function longAnswer(ground: Ground, server: Part, company: Company): Promise<Attack> {
  const exam = await makeExam(ground, company, 1, [questionContent.parse({ type: 6, stem: '简述', analysis: '' })])
  await confirmNotices(ground, exam, server.port)
  const [sitter] = await seat(exam, server.port)
  if (!sitter) throw new Error('nobody sits the exam')
  await sitter.start()
  const texts = ['<b>x</b>'.repeat(9_900), `${'<i>'.repeat(199)}x`.repeat(99), `<img ${'src='.repeat(49_000)}`]
  let turn = 0
  return {
    name: 'long answer',
    once: () => sitter.write(1, { type: 6, format: 'html', text: texts[turn++ % texts.length] ?? '' }),
  }
}

async function largeExport(ground: Ground, server: Part, { admin }: Company): Promise<Attack> {
  const client = await RawClient.open(server.port)
  return {
    name: 'large export',
    keepsWorker: true,
    once: async () => {
      const { data } = await client.get(admin, staff.export, {})
      await untilEnded(ground, data.jobId)
    },
  }
}

const blanks = 11
const attemptsAtOnce = 4

/** Patterns as dear as authors may have them, met by the longest answers, in attempts that are handed in together. */
async function worstQuestion(ground: Ground, company: Company): Promise<Attack> {
  const ids = Array.from({ length: blanks }, (_, at) => `b${at}`)
  const content = questionContent.parse({
    type: 4,
    stem: `题${ids.map((id) => `{{${id}}}`).join('')}`,
    blanks: ids.map((id, blank) => ({
      id,
      match: 'wildcard',
      alternatives: Array.from({ length: 10 }, (_, at) => ({ text: `*${'a'.repeat(290)}?${blank * 10 + at}*b`, weight: 1 })),
    })),
    unorderedGroups: [],
    analysis: '',
  })
  const exam = await makeExam(
    ground,
    company,
    attemptsAtOnce,
    Array.from({ length: 10 }, () => content),
  )
  const answer = { type: 4, texts: Object.fromEntries(ids.map((id) => [id, 'a'.repeat(2000)])) }
  let number = 0
  return {
    name: 'worst question to score',
    keepsWorker: true,
    once: async () => {
      number++
      await handIn(ground, exam, { number, answer })
      await untilScored(ground, exam.id, number * attemptsAtOnce)
    },
  }
}

async function handIn(
  ground: Ground,
  { id, company, questions }: BenchExam,
  { number, answer }: { number: number; answer: unknown },
): Promise<void> {
  const items = questions.map((one, index) => ({
    slot: index + 1,
    question_id: one.id,
    version: one.versionId,
    rule: one.ruleVersionId,
  }))
  await ground.rows(
    `with handed_in as (
       insert into sitting.attempt (company_id, owner_kind, owner_id, staff_id, number, state, started_at, due_at, submitted_at, submit_cause, lease_device, title,
         max_score_hundredths, subjective_score_hundredths, ip, user_agent)
       select company_id, 'exam', exam_id, staff_id, $3, 'submitted', now() - interval '50 minutes', now() + interval '70 minutes', now(), 'manual',
         'bench-00000000:tab-1', 'bench', 2000, 0, '10.1.2.3', 'bench'
       from exam.candidate
       where company_id = $1 and exam_id = $2
       returning company_id, id
     )
     insert into sitting.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id, type, option_order,
       max_score_hundredths, answer, answer_state, rev, last_rev, client_seq, lease_epoch, answered_at)
     select a.company_id, a.id, q.slot, q.slot - 1, q.question_id, q.version, q.rule, 4, '{}', 200, $5, 'answered', 1, 1, q.slot, 1, now()
     from handed_in a
     cross join json_to_recordset($4) as q (slot int, question_id uuid, version uuid, rule uuid)`,
    [company.id, id, number, JSON.stringify(items), JSON.stringify(answer)],
  )
}
