import { protocolErrors } from '@kaopei/contract'
import type { Context, Fail, Handlers } from '@kaopei/server'
import { sittingErrors } from '../contract/errors.ts'
import { sitting } from '../contract/sitting.ts'
import { findOwnAttempt, lockAttempt, type OwnAttempt, updateLease } from './attempt.sql.ts'
import { openSheet } from './open.service.ts'
import { isClosed, isUnderWay } from './rules/attempt-transition.ts'
import { isOverdue } from './rules/deadline.ts'
import { comesFromSafeBrowser } from './safe-browser.ts'
import { noteContact } from './watching/presence.ts'

type ResumeHandlers = Pick<Handlers<typeof sitting>, 'resume' | 'takeOver'>
type Refusals = typeof protocolErrors.notFound | typeof sittingErrors.mayNotEnter
type Caller = Pick<Context<typeof sitting.resume>, 'db' | 'actor' | 'now'> & { readonly fail: Fail<Refusals> }

export const resumeHandlers: ResumeHandlers = {
  resume: async ({ attemptId, device }, context) => {
    const attempt = await openAttemptOf(context, attemptId)
    await guardBrowser(context, sitting.resume.facts.path, attempt)
    return openSheet({ ...context, device }, attempt)
  },

  takeOver: async ({ attemptId, device }, context) => {
    const { actor, db, now, request, fail } = context
    await guardBrowser(context, sitting.takeOver.facts.path, await openAttemptOf(context, attemptId))
    await lockAttempt(db, attemptId)
    const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
    if (!attempt || !isUnderWay(attempt.state)) return fail(sittingErrors.mayNotEnter, { text: '试卷已提交，不能再作答' })
    if (attempt.leaseDevice === device) return openSheet({ ...context, device }, attempt)
    const { staffId, sessionId } = actor
    const { ip, userAgent } = request
    const leaseEpoch = await updateLease(db, attempt, { device, sessionId, ip, userAgent, staffId, now })
    // Their first beat is a quarter of a minute away, and whoever watches looks for whom they have lost.
    noteContact({ companyId: actor.companyId, attemptId, heardAt: now, ip })
    return openSheet({ ...context, device }, { ...attempt, leaseEpoch, leaseDevice: device })
  },
}

async function guardBrowser(
  context: Parameters<typeof comesFromSafeBrowser>[0] & { readonly fail: Fail<typeof sittingErrors.notSafe> },
  path: string,
  attempt: OwnAttempt,
): Promise<void> {
  const { safeKeys: keys, ownerId } = attempt
  if (await comesFromSafeBrowser(context, path, { keys, ownerId })) return
  context.fail(sittingErrors.notSafe, { data: { ownerId } })
}

/** The caller's own attempt, which must still be open: a paper is shown to nobody else, and not after it was handed in. */
async function openAttemptOf({ actor, db, now, fail }: Caller, attemptId: string): Promise<OwnAttempt> {
  const attempt = await findOwnAttempt(db, attemptId, actor.staffId)
  if (!attempt) return fail(protocolErrors.notFound)
  const refusal = refusalToResume(attempt, now)
  return refusal ? fail(sittingErrors.mayNotEnter, refusal) : attempt
}

/**
 * Wherever an answer is still saved the sheet opens: within the grace, and in the minutes that an ended attempt is left for the hand-in. What
 * waits on the device can be sent, and a reload costs nothing. The deadline of a stopped clock says nothing: it moves when the clock goes on.
 */
function refusalToResume(attempt: OwnAttempt, now: Date): { text: string; data: unknown } | undefined {
  if (isClosed(attempt.state)) return { text: '试卷已提交，不能再作答', data: { refusal: 'closed', attemptId: attempt.id } }
  if (attempt.state !== 'paused' && isOverdue(now, attempt.due, attempt.graceSeconds))
    return { text: '答题时间已到，系统正在交卷', data: { refusal: 'timeIsUp', attemptId: attempt.id } }
  return undefined
}
