/** People of an appointment and of a post assessment, found and chosen alike. */
import type { StaffSelection } from '@kaopei/org/contract/selection'
import { accountHolds, type ContactSight, scopedStaff, selectedStaff, staffOfDepartments } from '@kaopei/org/server'
import { type DataScope, type Db, idsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

/** Where they stand: the table, and the one thing whose people are meant. */
export interface Place {
  readonly table: RawBuilder<unknown>
  readonly owner: RawBuilder<unknown>
  readonly ownerId: string
}
export const ofAppointment = (ownerId: string): Place => ({
  table: sql`evaluation.participant`,
  owner: sql`appointment_id`,
  ownerId,
})
export const ofPostAssessment = (ownerId: string): Place => ({
  table: sql`evaluation.post_person`,
  owner: sql`assessment_id`,
  ownerId,
})

export interface AssessedFilter {
  readonly scope: DataScope
  readonly keyWords?: string | undefined
  /** Accounts are searched for. */
  readonly isSearched: boolean
  readonly departmentId?: string | undefined
}

/** `from … where …`, the person as `s`. */
export function assessedOf(
  db: Db,
  { table, owner, ownerId }: Place,
  { scope, keyWords, isSearched, departmentId }: AssessedFilter,
): RawBuilder<unknown> {
  const conditions = [sql`p.company_id = ${db.companyId}`, sql`p.${owner} = ${ownerId}`]
  if (scope.kind !== 'all') conditions.push(sql`s.id in (${scopedStaff(db, scope)})`)
  if (departmentId) conditions.push(sql`s.id in (${staffOfDepartments(db, [departmentId])})`)
  if (keyWords) {
    const like = `%${keyWords.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      sql`(s.name ilike ${like} or s.job_number ilike ${like} or ${accountHolds(keyWords.toLowerCase(), isSearched)})`,
    )
  }
  return sql`
    from ${table} p
    join org.person s on s.company_id = p.company_id and s.id = p.staff_id
    where ${sql.join(conditions, sql` and `)}`
}

export interface Choosing {
  readonly selection: StaffSelection
  readonly scope: DataScope
  readonly sight: ContactSight
  /** Of these people alone, as `s`. */
  readonly only?: RawBuilder<unknown>
}

/** Those of the selection who are not there yet. */
export function freshFor(
  db: Db,
  { table, owner, ownerId }: Place,
  { selection, scope, sight, only = sql`true` }: Choosing,
): Promise<string[]> {
  return idsOf(db)`
    select s.id
    from org.person s
    where s.company_id = ${db.companyId} and s.removed_at is null and s.is_enabled and ${only}
      and s.id in (select p.id from ${selectedStaff(db, scope, selection, { sight })} p)
      and not exists (
        select from ${table} k where k.company_id = s.company_id and k.${owner} = ${ownerId} and k.staff_id = s.id)
    order by s.id`
}
