import { id } from '@kaopei/contract'
import { coursesByName } from '@kaopei/course/server'
import { pointsByName } from '@kaopei/question/server'
import { changesOf, countOf, type Db, findOne, rowsOf } from '@kaopei/server'
import { projectsByName } from '@kaopei/training/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type TeachingKind, teachingKinds } from '../../contract/link.ts'
import type { Teaching } from '../rules/recommend.ts'

interface Paged {
  readonly pageIndex: number
  readonly pageSize: number
}
const pageOf = ({ pageIndex, pageSize }: Paged) => sql`limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`

const shownSkill = z.object({ skillId: id, skillName: z.string(), level: z.int() })
const teachingRow = z.object({
  kind: z.enum(teachingKinds),
  id,
  name: z.string(),
  isOnShelf: z.boolean(),
  hours: z.number().nullable(),
  version: z.int(),
  skills: z.array(shownSkill),
})

const targetsOf = (db: Db, kind: TeachingKind) => (kind === 'course' ? coursesByName(db) : projectsByName(db))

interface TeachingFilter {
  readonly kind: TeachingKind
  readonly keyWords?: string | undefined
  readonly skillId?: string | undefined
  readonly targetId?: string | undefined
}

const teachingsOf = (db: Db, { kind, keyWords, skillId, targetId }: TeachingFilter) => sql`
  from (${targetsOf(db, kind)}) c
  left join skill.teaching t on t.company_id = ${db.companyId} and t.kind = ${kind} and t.target_id = c.id
  where ${targetId ? sql`c.id = ${targetId}` : sql`true`}
    and ${keyWords ? sql`strpos(lower(c.name), lower(${keyWords})) > 0` : sql`true`}
    and ${
      skillId
        ? sql`exists (select from skill.teaching_skill k where k.company_id = ${db.companyId} and k.kind = ${kind} and k.target_id = c.id and k.skill_id = ${skillId})`
        : sql`true`
    }`

/** Those of which something is said first, then by name. */
export async function pageOfTeachings(db: Db, filter: TeachingFilter, page: Paged) {
  const dataList = await rowsOf(db, teachingRow)`
    select ${filter.kind}::text as kind, c.id, c.name, c.is_on_shelf as "isOnShelf", t.hours::float8 as hours, coalesce(t.version, 0) as version,
      coalesce((
        select jsonb_agg(jsonb_build_object('skillId', k.skill_id, 'skillName', s.name, 'level', k.to_level) order by s.name, s.id)
        from skill.teaching_skill k
        join skill.skill s on s.company_id = k.company_id and s.id = k.skill_id
        where k.company_id = ${db.companyId} and k.kind = ${filter.kind} and k.target_id = c.id
      ), '[]') as skills
    ${teachingsOf(db, filter)}
    order by t.target_id is null, c.name, c.id
    ${pageOf(page)}`
  const totalCount = await countOf(db)`select count(*)::int as count ${teachingsOf(db, filter)}`
  return { dataList, totalCount }
}

const pointRow = z.object({ id, name: z.string(), skills: z.array(shownSkill) })

interface PointFilter {
  readonly pointId?: string | undefined
  readonly keyWords?: string | undefined
  readonly skillId?: string | undefined
}

const pointsOf = (db: Db, { keyWords, skillId, pointId }: PointFilter) => sql`
  from (${pointsByName(db)}) p
  where ${pointId ? sql`p.id = ${pointId}` : sql`true`}
    and ${keyWords ? sql`strpos(lower(p.name), lower(${keyWords})) > 0` : sql`true`}
    and ${
      skillId
        ? sql`exists (select from skill.point_skill k where k.company_id = ${db.companyId} and k.point_id = p.id and k.skill_id = ${skillId})`
        : sql`true`
    }`

export async function pageOfPoints(db: Db, filter: PointFilter, page: Paged) {
  const dataList = await rowsOf(db, pointRow)`
    select p.id, p.name,
      coalesce((
        select jsonb_agg(jsonb_build_object('skillId', k.skill_id, 'skillName', s.name, 'level', k.level) order by s.name, s.id)
        from skill.point_skill k
        join skill.skill s on s.company_id = k.company_id and s.id = k.skill_id
        where k.company_id = ${db.companyId} and k.point_id = p.id
      ), '[]') as skills
    ${pointsOf(db, filter)}
    order by p.name, p.id
    ${pageOf(page)}`
  const totalCount = await countOf(db)`select count(*)::int as count ${pointsOf(db, filter)}`
  return { dataList, totalCount }
}

const nameRow = z.object({ name: z.string() })

export async function nameOfTeaching(db: Db, kind: TeachingKind, targetId: string): Promise<string | undefined> {
  return (await findOne(db, nameRow)`select c.name from (${targetsOf(db, kind)}) c where c.id = ${targetId}`)?.name
}

export async function nameOfPoint(db: Db, pointId: string): Promise<string | undefined> {
  return (await findOne(db, nameRow)`select p.name from (${pointsByName(db)}) p where p.id = ${pointId}`)?.name
}

