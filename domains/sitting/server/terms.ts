/** What an owner lays down for its attempts. Sitting knows these, and nothing of exams, practices or courses. */
import type { z } from 'zod'
import type { sheet } from '../contract/shapes.ts'
import type { TimeTerms } from './rules/deadline.ts'

/** Whose attempts they are: the kind of thing, by the name that its room gave it, and its id. Ids are unique over all kinds. */
export interface Owner {
  readonly kind: string
  readonly id: string
}

/** News of an attempt that is told only where its owner asks for it: one more job for each attempt. */
export type AskedNews = 'opened' | 'closed' | 'published'

/** What holds for everybody whose attempt the owner opens. */
export interface Rules {
  /** What the candidate knows it by. */
  readonly title: string
  /** Answers written in time and received later are taken for so long. */
  readonly graceSeconds: number
  /** A later question that was seen closes the earlier ones. */
  readonly isLinear: boolean
  /** Absences beyond this number hand the paper in; 0: no limit. */
  readonly absenceLimit: number
  /** Minutes from the start before which nobody may hand in; 0: none. */
  readonly handInAfterMinutes: number
  /** May hand in with unanswered questions. */
  readonly mayLeaveUnanswered: boolean
  /** May go on without having answered. */
  readonly maySkip: boolean
  readonly isFullScreen: boolean
  readonly mayCopy: boolean
  readonly passScoreHundredths: number
  readonly tells: readonly AskedNews[]
}

export type Terms = TimeTerms & Rules

/** What the rules mean while answering, in the words of the wire; nothing else of the terms is told. */
export function rulesShown(
  rules: Omit<Rules, 'title' | 'graceSeconds' | 'passScoreHundredths' | 'tells'>,
): z.input<typeof sheet>['rules'] {
  return {
    permitFullScreen: rules.isFullScreen,
    permitCopyPaste: rules.mayCopy,
    permitSkip: rules.maySkip,
    permitSkipBack: !rules.isLinear,
    permitSkipSubmit: rules.mayLeaveUnanswered,
    forceCommitTime: rules.handInAfterMinutes,
    switchScreenNumberLimit: rules.absenceLimit,
  }
}
