import { protocolErrors } from '@kaopei/contract'
import { dataScope } from '@kaopei/identity/contract/role'
import type { Actor, Db, Fail, Handlers } from '@kaopei/server'
import { roleErrors } from '../contract/errors.ts'
import type { menuCalls, roleMenuCalls } from '../contract/role-menu.ts'
import { departmentNames } from './coverage.sql.ts'
import { excessOfActor, grantsOf, requireEditable, requireGrantable } from './granting.service.ts'
import { findRole, findRoleLocked, type Role, raiseVersion, replaceGrants } from './role.sql.ts'
import { grantsOfEverything, type RoleMenus } from './role-menus.ts'
import { hasDynamicGroup } from './role-people.sql.ts'
import { grantableMenus } from './rules/company-menus.ts'
import { type Grants, widestScope } from './rules/may-grant.ts'

export const menuHandlers = (menus: RoleMenus): Handlers<typeof menuCalls> => ({
  listCompanyApp: (_input, { actor, db }) => menus.ofCompany(db, actor),
})

export const roleMenuHandlers = (menus: RoleMenus): Handlers<typeof roleMenuCalls> => ({
  listRoleMenu: async ({ roleId }, { actor, db, fail }) => {
    const role = await findRole(db, roleId)
    if (!role) return fail(protocolErrors.notFound)
    const tree = await menus.ofCompany(db, actor)
    const isAdmin = role.code !== null
    const grants = isAdmin ? grantsOfEverything(tree) : await grantsOf(db, roleId)
    const isRuled = await hasDynamicGroup(db, roleId)
    const isEditable = !isAdmin && (actor.isAdmin || !isRuled) && (await excessOfActor(db, actor, grants)).length === 0
    return { roleId, version: role.version, isAdmin, hasDynamicGroup: isRuled, isEditable, ...shownGrants(grants) }
  },

  setRoleMenu: async ({ roleId, version, menus: names, rights }, { actor, db, fail, record }) => {
    const { role, before } = await findChangeable({ roleId, version }, { actor, db, fail })
    const known = grantableMenus(await menus.ofCompany(db, actor))
    const wanted = [...new Set(names)]
    const buttons = new Set(wanted.flatMap((name) => known.get(name)?.rights.map(({ code }) => code) ?? []))
    // A button without its menu could be pressed by nobody.
    if (wanted.some((name) => !known.has(name)) || rights.some((code) => !buttons.has(code))) return fail(roleErrors.unknownMenu)
    const held = new Map(before.menus.map((grant) => [grant.menu, grant]))
    // What is not in the package at present was not on the screen, and stays.
    const unseen = before.menus.filter(({ menu }) => !known.has(menu))
    const unseenRights = before.rights.filter((code) => unseen.some(({ menu }) => code.startsWith(`${menu}:`)))
    const after = {
      menus: [...wanted.map((menu) => held.get(menu) ?? { menu, scope: widestScope(actor, menu), departmentIds: [] }), ...unseen],
      rights: [...new Set([...rights, ...unseenRights])],
    }
    await requireGrantable(db, actor, role, after, fail)
    await replaceGrants(db, { roleId, ...after })
    record({ targetId: roleId, targetName: role.name, before: loggedMenus(before), after: loggedMenus(after) })
    return { version: await raiseVersion(db, roleId) }
  },

  setDataPermission: async ({ roleId, version, menus: names, scope, departmentIds: given }, { actor, db, fail, record }) => {
    const { role, before } = await findChangeable({ roleId, version }, { actor, db, fail })
    const chosen = new Set(names)
    if ([...chosen].some((name) => !before.menus.some(({ menu }) => menu === name))) return fail(roleErrors.unknownMenu)
    if ([...chosen].some((name) => !menus.scoped.has(name))) return fail(roleErrors.withoutScope)
    const departmentIds = scope === dataScope.chosen ? [...new Set(given)] : []
    const departments = await departmentNames(db, departmentIds)
    if (departments.length < departmentIds.length) return fail(roleErrors.departmentMissing)
    const isStanding = scope === dataScope.chosen && given === undefined
    const after = {
      menus: before.menus.map((grant) => {
        if (!chosen.has(grant.menu)) return grant
        if (!isStanding) return { menu: grant.menu, scope, departmentIds }
        return grant.scope === dataScope.chosen ? grant : fail(protocolErrors.invalid, noDepartments)
      }),
      rights: before.rights,
    }
    await requireGrantable(db, actor, role, after, fail)
    await replaceGrants(db, { roleId, ...after })
    const isChosen = ({ menu }: { menu: string }) => chosen.has(menu)
    record({
      targetId: roleId,
      targetName: role.name,
      before: { menus: before.menus.filter(isChosen) },
      after: { menus: after.menus.filter(isChosen), departments: departments.map(({ name }) => name) },
    })
    return { version: await raiseVersion(db, roleId) }
  },

  getRoleMenuDataPerm: async ({ roleId, menuId }, { db, fail }) => {
    const role = await findRole(db, roleId)
    if (!role) return fail(protocolErrors.notFound)
    const everything = { menu: menuId, scope: dataScope.all, departmentIds: [] }
    const grants = await grantsOf(db, roleId)
    const grant = role.code === null ? grants.menus.find(({ menu }) => menu === menuId) : everything
    if (!grant) return fail(protocolErrors.notFound)
    const departmentIds = [...grant.departmentIds]
    const departments = await departmentNames(db, departmentIds)
    return { menu: menuId, scope: grant.scope, departmentIds, departments, version: role.version }
  },
})

const noDepartments = { text: '请选择部门', data: { fields: [{ path: 'departmentIds', message: '请选择部门' }] } }

interface Changing {
  readonly actor: Actor
  readonly db: Db
  readonly fail: Fail<
    | typeof roleErrors.adminFixed
    | typeof roleErrors.roleBeyond
    | typeof roleErrors.withDynamicGroup
    | typeof protocolErrors.notFound
    | typeof protocolErrors.changed
  >
}

/** The role, locked, as the caller has seen it; else 1007 with what it grants now. */
async function findChangeable(
  { roleId, version }: { roleId: string; version: number },
  { actor, db, fail }: Changing,
): Promise<{ role: Role; before: Grants }> {
  const role = await findRoleLocked(db, roleId)
  if (!role) return fail(protocolErrors.notFound)
  const before = await requireEditable(db, actor, role, fail)
  if (role.version !== version) return fail(protocolErrors.changed, { data: { version: role.version, ...shownGrants(before) } })
  return { role, before }
}

const shownGrants = ({ menus, rights }: Grants) => ({
  menus: menus.map((grant) => ({ ...grant, departmentIds: [...grant.departmentIds] })),
  rights: [...rights],
})

const loggedMenus = ({ menus, rights }: Grants) => ({ menus: menus.map(({ menu }) => menu), rights })
