/** People as subqueries of ids: a hundred thousand travel as a condition. */
import type { StaffSelection } from '@kaopei/org/contract/selection'
import { type ContactSight, scopedStaff, selectedStaff } from '@kaopei/org/server'
import { countOf, type DataScope, type Db, idsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

/** A subquery of ids of people. */
export type People = RawBuilder<unknown>

/** Of these those who may learn: employed or from outside, enabled, not removed. */
export function eligibleOf(db: Db, people: People): People {
  return sql`
    select s.id
    from org.person s
    where s.company_id = ${db.companyId} and s.removed_at is null and s.is_enabled and s.id in (${people})`
}

/** The planner takes tables for small until they are analysed, in the minute after an import: joined one by one, many people take for ever. */
export async function withHashJoins<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(db)
  return result
}

/** Of these people those within the scope. */
export async function seenAmong(db: Db, staffIds: readonly string[], scope: DataScope): Promise<readonly string[]> {
  if (scope.kind === 'all' || staffIds.length === 0) return staffIds
  return idsOf(db)`
    select n.id from unnest(${staffIds}::uuid[]) as n (id) where n.id in (${scopedStaff(db, scope)})`
}

interface Chosen {
  readonly selection: StaffSelection
  readonly scope: DataScope
  readonly sight: ContactSight
}

/** A hundred thousand people travel as a condition. */
export function peopleOfSelection(db: Db, { selection, scope, sight }: Chosen): People {
  return sql`select p.id from ${selectedStaff(db, scope, selection, { sight })} p`
}

/** How many of these people may be added. */
export function countChosen(db: Db, staffIds: readonly string[], scope: DataScope): Promise<number> {
  const seen = scope.kind === 'all' ? sql`true` : sql`s.id in (${scopedStaff(db, scope)})`
  return countOf(db)`
    select count(*)::int as count
    from org.person s
    where s.company_id = ${db.companyId} and s.id = any(${staffIds}::uuid[]) and s.removed_at is null and s.is_enabled and ${seen}`
}

export const peopleNamed = (staffIds: readonly string[]): People => sql`select n.id from unnest(${staffIds}::uuid[]) as n (id)`
