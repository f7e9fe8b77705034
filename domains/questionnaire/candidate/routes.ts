import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/questionnaires', title: '问卷', page: () => import('./questionnaires.page.tsx') },
  { kind: 'lazy', path: '/questionnaire/:id', title: '填写问卷', page: () => import('./answer.page.tsx') },
  {
    kind: 'lazy',
    path: '/questionnaire',
    title: '填写问卷',
    isFullScreen: true,
    isPublic: true,
    page: () => import('./link.page.tsx'),
  },
]
