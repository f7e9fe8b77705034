import type { CandidatePage } from '@kaopei/web/candidate'
import { MyExamsPage } from './my-exams.tsx'
import { NoticePage } from './notice-page.tsx'
import './candidate.css'

export const pages: readonly CandidatePage[] = [
  { kind: 'exam', path: '/', title: '我的考试', Page: MyExamsPage },
  { kind: 'exam', path: '/exam/:id', title: '考试须知', Page: NoticePage },
  // Whoever comes by a link has a network, and nothing open here yet.
  { kind: 'lazy', path: '/join', title: '参加考试', isFullScreen: true, isPublic: true, page: () => import('./join-page.tsx') },
  { kind: 'lazy', path: '/safe', title: '浏览器校验', isFullScreen: true, page: () => import('./safe-page.tsx') },
  { kind: 'lazy', path: '/info', title: '个人信息', page: () => import('./own-info.tsx') },
]
