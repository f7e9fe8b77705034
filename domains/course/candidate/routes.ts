import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/learn', title: '学习', page: () => import('./home.page.tsx') },
  { kind: 'lazy', path: '/learn/library', title: '公开课程', page: () => import('./library.page.tsx') },
  { kind: 'lazy', path: '/learn/:id', title: '课程', page: () => import('./course.page.tsx') },
  { kind: 'lazy', path: '/learn/:id/:second', title: '学习任务', page: () => import('./task.page.tsx') },
]
