import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/udp/orgoumgmt', name: 'orgoumgmt', title: '员工花名册', page: () => import('./staff.list.tsx') },
]
