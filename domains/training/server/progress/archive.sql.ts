/** What is frozen of an archived project, and reading it. */
import { type Db, findOne, lit } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type ArchiveSnapshot, archiveSnapshot } from '../../contract/archive.ts'
import { participation } from '../../contract/codes.ts'

/** The people as they are now, in one statement; again writes nothing. */
export async function insertArchivePeople(db: Db, projectId: string): Promise<void> {
  await sql`
    insert into training.archive_person (company_id, project_id, staff_id, account, name, department, states, percent, enrolled_at, completed_at)
    select e.company_id, e.project_id, e.staff_id, s.login_account, s.name, coalesce(d.name, ''), e.states, e.percent, e.enrolled_at,
      e.completed_at
    from training.enrolment e
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
})

export function findArchivePerson(db: Db, projectId: string, staffId: string) {
  return findOne(db, frozenRow)`
    select a.name, a.states, a.percent::int as percent, a.enrolled_at as "enrolledAt", a.completed_at as "completedAt"
    from training.archive_person a
    where a.company_id = ${db.companyId} and a.project_id = ${projectId} and a.staff_id = ${staffId}`
}
