/** What this room adds to the screens of rooms below it. */
import { whenShown } from '@kaopei/web'

/** From an exam's results to its anomalies and verdicts. */
export const verdictsOfExam = whenShown<{ readonly examId: string }>(() =>
  import('./verdicts/verdicts-link.tsx').then((part) => ({ default: part.VerdictsLink })),
)

/** For the platform: of how many people recordings are stored. */
export const facesOfPlatform = whenShown<object>(() =>
  import('./review/platform-faces.tsx').then((part) => ({ default: part.PlatformFaces })),
)
