import type { Actor } from '@kaopei/server'

interface Grants {
  readonly menus: readonly string[]
  /** Beyond opening the menus. */
  readonly rights: readonly string[]
}

/** Nobody gives away more than they hold: platform roles see all rows of their menus, so the giver must see them all too. */
export function mayGrant({ isAdmin, rights, scopes }: Pick<Actor, 'isAdmin' | 'rights' | 'scopes'>, wanted: Grants): boolean {
  if (isAdmin) return true
  const seesAll = (menu: string) => rights.has(`${menu}:view`) && scopes.get(menu)?.kind === 'all'
  return wanted.menus.every(seesAll) && wanted.rights.every((code) => rights.has(code))
}
