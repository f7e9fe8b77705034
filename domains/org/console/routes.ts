import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/udp/orgoumgmt', name: 'orgoumgmt', title: '员工花名册', page: () => import('./staff/staff.list.tsx') },
  { path: '/business/restore', name: 'restore', title: '恢复账号', page: () => import('./staff/restore.list.tsx') },
  {
    path: '/acceptInvitation',
    name: 'acceptInvitation',
    title: '设置登录密码',
    access: 'public',
    hidden: true,
    bare: true,
    page: () => import('./accept-invitation.page.tsx'),
  },
]
