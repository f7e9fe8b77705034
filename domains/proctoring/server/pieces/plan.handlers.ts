import { protocolErrors } from '@kaopei/contract'
import { daysByKind } from '@kaopei/exam/contract/recording-days'
import { examKind, findAnyExam as findExam, selectRecordingDays, settingsOf } from '@kaopei/exam/server'
import { type Db, type Handlers, implement } from '@kaopei/server'
import { type AttemptRow, findOwnAttempt } from '@kaopei/sitting/server'
import { capture } from '../../contract/capture.ts'
import { agreedStreams } from './agreed.ts'
import { pieceAddress } from './piece-address.ts'
import { serverLoad } from './server-load.ts'
import { wantedBy } from './wanted.ts'
import { findWatch, insertWatch, selectLastNumbers, type WatchRow } from './watch.sql.ts'

const triesPerMinute = 30

const handlers: Handlers<typeof capture> = {
  tryUpload: async ({ sample }, { actor, limitRate }) => {
    await limitRate(`proctor-try-upload:${actor.staffId}`, triesPerMinute, 60)
    return { length: sample.length }
  },

  plan: async ({ attemptId }, { db, actor, now, services, fail }) => {
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    const watch = await watchOf(db, attempt)
    const lasts = watch ? await selectLastNumbers(db, watch) : []
    const streams = (watch ? await agreedStreams(db, watch) : []).map((stream) => ({
      ...stream,
      lastNumber: lasts.find(({ source, kind }) => source === stream.source && kind === stream.kind)?.number ?? 0,
    }))
    return {
      serverTime: now,
      examId: watch?.examId ?? null,
      streams,
      isWholeScreen: true,
      pieceAddress: pieceAddress(services.secret, { companyId: db.companyId, attemptId }),
      isDirect: services.evidence.direct !== undefined,
      load: serverLoad.level,
    }
  },
}

export const planEndpoints = implement(capture, handlers)

/** What is recorded of the attempt, laid down when it is first asked for; undefined: nothing. */
async function watchOf(db: Db, attempt: AttemptRow): Promise<WatchRow | undefined> {
  const known = await findWatch(db, attempt.id)
  if (known || attempt.ownerKind !== examKind) return known
  const exam = await findExam(db, attempt.ownerId)
  const { id: attemptId, ownerId: examId, staffId, startedAt, title } = attempt
  // Whoever was exempted before the beginning is not expected to be recorded.
  const streams = exam ? await agreedStreams(db, { streams: wantedBy(settingsOf(exam)), examId, staffId }) : []
  if (streams.length === 0) return undefined
  const agreedDays = daysByKind(await selectRecordingDays(db))
  await insertWatch(db, { attemptId, examId, staffId, startedAt, title, streams }, agreedDays)
  return findWatch(db, attemptId)
}
