import { menu } from '@kaopei/contract'

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

export const userGroupMenus = [userGroupMenu]
