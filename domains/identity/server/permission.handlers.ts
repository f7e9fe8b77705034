import type { Menu } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import type { permissionCalls } from '../contract/permission.ts'
import { menuWordsOf } from './company.sql.ts'
import { rolesOf } from './role.sql.ts'
import { inWordsOf, menuTree } from './rules/permitted-menus.ts'

export const permissionHandlers = (menus: readonly Menu[]): Handlers<typeof permissionCalls> => ({
  queryUserMenuTree: async (_input, { actor, db }) => menuTree(inWordsOf(menus, await menuWordsOf(db)), actor.rights),
  queryUserButtonPerm: async (_input, { actor }) => [...actor.rights].sort(),
  getLoginStaffRoleInfo: (_input, { actor, db }) => rolesOf(db, actor.staffId),
})
