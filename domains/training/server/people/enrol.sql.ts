/** Who comes into a project and leaves it, whatever their number in one statement each. */
import { id } from '@kaopei/contract'
import { type People, withHashJoins } from '@kaopei/learning/server'
import { scopedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, hasRows, idsOf, lit, oneOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { participation } from '../../contract/codes.ts'

const takesPart = lit(participation.takesPart)

export type Reason = 'hand' | 'audience'

const reasonColumn = { hand: sql.ref('is_by_hand'), audience: sql.ref('is_by_audience') } as const satisfies Record<
  Reason,
  unknown
>

export interface Enrolling {
  readonly projectId: string
  /** Those who may. */
  readonly people: People
  readonly reason: Reason
  readonly now: Date
}

const enrolledRow = z.object({
  /** Did not take part before. */
  added: z.int(),
  /** All of them. */
  eligible: z.int(),
})
export type Enrolled = z.input<typeof enrolledRow>

/** Whoever took part before goes on where they were, since their first day; what happened meanwhile is looked at with the newcomers'. */
export function enrol(db: Db, { projectId, people, reason, now }: Enrolling): Promise<Enrolled> {
  const column = reasonColumn[reason]
  return withHashJoins(
    db,
    () => oneOf(db, enrolledRow)`
    with wanted as materialized (${people}),
    before as (
      select count(*)::int as count
      from training.enrolment e
      where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${takesPart} and e.staff_id in (select w.id from wanted w)
    ),
    written as (
      insert into training.enrolment (company_id, project_id, staff_id, state, ${column}, enrolled_at)
      select ${db.companyId}, ${projectId}, w.id, ${takesPart}, true, ${now}
      from wanted w
      -- In the order of the keys that are written.
      order by w.id
      on conflict (company_id, project_id, staff_id) do update
      set state = ${takesPart}, ${column} = true,
        outline_version = case when enrolment.state = ${takesPart} then enrolment.outline_version end
      where enrolment.state <> ${takesPart} or not enrolment.${column}
    )
    select (select count(*)::int from wanted) as eligible,
      (select count(*)::int from wanted) - (select b.count from before b) as added`,
  )
}

/** Takes people out; answers those who took part until now. What they have done stays. */
export function takeOut(db: Db, projectId: string, staffIds: readonly string[]): Promise<readonly string[]> {
  return idsOf(db)`
    update training.enrolment
    set state = ${lit(participation.takenOut)}, is_by_hand = false, is_by_audience = false
    where company_id = ${db.companyId} and project_id = ${projectId} and staff_id = any(${staffIds}::uuid[]) and state = ${takesPart}
    returning staff_id as id`
}

/** Whoever no followed department or group has any more; those held by nothing else are taken out, and counted. */
export async function dropFormer(db: Db, projectId: string, wanted: People): Promise<number> {
  const former = sql`
    e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.is_by_audience and e.staff_id not in (${wanted})`
  return withHashJoins(db, async () => {
    const gone = await countOf(db)`
      select count(*)::int as count from training.enrolment e where ${former} and e.state = ${takesPart} and not e.is_by_hand`
    await sql`
      update training.enrolment e
      set is_by_audience = false, state = case when e.state = ${takesPart} and not e.is_by_hand then ${lit(participation.takenOut)} else e.state end
      where ${former}`.execute(db)
    return gone
  })
}

const namedRow = z.object({ id, name: z.string() })

/** Of these people those whom a followed department or group would bring back at once. */
export function selectHeld(db: Db, projectId: string, staffIds: readonly string[]) {
  return rowsOf(db, namedRow)`
    select s.id, s.name
    from training.enrolment e
    join org.person s on s.company_id = e.company_id and s.id = e.staff_id
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.staff_id = any(${staffIds}::uuid[])
      and e.state = ${takesPart} and e.is_by_audience
    order by s.name
    limit 100`
}

/** Somebody who came by a department or group is outside the scope. */
export async function hasStrangers(
  db: Db,
  { projectId, people, scope }: { projectId: string; people: People; scope: DataScope },
) {
  if (scope.kind === 'all') return false
  return hasRows(db)`
    select
    from training.enrolment e
    where e.company_id = ${db.companyId} and e.project_id = ${projectId} and e.state = ${takesPart} and e.is_by_audience
      and e.staff_id in (${people}) and e.staff_id not in (${scopedStaff(db, scope)})
    limit 1`
}
