import type { RouteSpec } from '@kaopei/web'

const ofProject = { menu: 'projectCenter', hidden: true } as const

export const sessionRoutes: readonly RouteSpec[] = [
  {
    path: '/projectSession',
    name: 'projectSession',
    title: '线下课签到',
    page: () => import('./session.page.tsx'),
    ...ofProject,
  },
  {
    path: '/projectSignIn',
    name: 'projectSignIn',
    title: '扫码签到',
    fullScreen: true,
    bare: true,
    page: () => import('./sign-in.page.tsx'),
    ...ofProject,
  },
]
