import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/operationLog', name: 'operationLog', title: '操作日志', page: () => import('./operation-log.list.tsx') },
  { path: '/docs', name: 'apiDocs', title: '接口文档', page: () => import('./api-docs.page.tsx') },
]
