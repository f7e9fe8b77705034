import { findAnyExam, settingsOf } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import type { AttemptRow } from '@kaopei/sitting/server'
import { selectStreams, theseAttempts } from '../hall/streams.sql.ts'
import { wantedBy } from '../pieces/wanted.ts'

/** Whoever was so short inside need not have brought anything. */
const shortMs = 2 * 60_000

/** Streams that were wanted and agreed to and of which nothing came. */
export async function countMissing(db: Db, { id: attemptId, ownerId: examId, ...attempt }: AttemptRow): Promise<number> {
  const { staffId, startedAt, submittedAt } = attempt
  if (submittedAt === null || submittedAt.getTime() - startedAt.getTime() < shortMs) return 0
  const exam = await findAnyExam(db, examId)
  if (!exam) return 0
  const attempts = theseAttempts([{ attemptId, staffId, startedAt }])
  const streams = await selectStreams(db, { examId, wanted: wantedBy(settingsOf(exam)), attempts })
  return streams.filter(({ lastAt }) => lastAt === null).length
}
