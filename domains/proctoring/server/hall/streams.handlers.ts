import { findAnyExam, reachOf, settingsOf } from '@kaopei/exam/server'
import { type Db, type Handlers, implement, type Module } from '@kaopei/server'
import { serverLoad } from '@kaopei/server/load'
import { type AttemptSpans, attemptSpans, isUnderWay, stateOf } from '@kaopei/sitting/server'
import { hallStreams } from '../../contract/hall-streams.ts'
import { wantedBy } from '../pieces/wanted.ts'
import { isStreamLate, leastMs } from '../rules/stream-late.ts'
import { selectWatched } from './hall.sql.ts'
import { attemptsUnderWay, type Recorded, selectStreams, theseAttempts } from './streams.sql.ts'

const handlers: Handlers<typeof hallStreams> = {
  states: async ({ examId, attemptIds }, { actor, db, scope, now }) => {
    const load = serverLoad.level
    const exam = attemptIds.length > 0 ? await findAnyExam(db, examId) : undefined
    if (!exam) return { load, dataList: [] }
    const rows = await selectWatched(db, { examId, scope: reachOf(actor, scope), attemptIds })
    const attempts = rows.flatMap(({ attemptId, staffId, startedAt, state }) =>
      attemptId !== null && startedAt !== null && isUnderWay(stateOf(state)) ? [{ attemptId, staffId, startedAt }] : [],
    )
    const recorded = { examId, wanted: wantedBy(settingsOf(exam)), attempts: theseAttempts(attempts) }
    const known = await streamsOf(db, recorded, { now, load })
    return { load, dataList: attempts.map(({ attemptId }) => ({ attemptId, streams: known.get(attemptId) ?? [] })) }
  },

  interrupted: async ({ examId }, { actor, db, scope, now }) => {
    const exam = await findAnyExam(db, examId)
    const wanted = exam ? wantedBy(settingsOf(exam)) : []
    if (wanted.length === 0) return { attemptIds: [] }
    const attempts = attemptsUnderWay(db, { examId, scope: reachOf(actor, scope) })
    const quietSince = new Date(now.getTime() - leastMs)
    const quiet = await streamsOf(db, { examId, wanted, attempts, quietSince }, { now, load: serverLoad.level })
    return { attemptIds: [...quiet].flatMap(([attemptId, streams]) => (streams.some(({ isLate }) => isLate) ? [attemptId] : [])) }
  },
}

/** By attempt. While a clock stands still nothing is recorded, and nothing is late. */
async function streamsOf(db: Db, recorded: Recorded, at: { readonly now: Date; readonly load: number }) {
  const byAttempt = Map.groupBy(await selectStreams(db, recorded), ({ attemptId }) => attemptId)
  const spans = await attemptSpans(db, [...byAttempt.keys()])
  const resumed = new Map(spans.map(({ attemptId, pauses }) => [attemptId, resumedAt(pauses)]))
  return new Map(
    [...byAttempt].map(([attemptId, streams]) => [
      attemptId,
      streams.map(({ source, kind, lastAt, ...stream }) => ({
        ...{ source, kind, lastTime: lastAt },
        isLate: isStreamLate({ kind, lastAt, ...stream, resumedAt: resumed.get(attemptId) ?? 0 }, at),
      })),
    ]),
  )
}

/** When the clock went on last, or will; 0: it never stood still. */
const resumedAt = (pauses: AttemptSpans['pauses']) => Math.max(0, ...pauses.map(({ until }) => until ?? Infinity))

export const streamsModule: Module = { endpoints: implement(hallStreams, handlers) }
