/** What this room adds to screens of rooms below it. */
import { whenShown } from '@kaopei/web'

/** On an exam's 题目分析 and on the map of weak points: from there to a project. */
export const makeTraining = whenShown<{ readonly examId?: string; readonly pointIds?: readonly string[] }>(
  () => import('./loop/make-training.tsx').then(({ MakeTraining }) => ({ default: MakeTraining })),
  null,
)