interface Aimed {
  readonly skillId: string
  readonly level: number
}

interface NewTeaching {
  readonly kind: TeachingKind
  readonly targetId: string
  readonly version: number
  readonly hours: number
  readonly skills: readonly Aimed[]
  readonly by: string
}

/** False: it has another version by now. */
export async function saveTeaching(
  db: Db,
  { kind, targetId, version, hours, skills, by }: NewTeaching,
  now: Date,
): Promise<boolean> {
  const written = await changesOf(db)`
    insert into skill.teaching (company_id, kind, target_id, hours, updated_by, updated_at)
    select ${db.companyId}, ${kind}, ${targetId}, ${hours}, ${by}, ${now}
    where ${version} = 0 or exists (select from skill.teaching t where t.company_id = ${db.companyId} and t.kind = ${kind} and t.target_id = ${targetId})
    on conflict (company_id, kind, target_id) do update
    set hours = excluded.hours, updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = teaching.version + 1
    where teaching.version = ${version}`
  if (written === 0) return false
  await changesOf(db)`
    delete from skill.teaching_skill k where k.company_id = ${db.companyId} and k.kind = ${kind} and k.target_id = ${targetId}`
  await changesOf(db)`
    insert into skill.teaching_skill (company_id, kind, target_id, skill_id, to_level)
    select ${db.companyId}, ${kind}, ${targetId}, n."skillId", n.level
    from jsonb_to_recordset(${JSON.stringify(skills)}::jsonb) as n ("skillId" uuid, level smallint)`
  return true
}

interface NewPoint {
  readonly pointId: string
  readonly skills: readonly Aimed[]
  /** As they were seen. */
  readonly before: readonly Aimed[]
  readonly by: string
}

const aimedRow = z.object({ skillId: id, level: z.int() })
const wordsOf = (aims: readonly Aimed[]) =>
  aims
    .map(({ skillId, level }) => `${skillId}:${level}`)
    .toSorted()
    .join()

/** False: by now it tests something else than was seen. */
export async function savePoint(db: Db, { pointId, skills, before, by }: NewPoint, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('skill.point' || ${db.companyId}::text || ${pointId}::text, 0))`.execute(
    db,
  )
  const present = await rowsOf(db, aimedRow)`
    select k.skill_id as "skillId", k.level::int as level from skill.point_skill k
    where k.company_id = ${db.companyId} and k.point_id = ${pointId}`
  if (wordsOf(present) !== wordsOf(before)) return false
  await changesOf(db)`delete from skill.point_skill k where k.company_id = ${db.companyId} and k.point_id = ${pointId}`
  await changesOf(db)`
    insert into skill.point_skill (company_id, point_id, skill_id, level, updated_by, updated_at)
    select ${db.companyId}, ${pointId}, n."skillId", n.level, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(skills)}::jsonb) as n ("skillId" uuid, level smallint)`
  return true
}

const leadsRow = z.object({
  id,
  name: z.string(),
  hours: z.number(),
  leadsTo: z.array(z.object({ skillId: id, toLevel: z.int() })),
})
export type NamedTeaching = z.input<typeof leadsRow> & Teaching

/** Courses on the shelf and what they lead to: what can be recommended. */
export function coursesToRecommend(db: Db): Promise<NamedTeaching[]> {
  return rowsOf(db, leadsRow)`
    select c.id, c.name, t.hours::float8 as hours, k.leads as "leadsTo"
    from skill.teaching t
    join (${coursesByName(db)}) c on c.id = t.target_id and c.is_on_shelf
    join (
      select k.target_id, jsonb_agg(jsonb_build_object('skillId', k.skill_id, 'toLevel', k.to_level) order by k.skill_id) as leads
      from skill.teaching_skill k
      where k.company_id = ${db.companyId} and k.kind = 'course'
      group by k.target_id
    ) k on k.target_id = t.target_id
    where t.company_id = ${db.companyId} and t.kind = 'course'`
}

const taughtRow = z.object({ targetId: id, name: z.string(), skillId: id })

/** Which skills these courses or projects lead to. */
export function skillsOfTeachings(db: Db, kind: TeachingKind, targetIds: readonly string[]) {
  return rowsOf(db, taughtRow)`
    select k.target_id as "targetId", c.name, k.skill_id as "skillId"
    from skill.teaching_skill k
    join (${targetsOf(db, kind)}) c on c.id = k.target_id
    where k.company_id = ${db.companyId} and k.kind = ${kind} and k.target_id = any(${targetIds}::uuid[])`
}

const pointSkillRow = z.object({ pointId: id, name: z.string(), skillId: id })

export function skillsOfPoints(db: Db) {
  return rowsOf(db, pointSkillRow)`
    select k.point_id as "pointId", p.name, k.skill_id as "skillId"
    from skill.point_skill k
    join (${pointsByName(db)}) p on p.id = k.point_id
    where k.company_id = ${db.companyId}`
}
