import { protocolErrors } from '@kaopei/contract'
import { examEventLabel } from '@kaopei/exam/contract/exam-events'
import { examKind, findCandidate } from '@kaopei/exam/server'
import type { Answer } from '@kaopei/question/contract/answer'
import { type Handlers, implement, type Module } from '@kaopei/server'
import {
  attemptSpans,
  findAttempt,
  type RecordedEvent,
  recordedEvents,
  recordedRevisions,
  selectItems,
} from '@kaopei/sitting/server'
import { replay } from '../../contract/replay/replay.ts'
import { reviewErrors } from '../../contract/review.ts'
import { pieceFacts } from '../evidence/piece-facts.sql.ts'
import { selectAbsences } from '../hall/hall.sql.ts'
import { findWatch } from '../pieces/watch.sql.ts'
import { answerWords } from './answer-words.ts'

const handlers: Handlers<typeof replay> = {
  get: async ({ examinationResultId: attemptId }, { db, actor, scope, now, fail }) => {
    const attempt = await findAttempt(db, attemptId)
    if (attempt?.ownerKind !== examKind) return fail(protocolErrors.notFound)
    const { ownerId: examId, staffId, startedAt, submittedAt } = attempt
    const person = await findCandidate(db, { examId, staffId, scope })
    if (!person) return fail(protocolErrors.notFound)
    if (staffId === actor.staffId) return fail(reviewErrors.ownRecording)
    const items = await selectItems(db, attemptId)
    const orders = new Map(items.map(({ slot, optionOrder }) => [slot, optionOrder]))
    const events = await recordedEvents(db, [attemptId])
    const [spans] = await attemptSpans(db, [attemptId])
    const until = (submittedAt ?? now).getTime()
    const words = (slot: number, given: Answer) => answerWords(given, orders.get(slot) ?? [])
    return {
      examinationResultId: attemptId,
      ...{ examName: attempt.title, staffName: person.name, startTime: startedAt, endTime: submittedAt ?? now },
      isRecorded: (await findWatch(db, attemptId)) !== undefined,
      questions: items.map(({ slot }, index) => ({ slot, number: index + 1 })),
      answers: (await recordedRevisions(db, attemptId)).map(({ savedAt, slot, rev, kind, answer }) => ({
        ...{ at: savedAt.getTime(), slot, rev, counts: kind === 'save', text: words(slot, answer) },
      })),
      events: events
        .filter(({ type }) => type !== 'signal')
        .map(shownEvent)
        .sort(byTime),
      absences: (await selectAbsences(db, attemptId)).flatMap(({ beginTime, milliseconds, kind, why }) =>
        beginTime === null
          ? []
          : [{ from: beginTime.getTime(), until: beginTime.getTime() + milliseconds, kind, counts: why === null }],
      ),
      offline: offlineOf(events, until),
      pauses: (spans?.pauses ?? []).map(({ from, until: end }) => ({ from, until: end ?? until })),
      pieces: (await pieceFacts(db, [attemptId]))
        .filter(({ kind }) => kind !== 'thumb')
        .map(({ from, until: end, source, kind }) => ({ from: from.getTime(), until: end.getTime(), source, kind })),
    }
  },
}

const byTime = (one: { readonly at: number }, other: { readonly at: number }) => one.at - other.at

/** What others did to the attempt stands apart from what its candidate did. */
const acts = new Set(['pause', 'resume', 'force', 'reopen', 'told', 'dueChanged', 'void', 'restore', 'helpCallEnded'])

function shownEvent({ type, at, clientAt, data }: RecordedEvent) {
  const { reason, text, durationMs } = data
  const more = [reason, text].find((one) => typeof one === 'string')
  const seconds = typeof durationMs === 'number' ? `${(durationMs / 1000).toFixed(1)} 秒` : ''
  // A client's event stands where it happened, not where it arrived.
  return { at: (clientAt ?? at).getTime(), label: examEventLabel(type), isAct: acts.has(type), text: String(more ?? seconds) }
}

function offlineOf(events: readonly RecordedEvent[], end: number): { from: number; until: number }[] {
  const marks = events.filter(({ type }) => type === 'netDown' || type === 'netUp')
  const times = marks.map(({ type, clientAt, at }) => ({ type, at: (clientAt ?? at).getTime() })).sort(byTime)
  return times.flatMap(({ type, at }, index) =>
    type === 'netDown' && times[index - 1]?.type !== 'netDown'
      ? [{ from: at, until: times.slice(index).find((later) => later.type === 'netUp')?.at ?? end }]
      : [],
  )
}

export const replayModule: Module = { endpoints: implement(replay, handlers) }
