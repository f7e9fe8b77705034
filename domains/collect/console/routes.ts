import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/business/udp/outerCollection',
    name: 'outerCollection',
    title: '信息收集',
    page: () => import('./collection.page.tsx'),
  },
]
