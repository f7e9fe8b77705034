import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/outbox', name: 'messageOutbox', title: '消息发件箱', page: () => import('./outbox.list.tsx') },
]
