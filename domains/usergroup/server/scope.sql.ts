import type { DataScope } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a data scope shows the person `s` of org.person: by their main department, one beside it, or because it is the viewer. Groups begin from their
 * members, so this is asked row by row; the room of people's `scopedStaff` begins from the departments.
 */
export function isSeen(companyId: string, scope: DataScope): RawBuilder<unknown> {
  if (scope.kind === 'all') return sql`true`
  const { departmentIds, subtreeIds, ownStaffId } = scope
  const inside = sql`
    ${departmentsBelow(companyId, subtreeIds)}
    union all
    select unnest(${departmentIds}::uuid[])`
  return sql`(${belongsTo(inside)} or s.id = ${ownStaffId}::uuid)`
}

export function departmentsBelow(companyId: string, roots: readonly string[]): RawBuilder<unknown> {
  return sql`
    select d.id
    from org.department_tree root
    join org.department_tree d on d.company_id = root.company_id and d.path >= root.path and d.path < root.path_end
    where root.company_id = ${companyId} and root.id = any (${roots}::uuid[])`
}

/** By the main department or one beside it. The departments do not depend on the person, so they are found once. */
export function belongsTo(departments: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(s.department_id in (${departments}) or exists (
    select from org.person_department b
    where b.company_id = s.company_id and b.staff_id = s.id and b.until is null and not b.is_main and b.department_id in (${departments})
  ))`
}
