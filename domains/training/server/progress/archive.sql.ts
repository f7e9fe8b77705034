/** What is frozen of an archived project, and reading it. */
import { type Db, findOne, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type ArchiveSnapshot, archiveSnapshot } from '../../contract/archive.ts'
import { participation } from '../../contract/codes.ts'

/** The people as they are now, in one statement; again writes nothing. */
export async function insertArchivePeople(db: Db, projectId: string): Promise<void> {
  await sql`
    with told as (
      select v.staff_id, v.task_id,
        (array_agg(v.kind order by v.at desc, v.id desc) filter (where v.kind in ('exempted', 'unexempted')))[1] = 'exempted' as is_exempted,
        (array_agg(v.score_hundredths order by v.at desc, v.id desc) filter (where v.kind in ('done', 'undone')))[1] as score
      from training.task_event v
      where v.company_id = ${db.companyId} and v.project_id = ${projectId}
      group by v.staff_id, v.task_id
    ),
    -- The better score of an original and what makes up for it.
    counted as (
      select n.staff_id, n.task_id, n.is_exempted, n.score from told n
      union all
      select n.staff_id, m.makes_up_task_id, false, n.score
      from told n
      join training.task m
        on m.company_id = ${db.companyId} and m.id = n.task_id and m.removed_at is null and m.makes_up_task_id is not null
      where not m.is_for_chosen
        or exists (
          select from training.task_person c where c.company_id = m.company_id and c.task_id = m.id and c.staff_id = n.staff_id
        )
    ),
    kept as (
      select k.staff_id, array_agg(k.slot order by k.slot) filter (where k.is_exempted) as exempted,
        jsonb_object_agg(k.slot, k.score) filter (where k.score is not null) as scores
      from (
        select n.staff_id, t.slot, bool_or(n.is_exempted) as is_exempted, max(n.score) as score
        from counted n
        join training.task t
          on t.company_id = ${db.companyId} and t.project_id = ${projectId} and t.id = n.task_id and t.removed_at is null
        group by n.staff_id, t.slot
      ) k
      group by k.staff_id
    )
    insert into training.archive_person (company_id, project_id, staff_id, account, name, department, states, percent, enrolled_at,
      completed_at, exempted, scores)
    select e.company_id, e.project_id, e.staff_id, s.login_account, s.name, coalesce(d.name, ''), e.states, e.percent, e.enrolled_at,
      e.completed_at, coalesce(k.exempted, '{}'), coalesce(k.scores, '{}')
    from training.enrolment e
    left join kept k on k.staff_id = e.staff_id
    join org.person s on s.company_id = e.company_id and s.id = e.staff_id
    left join org.department_tree d on d.company_id = s.company_id and d.id = s.department_id
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${lit(participation.takesPart)}
    on conflict do nothing`.execute(db)
}

export async function insertArchive(db: Db, projectId: string, snapshot: ArchiveSnapshot, now: Date): Promise<void> {
  await sql`
    insert into training.archive (company_id, project_id, snapshot, at)
    values (${db.companyId}, ${projectId}, ${JSON.stringify(snapshot)}::jsonb, ${now})
    on conflict do nothing`.execute(db)
}

const endRow = z.object({ endedAt: z.date().nullable(), staffCount: z.int(), completeCount: z.int() })

export function selectEnd(db: Db, projectId: string) {
  return findOne(db, endRow)`
    select p.ended_at as "endedAt", count(e.staff_id)::int as "staffCount",
      (count(e.staff_id) filter (where e.completed_at is not null))::int as "completeCount"
    from training.project p
    left join training.enrolment e on e.company_id = p.company_id and e.project_id = p.id and e.state = ${lit(participation.takesPart)}
    where p.company_id = ${db.companyId} and p.id = ${projectId}
    group by p.ended_at`
}

const snapshotRow = z.object({ snapshot: archiveSnapshot, at: z.date() })

export function findArchive(db: Db, projectId: string) {
  return findOne(db, snapshotRow)`
    select a.snapshot, a.at
    from training.archive a
    where a.company_id = ${db.companyId} and a.project_id = ${projectId}`
}

const frozenRow = z.object({
  name: z.string(),
  states: z.array(z.int()),
  percent: z.int(),
  enrolledAt: z.date(),
  completedAt: z.date().nullable(),
  exempted: z.array(z.int()),
  /** Hundredths by slot. */
  scores: z.record(z.string(), z.int()),
})

export function findArchivePerson(db: Db, projectId: string, staffId: string) {
  return findOne(db, frozenRow)`
    select a.name, a.states, a.percent::int as percent, a.enrolled_at as "enrolledAt", a.completed_at as "completedAt",
      a.exempted, a.scores
    from training.archive_person a
    where a.company_id = ${db.companyId} and a.project_id = ${projectId} and a.staff_id = ${staffId}`
}
