import { cut, kept, protocolErrors } from '@kaopei/contract'
import type { Actor, Db, Fail, Handlers } from '@kaopei/server'
import { roleErrors } from '../contract/errors.ts'
import { mostRoles, type role, roleFields } from '../contract/role.ts'
import { excessOfActor, requireEditable, requireWithin } from './granting.service.ts'
import {
  type CountedRole,
  countRoles,
  deleteRole,
  findRole,
  findRoleByName,
  findRoleLocked,
  grantsOfRoles,
  insertRole,
  listRoles,
  type Role,
  replaceGrants,
  updateRole,
} from './role.sql.ts'
import { grantsOfEverything, type RoleMenus } from './role-menus.ts'
import type { Grants } from './rules/may-grant.ts'

export const roleHandlers = (menus: RoleMenus): Handlers<typeof role> => ({
  listRole: async ({ name }, { actor, db }) => {
    const roles = await listRoles(db, name)
    const editable = await editableRoles(db, actor, roles)
    return roles.map((row) => ({ ...row, isEditable: editable.has(row.id) }))
  },

  createRole: async ({ name, descript }, { db, fail, record }) => {
    await requireRoom(db, fail)
    const id = await insertRole(db, { name, descript })
    record({ targetId: id, targetName: name, after: { name, descript } })
    return { id }
  },

  copyRole: async ({ id, name }, { actor, db, fail, record }) => {
    await requireRoom(db, fail)
    const former = await findRole(db, id)
    if (!former) return fail(protocolErrors.notFound)
    const held = await requireWithin(db, actor, former, fail)
    const grants = former.code === null ? held : grantsOfEverything(await menus.ofCompany(db, actor))
    const copyName = name ?? (await freeName(db, former.name))
    const copy = await insertRole(db, { name: copyName, descript: former.descript })
    await replaceGrants(db, { roleId: copy, ...grants })
    record({ targetId: copy, targetName: copyName, after: { name: copyName, copyOf: former.name, ...grants } })
    return { id: copy, name: copyName }
  },

  updateRole: async ({ id, version, ...wish }, { actor, db, fail, record }) => {
    const before = await findRoleLocked(db, id)
    if (!before) return fail(protocolErrors.notFound)
    await requireEditable(db, actor, before, fail)
    if (before.version !== version) return fail(protocolErrors.changed, { data: before })
    const fields = kept(roleFields, wish, before)
    const next = await updateRole(db, { id, ...fields })
    record({
      targetId: id,
      targetName: fields.name,
      before: { name: before.name, descript: before.descript },
      after: fields,
    })
    return { version: next }
  },

  deleteRole: async ({ id, isConfirmed }, { actor, db, fail, record }) => {
    const before = await findRoleLocked(db, id)
    if (!before) return fail(protocolErrors.notFound)
    const grants = await requireEditable(db, actor, before, fail)
    const { staffCount, groupCount } = await countsOf(db, before)
    if (!isConfirmed && staffCount + groupCount > 0) {
      const groups = groupCount > 0 ? `、关联了${groupCount}个用户组` : ''
      const text = `该角色有${staffCount}名成员${groups}，删除后他们将失去该角色的权限`
      return fail(roleErrors.hasMembers, { text, data: { staffCount, groupCount } })
    }
    await deleteRole(db, id)
    record({ targetId: id, targetName: before.name, before: { ...logged(before, grants), staffCount, groupCount } })
  },

  checkExistRole: async ({ name, id }, { db }) => {
    const found = await findRoleByName(db, name)
    return found !== undefined && found.id !== id
  },
})

function logged({ name, descript }: Role, { menus, rights }: Grants) {
  return { name, descript, menus, rights }
}

async function countsOf(db: Db, { id, name }: Role) {
  const counted = (await listRoles(db, name)).find((row) => row.id === id)
  return { staffCount: counted?.staffCount ?? 0, groupCount: counted?.groupCount ?? 0 }
}

/** The roles that the actor may change. */
async function editableRoles(db: Db, actor: Actor, roles: readonly CountedRole[]): Promise<ReadonlySet<string>> {
  const ordinary = roles.filter(({ code, hasDynamicGroup }) => code === null && (actor.isAdmin || !hasDynamicGroup))
  if (actor.isAdmin) return new Set(ordinary.map(({ id }) => id))
  const grants = await grantsOfRoles(
    db,
    ordinary.map(({ id }) => id),
  )
  const editable = new Set<string>()
  for (const one of grants) if ((await excessOfActor(db, actor, one)).length === 0) editable.add(one.roleId)
  return editable
}

async function requireRoom(db: Db, fail: Fail<typeof roleErrors.tooMany>): Promise<void> {
  if ((await countRoles(db)) >= mostRoles) fail(roleErrors.tooMany)
}

/** 考务专员 - 副本, 考务专员 - 副本2 … */
async function freeName(db: Db, name: string): Promise<string> {
  const taken = new Set((await listRoles(db)).map((role) => role.name))
  for (let number = 1; ; number++) {
    const ending = ` - 副本${number === 1 ? '' : number}`
    const candidate = cut(name, 30 - ending.length) + ending
    if (!taken.has(candidate)) return candidate
  }
}
