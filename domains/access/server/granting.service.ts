import type { Actor, Db, Fail } from '@kaopei/server'
import { roleErrors } from '../contract/errors.ts'
import { coveredDepartments, holdersOf, isAnybodyOutside, type People } from './coverage.sql.ts'
import { grantsOfRoles, type Role } from './role.sql.ts'
import { hasDynamicGroup } from './role-people.sql.ts'
import { type Excess, excessOf, type Grants, relativeScopes } from './rules/may-grant.ts'

// Nobody gives away more than they have: not by editing a role, not by giving a stronger role to anybody, not through groups.

/** What of these grants the actor does not have. */
export async function excessOfActor(db: Db, actor: Actor, grants: Grants): Promise<Excess[]> {
  if (actor.isAdmin) return []
  const asked = grants.menus.flatMap(({ menu, departmentIds }) => {
    const own = actor.scopes.get(menu)
    return own?.kind === 'some' && departmentIds.length > 0 ? [{ key: menu, own, departmentIds }] : []
  })
  const covered = asked.length > 0 ? (await coveredDepartments(db, asked)).alone : new Set<string>()
  return excessOf(actor, grants, (menu, departmentId) => covered.has(`${menu} ${departmentId}`))
}

/** Would these people see, by a role's "own department", more than the actor does? */
export async function isBeyondPeople(db: Db, actor: Actor, grants: Grants, people: People): Promise<boolean> {
  for (const relative of relativeScopes(actor, grants)) {
    if (await isAnybodyOutside(db, people, relative)) return true
  }
  return false
}

export async function grantsOf(db: Db, roleId: string): Promise<Grants> {
  const [grants] = await grantsOfRoles(db, [roleId])
  return { menus: grants?.menus ?? [], rights: grants?.rights ?? [] }
}

type Changing = Fail<typeof roleErrors.adminFixed | typeof roleErrors.roleBeyond | typeof roleErrors.withDynamicGroup>

/**
 * May the actor change this role at all? Answers what it grants now. Where a rule decides who holds the role, whoever edits people's departments, labels
 * or posts does: that is for administrators to weigh, at each change of what the role grants.
 */
export async function requireEditable(db: Db, actor: Actor, role: Role, fail: Changing): Promise<Grants> {
  if (role.code !== null) return fail(roleErrors.adminFixed)
  if (!actor.isAdmin && (await hasDynamicGroup(db, role.id))) return fail(roleErrors.withDynamicGroup)
  return requireWithin(db, actor, role, fail)
}

/** The role grants nothing that the actor does not have; the administrators' belongs to administrators alone. */
export async function requireWithin(db: Db, actor: Actor, role: Role, fail: Fail<typeof roleErrors.roleBeyond>): Promise<Grants> {
  const grants = await grantsOf(db, role.id)
  const isBeyond = role.code !== null ? !actor.isAdmin : (await excessOfActor(db, actor, grants)).length > 0
  return isBeyond ? fail(roleErrors.roleBeyond) : grants
}

/** What a role is about to grant must be the actor's too, for everybody who holds it already. */
export async function requireGrantable(
  db: Db,
  actor: Actor,
  role: Pick<Role, 'id'>,
  grants: Grants,
  fail: Fail<typeof roleErrors.beyondOwn>,
): Promise<void> {
  const excess = await excessOfActor(db, actor, grants)
  if (excess.length > 0) fail(roleErrors.beyondOwn, { data: { excess } })
  if (await isBeyondPeople(db, actor, grants, holdersOf(actor.companyId, role.id))) fail(roleErrors.beyondOwn)
}
