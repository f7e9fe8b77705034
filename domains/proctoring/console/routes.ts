import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/examinationHall',
    name: 'examinationHall',
    title: '监考大厅',
    page: () => import('./hall/examination-hall.page.tsx'),
  },
  {
    path: '/switchScreenDetail',
    name: 'switchScreenDetail',
    title: '切屏详情',
    menu: 'examinationHall',
    hidden: true,
    page: () => import('./hall/switch-screen-detail.page.tsx'),
  },
]
