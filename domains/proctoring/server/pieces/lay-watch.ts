/** What is recorded of an attempt, laid down once: when its client asks, or at the end where it never has. */
import { daysByKind } from '@kaopei/exam/contract/recording-days'
import { examKind, findAnyExam as findExam, selectRecordingDays, settingsOf } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import type { AttemptRow } from '@kaopei/sitting/server'
import { agreedStreams } from './agreed.ts'
import { wantedBy } from './wanted.ts'
import { findWatch, insertWatch, type WatchRow } from './watch.sql.ts'

/** Undefined: nothing is. */
export async function layWatch(db: Db, attempt: AttemptRow): Promise<WatchRow | undefined> {
  const known = await findWatch(db, attempt.id)
  if (known || attempt.ownerKind !== examKind) return known
  const exam = await findExam(db, attempt.ownerId)
  const wanted = exam ? wantedBy(settingsOf(exam)) : []
  if (wanted.length === 0) return undefined
  const { id: attemptId, ownerId: examId, staffId, startedAt, title } = attempt
  // Whoever was exempted before the beginning is not expected to be recorded.
  const streams = await agreedStreams(db, { streams: wanted, examId, staffId })
  if (streams.length === 0) return undefined
  const agreedDays = daysByKind(await selectRecordingDays(db))
  await insertWatch(db, { attemptId, examId, staffId, startedAt, title, streams }, agreedDays)
  return findWatch(db, attemptId)
}
