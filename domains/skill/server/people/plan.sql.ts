import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { changesOf, countOf, type DataScope, type Db, findOne, rowsOf } from '@kaopei/server'
import { projectsByName } from '@kaopei/training/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { evidenceClass } from '../../contract/codes.ts'
import { type PeopleFilter, peopleWhere } from '../reports/people.sql.ts'

const staffRow = z.object({ staffId: id })

/** Whom a filter means and who can learn, at most so many. */
export async function peopleToTrain(db: Db, filter: PeopleFilter, most: number): Promise<string[]> {
  const rows = await rowsOf(db, staffRow)`
    select p.id as "staffId" from org.person p where ${peopleWhere(db, filter)} and p.is_enabled order by p.id limit ${most}`
  return rows.map(({ staffId }) => staffId)
}

const examRow = z.object({ id, name: z.string(), peopleCount: z.int(), pointIds: z.array(id) })

/** Exams of which evidence about these people and skills stands, the latest first. */
export function examsOf(
  db: Db,
  { staffIds, skillIds }: { readonly staffIds: readonly string[]; readonly skillIds: readonly string[] },
) {
  return rowsOf(db, examRow)`
    select (e.detail->>'examId')::uuid as id, max(e.title) as name, count(distinct e.staff_id)::int as "peopleCount",
      (
        select coalesce(array_agg(distinct k.point_id), '{}') from skill.point_skill k
        where k.company_id = ${db.companyId} and k.skill_id = any(array_agg(distinct e.skill_id))
      ) as "pointIds"
    from skill.evidence e
    where e.company_id = ${db.companyId} and e.source_kind = 'exam' and e.staff_id = any(${staffIds}::uuid[]) and e.skill_id = any(${skillIds}::uuid[])
      and e.detail ? 'examId'
      and not exists (select from skill.withdrawal w where w.company_id = e.company_id and w.evidence_id = e.id)
    group by 1
    order by max(e.at) desc`
}

/** Of tests alone: what a superior or a certificate says is no measurement, and goes before none here. */
const measured = (db: Db) => sql`
  from skill.evidence e
  where e.company_id = ${db.companyId} and e.class = ${evidenceClass.measured}
    and not exists (select from skill.withdrawal w where w.company_id = e.company_id and w.evidence_id = e.id)`

const measuredRow = z.object({ staffId: id, skillId: id, level: z.int().nullable() })

/** The newest measurement of each of these that is valid. */
export function measuredLevels(
  db: Db,
  { staffIds, skillIds, now }: { readonly staffIds: readonly string[]; readonly skillIds: readonly string[]; readonly now: Date },
) {
  return rowsOf(db, measuredRow)`
    select distinct on (e.staff_id, e.skill_id) e.staff_id as "staffId", e.skill_id as "skillId", e.level::int as level ${measured(db)}
      and e.staff_id = any(${staffIds}::uuid[]) and e.skill_id = any(${skillIds}::uuid[]) and (e.expires_at is null or e.expires_at > ${now})
    order by e.staff_id, e.skill_id, e.at desc, e.id desc`
}

interface NewPlan {
  readonly projectId: string
  readonly versionId: string
  readonly afterExamId: string | null
  readonly createdBy: string
  /** Of every skill that was measured; null: no level was reached. */
  readonly people: readonly { readonly staffId: string; readonly levels: Readonly<Record<string, number | null>> }[]
}

export async function insertPlan(
  db: Db,
  { projectId, versionId, afterExamId, createdBy, people }: NewPlan,
  now: Date,
): Promise<void> {
  await changesOf(db)`
    insert into skill.plan (company_id, project_id, post_version_id, after_exam_id, created_by, created_at)
    values (${db.companyId}, ${projectId}, ${versionId}, ${afterExamId}, ${createdBy}, ${now})`
  await changesOf(db)`
    insert into skill.plan_person (company_id, project_id, staff_id, levels)
    select ${db.companyId}, ${projectId}, n."staffId", n.levels
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as n ("staffId" uuid, levels jsonb)`
}

const planRow = z.object({
  projectId: id,
  name: z.string(),
  postName: z.string().nullable(),
  peopleCount: z.int(),
  createdAt: z.date(),
})

