import { menu } from '@kaopei/contract'

export const staffMenu = menu(
  { name: 'orgoumgmt', title: '员工花名册', path: '/business/udp/orgoumgmt', parent: 'udp', icon: 'staff', sort: 10 },
  {
    add: '新增员工',
    edit: '编辑员工',
    move: '调整部门',
    enable: '启用、停用',
    reset: '重置密码、解锁',
    remove: '移除员工',
    import: '批量导入',
    export: '导出',
    seePrivate: '查看完整手机号、邮箱',
    department: '维护部门',
    post: '维护岗位、职级、标签',
    invite: '邀请',
  },
)

export const restoreMenu = menu(
  { name: 'restore', title: '恢复账号', path: '/business/restore', parent: 'business', icon: 'user', sort: 30 },
  { recover: '恢复' },
)

export const orgMenus = [staffMenu, restoreMenu]
