/** The candidate's side of the exam room: its pages by address, for the shell in apps/candidate. */
import type { ReactNode } from 'react'
import { type JoinAnswer, JoinPage } from './join-page.tsx'
import { MyExamsPage } from './my-exams.tsx'
import { NoticePage } from './notice-page.tsx'
import { OwnInfoPage } from './own-info.tsx'
import { ReceiptsPage } from './receipts-page.tsx'
import { SitPage } from './sit-page.tsx'
import './candidate.css'
import './receipts.css'

export { watchPapers } from './kept-paper.ts'
export { dateTime, duration, Show } from './page-states.tsx'
export { useLoad } from './use-load.ts'

export interface CandidatePage {
  readonly pattern: RegExp
  readonly title: string
  /** Draws its own frame: nothing of the shell around it. */
  readonly isFullScreen: boolean
  /** For whoever has its address, signed in or not. */
  readonly isPublic?: boolean
  readonly render: (id: string, go: (path: string) => void, start: (answer: JoinAnswer) => void) => ReactNode
}

const uuid = '([0-9a-f-]{36})'

export const examPages: readonly CandidatePage[] = [
  { pattern: /^\/$/, title: '我的考试', isFullScreen: false, render: (_id, go) => <MyExamsPage go={go} /> },
  {
    pattern: new RegExp(`^/exam/${uuid}$`),
    title: '考试须知',
    isFullScreen: false,
    render: (id, go) => <NoticePage key={id} examId={id} go={go} />,
  },
  {
    pattern: /^\/join$/,
    title: '参加考试',
    isFullScreen: true,
    isPublic: true,
    render: (_id, go, start) => <JoinPage go={go} start={start} />,
  },
  { pattern: /^\/info$/, title: '个人信息', isFullScreen: false, render: (_id, go) => <OwnInfoPage go={go} /> },
  {
    pattern: new RegExp(`^/sit/${uuid}$`),
    title: '考试中',
    isFullScreen: true,
    render: (id, go) => <SitPage key={id} attemptId={id} go={go} />,
  },
  {
    pattern: new RegExp(`^/receipts/${uuid}$`),
    title: '提交凭证',
    isFullScreen: false,
    render: (id, go) => <ReceiptsPage key={id} attemptId={id} go={go} />,
  },
]
