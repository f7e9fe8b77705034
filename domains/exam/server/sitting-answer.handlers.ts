import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import type { z } from 'zod'
import type { sitting } from '../contract/sitting.ts'
import { sittingErrors } from '../contract/sitting-errors.ts'
import type { saveOutput, submitOutput } from '../contract/sitting-shapes.ts'
import type { AttemptState } from './rules/attempt-transition.ts'
import { isClosed } from './rules/attempt-transition.ts'
import { isOverdue } from './rules/deadline.ts'
import { maySubmit } from './rules/may-submit.ts'
import { answerWithPictures, type Showing, secondsOfSitting, showing } from './shown-pictures.ts'
import { answerRow } from './sitting-answer.ts'
import { type AttemptRow, findOwnAttempt, lockAttempt, type ReceivedRow, selectReceived } from './sitting-attempt.sql.ts'
import { type CloseCause, closeAttempt } from './sitting-close.service.ts'
import { findEntry } from './sitting-entry.sql.ts'
import { settingsOf } from './sitting-entry.ts'
import { receiptOf } from './sitting-receipt.ts'
import { beatHeart, type SavedRow, type SaveOutcome, saveAnswers } from './sitting-save.sql.ts'

type AnswerHandlers = Pick<Handlers<typeof sitting>, 'save' | 'heartbeat' | 'submit'>
type SaveAnswer = z.input<typeof saveOutput>

