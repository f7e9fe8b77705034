import { id } from '@kaopei/contract'
import { changesOf, countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Demand } from '../rules/fit.ts'

const postRow = z.object({
  id,
  name: z.string(),
  staffCount: z.int(),
  skillCount: z.int(),
  keyCount: z.int(),
  number: z.int().nullable(),
  updatedAt: z.date().nullable(),
})

interface PostFilter {
  readonly keyWords?: string | undefined
  readonly hasModel?: number | undefined
}

const matching = (db: Db, { keyWords, hasModel }: PostFilter) => sql`
  from org.post_name p
  left join skill.post_model m on m.company_id = p.company_id and m.post_id = p.id
  where p.company_id = ${db.companyId}
    and ${keyWords ? sql`strpos(lower(p.name), lower(${keyWords})) > 0` : sql`true`}
    and ${hasModel === undefined ? sql`true` : sql`(m.post_id is not null) = ${hasModel === 1}`}`

/** Those with a model first, then by name. */
export async function pageOfPosts(db: Db, filter: PostFilter, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const dataList = await rowsOf(db, postRow)`
    select p.id, p.name, m.number, m.updated_at as "updatedAt",
      (select count(*)::int from org.person s where s.company_id = ${db.companyId} and s.post_id = p.id and s.removed_at is null) as "staffCount",
      coalesce(k.skills, 0) as "skillCount", coalesce(k.keys, 0) as "keyCount"
    from (
      select p.id, p.name ${matching(db, filter)}
      order by m.post_id is null, p.name, p.id
      limit ${pageSize} offset ${(pageIndex - 1) * pageSize}
    ) p
    left join skill.post_model m on m.company_id = ${db.companyId} and m.post_id = p.id
    left join lateral (
      select count(*)::int as skills, (count(*) filter (where s.is_key))::int as keys
      from skill.post_model_skill s
      where s.company_id = m.company_id and s.version_id = m.version_id
    ) k on true
    order by m.post_id is null, p.name, p.id`
  const totalCount = await countOf(db)`select count(*)::int as count ${matching(db, filter)}`
  return { dataList, totalCount }
}

const nameRow = z.object({ id, name: z.string(), hasModel: z.boolean() })

export function selectPosts(db: Db) {
  return rowsOf(db, nameRow)`
    select p.id, p.name, m.post_id is not null as "hasModel" ${matching(db, {})} order by m.post_id is null, p.name, p.id`
}

export function findPost(db: Db, postId: string) {
  return findOne(db, nameRow)`
    select p.id, p.name, m.post_id is not null as "hasModel" ${matching(db, {})} and p.id = ${postId}`
}

const versionRow = z.object({
  id,
  number: z.int(),
  note: z.string(),
  createdByName: z.string(),
  createdAt: z.date(),
})

/** The newest first, older than one where a number is given. */
export function selectVersions(db: Db, postId: string, before: number | undefined) {
  return rowsOf(db, versionRow)`
    select v.id, v.number, v.note, coalesce(s.name, '') as "createdByName", v.created_at as "createdAt"
    from skill.post_model_version v
    left join org.person s on s.company_id = v.company_id and s.id = v.created_by
    where v.company_id = ${db.companyId} and v.post_id = ${postId} and v.number < ${before ?? 2 ** 31 - 1}
    order by v.number desc
    limit 50`
}

const demandRow = z.object({
  versionId: id,
  skillId: id,
  skillName: z.string(),
  isRetired: z.boolean(),
  requiredLevel: z.int(),
  weight: z.int(),
  isKey: z.boolean(),
})
export type StoredDemand = z.input<typeof demandRow>

export function selectDemands(db: Db, versionIds: readonly string[]): Promise<StoredDemand[]> {
  return rowsOf(db, demandRow)`
    select d.version_id as "versionId", d.skill_id as "skillId", s.name as "skillName", s.retired_at is not null as "isRetired",
      d.required_level::int as "requiredLevel", d.weight::int as weight, d.is_key as "isKey"
    from skill.post_model_skill d
    join skill.skill s on s.company_id = d.company_id and s.id = d.skill_id
    where d.company_id = ${db.companyId} and d.version_id = any(${versionIds}::uuid[])
    order by d.is_key desc, d.weight desc, s.name, d.skill_id`
}

const modelRow = z.object({ postId: id, versionId: id, number: z.int() })

/** The present models of these posts; of all with null. */
export function presentModels(db: Db, postIds: readonly string[] | null) {
  return rowsOf(db, modelRow)`
    select m.post_id as "postId", m.version_id as "versionId", m.number
    from skill.post_model m
    where m.company_id = ${db.companyId} and ${postIds === null ? sql`true` : sql`m.post_id = any(${postIds}::uuid[])`}`
}

/** The number of the present version under the post's lock; 0 where there is none. */
export async function lockModel(db: Db, postId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('skill.post_model' || ${db.companyId}::text || ${postId}::text, 0))`.execute(
    db,
  )
  const [model] = await presentModels(db, [postId])
  return model?.number ?? 0
}

interface NewVersion {
  readonly postId: string
  readonly number: number
  readonly note: string
  readonly createdBy: string
  readonly demands: readonly Demand[]
}

export async function insertVersion(
  db: Db,
  { postId, number, note, createdBy, demands }: NewVersion,
  now: Date,
): Promise<string> {
  const versionId = await idOf(db)`
    insert into skill.post_model_version (company_id, post_id, number, note, created_by, created_at)
    values (${db.companyId}, ${postId}, ${number}, ${note}, ${createdBy}, ${now})
    returning id`
  await changesOf(db)`
    insert into skill.post_model (company_id, post_id, version_id, number, updated_at)
    values (${db.companyId}, ${postId}, ${versionId}, ${number}, ${now})
    on conflict (company_id, post_id) do update
    set version_id = excluded.version_id, number = excluded.number, updated_at = excluded.updated_at`
  await changesOf(db)`
    insert into skill.post_model_skill (company_id, version_id, skill_id, required_level, weight, is_key)
    select ${db.companyId}, ${versionId}, n."skillId", n."requiredLevel", n.weight, n."isKey"
    from jsonb_to_recordset(${JSON.stringify(demands)}::jsonb) as n ("skillId" uuid, "requiredLevel" smallint, weight smallint, "isKey" boolean)`
  return versionId
}
