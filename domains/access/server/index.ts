import type { Menu } from '@kaopei/contract'
import { implement, type Module } from '@kaopei/server'
import { roleErrors } from '../contract/errors.ts'
import { explainCalls } from '../contract/explain.ts'
import { role } from '../contract/role.ts'
import { menuCalls, roleMenuCalls } from '../contract/role-menu.ts'
import { rolePeople } from '../contract/role-people.ts'
import { viewAs } from '../contract/view-as.ts'
import { explainHandlers } from './explain.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { roleHandlers } from './role.handlers.ts'
import { menuHandlers, roleMenuHandlers } from './role-menu.handlers.ts'
import { RoleMenus } from './role-menus.ts'
import { rolePeopleHandlers } from './role-people.handlers.ts'
import { viewAsHandlers } from './view-as.handlers.ts'

export {
  deleteRole,
  findRoleLocked,
  grantsOfRoles,
  insertRole,
  listRoles,
  replaceGrants,
  updateRole,
} from './role.sql.ts'

/** `menus` are those of all rooms, `rooms` their modules: which menus have a data scope is written in their contracts. */
export function accessModule({ menus, rooms }: { menus: readonly Menu[]; rooms: readonly Module[] }): Module {
  const own = [rolePeople, explainCalls, viewAs].flatMap((contract) => Object.values(contract))
  const others = rooms.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  const roleMenus = new RoleMenus(menus, [...others, ...own])
  return {
    logNames,
    endpoints: [
      ...implement(rolePeople, rolePeopleHandlers),
      ...implement(role, roleHandlers(roleMenus), { role_name_unique: roleErrors.nameTaken }),
      ...implement(menuCalls, menuHandlers(roleMenus)),
      ...implement(roleMenuCalls, roleMenuHandlers(roleMenus)),
      ...implement(explainCalls, explainHandlers(roleMenus)),
      ...implement(viewAs, viewAsHandlers(roleMenus)),
    ],
  }
}
