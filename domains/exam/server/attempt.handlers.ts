import { protocolErrors } from '@kaopei/contract'
import { type Context, type Fail, type Handlers, implement } from '@kaopei/server'
import {
  type AttemptRow,
  type AttemptState,
  attemptStateLabels,
  findAttempt,
  isUnderWay,
  lockAttempt,
  restoreAttempt,
  type Voided,
  voidAttempt,
} from '@kaopei/sitting/server'
import { attempt } from '../contract/attempt.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { lockedExam } from './exam.service.ts'
import { findCandidate } from './people/candidate.sql.ts'
import { recomputeDue } from './times/change.ts'

type Declared = typeof protocolErrors.notFound | (typeof examErrors)['attemptState' | 'ownAttempt']
type Caller = Pick<Context<typeof attempt.void>, 'db' | 'actor' | 'now' | 'scope' | 'record'> & { readonly fail: Fail<Declared> }
type Found = AttemptRow & { readonly candidateName: string }
type Settled = Exclude<Voided, { outcome: 'otherOpen' }>

const handlers: Handlers<typeof attempt> = {
  void: async ({ attemptId, reason }, context) => {
    const { db, actor, now } = context
    const found = await enter(context, attemptId)
    const voided = await voidAttempt(db, found, { reason, actorId: actor.staffId, now })
    if (voided.outcome === 'otherOpen') throw new Error(`attempt ${attemptId} is voided, not restored`)
    return settle(context, found, { reason, voided })
  },

  restore: async ({ attemptId, reason }, context) => {
    const { db, actor, now, fail } = context
    const found = await enter(context, attemptId)
    const voided = await restoreAttempt(db, found, { reason, actorId: actor.staffId, now })
    if (voided.outcome === 'otherOpen') return fail(examErrors.otherAttemptOpen)
    const restored = settle(context, found, { reason, voided })
    if (isUnderWay(restored.state)) await catchUpWithTimes(context, found)
    return restored
  },
}

// Of a restoration and a start at the same moment one is too late.
export const attemptEndpoints = implement(attempt, handlers, { attempt_only_one_open: examErrors.otherAttemptOpen })

/** What became of the exam's times while the attempt was void reached only those that were open: it gets the deadline that holds now. */
async function catchUpWithTimes({ db, actor, now }: Caller, { ownerId: examId, staffId }: AttemptRow): Promise<void> {
  const { staffId: actorId } = actor
  const exam = await lockedExam(db, { id: examId, version: undefined, now })
  const isEnded = exam.status === examStatus.cancelled
  await recomputeDue(db, { examId, exam, now, actorId, staffIds: [staffId], isEnded })
}

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
