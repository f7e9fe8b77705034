import type { CandidatePage } from '@kaopei/web/candidate'
import { lookPage } from '../contract/look.ts'
import { ReceiptsPage } from './receipts/page.tsx'
import { SitPage } from './room/page.tsx'

export const pages: readonly CandidatePage[] = [
  { kind: 'exam', path: '/sit/:id', title: '考试中', isFullScreen: true, Page: SitPage },
  { kind: 'exam', path: '/receipts/:id', title: '提交凭证', Page: ReceiptsPage },
  // Whoever looks has a network, and no login here.
  {
    kind: 'lazy',
    path: lookPage,
    title: '以考生身份查看',
    isFullScreen: true,
    isPublic: true,
    page: () => import('./look/look.page.tsx'),
  },
]
