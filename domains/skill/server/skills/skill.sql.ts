import { id } from '@kaopei/contract'
import { categoriesIn, changesOf, countOf, type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const tree = categoriesIn('skill.skill')
export const lockTree = tree.lock
export const placeSkill = tree.place

const skillRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  code: z.string().nullable(),
  descript: z.string(),
  isGroup: z.boolean(),
  isRetired: z.boolean(),
  sort: z.int(),
  version: z.int(),
  updatedAt: z.date(),
})
export type StoredSkill = z.input<typeof skillRow>

const columns = sql`s.id, s.parent_id as "parentId", s.name, s.code, s.descript, s.is_group as "isGroup", s.retired_at is not null as "isRetired",
  s.sort, s.version, s.updated_at as "updatedAt"`

export function selectSkills(db: Db): Promise<StoredSkill[]> {
  return rowsOf(db, skillRow)`
    select ${columns} from skill.skill s where s.company_id = ${db.companyId} order by s.sort, s.name, s.id`
}

export function findSkill(db: Db, skillId: string): Promise<StoredSkill | undefined> {
  return findOne(db, skillRow)`
    select ${columns} from skill.skill s where s.company_id = ${db.companyId} and s.id = ${skillId}`
}

const cardRow = z.object({ id, name: z.string(), isUsable: z.boolean() })

/** Skills by their ids; those of nobody are left out. `isUsable`: neither a group nor retired. */
export function skillCards(db: Db, skillIds: readonly string[]): Promise<z.input<typeof cardRow>[]> {
  return rowsOf(db, cardRow)`
    select s.id, s.name, not s.is_group and s.retired_at is null as "isUsable"
    from skill.skill s
    where s.company_id = ${db.companyId} and s.id = any(${skillIds}::uuid[])`
}

const namedRow = z.object({ id, name: z.string() })

/** Usable skills by their names; of several alike the first of the tree. */
export async function skillsByName(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await rowsOf(db, namedRow)`
    select s.id, s.name from skill.skill s
    where s.company_id = ${db.companyId} and s.name = any(${[...names]}::text[]) and not s.is_group and s.retired_at is null
    order by s.sort desc, s.id desc`
  return new Map(rows.map((row) => [row.name, row.id]))
}

const levelRow = z.object({ skillId: id, level: z.int(), name: z.string(), behaviour: z.string() })
export type StoredLevel = z.input<typeof levelRow>

export function selectLevels(db: Db, skillIds: readonly string[] | null): Promise<StoredLevel[]> {
  return rowsOf(db, levelRow)`
    select l.skill_id as "skillId", l.level::int as level, l.name, l.behaviour
    from skill.skill_level l
    where l.company_id = ${db.companyId} and ${skillIds === null ? sql`true` : sql`l.skill_id = any(${skillIds}::uuid[])`}
    order by l.skill_id, l.level`
}

export interface SkillFields {
  readonly name: string
  readonly code: string | null
  readonly descript: string
  readonly isGroup: boolean
}

/** Behind its siblings. */
export function insertSkill(db: Db, { name, code, descript, isGroup, parentId }: PlacedSkill): Promise<string> {
  return idOf(db)`
    insert into skill.skill (company_id, parent_id, name, code, descript, is_group, sort)
    select ${db.companyId}::uuid, ${parentId}::uuid, ${name}, ${code}, ${descript}, ${isGroup}, coalesce(max(s.sort) + 10, 0)
    from skill.skill s
    where s.company_id = ${db.companyId} and s.parent_id is not distinct from ${parentId}::uuid
    returning id`
}

export async function updateSkill(db: Db, skillId: string, { name, code, descript, isGroup }: SkillFields): Promise<void> {
  await changesOf(db)`
    update skill.skill s
    set name = ${name}, code = ${code}, descript = ${descript}, is_group = ${isGroup}, version = s.version + 1, updated_at = now()
    where s.company_id = ${db.companyId} and s.id = ${skillId}`
}

const codedRow = z.object({ id, code: z.string() })

