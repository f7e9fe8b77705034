import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/result/:id', title: '考试结果', page: () => import('./result-page.tsx') },
]
