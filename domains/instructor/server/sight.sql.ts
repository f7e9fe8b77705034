/** Which instructors a data scope shows. */
import { id } from '@kaopei/contract'
import { scopedStaff } from '@kaopei/org/server'
import { type DataScope, type Db, findOne } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { teacherLevel } from '../contract/codes.ts'

/** A condition on `i`: internal ones by their departments, external ones by the department that looks after them. */
export function inScope(db: Db, scope: DataScope): RawBuilder<unknown> {
  if (scope.kind === 'all') return sql`true`
  return sql`(
    i.staff_id in (${scopedStaff(db, scope)})
    or i.staff_id is null and i.department_id in (
      select d.id
      from org.department_tree root
      join org.department_tree d on d.company_id = root.company_id and d.path >= root.path and d.path < root.path_end
      where root.company_id = ${db.companyId} and root.id = any (${scope.subtreeIds}::uuid[])
      union all
      select unnest(${scope.departmentIds}::uuid[])
    )
  )`
}

export const below = (departmentId: string): DataScope => ({
  kind: 'some',
  departmentIds: [],
  subtreeIds: [departmentId],
  ownStaffId: null,
})

/** Living instructors of this company. */
export const there = (db: Db): RawBuilder<unknown> => sql`i.company_id = ${db.companyId} and i.removed_at is null`

/** An employee who is with the company no more; a condition on `p`, the person of `i`, which nobody from outside has. */
export const hasLeft: RawBuilder<unknown> = sql`p.removed_at is not null`

const seenRow = z.object({
  id,
  staffId: id.nullable(),
  name: z.string(),
  level: teacherLevel.schema,
  isEnabled: z.boolean(),
  hasLeft: z.boolean(),
  version: z.int(),
})
export type SeenTeacher = z.output<typeof seenRow>

const columns = sql`i.id, i.staff_id as "staffId", coalesce(p.name, i.name) as name, i.level, i.is_enabled as "isEnabled",
    ${hasLeft} as "hasLeft", i.version
  from instructor.instructor i
  left join org.person p on p.company_id = i.company_id and p.id = i.staff_id`

export function findSeen(db: Db, scope: DataScope, teacherId: string): Promise<SeenTeacher | undefined> {
  return findOne(db, seenRow)`select ${columns} where ${there(db)} and i.id = ${teacherId} and ${inScope(db, scope)}`
}

/** Held until the transaction ends: whoever changes an instructor's time or level goes one after the other. */
export function lockSeen(db: Db, scope: DataScope, teacherId: string): Promise<SeenTeacher | undefined> {
  return findOne(db, seenRow)`
    select ${columns} where ${there(db)} and i.id = ${teacherId} and ${inScope(db, scope)} for update of i`
}
