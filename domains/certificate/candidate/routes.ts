import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/certificates', title: '我的证书', page: () => import('./certificates.page.tsx') },
]
