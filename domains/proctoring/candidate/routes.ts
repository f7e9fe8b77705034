import type { CandidatePage } from '@kaopei/web/candidate'

export const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/trial/:id', title: '设备测试', page: () => import('./rehearsal/trial.page.tsx') },
  { kind: 'lazy', path: '/verdict/:id', title: '裁定通知', page: () => import('./verdicts/verdict.page.tsx') },
  {
    kind: 'lazy',
    path: '/second-camera',
    title: '手机机位',
    isFullScreen: true,
    isPublic: true,
    page: () => import('./second/second-camera-page.tsx'),
  },
]
