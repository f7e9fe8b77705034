import { type Actor, mayUse, scopeOn } from '@kaopei/server'
import { z } from 'zod'

/** What a role that is attached to a group gives to its members. The role `admin` is attached to none. */
export const roleOfGroupShape = z.object({
  rights: z.array(z.string()).readonly(),
  menus: z.array(z.object({ menu: z.string(), scope: z.int() })).readonly(),
})
export type RoleOfGroup = z.output<typeof roleOfGroupShape>

/** identity.role_menu.scope: 1 everybody, 2 chosen departments; the others follow from who the member is. */
const fixedScopes = [1, 2]

/** Joining a group gives the roles attached to it, so nobody may hand out by a group what they do not have themselves. */
export function mayGiveMembership(actor: Actor, roles: readonly RoleOfGroup[]): boolean {
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
