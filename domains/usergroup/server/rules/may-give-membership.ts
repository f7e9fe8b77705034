import type { GroupGrants } from '@kaopei/identity/server'
import { type Actor, mayUse, scopeOn } from '@kaopei/server'

/** identity.role_menu.scope: 1 everybody, 2 chosen departments; the others follow from who the member is. */
const fixedScopes = [1, 2]

/** Joining a group gives the roles attached to it, so nobody may hand out by a group what they do not have themselves. */
export function mayGiveMembership(actor: Actor, roles: readonly GroupGrants[]): boolean {
  return (
    actor.isAdmin ||
    roles.every(
      ({ rights, menus }) =>
        rights.every((right) => mayUse(actor, right)) &&
        menus.every(
          ({ menu, scope }) =>
            mayUse(actor, `${menu}:view`) && (!fixedScopes.includes(scope) || scopeOn(actor, menu).kind === 'all'),
        ),
    )
  )
}
