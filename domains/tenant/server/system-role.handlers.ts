import {
  deleteRole,
  findRoleLocked,
  grantsOfRoles,
  insertRole,
  listRoles,
  replaceGrants,
  updateRole,
} from '@kaopei/access/server'
import { kept, type Menu, protocolErrors } from '@kaopei/contract'
import { dataScope } from '@kaopei/identity/contract/role'
import { menusOfPackage } from '@kaopei/identity/server'
import { type Db, type Handlers, ProtocolFailure } from '@kaopei/server'
import { tenantErrors } from '../contract/errors.ts'
import { type systemRole, systemRoleFields } from '../contract/system-role.ts'
import { mayGrant } from './rules/may-grant.ts'
import { knownMenus } from './rules/package-menus.ts'

export const systemRoleHandlers = (menus: readonly Menu[]): Handlers<typeof systemRole> => {
  const known = knownMenus(menusOfPackage(menus, { isPlatform: true, menuPackage: null }))
  const names = new Set(known.map(({ name }) => name))
  const codes = new Set(known.flatMap(({ rights }) => rights.map(({ code }) => code)))
  return {
    getRoleListPage: async ({ roleName, pageIndex, pageSize }, { db }) => {
      const roles = await rolesOf(db, roleName)
      return { dataList: roles.slice((pageIndex - 1) * pageSize, pageIndex * pageSize), totalCount: roles.length }
    },
    listGrantable: async (_input, { actor }) =>
      known
        .filter(({ name, isGroup }) => isGroup || actor.isAdmin || actor.rights.has(`${name}:view`))
        .map(({ name, title, parent, isGroup, rights }) => ({
          name,
          title,
          parent,
          isGroup,
          rights: rights.filter(({ code }) => actor.isAdmin || actor.rights.has(code)),
        })),
    SaveOrEditRole: async ({ id, version, ...wish }, { actor, db, fail, record }) => {
      const before = id === undefined ? undefined : await findRoleLocked(db, id)
      if (id !== undefined && !before) return fail(protocolErrors.notFound)
      if (before?.code) return fail(tenantErrors.adminFixed)
      const former = before && (await rolesOf(db)).find((role) => role.id === before.id)
      if (before && before.version !== version) return fail(protocolErrors.changed, { data: former })
      const { name, descript, ...wanted } = kept(systemRoleFields, wish, former)
      // What it has had may be of a menu that is no more.
      if (wish.menus?.some((menu) => !names.has(menu)) || wish.rights?.some((code) => !codes.has(code)))
        return fail(tenantErrors.unknownMenu)
      if (!mayGrant(actor, wanted) || (former && !mayGrant(actor, former))) return fail(tenantErrors.beyondOwn)
      const roleId = before?.id ?? (await insertRole(db, { name, descript }))
      if (before) await updateRole(db, { id: roleId, name, descript })
      await replaceGrants(db, {
        roleId,
        rights: wanted.rights,
        menus: await scopedMenus(db, roleId, wanted.menus),
      })
      const saved = (await rolesOf(db)).find((role) => role.id === roleId)
      if (!saved) return fail(protocolErrors.notFound)
      record({
        targetId: roleId,
        targetName: name,
        ...(former && { before: { name: former.name, descript: former.descript, menus: former.menus, rights: former.rights } }),
        after: { name, descript, ...wanted },
        action: before ? 'update' : 'create',
      })
      return saved
    },
    del: async ({ id }, { actor, db, fail, record }) => {
      const before = await findRoleLocked(db, id)
      if (!before) return fail(protocolErrors.notFound)
      if (before.code) return fail(tenantErrors.adminFixed)
      const former = (await rolesOf(db)).find((role) => role.id === id)
      if (former && former.userCount > 0) return fail(tenantErrors.roleInUse)
      if (former && !mayGrant(actor, former)) return fail(tenantErrors.beyondOwn)
      await deleteRole(db, id)
      record({
        targetId: id,
        targetName: before.name,
        before: { name: before.name, menus: former?.menus, rights: former?.rights },
      })
    },
  }
}

async function rolesOf(db: Db, name?: string) {
  const roles = await listRoles(db, name)
  const grants = new Map((await grantsOfRoles(db)).map((one) => [one.roleId, one]))
  return roles.map(({ id, name: roleName, code, descript, staffCount, groupCount, version }) => ({
    id,
    name: roleName,
    code,
    descript,
    menus: grants.get(id)?.menus.map(({ menu }) => menu) ?? [],
    rights: [...(grants.get(id)?.rights ?? [])],
    userCount: staffCount + groupCount,
    version,
  }))
}

/** A menu that the role has keeps its scope; a new one shows everything. */
async function scopedMenus(db: Db, roleId: string, wanted: readonly string[]) {
  const [grants] = await grantsOfRoles(db, [roleId])
  if (!grants) throw new ProtocolFailure(protocolErrors.notFound)
  const kept = new Map(grants.menus.map((grant) => [grant.menu, grant]))
  return [...new Set(wanted)].map((menu) => kept.get(menu) ?? { menu, scope: dataScope.all, departmentIds: [] })
}
