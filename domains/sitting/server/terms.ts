/** What an owner lays down for its attempts. Sitting knows these, and nothing of exams, practices or courses. */
import { z } from 'zod'
import { comfort } from '../contract/comfort.ts'
import type { sheet } from '../contract/shapes.ts'
import type { TimeTerms } from './rules/deadline.ts'
import { safeKeys } from './rules/safe-browser.ts'

/** Whose attempts they are: the kind of thing, by the name that its room gave it, and its id. Ids are unique over all kinds. */
export interface Owner {
  readonly kind: string
  readonly id: string
}

/** News of an attempt that is told only where its owner asks for it: one more job for each attempt. */
export const askedNewsShape = z.enum(['opened', 'closed', 'published'])
export type AskedNews = z.output<typeof askedNewsShape>

/** What holds for everybody whose attempt the owner opens. */
export const rulesShape = z.object({
  /** What the candidate knows it by. */
  title: z.string(),
  /** Answers written in time and received later are taken for so long. */
  graceSeconds: z.int(),
  /** A later question that was seen closes the earlier ones. */
  isLinear: z.boolean(),
  /** Absences beyond this number hand the paper in; 0: no limit. */
  absenceLimit: z.int(),
  /** An absence of more seconds hands the paper in; 0: no limit. */
  absenceSeconds: z.int(),
  /** Of all absences together. */
  addsAbsences: z.boolean(),
  /** Minutes from the start before which nobody may hand in; 0: none. */
  handInAfterMinutes: z.int(),
  /** May hand in with unanswered questions. */
  mayLeaveUnanswered: z.boolean(),
  /** May go on without having answered. */
  maySkip: z.boolean(),
  isFullScreen: z.boolean(),
  mayCopy: z.boolean(),
  passScoreHundredths: z.int(),
  tells: z.array(askedNewsShape).readonly(),
  safeKeys,
  comfort,
})
export type Rules = z.output<typeof rulesShape>

export type Terms = TimeTerms & Rules

/** What the rules mean while answering, in the words of the wire; nothing else of the terms is told. */
export function rulesShown(
  rules: Omit<Rules, 'title' | 'graceSeconds' | 'passScoreHundredths' | 'tells' | 'safeKeys' | 'comfort'>,
): z.input<typeof sheet>['rules'] {
  return {
    permitFullScreen: rules.isFullScreen,
    permitCopyPaste: rules.mayCopy,
    permitSkip: rules.maySkip,
    permitSkipBack: !rules.isLinear,
    permitSkipSubmit: rules.mayLeaveUnanswered,
    forceCommitTime: rules.handInAfterMinutes,
    switchScreenNumberLimit: rules.absenceLimit,
    switchScreenSeconds: rules.absenceSeconds,
    switchScreenSecondsSum: rules.addsAbsences,
  }
}
