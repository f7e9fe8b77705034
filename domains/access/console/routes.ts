import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/business/rolePermission', name: 'rolePermission', title: '角色权限', page: () => import('./role.page.tsx') },
  { path: '/business/rolePeople', name: 'rolePeople', title: '角色人员', page: () => import('./role-people.page.tsx') },
  { path: '/business/accessExplain', name: 'accessExplain', title: '权限诊断', page: () => import('./explain.page.tsx') },
]
