import { randomUUID } from 'node:crypto'
import { learn } from '@kaopei/practice/contract/learn'
import type { Run } from '@kaopei/practice/contract/learn-shapes'
import { type Company, makePeople, type Person } from './company.ts'
import { answerOf, fiftyQuestions, type PinnedQuestion, pinQuestions } from './exam-data.ts'
import type { Ground } from './ground.ts'
import type { RawClient } from './raw-client.ts'

export interface BenchPractice {
  readonly id: string
  readonly company: Company
  readonly people: readonly Person[]
  readonly questions: readonly PinnedQuestion[]
}

/** A published practice of fifty questions for everybody. */
export async function makePractice(ground: Ground, company: Company, count: number): Promise<BenchPractice> {
  const id = randomUUID()
  const questions = await pinQuestions(ground, company.id, fiftyQuestions())
  await ground.rows('insert into paper.paper (company_id, id, pinned_at) values ($1, $2, now())', [company.id, id])
  await ground.rows(
    `insert into practice.practice (company_id, id, name, participation_mode, status, paper_id, question_count, published_at)
     values ($1, $2, '班前练习', 0, 1, $2, 50, now())`,
    [company.id, id],
  )
  await ground.rows(
    `insert into paper.slot (company_id, paper_id, number, question_id, question_version_id, rule_version_id, score_hundredths)
     select $1, $2, q.slot, q.id, q.version_id, q.rule_version_id, 200
     from unnest($3::uuid[], $4::uuid[], $5::uuid[]) with ordinality as q(id, version_id, rule_version_id, slot)`,
    [company.id, id, questions.map((q) => q.id), questions.map((q) => q.versionId), questions.map((q) => q.ruleVersionId)],
  )
  const people = await makePeople(ground, company.id, company.departmentIds, count)
  await ground.settle('org.staff', 'identity.account', 'identity.session', 'paper.slot', 'question.question')
  return { id, company, people, questions }
}

/** Somebody's client: one round through the practice, each question answered once. */
export class Practiser {
  readonly #client: RawClient
  readonly #person: Person
  readonly #practiceId: string
  #run: Run | undefined

  constructor(client: RawClient, person: Person, practiceId: string) {
    this.#client = client
    this.#person = person
    this.#practiceId = practiceId
  }

  async begin(): Promise<void> {
    const { data } = await this.#client.get(this.#person, learn.begin, { practiceId: this.#practiceId, mode: 1 })
    this.#run = data
  }

  /** Answers the `index`-th question; how long it took. Two of three are right. */
  async answer(index: number): Promise<number> {
    const item = this.#run?.items[index]
    if (!this.#run || !item) throw new Error('there is no such question in the round')
    const answer = answerOf(item.view.type, index % 3 === 0 ? 10 : 0)
    const input = { runId: this.#run.runId, item: item.item, seq: 1, answer, seconds: 8 }
    const begun = performance.now()
    const ask = () => this.#client.get(this.#person, learn.answer, input)
    // As the learner's client does: what got no answer is asked again under its number. The server ends connections that were idle for long.
    const { data } = await ask().catch((error: unknown) => (isOfConnection(error) ? ask() : Promise.reject(error)))
    if (data.feedback.isCorrect === undefined) throw new Error('the answer was not told')
    return performance.now() - begun
  }

  get length(): number {
    return this.#run?.items.length ?? 0
  }

  close(): void {
    this.#client.close()
  }
}

const isOfConnection = (error: unknown) => error instanceof Error && ('code' in error || error.message.includes('connection'))

/** Who has met `count` questions long ago, all due; the questions are of a bank of their own. */
export async function makeMemories(ground: Ground, company: Company, staffId: string, count: number): Promise<void> {
  const [pinned] = await pinQuestions(ground, company.id, fiftyQuestions().slice(0, 1))
  if (!pinned) throw new Error('no question was made')
  await ground.rows(
    `with made as (
       insert into question.question (company_id, bank_id, type, status, stem_text, ready_version_id, ready_rule_version_id, latest_version_id, fingerprint)
       select q.company_id, q.bank_id, 1, 1, '题干 ' || n, $2, $3, $2, 'f' || n
       from question.question q, generate_series(1, $5::int) n
       where q.company_id = $1 and q.id = $4
       returning id
     )
     insert into practice.memory (company_id, staff_id, question_id, version_id, rule_version_id, last_at, last_score, last_max, scored_at, answer_count,
       stability, difficulty, due_at, reviewed_on, reviews, wrong_since, wrong_by)
     select $1, $6, m.id, $2, $3, now() - interval '30 days', 200, 200, now() - interval '30 days', 2, 1 + random() * 60, 5,
       now() - random() * interval '20 days', current_date - (1 + floor(random() * 60))::int, 3,
       case when random() < 0.1 then now() - random() * interval '60 days' end, 1
     from made m`,
    [company.id, pinned.versionId, pinned.ruleVersionId, pinned.id, count, staffId],
  )
  await ground.settle('question.question', 'practice.memory')
}

/** `count` people more, each with a scored memory of every question of the practice, which carry ten knowledge points. */
export async function makeMastery(ground: Ground, { company, questions }: BenchPractice, count: number): Promise<void> {
  const people = await makePeople(ground, company.id, company.departmentIds, count)
  const points = Array.from({ length: 10 }, () => randomUUID())
  const ids = questions.map(({ id }) => id)
  await ground.rows(
    `insert into question.knowledge_point (company_id, id, name) select $1, p.id, '知识点 ' || p.n from unnest($2::uuid[]) with ordinality as p (id, n)`,
    [company.id, points],
  )
  await ground.rows(
    `insert into question.question_knowledge_point (company_id, question_id, knowledge_point_id)
     select $1, q.id, ($3::uuid[])[1 + q.n % 10] from unnest($2::uuid[]) with ordinality as q (id, n)`,
    [company.id, ids, points],
  )
  await ground.rows(
    `insert into practice.memory (company_id, staff_id, question_id, version_id, rule_version_id, last_at, last_score, last_max, scored_at, answer_count)
     select $1, s.id, q.id, q.version_id, q.rule_id, now(), case when random() < 0.7 then 200 else 0 end, 200, now() - random() * interval '90 days', 1
     from unnest($2::uuid[]) as s (id), unnest($3::uuid[], $4::uuid[], $5::uuid[]) as q (id, version_id, rule_id)`,
    [company.id, people.map(({ id }) => id), ids, questions.map((q) => q.versionId), questions.map((q) => q.ruleVersionId)],
  )
  await ground.settle('org.staff', 'practice.memory', 'question.question_knowledge_point')
}
