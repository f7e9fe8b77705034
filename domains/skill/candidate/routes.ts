import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/skills', title: '我的技能', page: () => import('./skills.page.tsx') },
]
