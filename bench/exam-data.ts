import { randomUUID } from 'node:crypto'
import { entry } from '@kaopei/exam/contract/entry'
import { defaultExamSettings } from '@kaopei/exam/contract/exam-settings'
import {
  type Answer,
  defaultScoringRule,
  judgementOptions,
  type QuestionContent,
  questionContent,
} from '@kaopei/question/contract/content'
import type { Sheet } from '@kaopei/sitting/contract/shapes'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { type Company, makePeople, type Person } from './company.ts'
import type { Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'

export interface BenchExam {
  readonly id: string
  readonly company: Company
  readonly candidates: readonly Person[]
  readonly questions: readonly PinnedQuestion[]
}

export interface PinnedQuestion {
  readonly id: string
  readonly versionId: string
  readonly ruleVersionId: string
  readonly content: QuestionContent
}

const sentence = '根据企业安全生产管理制度的规定，下列关于作业现场隐患排查、报告与整改流程的说法中，'

/** 30 single choice, 10 multiple choice, 10 judgement: the paper that the peer's figures were measured with. */
export function fiftyQuestions(): QuestionContent[] {
  return Array.from({ length: 50 }, (_, index) => {
    const stem = `<p>${index + 1}. ${sentence}正确的是（　　）</p>`
    const options = ['a', 'b', 'c', 'd'].map((id) => ({
      id,
      html: `<p>选项${id}：发现隐患后立即报告并采取措施</p>`,
      fixed: false,
    }))
    const analysis = '见制度第三章'
    if (index < 30) return questionContent.parse({ type: 1, stem, options, correct: 'b', analysis })
    if (index < 40) return questionContent.parse({ type: 2, stem, options, correct: ['a', 'c'], analysis })
    return questionContent.parse({ type: 3, stem, options: judgementOptions(), correct: 'true', analysis })
  })
}

/** A published exam, open now, with candidates who have confirmed its notice. */
export async function makeExam(
  ground: Ground,
  company: Company,
  candidateCount: number,
  contents: readonly QuestionContent[] = fiftyQuestions(),
): Promise<BenchExam> {
  const id = randomUUID()
  const questions = await pinQuestions(ground, company.id, contents)
  await ground.rows('insert into paper.paper (company_id, id, pinned_at) values ($1, $2, now())', [company.id, id])
  await ground.rows(
    `insert into exam.exam (company_id, id, paper_id, name, information, admission_start_at, admission_end_at, duration_minutes,
       sum_score_hundredths, pass_score_hundredths, status, settings, published_at)
     values ($1, $2, $2, $3, '<p>请认真作答</p>', now() - interval '1 hour', now() + interval '5 hours', 120, 10000, 6000, 1, $4, now())`,
    [company.id, id, `安全生产考试 ${id.slice(0, 4)}`, defaultExamSettings],
  )
  await ground.rows(
    `insert into paper.slot (company_id, paper_id, number, question_id, question_version_id, rule_version_id, score_hundredths)
     select $1, $2, q.slot, q.id, q.version_id, q.rule_version_id, 200
     from unnest($3::uuid[], $4::uuid[], $5::uuid[]) with ordinality as q(id, version_id, rule_version_id, slot)`,
    [company.id, id, questions.map((q) => q.id), questions.map((q) => q.versionId), questions.map((q) => q.ruleVersionId)],
  )
  const candidates = await makePeople(ground, company.id, company.departmentIds, candidateCount)
  await ground.rows(
    `insert into exam.candidate (company_id, exam_id, staff_id, department_id)
     select $1, $2, s.id, s.department_id from org.staff s where s.company_id = $1 and s.id = any ($3)`,
    [company.id, id, candidates.map((person) => person.id)],
  )
  await ground.settle('org.staff', 'identity.account', 'identity.session', 'exam.candidate', 'paper.slot')
  return { id, company, candidates, questions }
}

export async function pinQuestions(
  ground: Ground,
  companyId: string,
  contents: readonly QuestionContent[],
): Promise<PinnedQuestion[]> {
  const bankId = randomUUID()
  await ground.rows('insert into question.bank (company_id, id, name) values ($1, $2::uuid, $2::uuid::text)', [companyId, bankId])
  const made = contents.map((content) => ({ id: randomUUID(), versionId: randomUUID(), ruleVersionId: randomUUID(), content }))
  const list = JSON.stringify(made.map((one) => ({ ...one, type: one.content.type, rule: defaultScoringRule(one.content.type) })))
  const source = `json_to_recordset($2) as p (id uuid, "versionId" uuid, "ruleVersionId" uuid, type smallint, content jsonb, rule jsonb)`
  await ground.rows(
    `insert into question.question (company_id, id, bank_id, type, status, stem_text, ready_version_id, ready_rule_version_id)
     select $1, p.id, $3, p.type, 1, '题干', p."versionId", p."ruleVersionId" from ${source}`,
    [companyId, list, bankId],
  )
  await ground.rows(
    `insert into question.question_version (company_id, id, question_id, number, content, checksum)
     select $1, p."versionId", p.id, 1, p.content, '' from ${source}`,
    [companyId, list],
  )
  await ground.rows(
    `insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum)
     select $1, p."ruleVersionId", p.id, 1, p.rule, '' from ${source}`,
    [companyId, list],
  )
  return made
}

/** Everybody has read the notice: one asks for its wording, all have confirmed it. */
export async function confirmNotices(ground: Ground, exam: BenchExam, port: number): Promise<void> {
  const [first] = exam.candidates
  if (!first) return
  const client = await RawClient.open(port)
  const { data } = await client.get(first, entry.notice, { examId: exam.id })
  client.close()
  await ground.rows(
    'update exam.candidate set confirmed_notice_hash = $3, confirmed_notice_at = now() where company_id = $1 and exam_id = $2',
    [exam.company.id, exam.id, data.hash],
  )
}

/** One candidate's client: the sheet, and what it knows of each slot. */
export class Sitter {
  readonly #client: RawClient
  readonly #person: Person
  readonly #examId: string
  #sheet: Sheet | undefined
  #seq = 0
  readonly #revs = new Map<number, number>()
  readonly receipts: { readonly slot: number; readonly rev: number }[] = []

  constructor(client: RawClient, person: Person, examId: string) {
    this.#client = client
    this.#person = person
    this.#examId = examId
  }

  get attemptId(): string {
    return this.sheet.attemptId
  }

  /** What the start has answered. */
  get sheet(): Sheet {
    if (!this.#sheet) throw new Error('the exam was not started')
    return this.#sheet
  }

  async start(): Promise<number> {
    const device = `bench-${this.#person.id.slice(0, 8)}:tab-1`
    const { data, ms } = await this.#client.get(this.#person, entry.start, { examId: this.#examId, device })
    this.#sheet = data
    this.#seq = data.nextSeq
    return ms
  }

  /** Saves five answers from the `turn`-th five of the paper, round and round; each turn says something new. */
  async save(turn: number): Promise<number> {
    const sheet = this.sheet
    const items = sheet.items.slice((turn * 5) % sheet.items.length, ((turn * 5) % sheet.items.length) + 5).map((item) => ({
      slot: item.slot,
      answer: answerOf(item.view.type, turn),
      baseRev: this.#revs.get(item.slot) ?? 0,
      clientSeq: this.#seq++,
    }))
    const input = { attemptId: sheet.attemptId, leaseEpoch: sheet.lease.epoch, items }
    const { data, ms } = await this.#client.get(this.#person, sitting.save, input)
    for (const { slot, rev, receipt, status } of data.slots) {
      if (status !== 'saved' || rev === null || !receipt) throw new Error(`slot ${slot} was not saved but ${status}`)
      this.#revs.set(slot, rev)
      this.receipts.push({ slot, rev })
    }
    if (data.slots.length !== items.length) throw new Error('an answer was left out')
    return ms
  }

  /** One answer, whatever the server says to it. */
  async write(slot: number, answer: Answer): Promise<void> {
    const { attemptId, lease } = this.sheet
    const item = { slot, answer, baseRev: this.#revs.get(slot) ?? 0, clientSeq: this.#seq++ }
    const { data } = await this.#client.call(this.#person, sitting.save, { attemptId, leaseEpoch: lease.epoch, items: [item] })
    const saved = sitting.save.output.safeParse(data).data?.slots[0]
    if (saved?.rev) this.#revs.set(slot, saved.rev)
  }

  async submit(): Promise<number> {
    const { attemptId, lease } = this.sheet
    const lastRevs = [...this.#revs].map(([slot, rev]) => ({ slot, rev }))
    const input = { attemptId, leaseEpoch: lease.epoch, lastRevs, submissionKey: `key-${attemptId}` }
    const { ms } = await this.#client.get(this.#person, sitting.submit, input)
    return ms
  }

  close(): void {
    this.#client.close()
  }
}

/** What is answered in this turn to a question of this type: something new in each. */
export function answerOf(type: number, turn: number): Answer {
  const round = Math.floor(turn / 10)
  if (type === 1) return { type: 1, optionId: ['b', 'a', 'c', 'd'][round % 4] ?? 'a' }
  if (type === 2) return { type: 2, optionIds: round % 2 === 0 ? ['a', 'c'] : ['a', 'b', 'd'] }
  return { type: 3, optionId: round % 2 === 0 ? 'true' : 'false' }
}

/** Clients of all candidates of an exam, each on a connection of its own. */
export async function seat(
  exam: Pick<BenchExam, 'id' | 'candidates'>,
  port: number,
  count = exam.candidates.length,
): Promise<Sitter[]> {
  return Promise.all(
    exam.candidates.slice(0, count).map(async (person) => new Sitter(await RawClient.open(port), person, exam.id)),
  )
}
