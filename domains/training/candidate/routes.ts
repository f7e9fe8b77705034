import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/training', title: '我的培训', page: () => import('./home.page.tsx') },
  { kind: 'lazy', path: '/training/sign/:id', title: '线下课签到', page: () => import('./sign.page.tsx') },
  { kind: 'lazy', path: '/training/:id', title: '培训项目', page: () => import('./project.page.tsx') },
  { kind: 'lazy', path: '/training/:id/:second', title: '培训任务', page: () => import('./task.page.tsx') },
]
