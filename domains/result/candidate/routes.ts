import type { CandidatePage } from '@kaopei/web/candidate'
import { ResultPage } from './result-page.tsx'

/** Where a hand-in ends: with the exam's own file, so that an update of the server in the middle of an exam does not come between. */
export const pages: readonly CandidatePage[] = [{ kind: 'exam', path: '/result/:id', title: '考试结果', Page: ResultPage }]
