import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/udp/userGroup', name: 'userGroup', title: '用户组', page: () => import('./group.list.tsx') },
]
