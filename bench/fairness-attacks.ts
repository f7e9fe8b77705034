import { buffer } from 'node:stream/consumers'
import { examPaper } from '@kaopei/exam/contract/exam-paper'
import { defaultScoringRule } from '@kaopei/question/contract/content'
import { question } from '@kaopei/question/contract/question'
import { importFieldLabels, questionImport } from '@kaopei/question/contract/question-import'
import { arrangeTangledBank } from '@kaopei/question/testing'
import { writeXlsx } from '@kaopei/sheet'
import { untilEnded } from './background-work.ts'
import { type Company, makeCompany } from './company.ts'
import { crowdsOf } from './fairness-crowds.ts'
import type { Ground, Part } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { sendFile } from './send-file.ts'

export interface Attack {
  readonly name: string
  /** Sends it and waits for the answer, whatever that is. */
  readonly once: () => Promise<void>
  /** Work for the worker: the other company's own jobs are watched too. */
  readonly keepsWorker?: boolean
}

interface Attacker {
  readonly ground: Ground
  readonly server: Part
  readonly client: RawClient
  readonly company: Company
  readonly bankId: string
}

const questions = 20_000
const tags = Array.from({ length: 40 }, (_, at) => `标签${at}`)

/** The worst of each kind that a company's own people may send, and what was found to be worst once. */
export async function attacksOf(ground: Ground, server: Part): Promise<Attack[]> {
  const company = await makeCompany(ground)
  const bankId = await arrangeTangledBank(ground, { companyId: company.id, questions, tags })
  await ground.settle('question.question', 'question.question_version', 'question.scoring_rule_version')
  const attacker = { ground, server, company, client: await RawClient.open(server.port), bankId }
  const send = async (endpoint: Parameters<RawClient['call']>[1], input: unknown) => {
    await attacker.client.call(company.admin, endpoint, input)
  }
  return [
    { name: 'nested text', once: () => send(question.create, fieldsOf(attacker, nestedText)) },
    { name: 'text of marks', once: () => send(question.create, fieldsOf(attacker, markedText)) },
    { name: 'question of patterns', once: () => send(question.create, fieldsOf(attacker, patterns)) },
    { name: 'picture of addresses', once: () => send(question.checkDuplicate, { content: addresses }) },
    { name: 'filter', once: () => send(question.list, { pageIndex: 1, pageSize: 100, keyWords: '%_'.repeat(25) }) },
    { name: 'drawing rules', once: () => send(examPaper.checkDraw, { rules: drawRules, fixedQuestionIds: [] }) },
    await workbook(attacker),
    ...(await crowdsOf(ground, server, company)),
  ]
}

const judgement = [
  { id: 'true', html: '对', fixed: true },
  { id: 'false', html: '错', fixed: true },
]
const nestedText = { type: 3, stem: '<i>'.repeat(63_000), options: judgement, correct: 'true', analysis: '<i>'.repeat(63_000) }
const markedText = {
  type: 3,
  stem: '<b>x</b>'.repeat(2400),
  options: judgement,
  correct: 'true',
  analysis: '&lt;'.repeat(14_000),
}
const addresses = { type: 3, stem: `<img ${'src='.repeat(49_000)}`, options: judgement, correct: 'true', analysis: '' }
const blankIds = Array.from({ length: 20 }, (_, at) => `b${at}`)
const patterns = {
  type: 4,
  stem: '题',
  blanks: blankIds.map((id, blank) => ({
    id,
    match: 'wildcard',
    alternatives: Array.from({ length: 20 }, (_, at) => ({ text: `*${'a'.repeat(300)}?${blank * 20 + at}*b` })),
  })),
  unorderedGroups: [blankIds],
}
const drawRules = Array.from({ length: 50 }, (_, at) => ({ filter: { tags: [tags[at % tags.length] ?? ''] }, count: 20 }))

function fieldsOf({ bankId }: Attacker, content: { readonly type: number }) {
  const rule = content.type === 4 ? defaultScoringRule(4) : defaultScoringRule(3)
  return { bankId, content, rule, status: 1, difficulty: 1, defaultScore: 1, isDuplicateAllowed: true }
}

/** Ended in seconds: a row takes a fiftieth of one. */
const rowsOfWorkbook = 100

/** Cells as long as cells may be, of what expressions once read for ever. */
async function workbook(attacker: Attacker): Promise<Attack> {
  const { ground, server, client, company, bankId } = attacker
  const fields = ['type', 'stem', 'optionA', 'optionB', 'answer', 'analysis'] as const
  const row = [
    '填空题',
    `${'_'.repeat(2)}${'（ '.repeat(10_000)}`,
    'a'.repeat(20_000),
    '',
    `数值:1${' '.repeat(30_000)}±`,
    '<'.repeat(30_000),
  ]
  const columns = fields.map((field) => ({ title: importFieldLabels[field] }))
  const file = await buffer(
    writeXlsx({ sheets: [{ name: '试题', columns, rows: Array.from({ length: rowsOfWorkbook }, () => row) }] }),
  )
  const fileId = await sendFile(client, company, { port: server.port, name: '试题.xlsx', purpose: 'questionImport', file })
  return {
    name: 'workbook',
    keepsWorker: true,
    once: async () => {
      await client.get(company.admin, questionImport.inspect, { fileId })
      const { data } = await client.get(company.admin, questionImport.check, { fileId, bankId })
      await untilEnded(ground, data.jobId)
    },
  }
}
