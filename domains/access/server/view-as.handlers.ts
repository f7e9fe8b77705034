import { protocolErrors } from '@kaopei/contract'
import {
  dataScopesOf,
  endViewsOf,
  findGrants,
  type HeldGrants,
  menusOfPackage,
  openViewSession,
  rightsOfMenus,
} from '@kaopei/identity/server'
import { peopleInScope } from '@kaopei/org/server'
import type { Actor, Db, Handlers } from '@kaopei/server'
import { viewAsErrors } from '../contract/errors.ts'
import { type viewAs, viewAsMinutes } from '../contract/view-as.ts'
import { coveredDepartments } from './coverage.sql.ts'
import { selectPackage } from './role.sql.ts'
import type { RoleMenus } from './role-menus.ts'
import { viewOf } from './rules/company-menus.ts'
import { scopeWithin } from './rules/may-grant.ts'

export const viewAsHandlers = (menus: RoleMenus): Handlers<typeof viewAs> => ({
  start: async ({ staffId, reason }, { actor, db, fail, now, record, request, scope, services }) => {
    if (staffId === actor.staffId) return fail(viewAsErrors.oneself)
    const person = await findGrants(db, staffId)
    const isShown = (await peopleInScope(db, scope, [staffId])).length > 0
    if (!person || !isShown) return fail(protocolErrors.notFound)
    if (!person.isEnabled) return fail(viewAsErrors.disabled)
    if (await isStronger(db, actor, { staffId, person }, menus)) return fail(viewAsErrors.beyond)
    const looking = {
      companyId: actor.companyId,
      accountId: staffId,
      impersonatorId: actor.staffId,
      request,
      now,
      expiresAt: new Date(now.getTime() + viewAsMinutes * 60_000),
    }
    const session = await openViewSession(db, services.secret, looking)
    record({ targetId: staffId, targetName: person.name, reason: reason || null, after: { expiresAt: session.expiresAt } })
    return { ...session, staffId, name: person.name }
  },

  end: async ({ id }, { actor, db, fail, now, record }) => {
    const [staffId] = await endViewsOf(db, { companyId: actor.companyId, impersonatorId: actor.staffId, id, now })
    if (staffId === undefined) return fail(protocolErrors.notFound)
    const person = await findGrants(db, staffId)
    record({ targetId: staffId, targetName: person?.name ?? null })
  },
})

/** Has the person any right, or sees anybody, that the actor does not? */
async function isStronger(
  db: Db,
  actor: Actor,
  { staffId, person }: { staffId: string; person: HeldGrants },
  menus: RoleMenus,
): Promise<boolean> {
  if (actor.isAdmin) return false
  if (person.isAdmin) return true
  const ofPackage = new Set(rightsOfMenus(menusOfPackage(menus.all, await selectPackage(db))))
  const rights = [...person.menus.map(({ menu }) => viewOf(menu)), ...person.rights]
  if (rights.some((code) => ofPackage.has(code) && !actor.rights.has(code))) return true
  const scopes = dataScopesOf(person.menus, { staffId, departmentId: person.departmentId })
  const asked = [...scopes].flatMap(([key, inner]) => {
    const own = actor.scopes.get(key)
    const departmentIds = inner.kind === 'some' ? [...inner.departmentIds, ...inner.subtreeIds] : []
    return own?.kind === 'some' ? [{ key, own, departmentIds }] : []
  })
  const { whole, alone } = await coveredDepartments(db, asked)
  return [...scopes].some(([menu, inner]) => {
    const outer = actor.scopes.get(menu)
    const isCovered = (id: string, isBelowToo: boolean) => (isBelowToo ? whole : alone).has(`${menu} ${id}`)
    return outer === undefined ? menus.scoped.has(menu) : !scopeWithin(outer, inner, isCovered)
  })
}