const plans = (db: Db) =>
  sql`from skill.plan t join (${projectsByName(db)}) p on p.id = t.project_id where t.company_id = ${db.companyId}`

/** The newest first, of which the scope shows somebody; people are counted as far as it goes. */
export async function pageOfPlans(db: Db, scope: DataScope, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const isSeen = scope.kind === 'all' ? sql`true` : sql`s.staff_id in (${scopedStaff(db, scope)})`
  const shown = sql`${plans(db)} and exists (
    select from skill.plan_person s where s.company_id = ${db.companyId} and s.project_id = t.project_id and ${isSeen}
  )`
  const dataList = await rowsOf(db, planRow)`
    select t.project_id as "projectId", p.name, o.name as "postName", t.created_at as "createdAt",
      (select count(*)::int from skill.plan_person s where s.company_id = ${db.companyId} and s.project_id = t.project_id and ${isSeen}) as "peopleCount"
    from (
      select t.*, p.name as project_name ${shown} order by t.created_at desc, t.project_id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}
    ) t
    join (${projectsByName(db)}) p on p.id = t.project_id
    join skill.post_model_version v on v.company_id = ${db.companyId} and v.id = t.post_version_id
    left join org.post_name o on o.company_id = ${db.companyId} and o.id = v.post_id
    order by t.created_at desc, t.project_id`
  const totalCount = await countOf(db)`select count(*)::int as count ${shown}`
  return { dataList, totalCount }
}

const foundPlan = z.object({ projectId: id, name: z.string(), versionId: id, afterExamId: id.nullable(), createdAt: z.date() })

export function findPlan(db: Db, projectId: string) {
  return findOne(db, foundPlan)`
    select t.project_id as "projectId", p.name, t.post_version_id as "versionId", t.after_exam_id as "afterExamId", t.created_at as "createdAt"
    ${plans(db)} and t.project_id = ${projectId}`
}

const gapRow = z.object({
  skillId: id,
  skillName: z.string(),
  requiredLevel: z.int(),
  bothCount: z.int(),
  before: z.number().nullable(),
  after: z.number().nullable(),
})

/**
 * Of those measured before and again since, by the plan's own test where it has one: the mean gap to what the post asked for, then and now. Whoever
 * reached no level lacks all of it.
 */
export function gapsOfPlan(
  db: Db,
  { projectId, versionId, afterExamId, createdAt }: z.input<typeof foundPlan>,
  scope: DataScope,
) {
  const isOfTest: RawBuilder<unknown> =
    afterExamId === null ? sql`e.at > ${createdAt}` : sql`e.source_kind = 'exam' and e.detail->>'examId' = ${afterExamId}`
  const isSeen = scope.kind === 'all' ? sql`true` : sql`p.staff_id in (${scopedStaff(db, scope)})`
  return rowsOf(db, gapRow)`
    select d.skill_id as "skillId", k.name as "skillName", d.required_level::int as "requiredLevel", count(s.id)::int as "bothCount",
      round(avg(greatest(d.required_level - coalesce((p.levels->>d.skill_id::text)::int, 0), 0)) filter (where s.id is not null), 2)::float8 as before,
      round(avg(greatest(d.required_level - coalesce(s.level, 0), 0)) filter (where s.id is not null), 2)::float8 as after
    from skill.post_model_skill d
    join skill.skill k on k.company_id = d.company_id and k.id = d.skill_id
    join skill.plan_person p on p.company_id = d.company_id and p.project_id = ${projectId} and ${isSeen}
    left join lateral (
      select e.id, e.level ${measured(db)} and e.staff_id = p.staff_id and e.skill_id = d.skill_id and ${isOfTest}
      order by e.at desc, e.id desc limit 1
    ) s on p.levels ? d.skill_id::text
    where d.company_id = ${db.companyId} and d.version_id = ${versionId}
    group by d.skill_id, k.name, d.required_level
    order by k.name, d.skill_id`
}

export function countPlanPeople(db: Db, projectId: string, scope: DataScope): Promise<number> {
  const isSeen = scope.kind === 'all' ? sql`true` : sql`p.staff_id in (${scopedStaff(db, scope)})`
  return countOf(db)`
    select count(*)::int as count from skill.plan_person p where p.company_id = ${db.companyId} and p.project_id = ${projectId} and ${isSeen}`
}
