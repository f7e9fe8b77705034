import { askForExams } from '@kaopei/collect/server'
import { letExamsUse } from '@kaopei/question/server'
import type { Module } from '@kaopei/server'
import { examAnnouncementEndpoints } from './announcements/announcements.handlers.ts'
import { followAnnouncementsSweep } from './announcements/follow.ts'
import { attemptEndpoints } from './attempt.handlers.ts'
import { scoredEarlier, voidedEarlier } from './earlier-news.job.ts'
import { entryEndpoints } from './entry.handlers.ts'
import { examEndpoints } from './exam.handlers.ts'
import { examExists } from './exam.sql.ts'
import { logNames } from './log-names.sql.ts'
import { resultNoticeJob, tellOfPublished } from './notices/results.job.ts'
import { examNoticeJob } from './notices/to-candidates.job.ts'
import { reviewerNoticeJob } from './notices/to-reviewers.job.ts'
import { outerLinkEndpoints } from './outer/links.handlers.ts'
import { outerPeopleEndpoints } from './outer/people.handlers.ts'
import { examPaperEndpoints } from './paper/choose.handlers.ts'
import { captureConsentEndpoints } from './people/consent.handlers.ts'
import { followMarked, staffChangedListener } from './people/groups.follow.ts'
import { examGroupEndpoints } from './people/groups.handlers.ts'
import { examPeopleEndpoints } from './people/list.handlers.ts'
import { examPolicyEndpoints } from './policies/policies.handlers.ts'
import { questionUses } from './question-uses.sql.ts'
import { reviewLinkEndpoints } from './reviewers/links.handlers.ts'
import { examInvigilatorEndpoints } from './rooms/invigilators.handlers.ts'
import { printSheetsJob } from './rooms/print/print.job.ts'
import { examTicketEndpoints } from './rooms/print/tickets.handlers.ts'
import { examRoomEndpoints } from './rooms/rooms.handlers.ts'
import { signInEndpoints } from './rooms/sign-in.handlers.ts'
import { oldNoncesSweep } from './safe-browser/old-nonces.ts'
import { safeBrowserEndpoints } from './safe-browser/safe-browser.handlers.ts'
import { examOverrideEndpoints } from './times/overrides.handlers.ts'

askForExams(examExists)
letExamsUse(questionUses)

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
    ...examRoomEndpoints,
    ...examTicketEndpoints,
    ...examAnnouncementEndpoints,
    ...examInvigilatorEndpoints,
    ...signInEndpoints,
    ...captureConsentEndpoints,
    ...entryEndpoints,
    ...safeBrowserEndpoints,
    ...examPolicyEndpoints,
  ],
  jobs: [examNoticeJob, resultNoticeJob, reviewerNoticeJob, printSheetsJob.job, scoredEarlier, voidedEarlier],
  listeners: [staffChangedListener, tellOfPublished],
  backlogs: [followMarked],
  sweeps: [followAnnouncementsSweep, oldNoncesSweep],
}
