import { menu } from '@kaopei/contract'
import { staffMenu } from '@kaopei/org/contract/menus'

export const userGroupMenu = menu(
  { name: 'userGroup', title: '用户组', path: '/business/udp/userGroup', parent: 'udp', icon: 'team', sort: 30 },
  {
    add: '新增用户组',
    edit: '编辑用户组、维护成员',
    remove: '删除用户组',
    category: '维护用户组分类',
    export: '导出',
  },
)

/** Who is shown where a person is: on the groups' screen and on the roster. */
export const groupsOfPersonRights = [userGroupMenu.rights.view, staffMenu.rights.view]

export const userGroupMenus = [userGroupMenu]
