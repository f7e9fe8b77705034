import { id } from '@kaopei/contract'
/** Changes of many questions at once; each answers the number of questions changed. */
import { changesOf, type Db, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { questionStatus } from '../contract/codes.ts'

const storedQuestionRow = z.object({
  id,
  bankId: id,
  idNumber: z.string().nullable(),
  title: z.string(),
  course: z.string(),
  tags: z.array(z.string()),
  difficulty: z.literal([1, 2, 3]),
  defaultScoreHundredths: z.int(),
  content: z.unknown(),
  rule: z.unknown(),
  knowledgePointIds: z.array(id),
})
type StoredQuestion = z.output<typeof storedQuestionRow>

/** With their latest content, in the order of the ids. */
export async function selectStored(db: Db, ids: readonly string[]): Promise<StoredQuestion[]> {
  return rowsOf(db, storedQuestionRow)`
    select q.id, q.bank_id as "bankId", q.id_number as "idNumber", q.title, q.course, q.tags, q.difficulty,
      q.default_score_hundredths as "defaultScoreHundredths", v.content, r.rule,
      array(
        select l.knowledge_point_id from question.question_knowledge_point l
        where l.company_id = q.company_id and l.question_id = q.id
      ) as "knowledgePointIds"
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join question.question q on q.company_id = ${db.companyId} and q.id = wanted.id and q.removed_at is null
    join question.question_version v on v.company_id = q.company_id and v.id = q.latest_version_id
    join question.scoring_rule_version r on r.company_id = q.company_id and r.id = q.latest_rule_version_id
    order by wanted.place
  `
}

export async function moveQuestions(db: Db, ids: readonly string[], bankId: string): Promise<number> {
  return changesOf(db)`
    update question.question
    set bank_id = ${bankId}, updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = any(${ids}::uuid[]) and removed_at is null and bank_id <> ${bankId}
  `
}

/** Ready makes the latest draft what exams use. */
export async function makeReady(db: Db, ids: readonly string[]): Promise<number> {
  return changesOf(db)`
    update question.question
    set status = ${lit(questionStatus.ready)}, ready_version_id = latest_version_id, ready_rule_version_id = latest_rule_version_id,
      updated_at = now(), version = version + 1
    where company_id = ${db.companyId}
      and id = any(${ids}::uuid[])
      and removed_at is null
      and (status <> ${lit(questionStatus.ready)} or (ready_version_id, ready_rule_version_id) is distinct from (latest_version_id, latest_rule_version_id))
  `
}

export async function changeStatus(db: Db, ids: readonly string[], status: 0 | 2): Promise<number> {
  return changesOf(db)`
    update question.question
    set status = ${status}, updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = any(${ids}::uuid[]) and removed_at is null and status <> ${status}
  `
}

export async function changeDifficulty(db: Db, ids: readonly string[], difficulty: number): Promise<number> {
  return changesOf(db)`
    update question.question
    set difficulty = ${difficulty}, updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = any(${ids}::uuid[]) and removed_at is null
  `
}

type KnowledgeChange = { mode: 'add' | 'replace' | 'remove'; knowledgePointIds: readonly string[] }

export async function changeKnowledge(
  db: Db,
  ids: readonly string[],
  { mode, knowledgePointIds }: KnowledgeChange,
): Promise<number> {
  if (mode !== 'add') {
    await sql`
      delete from question.question_knowledge_point
      where company_id = ${db.companyId}
        and question_id = any(${ids}::uuid[])
        and ${mode === 'replace' ? sql`true` : sql`knowledge_point_id = any(${knowledgePointIds}::uuid[])`}
    `.execute(db)
  }
  if (mode !== 'remove') {
    await sql`
      insert into question.question_knowledge_point (company_id, question_id, knowledge_point_id)
      select ${db.companyId}, q.id, p.id
      from question.question q
      cross join unnest(${knowledgePointIds}::uuid[]) as p (id)
      where q.company_id = ${db.companyId} and q.id = any(${ids}::uuid[]) and q.removed_at is null
      on conflict do nothing
    `.execute(db)
  }
  return changesOf(db)`
    update question.question set updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = any(${ids}::uuid[]) and removed_at is null
  `
}

/** The rows stay for the exams that used them. */
export async function removeQuestions(db: Db, ids: readonly string[], now: Date): Promise<number> {
  const changed = await changesOf(db)`
    update question.question
    set removed_at = ${now}, updated_at = now(), version = version + 1
    where company_id = ${db.companyId} and id = any(${ids}::uuid[]) and removed_at is null
  `
  await sql`
    delete from question.search_text where company_id = ${db.companyId} and question_id = any(${ids}::uuid[])
  `.execute(db)
  return changed
}
