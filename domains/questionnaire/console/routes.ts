import type { RouteSpec } from '@kaopei/web'

const part = { menu: 'questionnaire', hidden: true } as const

export const routes: readonly RouteSpec[] = [
  {
    path: '/application/ote/questionnaire',
    name: 'questionnaire',
    title: '问卷管理',
    page: () => import('./questionnaire.list.tsx'),
  },
  {
    path: '/application/ote/questionnaireDetail',
    name: 'questionnaireDetail',
    title: '编辑问卷',
    page: () => import('./questionnaire.detail.tsx'),
    ...part,
  },
  {
    path: '/application/ote/questionnaireDataDetail',
    name: 'questionnaireDataDetail',
    title: '问卷结果',
    page: () => import('./results/results.page.tsx'),
    ...part,
  },
]
