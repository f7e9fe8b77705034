import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/verdict/:id', title: '裁定通知', page: () => import('./verdicts/verdict.page.tsx') },
]
