import type { Db } from '@kaopei/server'
import { recordManualScore } from '@kaopei/sitting/server'
import type { Marks } from './marks.sql.ts'
import type { TaskKey } from './queue.sql.ts'

interface Told extends TaskKey {
  readonly scoreSource: string | null
  readonly marks: Marks & { readonly scoreHundredths: number }
  readonly markerId: string
  readonly now: Date
}

/** Makes marks the official score. An empty answer has its 0 from the machine already, and gets no other. */
export async function tellExam(db: Db, { attemptId, slot, scoreSource, marks, markerId, now }: Told): Promise<void> {
  if (scoreSource === 'auto') return
  const { scoreHundredths, comment, keyPoints } = marks
  await recordManualScore(db, { attemptId, slot, scoreHundredths, markerId, comment, detail: { keyPoints } }, now)
}
