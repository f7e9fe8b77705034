import type { Menu } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import type { permissionCalls } from '../contract/permission.ts'
import { rolesOf } from './role.sql.ts'
import { menuTree } from './rules/permitted-menus.ts'

export const permissionHandlers = (menus: readonly Menu[]): Handlers<typeof permissionCalls> => ({
  queryUserMenuTree: async (_input, { actor }) => menuTree(menus, actor.rights),
  queryUserButtonPerm: async (_input, { actor }) => [...actor.rights].sort(),
  getLoginStaffRoleInfo: (_input, { actor, db }) => rolesOf(db, actor.companyId, actor.staffId),
})
