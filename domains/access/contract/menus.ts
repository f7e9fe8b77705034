import { menu } from '@kaopei/contract'

export const roleMenu = menu(
  { name: 'rolePermission', title: '角色权限', path: '/business/rolePermission', parent: 'business', icon: 'safety', sort: 20 },
  { add: '新增、复制角色', edit: '编辑角色', remove: '删除角色', grant: '设置菜单与按钮权限', data: '设置数据权限' },
)

export const rolePeopleMenu = menu(
  { name: 'rolePeople', title: '角色人员', path: '/business/rolePeople', parent: 'business', icon: 'team', sort: 21 },
  { add: '添加成员', remove: '移除成员', group: '关联用户组' },
)

export const explainMenu = menu(
  { name: 'accessExplain', title: '权限诊断', path: '/business/accessExplain', parent: 'business', icon: 'audit', sort: 22 },
  { viewAs: '以他人视角查看' },
)

export const accessMenus = [roleMenu, rolePeopleMenu, explainMenu]
