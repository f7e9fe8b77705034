import { protocolErrors } from '@kaopei/contract'
import { type Context, type Fail, type Handlers, implement } from '@kaopei/server'
import {
  type AttemptRow,
  type AttemptState,
  attemptStateLabels,
  findAttempt,
  lockAttempt,
  type Voided,
} from '@kaopei/sitting/server'
import { attempt } from '../contract/attempt.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { findCandidate } from './people/candidate.sql.ts'
import { restoreResult, voidResult } from './void-result.service.ts'

type Declared = typeof protocolErrors.notFound | (typeof examErrors)['attemptState' | 'ownAttempt']
type Caller = Pick<Context<typeof attempt.void>, 'db' | 'actor' | 'now' | 'scope' | 'record'> & { readonly fail: Fail<Declared> }
type Found = AttemptRow & { readonly candidateName: string }
type Settled = Exclude<Voided, { outcome: 'otherOpen' }>

const handlers: Handlers<typeof attempt> = {
  void: async ({ attemptId, reason }, context) => {
    const { db, actor, now } = context
    const found = await enter(context, attemptId)
    const voided = await voidResult(db, { attemptId, reason, actorId: actor.staffId, now })
    if (voided.outcome === 'otherOpen') throw new Error(`attempt ${attemptId} is voided, not restored`)
    return settle(context, found, { reason, voided })
  },

  restore: async ({ attemptId, reason }, context) => {
    const { db, actor, now, fail } = context
    const found = await enter(context, attemptId)
    const voided = await restoreResult(db, { attemptId, reason, actorId: actor.staffId, now })
    if (voided.outcome === 'otherOpen') return fail(examErrors.otherAttemptOpen)
    return settle(context, found, { reason, voided })
  },
}

// Of a restoration and a start at the same moment one is too late.
export const attemptEndpoints = implement(attempt, handlers, { attempt_only_one_open: examErrors.otherAttemptOpen })

/** The attempt, locked, of a candidate within the caller's data scope; of nobody's own. */
async function enter({ db, actor, scope, fail }: Caller, attemptId: string): Promise<Found> {
  await lockAttempt(db, attemptId)
  const found = await findAttempt(db, attemptId)
  if (!found) return fail(protocolErrors.notFound)
  const { ownerId: examId, staffId } = found
  if (staffId === actor.staffId) return fail(examErrors.ownAttempt)
  const candidate = await findCandidate(db, { examId, staffId, scope })
  if (!candidate) return fail(protocolErrors.notFound)
  return { ...found, candidateName: candidate.name }
}

/** Refused, or on record and answered. */
function settle({ fail, record }: Caller, found: Found, { reason, voided }: { reason: string; voided: Settled }): Answer {
  if (voided.outcome === 'refused') return fail(examErrors.attemptState, { text: voided.message })
  const { id: attemptId, state: from, candidateName: targetName } = found
  const { state } = voided
  const labels = { before: { state: attemptStateLabels[from] }, after: { state: attemptStateLabels[state] } }
  record({ targetId: attemptId, targetName, ...labels, reason })
  return { attemptId, state }
}

interface Answer {
  readonly attemptId: string
  readonly state: AttemptState
}
