import type { RouteSpec } from '@kaopei/web'

export const routes: readonly RouteSpec[] = [
  { path: '/application/ote/mgmt', name: 'mgmt', title: '题库', page: () => import('./banks/bank.list.tsx') },
  { path: '/application/ote/quesmgmt', name: 'quesmgmt', title: '试题', page: () => import('./question.list.tsx') },
  {
    path: '/createQuestion',
    name: 'createQuestion',
    title: '编辑试题',
    menu: 'quesmgmt',
    hidden: true,
    page: () => import('./editor/question.form.tsx'),
  },
]
