import type { LogWords } from '@kaopei/contract'

/** Words for the fields of this room that logged changes are about. */
export const accessLogWords: LogWords = {
  menus: '菜单',
  rights: '权限',
  roleIds: '角色',
  roleId: '角色',
  roleName: '角色',
  scope: '数据范围',
  scopes: '数据范围',
  admin: '管理员',
  permissions: '权限',
  roles: '角色',
  groupCount: '用户组数',
}
