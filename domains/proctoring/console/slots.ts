/** What this room adds to the screens of rooms below it. */
import { whenShown } from '@kaopei/web'

/** From an exam's results to its anomalies and verdicts. */
export const verdictsOfExam = whenShown<{ readonly examId: string }>(() =>
  import('./verdicts/verdicts-link.tsx').then((part) => ({ default: part.VerdictsLink })),
)
