import type { DataScope } from '@kaopei/server'
import { dataScope } from '../../contract/role.ts'

/** What one role grants on one menu. */
export interface MenuGrant {
  readonly menu: string
  readonly scope: number
  readonly departmentIds: readonly string[]
}

/** The union of all grants on each menu. Somebody without a department sees nobody through "own department". */
export function dataScopesOf(
  grants: readonly MenuGrant[],
  person: { readonly staffId: string; readonly departmentId: string | null },
): ReadonlyMap<string, DataScope> {
  const scopes = new Map<string, DataScope>()
  for (const [menu, ofMenu] of Map.groupBy(grants, (grant) => grant.menu)) scopes.set(menu, union(ofMenu, person))
  return scopes
}

function union(
  grants: readonly MenuGrant[],
  { staffId, departmentId }: { readonly staffId: string; readonly departmentId: string | null },
): DataScope {
  const has = (scope: number) => grants.some((grant) => grant.scope === scope)
  if (has(dataScope.all)) return { kind: 'all' }
  const own = departmentId === null ? [] : [departmentId]
  const chosen = grants.filter((grant) => grant.scope === dataScope.chosen).flatMap((grant) => grant.departmentIds)
  return {
    kind: 'some',
    departmentIds: [...new Set([...chosen, ...(has(dataScope.ownDepartment) ? own : [])])],
    subtreeIds: has(dataScope.ownAndBelow) ? own : [],
    ownStaffId: has(dataScope.self) ? staffId : null,
  }
}