type PlacedSkill = SkillFields & { readonly parentId: string | null }
const placedColumns = sql`("parentId" uuid, name text, code text, descript text, "isGroup" boolean, id uuid)`

/** Behind their siblings, in the given order; each has a code. */
export function insertSkills(db: Db, rows: readonly PlacedSkill[]) {
  return rowsOf(db, codedRow)`
    insert into skill.skill (company_id, parent_id, name, code, descript, is_group, sort)
    select ${db.companyId}, n."parentId", n.name, n.code, n.descript, n."isGroup",
      coalesce((select max(s.sort) from skill.skill s where s.company_id = ${db.companyId} and s.parent_id is not distinct from n."parentId"), 0)
        + 10 * n.place
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${placedColumns})
      with ordinality as n ("parentId", name, code, descript, "isGroup", id, place)
    returning id, code`
}

export async function updateSkills(db: Db, rows: readonly (PlacedSkill & { readonly id: string })[]): Promise<void> {
  if (rows.length === 0) return
  await changesOf(db)`
    update skill.skill s
    set parent_id = n."parentId", name = n.name, descript = n.descript, version = s.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ${placedColumns}
    where s.company_id = ${db.companyId} and s.id = n.id`
}

interface GivenLevel {
  readonly skillId: string
  readonly level: number
  readonly name: string
  readonly behaviour: string
}

/** Of these skills these levels and no others. */
export async function replaceLevels(db: Db, skillIds: readonly string[], levels: readonly GivenLevel[]): Promise<void> {
  await changesOf(
    db,
  )`delete from skill.skill_level l where l.company_id = ${db.companyId} and l.skill_id = any(${skillIds}::uuid[])`
  if (levels.length === 0) return
  await changesOf(db)`
    insert into skill.skill_level (company_id, skill_id, level, name, behaviour)
    select ${db.companyId}, n."skillId", n.level, n.name, n.behaviour
    from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as n ("skillId" uuid, level smallint, name text, behaviour text)`
}

export async function updateRetired(db: Db, skillId: string, at: Date | null): Promise<number> {
  return changesOf(db)`
    update skill.skill s set retired_at = ${at}, version = s.version + 1, updated_at = now()
    where s.company_id = ${db.companyId} and s.id = ${skillId}`
}

export async function deleteSkill(db: Db, skillId: string): Promise<void> {
  await changesOf(db)`delete from skill.skill s where s.company_id = ${db.companyId} and s.id = ${skillId}`
}

const usesRow = z.object({
  evidenceCount: z.int(),
  levelledCount: z.int(),
  courseCount: z.int(),
  pointCount: z.int(),
  modelCount: z.int(),
})
export type SkillUses = z.input<typeof usesRow>

/** What names a skill. */
export function usesOfSkill(db: Db, skillId: string): Promise<SkillUses | undefined> {
  const of = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} u where u.company_id = ${db.companyId} and u.skill_id = ${skillId})`
  return findOne(db, usesRow)`
    select ${of('skill.evidence')} as "evidenceCount", ${of('skill.teaching_skill')} as "courseCount", ${of('skill.point_skill')} as "pointCount",
      ${of('skill.post_model_skill')} as "modelCount",
      (select count(*)::int from skill.staff_skill u where u.company_id = ${db.companyId} and u.skill_id = ${skillId} and u.level is not null) as "levelledCount"`
}

const askingRow = z.object({ id, name: z.string(), requiredLevel: z.int(), isKey: z.boolean() })

/** Posts whose present model asks for it. */
export function postsAsking(db: Db, skillId: string) {
  return rowsOf(db, askingRow)`
    select p.id, p.name, s.required_level::int as "requiredLevel", s.is_key as "isKey"
    from skill.post_model m
    join skill.post_model_skill s on s.company_id = m.company_id and s.version_id = m.version_id and s.skill_id = ${skillId}
    join org.post_name p on p.company_id = m.company_id and p.id = m.post_id
    where m.company_id = ${db.companyId}
    order by p.name, p.id`
}

export function countSkills(db: Db): Promise<number> {
  return countOf(db)`select count(*)::int as count from skill.skill s where s.company_id = ${db.companyId}`
}
