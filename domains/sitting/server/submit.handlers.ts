import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import type { z } from 'zod'
import { sittingErrors } from '../contract/errors.ts'
import type { SubmitInput, submitOutput, submitRefusal } from '../contract/shapes.ts'
import { sitting } from '../contract/sitting.ts'
import { beatHeart } from './answer/heartbeat.sql.ts'
import { saveItemsWithin } from './answer/saving.ts'
import { insertUnsent } from './answer/unsent.sql.ts'
import { unreceivedSlots } from './answer/unsent.ts'
import { type AttemptRow, findOwnAttempt, lockAttempt, type ReceivedRow, selectReceived } from './attempt.sql.ts'
import { closeAttempt, isAwayTooLong } from './close.service.ts'
import { type AttemptState, isClosed } from './rules/attempt-transition.ts'
import { type Pause, pausedMilliseconds } from './rules/deadline.ts'
import { maySubmit, type SubmitPermission } from './rules/may-submit.ts'
import { shownBrowser } from './safe-browser.ts'
import { selectPauses } from './terms.sql.ts'

type SubmitHandlers = Pick<Handlers<typeof sitting>, 'submit'>
type Refusal = z.input<typeof submitRefusal>

export const submitHandlers: SubmitHandlers = {
  // `refuse` throughout: what `items` came to stays, and its receipts are in the refusal.
  submit: async (input, context) => {
    const { actor, db, now, services, fail, refuse } = context
    const { companyId, staffId } = actor
    const { attemptId, leaseEpoch } = input
    await lockAttempt(db, attemptId)
    if (input.events.length > 0) await beatHeart(db, { companyId, staffId, attemptId, leaseEpoch, now }, input.events)
    const attempt = await findOwnAttempt(db, attemptId, staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    const shown = await shownBrowser(context, sitting.submit.facts.path)
    const writer = { companyId, staffId, attemptId, leaseEpoch, now, services, shown }
    const saved = input.items.length === 0 ? undefined : await saveItemsWithin(db, writer, input.items)
    const told = { serverTime: now, slots: saved?.answer.slots ?? [] }
    const received = await selectReceived(db, attemptId)
    const unreceived = unreceivedSlots(input, told.slots, received)
    const unanswered = received.filter(({ isAnswered }) => !isAnswered).map(({ slot }) => slot)
    const unsent = { attemptId, staffId, leaseEpoch, now, data: { slots: unreceived, pending: input.pending } }
    if (isClosed(attempt.state)) {
      if (unreceived.length > 0) await insertUnsent(db, unsent)
      return { ...submission(attempt, received), ...told }
    }
    const standing = { due: attempt.due, leaseEpoch: attempt.leaseEpoch, unreceived: [], unanswered: [], waitSeconds: null }
    const data: Refusal = { ...told, ...standing }
    if (attempt.leaseEpoch !== leaseEpoch) return refuse(sittingErrors.replaced, { data })
    const pauses = await selectPauses(db, attemptId)
    const permission = permissionOf(attempt, { input, now, pauses, unreceived, unanswered })
    if (!permission.allowed) {
      const { refusal, message: text, waitSeconds = null } = permission
      if (refusal === 'tooEarly') return refuse(sittingErrors.tooEarly, { text, data: { ...data, waitSeconds } })
      if (refusal === 'unreceived') return refuse(sittingErrors.unreceived, { text, data: { ...data, unreceived } })
      if (refusal === 'unanswered') return refuse(sittingErrors.unanswered, { text, data: { ...data, unanswered } })
      if (refusal === 'timeLeft') return refuse(sittingErrors.timeLeft, { data })
      if (refusal === 'withinLimit') return refuse(sittingErrors.withinLimit, { data })
      return refuse(sittingErrors.paused, { text, data })
    }
    if (unreceived.length > 0) await insertUnsent(db, unsent)
    const { cause } = permission
    const isIn = await closeAttempt(db, attempt, { now, cause, actorId: staffId, submissionKey: input.submissionKey })
    const closed = await findOwnAttempt(db, attemptId, staffId)
    // An invigilator stopped the clock meanwhile.
    if (!isIn && closed && !isClosed(closed.state)) return refuse(sittingErrors.paused, { data })
    return { ...submission(closed ?? attempt, received), ...told }
  },
}

function permissionOf(
  attempt: AttemptRow,
  given: {
    input: SubmitInput
    now: Date
    pauses: readonly Pause[]
    unreceived: readonly number[]
    unanswered: readonly number[]
  },
): SubmitPermission {
  const { input, now, pauses, unreceived, unanswered } = given
  const { state, startedAt, due, graceSeconds, overLimitAt, handInAfterMinutes, mayLeaveUnanswered } = attempt
  return maySubmit({
    now,
    claim: input.cause,
    state,
    startedAt,
    pausedMs: pausedMilliseconds(pauses, { startedAt, now }),
    due,
    graceSeconds,
    isOverLimit: overLimitAt !== null || isAwayTooLong(attempt, now),
    handInAfterMinutes,
    mayLeaveUnanswered,
    unreceived,
    unanswered,
  })
}

/** Made of what never changes after the hand-in, so that whoever asks again gets the first answer. */
function submission(
  attempt: AttemptRow,
  received: readonly ReceivedRow[],
): Omit<z.input<typeof submitOutput>, 'serverTime' | 'slots'> {
  const cause = attempt.submitCause ?? ''
  return {
    attemptId: attempt.id,
    state: closedStateOf(cause),
    submittedAt: attempt.submittedAt ?? attempt.startedAt,
    cause,
    answeredCount: received.filter(({ isAnswered }) => isAnswered).length,
    itemCount: received.length,
  }
}

function closedStateOf(cause: string): AttemptState {
  if (cause === 'timeout') return 'timeout_submitted'
  return cause === 'manual' || cause === 'timeUp' ? 'submitted' : 'forced_submitted'
}