export const answerHandlers: AnswerHandlers = {
  save: async ({ attemptId, leaseEpoch, items }, { actor, db, now, services, fail }) => {
    const { companyId, staffId } = actor
    const given = items.map((item) => answerRow(item, { services, companyId }))
    const rows = await saveAnswers(db, { companyId, staffId, attemptId, leaseEpoch, now }, given)
    const [first] = rows
    if (!first || first.outcome === 'notFound') return fail(protocolErrors.notFound)
    const answer = saveAnswer(rows, first, {
      attemptId,
      now,
      pictures: showing(services, companyId, secondsOfSitting(first.due_at, now)),
    })
    if (first.outcome !== 'open') return fail(refusals[first.outcome], { data: answer })
    return answer
  },

  heartbeat: async ({ attemptId, leaseEpoch, events }, { actor, db, now, fail }) => {
    const { companyId, staffId } = actor
    const rows = events.map(({ seq, type, clientTime, durationMs, detail }) => ({
      seq,
      type,
      at: clientTime,
      data: { durationMs, detail },
    }))
    const row = await beatHeart(db, { companyId, staffId, attemptId, leaseEpoch, now }, rows)
    if (!row) return fail(protocolErrors.notFound)
    return {
      serverTime: now,
      due: row.due_at,
      graceSeconds: row.grace_seconds,
      state: row.state,
      submittedAt: row.submitted_at,
      leaseEpoch: row.epoch,
      hasLease: row.epoch === leaseEpoch,
      leaves: row.leaves,
    }
  },

  submit: async (input, { actor, db, now, fail }) => {
    const { companyId, staffId } = actor
    const { attemptId } = input
    await lockAttempt(db, attemptId)
    const attempt = await findOwnAttempt(db, companyId, attemptId, staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    const items = await selectReceived(db, companyId, attemptId)
    if (isClosed(attempt.state)) return submission(attempt, items)
    const entry = await findEntry(db, companyId, attempt.examId, staffId)
    if (!entry) return fail(protocolErrors.notFound)
    if (attempt.leaseEpoch !== input.leaseEpoch) return fail(sittingErrors.replaced, { data: { leaseEpoch: attempt.leaseEpoch } })
    const settings = settingsOf(entry)
    const isForced = input.cause === 'limit' && settings.switchScreenNumberLimit > 0
    const unreceived = isForced ? [] : unreceivedSlots(input.lastRevs, items)
    const isTimeUp = isTimeOver(attempt.due, now, input.cause)
    const permission = maySubmit({
      now: isTimeUp && attempt.due ? attempt.due : now,
      state: attempt.state,
      startedAt: attempt.startedAt,
      pausedMs: 0,
      due: attempt.due,
      forceCommitTime: isForced ? 0 : settings.forceCommitTime,
      unreceivedCount: unreceived.length,
    })
    if (!permission.allowed) {
      const { message: text, refusal } = permission
      if (refusal === 'unreceived') return fail(sittingErrors.unreceived, { text, data: { slots: unreceived } })
      if (refusal === 'tooEarly') return fail(sittingErrors.tooEarly, { text, data: { waitSeconds: permission.waitSeconds } })
      return fail(sittingErrors.paused, { text })
    }
    const open = items.filter(({ isAnswered }) => !isAnswered).map(({ slot }) => slot)
    if (!settings.permitSkipSubmit && !isTimeUp && !isForced && open.length > 0)
      return fail(sittingErrors.unanswered, {
        text: `还有 ${open.length} 道题未作答，本场考试须答完才能交卷`,
        data: { slots: open },
      })
    const cause = causeOf(attempt, { isTimeUp, isForced, now })
    await closeAttempt(db, companyId, attempt, { now, cause, actorId: staffId, submissionKey: input.submissionKey })
    const closed = await findOwnAttempt(db, companyId, attemptId, staffId)
    return submission(closed ?? attempt, items)
  },
}

const refusals = {
  replaced: sittingErrors.replaced,
  paused: sittingErrors.paused,
  closed: sittingErrors.closed,
  late: sittingErrors.late,
} satisfies Record<Exclude<SaveOutcome, 'open' | 'notFound'>, unknown>

function saveAnswer(
  rows: readonly SavedRow[],
  first: SavedRow,
  { attemptId, now, pictures }: { attemptId: string; now: Date; pictures: Showing },
): SaveAnswer {
  return {
    serverTime: now,
    due: first.due_at,
    leaseEpoch: first.epoch,
    slots: rows.flatMap(({ slot, status, rev, saved_at: savedAt, hash, current_answer: theirs }) => {
      if (slot === null) return []
      const isSaved = rev !== null && savedAt !== null && hash !== null
      const receipt = isSaved ? receiptOf(pictures.services.secret, { attemptId, slot, rev, hash, savedAt }) : null
      return [{ slot, status, rev, savedAt, receipt, current: theirs && answerWithPictures(theirs, pictures) }]
    }),
  }
}

/** Slots of which the client has written more than has arrived. */
function unreceivedSlots(lastRevs: readonly { slot: number; rev: number }[], items: readonly ReceivedRow[]): number[] {
  const received = new Map(items.map(({ slot, rev }) => [slot, rev]))
  return lastRevs.filter(({ slot, rev }) => rev > (received.get(slot) ?? 0)).map(({ slot }) => slot)
}

/** A client's clock may run a little ahead: what it hands in for the deadline just before it counts as at the deadline. */
function isTimeOver(due: Date | null, now: Date, cause: string): boolean {
  return due !== null && now.getTime() >= due.getTime() - (cause === 'timeUp' ? 5000 : 0)
}

function causeOf(
  attempt: AttemptRow,
  { isTimeUp, isForced, now }: { isTimeUp: boolean; isForced: boolean; now: Date },
): CloseCause {
  if (isOverdue(now, attempt.due, attempt.graceSeconds)) return 'timeout'
  if (isTimeUp) return 'timeUp'
  return isForced ? 'limit' : 'manual'
}

/** Made of what never changes after the hand-in, so that whoever asks again gets the first answer. */
function submission(attempt: AttemptRow, items: readonly ReceivedRow[]): z.input<typeof submitOutput> {
  const cause = attempt.submitCause ?? ''
  return {
    attemptId: attempt.id,
    state: closedStateOf(cause),
    submittedAt: attempt.submittedAt ?? attempt.startedAt,
    cause,
    answeredCount: items.filter(({ isAnswered }) => isAnswered).length,
    itemCount: items.length,
  }
}

function closedStateOf(cause: string): AttemptState {
  if (cause === 'timeout') return 'timeout_submitted'
  return cause === 'manual' || cause === 'timeUp' || cause === 'limit' ? 'submitted' : 'forced_submitted'
}
