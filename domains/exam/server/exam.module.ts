import type { Module } from '@kaopei/server'
import { attemptEndpoints } from './attempt.handlers.ts'
import { scoredEarlier, voidedEarlier } from './earlier-news.job.ts'
import { entryEndpoints } from './entry.handlers.ts'
import { examEndpoints } from './exam.handlers.ts'
import { followMarked, staffChangedListener } from './exam-group.follow.ts'
import { examGroupEndpoints } from './exam-group.handlers.ts'
import { examNoticeJob } from './exam-notice.job.ts'
import { examOverrideEndpoints } from './exam-overrides.handlers.ts'
import { examPaperEndpoints } from './exam-paper.handlers.ts'
import { examPeopleEndpoints } from './exam-people.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { outerLinkEndpoints } from './outer-link.handlers.ts'
import { outerPeopleEndpoints } from './outer-people.handlers.ts'
import { resultNoticeJob, tellOfPublished } from './result-notice.job.ts'
import { reviewLinkEndpoints } from './review-link.handlers.ts'
import { reviewerNoticeJob } from './reviewer-notice.job.ts'

/** Exams as their organisers see them, from the first draft to the end. */
export const examModule: Module = {
  logNames,
  endpoints: [
    ...examEndpoints,
    ...examPaperEndpoints,
    ...examPeopleEndpoints,
    ...examOverrideEndpoints,
    ...outerPeopleEndpoints,
    ...outerLinkEndpoints,
    ...reviewLinkEndpoints,
    ...examGroupEndpoints,
    ...attemptEndpoints,
    ...entryEndpoints,
  ],
  jobs: [examNoticeJob, resultNoticeJob, reviewerNoticeJob, scoredEarlier, voidedEarlier],
  listeners: [staffChangedListener, tellOfPublished],
  backlogs: [followMarked],
}
