/** New questions, one or thousands at once: the editor, copies and imports all come through here. */
import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { QuestionContent, ScoringRule } from '../contract/content.ts'
import { checksumOf } from './rules/content/checksum.ts'
import { plainText } from './rules/content/plain-text.ts'
import { neighbourPairs, searchWords } from './rules/search-pairs.ts'
import { questionFingerprint } from './rules/similar-text.ts'

/** What a question says and what is said about it. */
export type QuestionText = {
  content: QuestionContent
  rule: ScoringRule
  bankId: string
  idNumber: string | null
  title: string
  course: string
  tags: readonly string[]
  difficulty: number
  defaultScoreHundredths: number
  knowledgePointIds: readonly string[]
}

/** `fingerprint` where it is known already; it is the dearest part of a question. */
export type NewQuestion = QuestionText & { id: string; isReady: boolean; fingerprint?: string }

/** Ids in the order they are handed out, so that lists keep the order of a file. */
export function orderedIds(count: number): string[] {
  return Array.from({ length: count }, () => randomUUIDv7()).sort()
}

/** Between the parts of a list that travels as one text; texts of people never hold it. */
const separator = '\u001f'
const stemLength = 200

export async function insertQuestions(db: Db, createdBy: string | null, questions: readonly NewQuestion[]): Promise<void> {
  if (questions.length === 0) return
  const versionIds = orderedIds(questions.length)
  const ruleIds = orderedIds(questions.length)
  await insertRows(db, createdBy, questions, { versionIds, ruleIds })
  await insertVersions(db, createdBy, { questions, versionIds })
  await insertRules(db, { questions, ruleIds })
  await insertSearchText(db, questions)
  await insertKnowledge(db, questions)
}

type PairIds = { versionIds: readonly string[]; ruleIds: readonly string[] }

async function insertRows(
  db: Db,
  createdBy: string | null,
  questions: readonly NewQuestion[],
  { versionIds, ruleIds }: PairIds,
): Promise<void> {
  const of = <T>(pick: (question: NewQuestion) => T): T[] => questions.map(pick)
  await sql`
    insert into question.question (
      company_id, id, bank_id, type, id_number, title, course, tags, difficulty, default_score_hundredths, status,
      ready_version_id, ready_rule_version_id, latest_version_id, latest_rule_version_id, stem_text, fingerprint, created_by
    )
    select ${db.companyId}, n.id, n.bank_id, n.type, n.id_number, n.title, n.course, string_to_array(n.tags, ${separator}),
      n.difficulty, n.score, n.is_ready::integer,
      case when n.is_ready then n.version_id end, case when n.is_ready then n.rule_id end, n.version_id, n.rule_id,
      n.stem_text, n.fingerprint, ${createdBy}::uuid
    from unnest(
      ${of(({ id }) => id)}::uuid[],
      ${of(({ bankId }) => bankId)}::uuid[],
      ${of(({ content }) => content.type)}::smallint[],
      ${of(({ idNumber }) => idNumber)}::text[],
      ${of(({ title }) => title)}::text[],
      ${of(({ course }) => course)}::text[],
      ${of(({ tags }) => tags.join(separator))}::text[],
      ${of(({ difficulty }) => difficulty)}::smallint[],
      ${of(({ defaultScoreHundredths }) => defaultScoreHundredths)}::integer[],
      ${of(({ isReady }) => isReady)}::boolean[],
      ${versionIds}::uuid[],
      ${ruleIds}::uuid[],
      ${of(({ content }) => stemText(content))}::text[],
      ${of(({ content, fingerprint }) => fingerprint ?? questionFingerprint(content))}::text[]
    ) as n (id, bank_id, type, id_number, title, course, tags, difficulty, score, is_ready, version_id, rule_id, stem_text, fingerprint)
  `.execute(db)
}

async function insertVersions(
  db: Db,
  createdBy: string | null,
  { questions, versionIds }: { questions: readonly NewQuestion[]; versionIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into question.question_version (company_id, id, question_id, number, content, checksum, created_by)
    select ${db.companyId}, n.id, n.question_id, 1, n.content::jsonb, n.checksum, ${createdBy}::uuid
    from unnest(
      ${versionIds}::uuid[],
      ${questions.map(({ id }) => id)}::uuid[],
      ${questions.map(({ content }) => JSON.stringify(content))}::text[],
      ${questions.map(({ content }) => checksumOf(content))}::text[]
    ) as n (id, question_id, content, checksum)
  `.execute(db)
}

async function insertRules(
  db: Db,
  { questions, ruleIds }: { questions: readonly NewQuestion[]; ruleIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into question.scoring_rule_version (company_id, id, question_id, number, rule, checksum)
    select ${db.companyId}, n.id, n.question_id, 1, n.rule::jsonb, n.checksum
    from unnest(
      ${ruleIds}::uuid[],
      ${questions.map(({ id }) => id)}::uuid[],
      ${questions.map(({ rule }) => JSON.stringify(rule))}::text[],
      ${questions.map(({ rule }) => checksumOf(rule))}::text[]
    ) as n (id, question_id, rule, checksum)
  `.execute(db)
}

type Searchable = Pick<NewQuestion, 'id' | 'content' | 'title' | 'idNumber'>

/** Written anew for a question that has one. */
export async function insertSearchText(db: Db, questions: readonly Searchable[]): Promise<void> {
  const words = questions.map(({ content, title, idNumber }) =>
    // Words of the three do not run into one another.
    [plainText(content.stem), title, idNumber ?? ''].map(searchWords).filter(Boolean).join('\n'),
  )
  await sql`
    insert into question.search_text (company_id, question_id, words, pairs)
    select ${db.companyId}, n.question_id, n.words, n.pairs::integer[]
    from unnest(
      ${questions.map(({ id }) => id)}::uuid[],
      ${words}::text[],
      ${words.map((one) => `{${neighbourPairs(one).join()}}`)}::text[]
    ) as n (question_id, words, pairs)
    on conflict (company_id, question_id) do update set words = excluded.words, pairs = excluded.pairs
  `.execute(db)
}

async function insertKnowledge(db: Db, questions: readonly Pick<NewQuestion, 'id' | 'knowledgePointIds'>[]): Promise<void> {
  const pairs = questions.flatMap(({ id, knowledgePointIds }) => knowledgePointIds.map((pointId) => ({ id, pointId })))
  if (pairs.length === 0) return
  await sql`
    insert into question.question_knowledge_point (company_id, question_id, knowledge_point_id)
    select ${db.companyId}, n.question_id, n.knowledge_point_id
    from unnest(
      ${pairs.map(({ id }) => id)}::uuid[],
      ${pairs.map(({ pointId }) => pointId)}::uuid[]
    ) as n (question_id, knowledge_point_id)
    on conflict do nothing
  `.execute(db)
}

export async function replaceKnowledge(db: Db, questionId: string, knowledgePointIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('question.question_knowledge_point')
    .where('company_id', '=', db.companyId)
    .where('question_id', '=', questionId)
    .execute()
  await insertKnowledge(db, [{ id: questionId, knowledgePointIds }])
}

/** The beginning of the stem in words; blanks show as a line. */
export function stemText(content: QuestionContent): string {
  const words = plainText(content.stem.replace(/\{\{[A-Za-z0-9_-]{1,40}\}\}/g, '____')).replace(/\s+/g, ' ')
  return [...words].slice(0, stemLength).join('')
}
