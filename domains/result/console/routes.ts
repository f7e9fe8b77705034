import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/userDetail',
    name: 'userDetail',
    title: '考生答卷',
    menu: 'examManage',
    hidden: true,
    page: () => import('./user-detail.page.tsx'),
  },
  {
    path: '/application/ote/examReport',
    name: 'examReport',
    title: '考试报表',
    page: () => import('./exam-report.list.tsx'),
  },
  {
    path: '/application/ote/examAnalysis',
    name: 'examAnalysis',
    title: '考试分析',
    page: () => import('./exam-analysis.page.tsx'),
  },
]
