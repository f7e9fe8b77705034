import { randomUUID } from 'node:crypto'
import type { Answer } from '@kaopei/question/contract/answer'
import { answerOf, type BenchExam, type Sitter } from './exam-data.ts'
import type { Ground, Part } from './ground.ts'
import { RawClient } from './raw-client.ts'

/** Both as JSON already: the rows of a new attempt's items, and what a start answers. */
export interface BarePaper {
  readonly items: string
  readonly sheet: string
}

export interface BareStart {
  readonly companyId: string
  readonly examId: string
  readonly staffId: string
}

export interface BareSave {
  readonly companyId: string
  readonly attemptId: string
  readonly items: readonly { readonly slot: number; readonly rev: number; readonly answer: Answer; readonly hash: string }[]
}

export interface BareSubmit {
  readonly companyId: string
  readonly attemptId: string
}

/** Tables of the same shape as the product's, keyed and indexed as theirs are, without policies, checks and foreign keys. */
export async function makeBareTables(ground: Ground): Promise<void> {
  await ground.rows(`
    create schema if not exists bench;
    create table if not exists bench.attempt (company_id uuid, id uuid, exam_id uuid, staff_id uuid, state text default 'in_progress',
      started_at timestamptz, due_at timestamptz, submitted_at timestamptz, primary key (company_id, id)) with (fillfactor = 80);
    create index if not exists attempt_by_exam on bench.attempt (company_id, exam_id, id);
    create index if not exists attempt_by_staff on bench.attempt (company_id, staff_id);
    create index if not exists attempt_open on bench.attempt (due_at) where state = 'in_progress';
    create table if not exists bench.item (company_id uuid, attempt_id uuid, slot integer, question_id uuid, version_id uuid, rule_id uuid,
      type smallint, option_order text[], max_score integer, answer jsonb, rev integer default 0, answered_at timestamptz, score integer,
      is_correct boolean, primary key (company_id, attempt_id, slot)) with (fillfactor = 70);
    create table if not exists bench.revision (company_id uuid, attempt_id uuid, slot integer, rev integer, answer jsonb, answer_hash text,
      server_time timestamptz, primary key (company_id, attempt_id, slot, rev));
    create table if not exists bench.event (company_id uuid, attempt_id uuid, id uuid, type text, server_time timestamptz default now(),
      data jsonb, primary key (company_id, attempt_id, id));`)
}

/** One candidate's client of the bare server; as `Sitter`, with the same answers. */
export class BareSitter {
  readonly #client: RawClient
  readonly #exam: BenchExam
  readonly #staffId = randomUUID()
  #attemptId = ''
  #rev = 0

  constructor(client: RawClient, exam: BenchExam) {
    this.#client = client
    this.#exam = exam
  }

  async start(): Promise<number> {
    const input: BareStart = { companyId: this.#exam.company.id, examId: this.#exam.id, staffId: this.#staffId }
    const { data, ms } = await this.#client.plain('/start', input)
    if (typeof data === 'object' && data !== null && 'attemptId' in data) this.#attemptId = String(data.attemptId)
    return ms
  }

  async save(turn: number): Promise<number> {
    const { questions, company } = this.#exam
    const from = (turn * 5) % questions.length
    const rev = ++this.#rev
    const items = questions.slice(from, from + 5).map(({ content }, index) => ({
      slot: from + index + 1,
      rev,
      answer: answerOf(content.type, turn),
      hash: hashSize,
    }))
    const input: BareSave = { companyId: company.id, attemptId: this.#attemptId, items }
    return (await this.#client.plain('/save', input)).ms
  }

  async submit(): Promise<number> {
    const input: BareSubmit = { companyId: this.#exam.company.id, attemptId: this.#attemptId }
    return (await this.#client.plain('/submit', input)).ms
  }

  close(): void {
    this.#client.close()
  }
}

/** As long as a hash is. */
const hashSize = '0'.repeat(64)

/** So many candidates of the bare server, who get the paper that this one of the product has got. */
export async function seatBarely(bare: Part, exam: BenchExam, count: number, { sheet }: Sitter): Promise<BareSitter[]> {
  const rows = exam.questions.map(({ id, versionId, ruleVersionId, content }, index) => ({
    slot: index + 1,
    question: id,
    version: versionId,
    rule: ruleVersionId,
    type: content.type,
    options: ['a', 'b', 'c', 'd'],
  }))
  const clients = await Promise.all(Array.from({ length: count }, () => RawClient.open(bare.port)))
  const paper: BarePaper = { items: JSON.stringify(rows), sheet: JSON.stringify(sheet) }
  await clients[0]?.plain('/paper', paper)
  return clients.map((client) => new BareSitter(client, exam))
}
