import { protocolErrors } from '@kaopei/contract'
import { keepAnAdmin } from '@kaopei/identity/server'
import { contactSight, peopleInScope, readableContacts, searchesContacts, selectedStaff, shownAccount } from '@kaopei/org/server'
import type { Db, Fail, Handlers } from '@kaopei/server'
import { groupKind } from '@kaopei/usergroup/contract/codes'
import { holdGroups } from '@kaopei/usergroup/server'
import { roleErrors } from '../contract/errors.ts'
import type { rolePeople } from '../contract/role-people.ts'
import { idsOf, membersOf } from './coverage.sql.ts'
import { isBeyondPeople, requireWithin } from './granting.service.ts'
import { findRole, findRoleLocked, type Role } from './role.sql.ts'
import {
  attachGroups,
  countMembers,
  detachGroups,
  giveRole,
  type Member,
  pageOfGroups,
  pageOfMembers,
  takeRole,
} from './role-people.sql.ts'

const mostNamed = 200

export const rolePeopleHandlers: Handlers<typeof rolePeople> = {
  listRoleStaffPage: async ({ pageIndex, pageSize, ...filter }, { actor, db, fail, scope }) => {
    await requireRole(db, filter.roleId, fail)
    const whom = { ...filter, scope, isSearched: searchesContacts(contactSight(actor), scope) }
    const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize }
    const people = await pageOfMembers(db, whom, page)
    const ids = people.map(({ id }) => id)
    const isReadable = await readableContacts(db, contactSight(actor), ids)
    const dataList = people.map((row) => shownHolder(row, isReadable(row.id)))
    return { dataList, totalCount: await countMembers(db, whom) }
  },

  addRoleStaff: async ({ roleId, ...selection }, { actor, db, fail, record, scope }) => {
    const role = await lockRole(db, roleId, fail)
    const grants = await requireWithin(db, actor, role, fail)
    const people = idsOf(selectedStaff(db, scope, selection, { sight: contactSight(actor) }))
    if (await isBeyondPeople(db, actor, grants, people)) return fail(roleErrors.beyondOwn)
    const given = await giveRole(db, roleId, people)
    if (given.length === 0) return { count: 0 }
    record({ targetId: roleId, targetName: role.name, after: { count: given.length, people: given.slice(0, mostNamed) } })
    return { count: given.length }
  },

  removeRoleStaff: async ({ roleId, staffIds }, { actor, db, fail, record, scope }) => {
    const role = await lockRole(db, roleId, fail)
    await requireWithin(db, actor, role, fail)
    const ids = await peopleInScope(db, scope, staffIds)
    if (ids.length === 0) return fail(roleErrors.nobodyChosen)
    let taken: { id: string; name: string }[] = []
    const take = async () => {
      taken = await takeRole(db, roleId, ids)
    }
    if (role.code === null) await take()
    else await keepAnAdmin(db, take, fail)
    record({ targetId: roleId, targetName: role.name, before: { count: taken.length, people: taken.slice(0, mostNamed) } })
    return { count: taken.length, outOfScopeCount: new Set(staffIds).size - ids.length }
  },

  listRoleStaffGroup: async ({ roleId, pageIndex, pageSize }, { db, fail }) => {
    await requireRole(db, roleId, fail)
    const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize }
    const { groups, total } = await pageOfGroups(db, roleId, page)
    return { dataList: groups.map((row) => ({ ...row, groupName: row.name })), totalCount: total }
  },

  associateStaffGroup: async ({ roleId, groupIds }, { actor, db, fail, record }) => {
    const role = await lockRole(db, roleId, fail)
    if (role.code !== null) return fail(roleErrors.adminWithoutGroups)
    const grants = await requireWithin(db, actor, role, fail)
    const groups = await holdGroups(db, groupIds)
    if (groups.length < new Set(groupIds).size) return fail(protocolErrors.notFound)
    if (!actor.isAdmin && groups.some(({ kind }) => kind === groupKind.ruled)) return fail(roleErrors.dynamicGroup)
    if (await isBeyondPeople(db, actor, grants, membersOf(actor.companyId, groupIds))) return fail(roleErrors.beyondOwn)
    const count = await attachGroups(db, roleId, groupIds)
    record({ targetId: roleId, targetName: role.name, after: { groups } })
    return { count }
  },

  removeStaffGroup: async ({ roleId, groupIds }, { actor, db, fail, record }) => {
    const role = await lockRole(db, roleId, fail)
    await requireWithin(db, actor, role, fail)
    const gone = await detachGroups(db, roleId, groupIds)
    if (gone.length === 0) return fail(protocolErrors.notFound)
    record({ targetId: roleId, targetName: role.name, before: { groups: gone } })
    return { count: gone.length }
  },
}

function shownHolder(row: Member, isReadable: boolean) {
  const loginAccount = shownAccount(row.loginAccount, isReadable)
  return { ...row, staffId: row.id, loginAccount, nameAccount: `${row.name}(${loginAccount})` }
}

async function requireRole(db: Db, id: string, fail: Fail<typeof protocolErrors.notFound>): Promise<Role> {
  return (await findRole(db, id)) ?? fail(protocolErrors.notFound)
}

async function lockRole(db: Db, id: string, fail: Fail<typeof protocolErrors.notFound>): Promise<Role> {
  return (await findRoleLocked(db, id)) ?? fail(protocolErrors.notFound)
}
