import { protocolErrors } from '@kaopei/contract'
import { type Handlers, implement } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import { findOwnAttempt } from '@kaopei/sitting/server'
import { capture } from '../../contract/capture.ts'
import { agreedStreams } from './agreed.ts'
import { layWatch } from './lay-watch.ts'
import { pieceAddress } from './piece-address.ts'
import { selectLastNumbers } from './watch.sql.ts'

const triesPerMinute = 30

const handlers: Handlers<typeof capture> = {
  tryUpload: async ({ sample }, { actor, limitRate }) => {
    await limitRate(`proctor-try-upload:${actor.staffId}`, triesPerMinute, 60)
    return { length: sample.length }
  },

  plan: async ({ attemptId }, { db, actor, now, services, fail }) => {
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    const watch = await layWatch(db, attempt)
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
      load: serverLoad.tell({ companyId: db.companyId, id: attemptId }),
    }
  },
}

export const planEndpoints = implement(capture, handlers)
