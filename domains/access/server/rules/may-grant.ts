import { dataScope } from '@kaopei/identity/contract/role'
import type { MenuGrant } from '@kaopei/identity/server'
import type { DataScope } from '@kaopei/server'

/** Who grants: what they have themselves. */
export interface Granter {
  readonly isAdmin: boolean
  readonly rights: ReadonlySet<string>
  readonly scopes: ReadonlyMap<string, DataScope>
}

/** What a role gives to whoever holds it. */
export interface Grants {
  readonly menus: readonly MenuGrant[]
  /** Beyond opening the menus. */
  readonly rights: readonly string[]
}

export interface Excess {
  readonly kind: 'menu' | 'right' | 'scope'
  /** Name of the menu, or code of the right. */
  readonly code: string
}

/**
 * What of `grants` the granter does not have: nobody gives away more than they hold. `isCovered` says whether the granter's own scope on a menu
 * includes a department. Scopes that depend on who holds the role (own department) are compared by their reach here, and person by person where
 * people get the role (`relativeScopes`).
 */
export function excessOf(granter: Granter, grants: Grants, isCovered: (menu: string, departmentId: string) => boolean): Excess[] {
  if (granter.isAdmin) return []
  const rights = grants.rights.filter((code) => !granter.rights.has(code)).map((code) => ({ kind: 'right', code }) as const)
  const menus = grants.menus.flatMap((grant): Excess[] => {
    if (!granter.rights.has(`${grant.menu}:view`)) return [{ kind: 'menu', code: grant.menu }]
    return reaches(granter.scopes.get(grant.menu), grant, isCovered) ? [] : [{ kind: 'scope', code: grant.menu }]
  })
  return [...menus, ...rights]
}

function reaches(
  own: DataScope | undefined,
  { menu, scope, departmentIds }: MenuGrant,
  isCovered: (menu: string, departmentId: string) => boolean,
): boolean {
  if (own?.kind === 'all') return true
  switch (scope) {
    case dataScope.self:
      return true
    case dataScope.ownDepartment:
      return own !== undefined && own.departmentIds.length + own.subtreeIds.length > 0
    case dataScope.ownAndBelow:
      return own !== undefined && own.subtreeIds.length > 0
    case dataScope.chosen:
      return departmentIds.every((id) => isCovered(menu, id))
    default:
      return false
  }
}

export interface RelativeScope {
  readonly own: Extract<DataScope, { kind: 'some' }>
  /** The holder's department with everything below it, not it alone. */
  readonly isBelowToo: boolean
}

/** Scopes that depend on the holder's department, with what the granter may see at most: each once. */
export function relativeScopes(granter: Granter, { menus }: Grants): RelativeScope[] {
  if (granter.isAdmin) return []
  const found = new Map<string, RelativeScope>()
  for (const { menu, scope } of menus) {
    const own = granter.scopes.get(menu)
    if (own?.kind !== 'some' || (scope !== dataScope.ownDepartment && scope !== dataScope.ownAndBelow)) continue
    const relative = { own, isBelowToo: scope === dataScope.ownAndBelow }
    found.set(JSON.stringify(relative), relative)
  }
  return [...found.values()]
}

/** The widest scope that somebody can give on a menu: what a newly granted menu starts with. */
export function widestScope({ isAdmin, scopes }: Granter, menu: string) {
  const own = scopes.get(menu)
  if (isAdmin || own?.kind === 'all') return dataScope.all
  if (own && own.subtreeIds.length > 0) return dataScope.ownAndBelow
  return own && own.departmentIds.length > 0 ? dataScope.ownDepartment : dataScope.self
}

/** Is the second scope within the first? `isCovered` as above; subtrees must be covered with everything below them. */
export function scopeWithin(
  outer: DataScope,
  inner: DataScope,
  isCovered: (departmentId: string, isBelowToo: boolean) => boolean,
): boolean {
  if (outer.kind === 'all') return true
  if (inner.kind === 'all') return false
  return inner.departmentIds.every((id) => isCovered(id, false)) && inner.subtreeIds.every((id) => isCovered(id, true))
}
