import { randomUUID } from 'node:crypto'
import type { Company } from './company.ts'
import type { Ground } from './ground.ts'
import { addStaff } from './training-data.ts'

export const skillCount = 200
const demanded = 12
const courses = 500

export interface BenchSkills {
  /** Each has a tenth of the departments below it. */
  readonly branchIds: readonly string[]
  readonly postId: string
}

/** 5,000 departments below ten branches, 100,000 people of one post that asks for twelve skills, fifty pieces of evidence each, and 500 courses. */
export async function makeSkills(
  ground: Ground,
  company: Company,
  { people, departments }: { people: number; departments: number },
): Promise<BenchSkills> {
  const { id, departmentIds } = company
  const branchIds = departmentIds.slice(1)
  await ground.rows(
    `insert into org.department (company_id, id, parent_id, name, path)
     select $1, d.id, d.parent, '班组' || d.n, '/' || $2::uuid || '/' || d.parent || '/' || d.id || '/'
     from (select gen_random_uuid() as id, n, ($3::uuid[])[1 + n % cardinality($3::uuid[])] as parent from generate_series(1, $4) n) d`,
    [id, departmentIds[0], branchIds, departments],
  )
  const all = await ground.rows<{ id: string }>(
    `select id from org.department where company_id = $1 and name like '班组%' order by id`,
    [id],
  )
  await addStaff(ground, { ...company, departmentIds: all.map((row) => row.id) }, people)
  const postId = await makePost(ground, id)
  await ground.rows(`update org.staff set post_id = $2 where company_id = $1 and name like '学员%'`, [id, postId])
  await withoutKeys(ground, 'skill.evidence', () => addEvidence(ground, id))
  await withoutKeys(ground, 'skill.staff_skill', () => addStandings(ground, id))
  await ground.settle('org.staff', 'org.department', 'skill.person', 'skill.evidence', 'skill.staff_skill')
  await makeCourses(ground, id)
  return { branchIds, postId }
}

/** Skills, and a post that asks for the first of them. */
async function makePost(ground: Ground, companyId: string): Promise<string> {
  const [postId, versionId] = [randomUUID(), randomUUID()]
  await ground.rows(
    `insert into skill.skill (company_id, id, name, sort) select $1, kit.new_id(), '技能' || n, n from generate_series(0, $2::int - 1) n`,
    [companyId, skillCount],
  )
  await ground.rows(`insert into org.post (company_id, id, name) values ($1, $2, '安全员')`, [companyId, postId])
  await ground.rows(
    `with model as (
       insert into skill.post_model (company_id, post_id, version_id, number) values ($1, $2, $3, 1) returning 1
     ), version as (
       insert into skill.post_model_version (company_id, id, post_id, number) values ($1, $3, $2, 1) returning 1
     )
     select (select count(*) from model) + (select count(*) from version)`,
    [companyId, postId, versionId],
  )
  await ground.rows(
    `insert into skill.post_model_skill (company_id, version_id, skill_id, required_level, weight, is_key)
     select $1, $2, s.id, 2 + s.sort % 4, 1 + s.sort * 7 % 10, s.sort < 3 from skill.skill s where s.company_id = $1 and s.sort < $3::int`,
    [companyId, versionId, demanded],
  )
  return postId
}

/** Forty skills each, ten of them among those that the post asks for; older evidence of ten. A twentieth was tested without reaching a level. */
async function addEvidence(ground: Ground, companyId: string): Promise<void> {
  await ground.rows(
    `insert into skill.person (company_id, staff_id) select $1, s.id from org.staff s where s.company_id = $1 and s.name like '学员%'`,
    [companyId],
  )
  await ground.rows(
    `with people as (
       select p.staff_id, row_number() over (order by p.staff_id)::int as r from skill.person p where p.company_id = $1
     ),
     skills as materialized (select array_agg(s.id order by s.sort) as ids from skill.skill s where s.company_id = $1)
     insert into skill.evidence (company_id, staff_id, skill_id, class, level, source_kind, source_id, title, detail, at, recorded_at)
     select $1, p.staff_id, k.ids[1 + case when j.at < 10 then (p.r + j.at) % $2::int else $2::int + (p.r * 7 + j.at) % ($3::int - $2::int) end],
       2, nullif(1 + abs(hashint4(p.r * 64 + e)) % 5, case when (p.r + e) % 4 = 0 then 1 else 0 end), 'exam', gen_random_uuid(), '安全考试', '{"items": 5}',
       now() - case when e < 40 then interval '0' else interval '1 year' end - (p.r * 7 + e * 13) % 300 * interval '1 day',
       now() - case when e < 40 then interval '0' else interval '1 year' end - (p.r * 7 + e * 13) % 300 * interval '1 day'
     from people p
     cross join generate_series(0, 49) e
     cross join lateral (select e % 40 as at) j
     cross join skills k`,
    [companyId, demanded, skillCount],
  )
}

async function addStandings(ground: Ground, companyId: string): Promise<void> {
  await ground.rows(
    `insert into skill.staff_skill (company_id, staff_id, skill_id, level, class, evidence_id, at)
     select $1, e.staff_id, e.skill_id, e.level, e.class, e.id, e.at from skill.evidence e where e.company_id = $1 and e.at > now() - interval '1 year'`,
    [companyId],
  )
}

/** On the shelf, each leading to three skills; a third of the courses to one that the post asks for. */
async function makeCourses(ground: Ground, companyId: string): Promise<void> {
  await ground.rows(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as version_id, n from generate_series(1, $2::int) n
     ), course as (
       insert into course.course (company_id, id, name, status, published_id) select $1, m.id, '课程' || m.n, 1, m.version_id from made m
     ), version as (
       insert into course.version (company_id, id, course_id, number) select $1, m.version_id, m.id, 1 from made m
     )
     insert into skill.teaching (company_id, kind, target_id, hours) select $1, 'course', m.id, 1 + m.n % 9 from made m`,
    [companyId, courses],
  )
  await ground.rows(
    `insert into skill.teaching_skill (company_id, kind, target_id, skill_id, to_level)
     select distinct on (t.target_id, s.id) $1::uuid, 'course', t.target_id, s.id, 2 + (t.n + j) % 4
     from (select t.target_id, row_number() over (order by t.target_id)::int as n from skill.teaching t where t.company_id = $1) t
     cross join generate_series(0, 2) j
     join skill.skill s on s.company_id = $1 and s.sort = case when t.n % 3 = 0 then (t.n / 3 + j * 5) % $2::int else (t.n * 11 + j * 37) % $3::int end`,
    [companyId, demanded, skillCount],
  )
  await ground.settle('skill.teaching', 'skill.teaching_skill', 'course.course')
}

/** Indexes and foreign keys of a table are built when its rows are there: many times faster than row by row. */
async function withoutKeys(ground: Ground, table: string, load: () => Promise<void>): Promise<void> {
  const keys = await ground.rows<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  const indexes = await ground.rows<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = $1::regclass and not i.indisprimary`,
    [table],
  )
  for (const { name } of keys) await ground.rows(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await ground.rows(`drop index ${name}`)
  await load()
  for (const { definition } of indexes) await ground.rows(definition)
  for (const { name, definition } of keys) await ground.rows(`alter table ${table} add constraint ${name} ${definition}`)
}
