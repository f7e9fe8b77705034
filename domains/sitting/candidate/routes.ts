import type { CandidatePage } from '@kaopei/web/candidate'
import { ReceiptsPage } from './receipts/page.tsx'
import { SitPage } from './room/page.tsx'

export const pages: readonly CandidatePage[] = [
  { kind: 'exam', path: '/sit/:id', title: '考试中', isFullScreen: true, Page: SitPage },
  { kind: 'exam', path: '/receipts/:id', title: '提交凭证', Page: ReceiptsPage },
]
