import { id } from '@kaopei/contract'
import type { GainedRole } from '@kaopei/org/server'
import { type Db, databaseNow, hasRows, idsOf, lit, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { groupKind } from '../contract/codes.ts'
import { computeGroup, followStaff, lockDynamicGroups } from './compute.sql.ts'
import { holds } from './rule.sql.ts'
import { today } from './today.ts'

/** The dynamic groups that give roles. */
const roledGroups = (db: Db) => sql`
    select g.id from usergroup.staff_group g
    where g.company_id = ${db.companyId} and g.kind = ${lit(groupKind.ruled)} and g.removed_at is null
      and exists (select from identity.group_role r where r.company_id = g.company_id and r.group_id = g.id)`

export const hasRuledRoles = (db: Db) => hasRows(db)`${roledGroups(db)} limit 1`

const gainedRoleRow = z.object({ staffId: id, roleId: id })

/**
 * Lets these people, or with null everybody, into the groups with roles whose rules they fit now and out of those they do not, in the transaction of whatever
 * changed them; answers what roles whoever came has come to. All other groups follow in the background.
 */
export async function joinRuledGroups(db: Db, staffIds: readonly string[] | null): Promise<readonly GainedRole[]> {
  const groups = await lockDynamicGroups(db, await idsOf(db)`${roledGroups(db)}`)
  if (groups.length === 0) return []
  const now = databaseNow()
  const at = { today: await today(db, now), now }
  const among = staffIds === null ? sql`true` : sql`s.id = any (${[...staffIds]}::uuid[])`
  const wanted = groups.map(
    ({ id, ...rule }) => sql`
      select ${id}::uuid as group_id, s.id as staff_id from org.person s where ${among} and ${holds(db.companyId, rule, at.today)}`,
  )
  const rows = await rowsOf(db, gainedRoleRow)`
    select distinct w.staff_id as "staffId", r.role_id as "roleId"
    from (${sql.join(wanted, sql` union all `)}) w
    join identity.group_role r on r.company_id = ${db.companyId} and r.group_id = w.group_id
    where not exists (
      select from identity.group_member m where m.company_id = ${db.companyId} and m.group_id = w.group_id and m.staff_id = w.staff_id
    )`
  if (staffIds !== null) await followStaff(db, groups, staffIds, at)
  else for (const group of groups) await computeGroup(db, group, at)
  return rows
}
