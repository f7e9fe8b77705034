import type { CandidatePage } from '@kaopei/web/candidate'
import { JoinPage } from './join-page.tsx'
import { MyExamsPage } from './my-exams.tsx'
import { NoticePage } from './notice-page.tsx'
import { OwnInfoPage } from './own-info.tsx'
import { ReceiptsPage } from './receipts-page.tsx'
import { SitPage } from './sit-page.tsx'
import './candidate.css'
import './receipts.css'

export const pages: readonly CandidatePage[] = [
  { kind: 'exam', path: '/', title: '我的考试', Page: MyExamsPage },
  { kind: 'exam', path: '/exam/:id', title: '考试须知', Page: NoticePage },
  { kind: 'exam', path: '/join', title: '参加考试', isFullScreen: true, isPublic: true, Page: JoinPage },
  { kind: 'exam', path: '/info', title: '个人信息', Page: OwnInfoPage },
  { kind: 'exam', path: '/sit/:id', title: '考试中', isFullScreen: true, Page: SitPage },
  { kind: 'exam', path: '/receipts/:id', title: '提交凭证', Page: ReceiptsPage },
]
