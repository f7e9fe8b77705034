import { id } from '@kaopei/contract'
import { countOf, type Db, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const knowledgePointsRow = z.object({ id, name: z.string(), questionCount: z.int() })

export async function selectKnowledgePoints(db: Db, name: string) {
  return rowsOf(db, knowledgePointsRow)`
    select k.id, k.name, coalesce(n.count, 0)::integer as "questionCount"
    from question.knowledge_point k
    left join (
      select l.knowledge_point_id, count(*) as count
      from question.question_knowledge_point l
      join question.question q on q.company_id = l.company_id and q.id = l.question_id and q.removed_at is null
      where l.company_id = ${db.companyId}
      group by l.knowledge_point_id
    ) n on n.knowledge_point_id = k.id
    where k.company_id = ${db.companyId}
      and ${name === '' ? sql`true` : sql`strpos(lower(k.name), lower(${name})) > 0`}
    order by k.name
  `
}

export async function lockKnowledgePoint(db: Db, id: string) {
  return db
    .selectFrom('question.knowledge_point')
    .select(['id', 'name'])
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertKnowledgePoint(db: Db, name: string): Promise<string> {
  const { id } = await db
    .insertInto('question.knowledge_point')
    .values({ company_id: db.companyId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function renameKnowledgePoint(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable('question.knowledge_point')
    .set({ name })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Its questions lose it; answers how many. */
export async function deleteKnowledgePoint(db: Db, id: string): Promise<number> {
  const links = await db
    .deleteFrom('question.question_knowledge_point')
    .where('company_id', '=', db.companyId)
    .where('knowledge_point_id', '=', id)
    .executeTakeFirst()
  await db.deleteFrom('question.knowledge_point').where('company_id', '=', db.companyId).where('id', '=', id).execute()
  return Number(links.numDeletedRows)
}

const namedRow = z.object({ id, name: z.string() })

/** Ids of the names, made where they do not exist yet. In one order, so that two imports at once never wait in a ring. */
export async function ensureKnowledgePoints(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names)].sort()
  if (wanted.length === 0) return new Map()
  await sql`
    insert into question.knowledge_point (company_id, name)
    select ${db.companyId}, n.name from unnest(${wanted}::text[]) as n (name)
    on conflict (company_id, name) do nothing
  `.execute(db)
  const rows = await rowsOf(db, namedRow)`
    select id, name from question.knowledge_point where company_id = ${db.companyId} and name = any(${wanted}::text[])
  `
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export async function countKnowledgePoints(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return countOf(db)`
    select count(*) as count from question.knowledge_point where company_id = ${db.companyId} and id = any(${ids}::uuid[])
  `
}

/** Those of the ids that exist, by name. */
export async function knowledgePointsByIds(db: Db, ids: readonly string[]): Promise<z.input<typeof namedRow>[]> {
  if (ids.length === 0) return []
  return rowsOf(db, namedRow)`
    select id, name from question.knowledge_point where company_id = ${db.companyId} and id = any(${ids}::uuid[]) order by name
  `
}
