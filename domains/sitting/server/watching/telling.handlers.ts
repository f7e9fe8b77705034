import { protocolErrors } from '@kaopei/contract'
import type { Handlers } from '@kaopei/server'
import { sittingErrors } from '../../contract/errors.ts'
import type { sitting } from '../../contract/sitting.ts'
import { findOwnAttempt, holdAttempt } from '../attempt.sql.ts'
import { isClosed } from '../rules/attempt-transition.ts'
import { countCalls, endCalls, findOpenCall, updateAcknowledged, upsertCall } from './telling.sql.ts'

/** More calls than anybody has reason for. */
const mostCalls = 30

type Told = 'acknowledge' | 'callForHelp' | 'openCall' | 'takeCallBack'

export const tellingHandlers: Pick<Handlers<typeof sitting>, Told> = {
  acknowledge: async ({ attemptId, tellingId }, { actor, db, now, fail }) => {
    const { staffId } = actor
    if (!(await findOwnAttempt(db, attemptId, staffId))) return fail(protocolErrors.notFound)
    await holdAttempt(db, attemptId)
    await updateAcknowledged(db, { attemptId, tellingId, staffId, now })
    return {}
  },

  callForHelp: async ({ attemptId, text }, { actor, db, now, fail }) => {
    const { staffId } = actor
    const attempt = await findOwnAttempt(db, attemptId, staffId)
    if (!attempt) return fail(protocolErrors.notFound)
    if (isClosed(attempt.state)) return fail(sittingErrors.closed)
    if ((await countCalls(db, attemptId)) >= mostCalls) return fail(sittingErrors.calledTooOften)
    await upsertCall(db, { attemptId, staffId, text, now })
    return {}
  },

  openCall: async ({ attemptId }, { actor, db, fail }) => {
    if (!(await findOwnAttempt(db, attemptId, actor.staffId))) return fail(protocolErrors.notFound)
    return { call: (await findOpenCall(db, attemptId)) ?? null }
  },

  takeCallBack: async ({ attemptId }, { actor, db, now, fail }) => {
    const { staffId } = actor
    if (!(await findOwnAttempt(db, attemptId, staffId))) return fail(protocolErrors.notFound)
    await endCalls(db, { attemptIds: [attemptId], answeredBy: null, actorId: staffId, now })
    return {}
  },
}
