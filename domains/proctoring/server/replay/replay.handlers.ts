import { protocolErrors } from '@kaopei/contract'
import { examEventLabel } from '@kaopei/exam/contract/exam-events'
import { examKind, findCandidate, reachOf } from '@kaopei/exam/server'
import type { Answer } from '@kaopei/question/contract/answer'
import { type Context, type Db, type Handlers, implement, type Module, mayUse } from '@kaopei/server'
import {
  type AttemptRow,
  attemptSpans,
  findAttempt,
  type RecordedEvent,
  recordedEvents,
  recordedRevisions,
  selectItems,
} from '@kaopei/sitting/server'
import { markCheating } from '../../contract/menus.ts'
import { replay } from '../../contract/replay/replay.ts'
import { reviewErrors } from '../../contract/review.ts'
import { pieceFacts } from '../evidence/piece-facts.sql.ts'
import { askForFilms } from '../films/film.sql.ts'
import { selectAbsences } from '../hall/hall.sql.ts'
import { findWatch } from '../pieces/watch.sql.ts'
import { isOpenTo } from '../review/entered.ts'
import { insertLook } from '../review/recording.sql.ts'
import { happenedAt } from '../rules/happened-at.ts'
import { type Reasons, reasonsOf, silenceOf, silenceWords } from '../rules/silence.ts'
import { answerWords } from './answer-words.ts'

const handlers: Handlers<typeof replay> = {
  get: async ({ examinationResultId }, context) => {
    const { db, now, fail } = context
    const found = await find(context, examinationResultId)
    if (typeof found === 'string') return fail(refusals[found])
    const { attempt, name } = found
    const { ownerId: examinationId, title, startedAt, submittedAt } = attempt
    return {
      ...{ examinationResultId, examinationId, examName: title, staffName: name },
      ...{ startTime: startedAt, endTime: submittedAt ?? now },
      isRecorded: (await findWatch(db, attempt.id)) !== undefined,
      tracks: (await isOpenTo(context, { attemptId: attempt.id }, 'replay')) ? await tracksOf(db, attempt, now) : null,
    }
  },

  open: async ({ examinationResultId: attemptId, reason }, context) => {
    const { db, actor, now, record, fail } = context
    const found = await find(context, attemptId)
    if (typeof found === 'string') return fail(refusals[found])
    const look = { attemptId, staffId: actor.staffId, reason, now }
    await insertLook(db, { ...look, what: 'replay' })
    // Whoever may look at the recordings too has said why.
    const seesRecording = mayUse(actor, markCheating.rights.look.code) && (await findWatch(db, attemptId)) !== undefined
    if (seesRecording) {
      await insertLook(db, { ...look, what: 'recording' })
      await askForFilms(db, attemptId, now)
    }
    record({ targetId: attemptId, targetName: found.name, reason })
    return { examinationResultId: attemptId }
  },
}

const refusals = { missing: protocolErrors.notFound, own: reviewErrors.ownRecording } as const

type Caller = Pick<Context<typeof replay.get>, 'db' | 'actor' | 'scope'>

async function find(
  { db, actor, scope }: Caller,
  attemptId: string,
): Promise<{ readonly attempt: AttemptRow; readonly name: string } | keyof typeof refusals> {
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.ownerKind !== examKind) return 'missing'
  const person = await findCandidate(db, { examId: attempt.ownerId, staffId: attempt.staffId, scope: reachOf(actor, scope) })
  if (!person) return 'missing'
  return attempt.staffId === actor.staffId ? 'own' : { attempt, name: person.name }
}

async function tracksOf(db: Db, { id: attemptId, startedAt, submittedAt }: AttemptRow, now: Date) {
  const items = await selectItems(db, attemptId)
  const orders = new Map(items.map(({ slot, optionOrder }) => [slot, optionOrder]))
  const events = await recordedEvents(db, [attemptId])
  const [spans] = await attemptSpans(db, [attemptId])
  const until = (submittedAt ?? now).getTime()
  const reasons = reasonsOf(events, spans?.pauses ?? [], until)
  const words = (slot: number, given: Answer) => answerWords(given, orders.get(slot) ?? [])
  return {
    questions: items.map(({ slot }, index) => ({ slot, number: index + 1 })),
    answers: (await recordedRevisions(db, attemptId)).map(({ savedAt, slot, rev, kind, answer }) => ({
      ...{ at: savedAt.getTime(), slot, rev, counts: kind === 'save', text: words(slot, answer) },
    })),
    events: events
      .filter(({ type }) => type !== 'signal' && type !== 'clockStops')
      .map((event) => shownEvent(event, reasons, startedAt.getTime()))
      .sort(byTime),
    absences: (await selectAbsences(db, attemptId)).flatMap(({ beginTime, milliseconds, kind, why }) =>
      beginTime === null
        ? []
        : [{ from: beginTime.getTime(), until: beginTime.getTime() + milliseconds, kind, counts: why === null }],
    ),
    offline: [...reasons.offline],
    pauses: [...reasons.paused],
    pieces: (await pieceFacts(db, [attemptId]))
      .filter(({ kind }) => kind !== 'thumb')
      .map(({ from, until: end, source, kind }) => ({ from: from.getTime(), until: end.getTime(), source, kind })),
  }
}

const byTime = (one: { readonly at: number }, other: { readonly at: number }) => one.at - other.at

/** What others did to the attempt stands apart from what its candidate did. */
const acts = new Set([
  ...['pause', 'resume', 'force', 'reopen', 'giveBack', 'moved', 'told', 'dueChanged', 'void', 'restore', 'helpCallEnded'],
])

function shownEvent(event: RecordedEvent, reasons: Reasons, start: number) {
  const { type, at, clientAt, data } = event
  const { reason, text, durationMs } = data
  const silence = silenceOf(event)
  const more = silence ? silenceWords(silence, reasons) : [reason, text].find((one) => typeof one === 'string')
  const seconds = typeof durationMs === 'number' ? `${(durationMs / 1000).toFixed(1)} 秒` : ''
  // A client's event stands where it happened, not where it arrived, and never outside of the attempt.
  return {
    at: Math.max(start, happenedAt({ clientAt, at })),
    label: examEventLabel(type),
    isAct: acts.has(type),
    text: String(more ?? seconds),
  }
}

export const replayModule: Module = { endpoints: implement(replay, handlers) }
