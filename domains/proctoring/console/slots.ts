/** What this room adds to the screens of rooms below it. */
import type { ExamTab } from '@kaopei/exam/slots'
import type { AttemptLink } from '@kaopei/result/slots'
import { whenShown } from '@kaopei/web'
import { markCheating } from '../contract/menus.ts'
import { replayPath } from './verdicts/paths.ts'

/** From an exam's results to its anomalies and verdicts. */
export const verdictsOfExam = whenShown<{ readonly examId: string }>(() =>
  import('./verdicts/verdicts-link.tsx').then((part) => ({ default: part.VerdictsLink })),
)

/** For the platform: of how many people recordings are stored. */
export const facesOfPlatform = whenShown<object>(() =>
  import('./review/platform-faces.tsx').then((part) => ({ default: part.PlatformFaces })),
)

/** For the platform: buckets that browsers may not send to. */
export const storesOfPlatform = whenShown<object>(() =>
  import('./review/platform-stores.tsx').then((part) => ({ default: part.PlatformStores })),
)

/** From an attempt in the results to its replay. */
export const replayOfAttempt: AttemptLink = { label: '作答回放', right: markCheating.rights.replay, pathOf: replayPath }

const RehearsalTab = whenShown<{ readonly examId: string }>(() =>
  import('./rehearsal/rehearsal-tab.tsx').then((tab) => ({ default: tab.RehearsalTab })),
)

/** On an exam's page, before its results come in. */
export const rehearsalOfExam: readonly ExamTab[] = [{ key: 'rehearsal', label: '演练', sort: 39, Tab: RehearsalTab }]
