import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/evaluations', title: '测评', page: () => import('./evaluations.page.tsx') },
  { kind: 'lazy', path: '/evaluation/:id', title: '测评作答', page: () => import('./answer.page.tsx') },
  { kind: 'lazy', path: '/evaluation-result/:id', title: '测评结果', page: () => import('./result.page.tsx') },
  { kind: 'lazy', path: '/post-assessment/:id', title: '岗位测评', page: () => import('./post.page.tsx') },
  { kind: 'lazy', path: '/post-report/:id', title: '岗位测评报告', page: () => import('./post-report.page.tsx') },
  {
    ...{ kind: 'lazy', path: '/evaluate', title: '测评作答', isFullScreen: true, isPublic: true },
    page: () => import('./link.page.tsx'),
  },
]
