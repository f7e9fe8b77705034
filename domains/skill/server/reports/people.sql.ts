/** People of reports, within the caller's scope. */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { evidenceClass } from '../../contract/codes.ts'
import { type Period, within } from './period.sql.ts'
import { levelsOf, readsOneByOne, standingsOf } from './standings.sql.ts'

export interface PeopleFilter {
  readonly scope: DataScope
  /** With everything below it, by main departments. */
  readonly departmentId?: string | undefined
  /** Without what is below it. */
  readonly isDirect?: boolean | undefined
  readonly keyWords?: string | undefined
  /** Of this post. */
  readonly postId?: string | undefined
  readonly staffIds?: readonly string[] | undefined
}

/** `p.id` of whom a filter means. */
export function peopleWhere(
  db: Db,
  { scope, departmentId, isDirect, keyWords, postId, staffIds }: PeopleFilter,
): RawBuilder<unknown> {
  const pattern = `%${(keyWords ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const parts = [sql`p.company_id = ${db.companyId} and p.removed_at is null`]
  if (scope.kind !== 'all') parts.push(sql`p.id in (${scopedStaff(db, scope)})`)
  if (departmentId && isDirect) parts.push(sql`p.department_id = ${departmentId}`)
  else if (departmentId)
    parts.push(sql`p.department_id in (
      select d.id from org.department_tree r
      join org.department_tree d on d.company_id = r.company_id and d.path >= r.path and d.path < r.path_end
      where r.company_id = ${db.companyId} and r.id = ${departmentId}
    )`)
  if (postId) parts.push(sql`p.post_id = ${postId}`)
  if (staffIds) parts.push(sql`p.id = any(${staffIds}::uuid[])`)
  if (keyWords) parts.push(sql`(p.name ilike ${pattern} or p.job_number ilike ${pattern})`)
  return sql.join(parts, sql` and `)
}

const personColumns = sql`p.id as "staffId", p.name, p.job_number as "jobNumber", d.name as department, o.name as post`
const personShape = {
  staffId: id,
  name: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  post: z.string().nullable(),
}
const namesOfPerson = (db: Db) => sql`
  left join org.department_tree d on d.company_id = ${db.companyId} and d.id = p.department_id
  left join org.post_name o on o.company_id = ${db.companyId} and o.id = p.post_id`

interface Paged {
  readonly limit: number
  readonly offset: number
}

const skillPersonRow = z.object({
  ...personShape,
  levelledCount: z.int(),
  learntCount: z.int(),
  newCount: z.int(),
  level: z.int().nullable(),
  class: z.int().nullable(),
  lastAt: z.date().nullable(),
})

interface SkillWish extends PeopleFilter {
  readonly skillId?: string | undefined
  readonly period: Period
  /** Levels of then; null: of now. */
  readonly at: Date | null
}

const withSkill = (db: Db, { skillId, at, ...filter }: SkillWish) => sql`
  from org.person p
  ${skillId ? sql`join (${levelsOf(db, { at, skillIds: [skillId] })}) k on k.staff_id = p.id and k.level is not null` : sql``}
  where ${peopleWhere(db, filter)}`

/** With a skill whoever shows a level of it, the highest first; else everybody. */
export async function pageOfSkillPeople(db: Db, wish: SkillWish, { limit, offset }: Paged) {
  const { skillId, period, at } = wish
  const order = skillId ? sql`k.level desc, p.id` : sql`p.id`
  const dataList = await rowsOf(db, skillPersonRow)`
    select ${personColumns}, coalesce(s.levelled, 0) as "levelledCount", coalesce(s.learnt, 0) as "learntCount", s.last as "lastAt",
      (
        select count(*)::int from skill.evidence e
        where e.company_id = ${db.companyId} and e.staff_id = p.id and ${skillId ? sql`e.skill_id = ${skillId}` : sql`true`} and ${within(period)}
      ) as "newCount",
      p.level, p.class
    from (
      select p.*, ${skillId ? sql`k.level::int as level, k.class::int as class` : sql`null::int as level, null::int as class`}, row_number() over (order by ${order}) as place
      ${withSkill(db, wish)}
      order by ${order}
      limit ${limit} offset ${offset}
    ) p
    ${namesOfPerson(db)}
    left join lateral (
      select (count(*) filter (where s.level is not null))::int as levelled, (count(*) filter (where s.is_learnt))::int as learnt, max(s.at) as last
      from (${standingsOf(db, { at, staffId: sql`p.id` })}) s
    ) s on true
    order by p.place`
  const totalCount = await countOf(db)`select count(*)::int as count ${withSkill(db, wish)}`
  return { dataList, totalCount }
}

const fitRow = z.object({
  ...personShape,
  fit: z.number().nullable(),
  share: z.number(),
  cautious: z.number(),
  isBelow: z.boolean(),
  isUntested: z.boolean(),
  newCount: z.int(),
})
export type FitRow = z.input<typeof fitRow>

/** The rule of `rules/fit.ts`: `measured`, `earned` (weights), `is_below`, `measured_keys`. */
const sums = sql`
  sum(d.weight) filter (where s.level is not null) as measured,
  sum(d.weight * least(s.level::float8 / d.required_level, 1)) filter (where s.level is not null) as earned,
  bool_or(d.is_key and (s.level < d.required_level or (s.level is null and s.class = ${lit(evidenceClass.measured)}))) as is_below,
  count(*) filter (where d.is_key and s.level is not null) as measured_keys`

const demanded = (db: Db, versionId: string) => sql`
  skill.post_model_skill d
  join skill.staff_skill s on s.company_id = d.company_id and s.skill_id = d.skill_id
  where d.company_id = ${db.companyId} and d.version_id = ${versionId}`

/** Of everybody at once, by `staff_id`; whoever shows nothing is missing. */
export const sumsOfAll = (db: Db, versionId: string) =>
  sql`select s.staff_id, ${sums} from ${demanded(db, versionId)} group by s.staff_id`

/** Of these people: they are found first, then what the model asks for is read of them alone. */
export const sumsOfThese = (db: Db, versionId: string, filter: PeopleFilter) => sql`
  with these as materialized (select p.id from org.person p where ${peopleWhere(db, filter)})
  select s.staff_id, ${sums} from ${demanded(db, versionId)} and s.staff_id in (select t.id from these t) group by s.staff_id`

/** Rounding of sums must not decide. */
const leastShare = 0.6 - 1e-9

export interface FitWish extends PeopleFilter {
  readonly versionId: string
  readonly weight: number
  readonly keyCount: number
  readonly period: Period
}

/**
 * Enough measured first, among them those with a key skill that was never measured, then one below its level last; then by the cautious fit.
 * Ranked by ids alone: whole rows of a hundred thousand people would be sorted otherwise.
 */
export async function pageOfFit(db: Db, { versionId, weight, keyCount, period, ...filter }: FitWish, { limit, offset }: Paged) {
  const totalCount = await countOf(db)`select count(*)::int as count from org.person p where ${peopleWhere(db, filter)}`
  const sumsOf = readsOneByOne(totalCount) ? sumsOfThese(db, versionId, filter) : sumsOfAll(db, versionId)
  const dataList = await rowsOf(db, fitRow)`
    with sums as materialized (${sumsOf}),
    ranked as (
      select p.id, f.earned / nullif(f.measured, 0) as fit, coalesce(f.measured, 0)::float8 / ${weight} as share,
        coalesce(f.earned, 0) / ${weight} as cautious, coalesce(f.is_below, false) as is_below,
        coalesce(f.measured_keys, 0) < ${keyCount} as is_untested
      from org.person p
      left join sums f on f.staff_id = p.id
      where ${peopleWhere(db, filter)}
      order by coalesce(f.measured, 0)::float8 / ${weight} >= ${leastShare} desc, coalesce(f.is_below, false),
        coalesce(f.measured_keys, 0) < ${keyCount}, coalesce(f.earned, 0) desc, p.id
      limit ${limit} offset ${offset}
    )
    select ${personColumns}, r.fit, r.share, r.cautious, r.is_below as "isBelow", r.is_untested as "isUntested",
      (select count(*)::int from skill.evidence e where e.company_id = ${db.companyId} and e.staff_id = p.id and ${within(period)}) as "newCount"
    from ranked r
    join org.person p on p.company_id = ${db.companyId} and p.id = r.id
    ${namesOfPerson(db)}
    order by r.share >= ${leastShare} desc, r.is_below, r.is_untested, r.cautious desc, r.id`
  return { dataList, totalCount }
}

const personRow = z.object({ ...personShape, newCount: z.int(), postId: id.nullable() })
export type PersonRow = z.input<typeof personRow>

/** People whose post has a model, or of one post; by their ids. */
export async function pageOfPostPeople(
  db: Db,
  { period, ...filter }: PeopleFilter & { readonly period: Period },
  { limit, offset }: Paged,
) {
  const modelled = sql`exists (select from skill.post_model m where m.company_id = ${db.companyId} and m.post_id = p.post_id)`
  const dataList = await rowsOf(db, personRow)`
    select ${personColumns}, p.post_id as "postId",
      (select count(*)::int from skill.evidence e where e.company_id = ${db.companyId} and e.staff_id = p.id and ${within(period)}) as "newCount"
    from (
      select p.* from org.person p where ${peopleWhere(db, filter)} and ${modelled} order by p.id limit ${limit} offset ${offset}
    ) p
    ${namesOfPerson(db)}
    order by p.id`
  const totalCount = await countOf(db)`
    select count(*)::int as count from org.person p where ${peopleWhere(db, filter)} and ${modelled}`
  return { dataList, totalCount }
}

const levelRow = z.object({ staffId: id, skillId: id, level: z.int().nullable(), class: z.int().nullable() })
export type PersonLevel = z.input<typeof levelRow>

export function levelsOfPeople(db: Db, staffIds: readonly string[], skillIds: readonly string[]): Promise<PersonLevel[]> {
  return rowsOf(db, levelRow)`
    select s.staff_id as "staffId", s.skill_id as "skillId", s.level::int as level, s.class::int as class
    from skill.staff_skill s
    where s.company_id = ${db.companyId} and s.staff_id = any(${staffIds}::uuid[]) and s.skill_id = any(${skillIds}::uuid[])`
}
