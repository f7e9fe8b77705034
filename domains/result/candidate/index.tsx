/** The candidate's own results, for the shell in apps/candidate. */
import type { CandidatePage } from '@kaopei/exam/candidate'
import { ResultPage } from './result-page.tsx'
import './result.css'

const uuid = '([0-9a-f-]{36})'

export const resultPages: readonly CandidatePage[] = [
  {
    pattern: new RegExp(`^/result/${uuid}$`),
    title: '考试结果',
    isFullScreen: false,
    render: (id, go) => <ResultPage key={id} attemptId={id} go={go} />,
  },
]
