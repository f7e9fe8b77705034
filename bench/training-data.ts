import { randomUUID } from 'node:crypto'
import type { Company } from './company.ts'
import type { Ground } from './ground.ts'

/** People of a company who never sign in here. */
export async function addStaff(ground: Ground, { id, departmentIds }: Company, count: number): Promise<void> {
  await ground.rows(
    `insert into org.staff (company_id, id, name, login_account, job_number, department_id)
     select $1, kit.new_id(), '学员' || n, 'xy' || n, 'GH' || n, ($2::uuid[])[1 + n % cardinality($2::uuid[])]
     from generate_series(1, $3::int) n`,
    [id, departmentIds, count],
  )
  await ground.settle('org.staff')
}

export interface BenchProject {
  readonly id: string
  readonly taskIds: readonly string[]
}

/** A draft of five stages; materials, or exams that nobody sat. */
export async function makeProject(ground: Ground, company: Company, tasks: number, examId?: string): Promise<BenchProject> {
  const id = randomUUID()
  await ground.rows('insert into training.project (company_id, id, name, next_slot) values ($1, $2, $3, $4)', [
    company.id,
    id,
    '全员安全培训',
    tasks + 1,
  ])
  const stageIds = Array.from({ length: 5 }, () => randomUUID())
  await ground.rows(
    `insert into training.stage (company_id, id, project_id, title, sort, ends_after_days)
     select $1, s.id, $2, '第 ' || s.n || ' 阶段', s.n, 30 * s.n from unnest($3::uuid[]) with ordinality as s (id, n)`,
    [company.id, id, stageIds],
  )
  const taskIds = Array.from({ length: tasks }, () => randomUUID())
  await ground.rows(
    `insert into training.task (company_id, id, project_id, stage_id, slot, title, kind, target_id, sort, content)
     select $1, t.id, $2, ($3::uuid[])[1 + (t.n - 1) * 5 / $5::int], t.n, '任务 ' || t.n, case when $6::uuid is null then 'material' else 'exam' end,
       $6::uuid, t.n, case when $6::uuid is null then '{"html": "<p>正文</p>", "files": [], "links": []}'::jsonb end
     from unnest($4::uuid[]) with ordinality as t (id, n)`,
    [company.id, id, stageIds, taskIds, tasks, examId ?? null],
  )
  return { id, taskIds }
}

/** Everybody somewhere else in the project, no two alike, as if months had passed. */
export async function scatter(ground: Ground, { id, taskIds }: BenchProject): Promise<void> {
  await ground.rows(
    `update training.enrolment e
     set states = r.states, percent = r.done * 100 / cardinality(r.states), outline_version = 1, begun_at = now() - interval '60 days',
       last_at = now() - random() * interval '60 days',
       next_task_id = ($2::uuid[])[1 + floor(random() * cardinality($2::uuid[]))::int], next_since = now() - random() * interval '40 days',
       next_due_at = now() + (random() - 0.5) * interval '40 days'
     from (
       select e.staff_id, array_agg(x.state) as states, count(*) filter (where x.state = 2) as done
       from training.enrolment e
       cross join lateral (select floor(random() * 3)::smallint as state, n, e.staff_id from generate_series(1, $3::int) n) x
       where e.project_id = $1
       group by e.staff_id
     ) r
     where e.project_id = $1 and e.staff_id = r.staff_id`,
    [id, taskIds, taskIds.length],
  )
  await ground.settle('training.enrolment')
}

/** The exam's results of so many of the company's people come out in one transaction. */
export async function publishResults(ground: Ground, company: Company, examId: string, count: number): Promise<void> {
  await ground.rows(
    `with people as (
       select id from org.staff where company_id = $1 and login_account like 'xy%' order by id limit $3
     ), sat as (
       insert into sitting.attempt (company_id, owner_kind, owner_id, staff_id, number, state, started_at, due_at, submitted_at, submit_cause,
         lease_device, title, max_score_hundredths, score_hundredths, is_passed, scored_at, published_at)
       select $1, 'exam', $2, p.id, 1, 'published', now(), now(), now(), 'manual', 'bench', 'bench', 10000, 8000, true, now(), now()
       from people p
       returning id
     )
     insert into sitting.attempt_event (company_id, attempt_id, type, data)
     select $1, s.id, 'publish', '{"to": "published"}' from sat s`,
    [company.id, examId, count],
  )
}
