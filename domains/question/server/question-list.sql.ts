import { id } from '@kaopei/contract'
/** Lists of questions and the facts that go with one. */
import { countOf, type Db, idRow, idsOf, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { questionTypeSchema } from '../contract/codes.ts'
import { mostDuplicates, type QuestionFilter } from '../contract/question.ts'
import { withinCategories } from './banks/category.sql.ts'
import { neighbourPairs, searchWords } from './rules/search-pairs.ts'
import { isPinned, usesInExams } from './uses.ts'

const questionListRow = z.object({
  id,
  type: questionTypeSchema,
  stemText: z.string(),
  title: z.string(),
  course: z.string(),
  idNumber: z.string().nullable(),
  bankId: id,
  bankName: z.string(),
  difficulty: z.literal([1, 2, 3]),
  defaultScore: z.int(),
  status: z.literal([0, 1, 2]),
  hasDraft: z.boolean(),
  knowledgePoints: z.array(z.object({ id, name: z.string() })),
  tags: z.array(z.string()),
  versionNumber: z.int(),
  updatedAt: z.date(),
  version: z.int(),
})
export type QuestionListRow = z.output<typeof questionListRow>

function some<T>(values: readonly T[] | undefined): values is readonly T[] {
  return values !== undefined && values.length > 0
}

function matching(companyId: string, filter: QuestionFilter): RawBuilder<unknown> {
  const words = searchWords(filter.text ?? '')
  const conditions = [
    sql`q.company_id = ${companyId}`,
    sql`q.removed_at is null`,
    // Under row-level security LIKE would read every row.
    words !== '' && sql`q.id in (select question.ids_with_words(${words}, ${neighbourPairs(words)}::integer[]))`,
    some(filter.type) && sql`q.type = any(${filter.type}::smallint[])`,
    some(filter.difficulty) && sql`q.difficulty = any(${filter.difficulty}::smallint[])`,
    some(filter.status) && sql`q.status = any(${filter.status}::smallint[])`,
    some(filter.questionBankId) && sql`q.bank_id = any(${filter.questionBankId}::uuid[])`,
    some(filter.questionCategoryId) &&
      sql`q.bank_id in (
        select b.id from question.bank b
        where b.company_id = ${companyId} and b.category_id in (${withinCategories(companyId, filter.questionCategoryId)})
      )`,
    some(filter.knowledgePointId) &&
      sql`exists (
        select from question.question_knowledge_point l
        where l.company_id = ${companyId} and l.question_id = q.id and l.knowledge_point_id = any(${filter.knowledgePointId}::uuid[])
      )`,
  ]
  return sql.join(
    conditions.filter((one) => one !== false),
    sql` and `,
  )
}

/** Newest first; what came in together keeps its order. */
export async function pageOfQuestions(
  db: Db,
  filter: QuestionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ dataList: QuestionListRow[]; totalCount: number }> {
  const where = matching(db.companyId, filter)
  const rows = await rowsOf(db, idRow)`
    select q.id from question.question q where ${where} order by q.created_at desc, q.id limit ${limit} offset ${offset}
  `
  const total = await countOf(db)`select count(*) as count from question.question q where ${where}`
  const dataList = await selectRows(
    db,
    rows.map(({ id }) => id),
  )
  return { dataList, totalCount: total }
}

/** In the order of the ids; what is removed is missing. */
export async function selectRows(db: Db, ids: readonly string[]): Promise<QuestionListRow[]> {
  if (ids.length === 0) return []
  return rowsOf(db, questionListRow)`
    select q.id, q.type, q.stem_text as "stemText", q.title, q.course, q.id_number as "idNumber", q.bank_id as "bankId",
      b.name as "bankName", q.difficulty, q.default_score_hundredths as "defaultScore", q.status, q.tags,
      (q.ready_version_id is not null and (q.ready_version_id, q.ready_rule_version_id)
        is distinct from (q.latest_version_id, q.latest_rule_version_id)) as "hasDraft",
      v.number as "versionNumber", q.updated_at as "updatedAt", q.version,
      coalesce(k.points, '[]') as "knowledgePoints"
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join question.question q on q.company_id = ${db.companyId} and q.id = wanted.id and q.removed_at is null
    join question.bank b on b.company_id = q.company_id and b.id = q.bank_id
    join question.question_version v on v.company_id = q.company_id and v.id = q.latest_version_id
    left join lateral (
      select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name) as points
      from question.question_knowledge_point l
      join question.knowledge_point p on p.company_id = l.company_id and p.id = l.knowledge_point_id
      where l.company_id = q.company_id and l.question_id = q.id
    ) k on true
    order by wanted.place
  `
}

const versionRow = z.object({
  id,
  number: z.int(),
  createdAt: z.date(),
  createdByName: z.string().nullable(),
  isReady: z.boolean(),
  isLatest: z.boolean(),
  isUsed: z.boolean(),
  content: z.unknown(),
})
type VersionRow = z.output<typeof versionRow>

/** The latest first. */
export async function selectVersions(db: Db, questionId: string): Promise<VersionRow[]> {
  return rowsOf(db, versionRow)`
    select v.id, v.number, v.created_at as "createdAt", s.name as "createdByName", v.content,
      v.id is not distinct from q.ready_version_id as "isReady",
      v.id = q.latest_version_id as "isLatest",
      ${isPinned(db, { of: 'content', questionId: sql`v.question_id`, versionId: sql`v.id` })} as "isUsed"
    from question.question_version v
    join question.question q on q.company_id = v.company_id and q.id = v.question_id
    left join org.person s on s.company_id = v.company_id and s.id = v.created_by
    where v.company_id = ${db.companyId} and v.question_id = ${questionId}
    order by v.number desc
  `
}

type RuleRow = { id: string; number: number; checksum: string; createdAt: Date; rule: unknown }

/** The latest first. */
export async function selectRules(db: Db, questionId: string): Promise<RuleRow[]> {
  return db
    .selectFrom('question.scoring_rule_version')
    .select(['id', 'number', 'checksum', 'created_at as createdAt', 'rule'])
    .where('company_id', '=', db.companyId)
    .where('question_id', '=', questionId)
    .orderBy('number', 'desc')
    .execute()
}

/** Those whose key was revealed to somebody since then: the question itself, or a paper of an exam that uses it. */
export async function revealedTo(
  db: Db,
  { staffId, questionIds, since }: { staffId: string; questionIds: readonly string[]; since: Date },
): Promise<string[]> {
  if (questionIds.length === 0) return []
  return idsOf(db)`
    select q.id
    from unnest(${questionIds}::uuid[]) as q (id)
    where exists (
      select from kit.operation_log l
      where l.company_id = ${db.companyId}
        and l.action = 'reveal'
        and l.actor_id = ${staffId}
        and l.at > ${since}
        and (l.target = 'question' and l.target_id = q.id::text
          or l.target = 'exam' and l.target_id in (select e.id::text from (${usesInExams.examsWith(db, sql`q.id`)}) e)))`
}

const duplicateRow = z.object({ id, stemText: z.string(), bankName: z.string(), content: z.unknown() })
type DuplicateRow = z.output<typeof duplicateRow>

/** Questions that say the same, whatever their key. */
export async function selectDuplicates(db: Db, fingerprint: string, exceptId: string | undefined): Promise<DuplicateRow[]> {
  return rowsOf(db, duplicateRow)`
    select q.id, q.stem_text as "stemText", b.name as "bankName", v.content
    from question.question q
    join question.bank b on b.company_id = q.company_id and b.id = q.bank_id
    join question.question_version v on v.company_id = q.company_id and v.id = q.latest_version_id
    where q.company_id = ${db.companyId}
      and q.fingerprint = ${fingerprint}
      and q.removed_at is null
      and q.id is distinct from ${exceptId ?? null}::uuid
    order by q.id
    limit ${mostDuplicates}
  `
}
