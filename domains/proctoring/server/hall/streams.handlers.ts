import { findAnyExam, reachOf, settingsOf } from '@kaopei/exam/server'
import { type Db, type Handlers, implement, type Module } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import { type AttemptSpans, attemptSpans, isUnderWay, stateOf } from '@kaopei/sitting/server'
import { hallStreams } from '../../contract/hall-streams.ts'
import { type Wanted, wantedBy } from '../pieces/wanted.ts'
import { isStreamLate } from '../rules/stream-late.ts'
import { selectWatched, type WatchedRow } from './hall.sql.ts'
import { selectStreams } from './streams.sql.ts'

const handlers: Handlers<typeof hallStreams> = {
  states: async ({ examId, attemptIds }, { actor, db, scope, now }) => {
    const load = serverLoad.level
    const exam = attemptIds.length > 0 ? await findAnyExam(db, examId) : undefined
    if (!exam) return { load, dataList: [] }
    const rows = await selectWatched(db, { examId, scope: reachOf(actor, scope), attemptIds })
    return { load, dataList: await streamsOf(db, rows, { examId, wanted: wantedBy(settingsOf(exam)), now, load }) }
  },

  interrupted: async ({ examId }, { actor, db, scope, now }) => {
    const exam = await findAnyExam(db, examId)
    const wanted = exam ? wantedBy(settingsOf(exam)) : []
    if (wanted.length === 0) return { attemptIds: [] }
    const rows = await selectWatched(db, { examId, scope: reachOf(actor, scope) })
    const all = await streamsOf(db, rows, { examId, wanted, now, load: serverLoad.level })
    return { attemptIds: all.flatMap(({ attemptId, streams }) => (streams.some(({ isLate }) => isLate) ? [attemptId] : [])) }
  },
}

interface Asked {
  readonly examId: string
  readonly wanted: readonly Wanted[]
  readonly now: Date
  readonly load: number
}

/** Of those who are under way. While a clock stands still nothing is recorded, and nothing is late. */
async function streamsOf(db: Db, rows: readonly WatchedRow[], { examId, wanted, now, load }: Asked) {
  const attempts = rows.flatMap(({ attemptId, staffId, startedAt, state }) =>
    attemptId !== null && isUnderWay(stateOf(state)) ? [{ attemptId, staffId, startedAt }] : [],
  )
  const spans = await attemptSpans(
    db,
    attempts.map(({ attemptId }) => attemptId),
  )
  const resumed = new Map(spans.map(({ attemptId, pauses }) => [attemptId, resumedAt(pauses)]))
  const byAttempt = Map.groupBy(await selectStreams(db, { examId, wanted, attempts }), ({ attemptId }) => attemptId)
  return attempts.map(({ attemptId }) => ({
    attemptId,
    streams: (byAttempt.get(attemptId) ?? []).map(({ source, kind, lastAt, ...stream }) => ({
      ...{ source, kind, lastTime: lastAt },
      isLate: isStreamLate({ kind, lastAt, ...stream, resumedAt: resumed.get(attemptId) ?? 0 }, { now, load }),
    })),
  }))
}

/** When the clock went on last, or will; 0: it never stood still. */
const resumedAt = (pauses: AttemptSpans['pauses']) => Math.max(0, ...pauses.map(({ until }) => until ?? Infinity))

export const streamsModule: Module = { endpoints: implement(hallStreams, handlers) }
