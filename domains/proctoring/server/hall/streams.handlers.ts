import { findAnyExam, reachOf, settingsOf } from '@kaopei/exam/server'
import { type Handlers, implement, type Module } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import { isUnderWay, stateOf } from '@kaopei/sitting/server'
import { hallStreams } from '../../contract/hall-streams.ts'
import { wantedBy } from '../pieces/wanted.ts'
import { isStreamLate } from '../rules/stream-late.ts'
import { selectWatched } from './hall.sql.ts'
import { selectStreams } from './streams.sql.ts'

const handlers: Handlers<typeof hallStreams> = {
  states: async ({ examId, attemptIds }, { actor, db, scope, now }) => {
    const load = serverLoad.level
    const exam = attemptIds.length > 0 ? await findAnyExam(db, examId) : undefined
    if (!exam) return { load, dataList: [] }
    const rows = await selectWatched(db, { examId, scope: reachOf(actor, scope), attemptIds })
    const attempts = rows.flatMap(({ attemptId, staffId, startedAt, state }) =>
      attemptId !== null && isUnderWay(stateOf(state)) ? [{ attemptId, staffId, startedAt }] : [],
    )
    const streams = await selectStreams(db, { examId, wanted: wantedBy(settingsOf(exam)), attempts })
    const byAttempt = Map.groupBy(streams, ({ attemptId }) => attemptId)
    const dataList = attempts.map(({ attemptId }) => ({
      attemptId,
      streams: (byAttempt.get(attemptId) ?? []).map(({ source, kind, lastAt, ...stream }) => ({
        ...{ source, kind, lastTime: lastAt },
        isLate: isStreamLate({ kind, lastAt, ...stream }, { now, load }),
      })),
    }))
    return { load, dataList }
  },
}

export const streamsModule: Module = { endpoints: implement(hallStreams, handlers) }
