import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { staffImport } from '@kaopei/org/contract/staff-import'
import { defaultScoringRule } from '@kaopei/question/contract/content'
import { importFieldLabels, questionImport } from '@kaopei/question/contract/question-import'
import { writeXlsx } from '@kaopei/sheet'
import { untilEnded } from './background-work.ts'
import { type Company, makeCompany } from './company.ts'
import { fiftyQuestions } from './exam-data.ts'
import { atLeast, raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'
import { questionFields, questionRows } from './question-import.ts'
import { RawClient } from './raw-client.ts'
import { sendFile } from './send-file.ts'
import { staffRows, staffTitles } from './staff-import.ts'
import { median } from './turns.ts'

const turns = 3
const staffEach = 20_000
const questionsEach = 5_000
const batch = 1_000

/** Imports from .xlsx with every check, and beside each the same rows inserted by the thousand through the bare driver. */
export const imports: Piece = {
  name: 'import',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const company = await makeCompany(ground, 20)
    const bankId = randomUUID()
    await ground.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [company.id, bankId, '压测题库'])
    const kinds = [
      {
        name: 'import of people',
        rows: staffEach,
        bare: () => insertStaff(ground, company),
        ours: (turn: number) => importStaff(ground, company, server.port, turn),
      },
      {
        name: 'import of questions',
        rows: questionsEach,
        bare: () => insertQuestions(ground, company.id, bankId),
        ours: (turn: number) => importQuestions(ground, company, { port: server.port, bankId, turn }),
      },
    ]
    for (const { name, rows, bare, ours } of kinds) {
      const barely: number[] = [await bare()]
      const shares: number[] = []
      const own: number[] = []
      for (let turn = 0; turn < turns; turn++) {
        own.push(await ours(turn))
        barely.push(await bare())
        shares.push(((barely.at(-1) ?? 0) + (barely.at(-2) ?? 0)) / 2 / (own.at(-1) ?? Number.NaN))
      }
      print(atLeast(`${name}: rows a second per bare insert`, median(shares), 'ratio', 0.1))
      print(raw(`${name}: with all checks`, rows / median(own), '1/s'))
      print(raw(`${name}: bare insert`, rows / median(barely), '1/s'))
    }
    await server.stop()
    await worker.stop()
    await ground.rows('truncate org.staff cascade')
  },
}

async function importStaff(ground: Ground, company: Company, port: number, turn: number): Promise<number> {
  const columns = staffTitles.map((title) => ({ title }))
  const sheet = { name: '员工导入', columns, rows: staffRows(turn * staffEach, staffEach) }
  const file = await buffer(writeXlsx({ templateVersion: 'staff/1', sheets: [sheet] }))
  const client = await RawClient.open(port)
  const fileId = await sendFile(client, company, { port, name: '员工.xlsx', purpose: 'import', file })
  const wish = { fileId, isJob: true, isAllOrNothing: false, conflicts: 'skip' } as const
  const { data } = await client.get(company.admin, staffImport.batchImport, wish)
  client.close()
  return (await untilEnded(ground, data.jobId ?? '')).seconds
}

async function importQuestions(
  ground: Ground,
  company: Company,
  { port, bankId, turn }: { port: number; bankId: string; turn: number },
): Promise<number> {
  const columns = questionFields.map((field) => ({ title: importFieldLabels[field] }))
  const rows = questionRows(1 + turn * questionsEach, questionsEach)
  const file = await buffer(writeXlsx({ sheets: [{ name: '试题', columns, rows }] }))
  const client = await RawClient.open(port)
  const fileId = await sendFile(client, company, { port, name: '试题.xlsx', purpose: 'questionImport', file })
  const { data } = await client.get(company.admin, questionImport.run, { fileId, bankId })
  client.close()
  return (await untilEnded(ground, data.jobId)).seconds
}

/** The rows of people and their accounts, in one transaction; answers its seconds. */
function insertStaff(ground: Ground, { id, departmentIds }: Company): Promise<number> {
  const mark = randomUUID().slice(0, 8)
  return inBatches(ground, staffEach, async (ask, numbers) => {
    const ids = numbers.map(() => randomUUID())
    const names = numbers.map((n) => `${mark}${n}`)
    await ask(
      'people',
      `insert into org.staff (company_id, id, name, login_account, phone, email, job_number, gender, department_id, entry_date)
       select $1, p.id, '员工' || p.n, p.name, p.name, p.name || '@example.cn', p.name, 1, ($5::uuid[])[1 + p.n % cardinality($5::uuid[])], '2024-03-01'
       from unnest($2::uuid[], $3::text[], $4::integer[]) as p(id, name, n)`,
      [id, ids, names, numbers, departmentIds],
    )
    await ask(
      'accounts',
      `insert into identity.account (company_id, id, login_account, must_change_password, password_strength)
       select $1, p.id, p.name, true, 0 from unnest($2::uuid[], $3::text[]) as p(id, name)`,
      [id, ids, names],
    )
  })
}

/** The rows of questions with their first version and scoring rule, in one transaction; answers its seconds. */
function insertQuestions(ground: Ground, companyId: string, bankId: string): Promise<number> {
  const samples = fiftyQuestions()
  return inBatches(ground, questionsEach, async (ask, numbers) => {
    const made = numbers.flatMap((n) => {
      const content = samples[n % samples.length]
      if (!content) return []
      const ids = { id: randomUUID(), version: randomUUID(), rule: randomUUID() }
      return [{ ...ids, type: content.type, stem: content.stem, content, scoring: defaultScoringRule(content.type) }]
    })
    const values = [companyId, JSON.stringify(made)]
    const source =
      'json_to_recordset($2) as p (id uuid, version uuid, rule uuid, type smallint, stem text, content jsonb, scoring jsonb)'
    await ask(
      'questions',
      `insert into question.question (company_id, id, bank_id, type, status, stem_text, ready_version_id, ready_rule_version_id)
       select $1, p.id, $3, p.type, 1, p.stem, p.version, p.rule from ${source}`,
      [...values, bankId],
    )
    await ask(
      'versions',
      `insert into question.question_version (company_id, id, question_id, number, content, checksum)
       select $1, p.version, p.id, 1, p.content, '' from ${source}`,
      values,
    )
    await ask(
      'rules',
      `insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum)
       select $1, p.rule, p.id, 1, p.scoring, '' from ${source}`,
      values,
    )
  })
}

type Ask = (name: string, text: string, values: unknown[]) => Promise<unknown>

async function inBatches(
  ground: Ground,
  rows: number,
  work: (ask: Ask, numbers: readonly number[]) => Promise<void>,
): Promise<number> {
  const client = await ground.owner.connect()
  try {
    const begun = performance.now()
    await client.query('begin')
    const ask: Ask = (name, text, values) => client.query({ name: `bench-${name}`, text, values })
    for (let from = 0; from < rows; from += batch)
      await work(
        ask,
        Array.from({ length: Math.min(batch, rows - from) }, (_, index) => from + index),
      )
    await client.query('commit')
    return (performance.now() - begun) / 1000
  } finally {
    client.release()
  }
}
