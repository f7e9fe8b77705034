import { protocolErrors } from '@kaopei/contract'
import { type Context, emit, type Fail, type Handlers, implement } from '@kaopei/server'
import { attempt } from '../contract/attempt.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { examErrors } from '../contract/exam-errors.ts'
import { attemptVoided } from './attempt.events.ts'
import { findCandidate } from './candidate.sql.ts'
import { lockedExam } from './exam.service.ts'
import { recomputeDue } from './exam-times.ts'
import { attemptStateLabels, isUnderWay, transitionAttempt } from './rules/attempt-transition.ts'
import { type AttemptRow, findAttempt, lockAttempt } from './sitting-attempt.sql.ts'
import { hasOtherOpen, selectStateBeforeVoid, updateStanding } from './void-attempt.sql.ts'

type Declared = typeof protocolErrors.notFound | (typeof examErrors)['attemptState' | 'ownAttempt']
type Caller = Pick<Context<typeof attempt.void>, 'db' | 'actor' | 'now' | 'scope' | 'record'> & { readonly fail: Fail<Declared> }
type Wanted = { readonly name: 'void' | 'restore'; readonly attemptId: string; readonly reason: string }

const handlers: Handlers<typeof attempt> = {
  void: async (input, context) => {
    const found = await enter(context, input.attemptId)
    return change(context, found, { name: 'void', ...input })
  },

  restore: async (input, context) => {
    const { db, fail } = context
    const found = await enter(context, input.attemptId)
    const { examId, staffId } = found
    const before = await selectStateBeforeVoid(db, input.attemptId)
    const isOpenAgain = before !== null && isUnderWay(before)
    if (isOpenAgain && (await hasOtherOpen(db, { examId, staffId, attemptId: input.attemptId })))
      return fail(examErrors.otherAttemptOpen)
    const restored = await change(context, found, { name: 'restore', ...input })
    if (isOpenAgain) await catchUpWithTimes(context, found)
    return restored
  },
}

// Of a restoration and a start at the same moment one is too late.
export const attemptEndpoints = implement(attempt, handlers, { attempt_only_one_open: examErrors.otherAttemptOpen })

/** What became of the exam's times while the attempt was void reached only those that were open: it gets the deadline that holds now. */
async function catchUpWithTimes({ db, actor, now }: Caller, { examId, staffId }: AttemptRow): Promise<void> {
  const { companyId, staffId: actorId } = actor
  const exam = await lockedExam(db, { id: examId, version: undefined, now })
  const isEnded = exam.status === examStatus.cancelled
  await recomputeDue(db, { companyId, examId, exam, now, actorId, staffIds: [staffId], isEnded })
}

/** The attempt, locked, of a candidate within the caller's data scope; of nobody's own. */
async function enter({ db, actor, scope, fail }: Caller, attemptId: string): Promise<AttemptRow & { candidateName: string }> {
  await lockAttempt(db, attemptId)
  const found = await findAttempt(db, attemptId)
  if (!found) return fail(protocolErrors.notFound)
  const { examId, staffId } = found
  if (staffId === actor.staffId) return fail(examErrors.ownAttempt)
  const candidate = await findCandidate(db, { examId, staffId, scope })
  if (!candidate) return fail(protocolErrors.notFound)
  return { ...found, candidateName: candidate.name }
}

async function change(
  { db, actor, now, fail, record }: Caller,
  found: AttemptRow & { candidateName: string },
  { name, attemptId, reason }: Wanted,
) {
  const { companyId, staffId: actorId } = actor
  const { examId, state: from } = found
  const stateBeforeVoid = await selectStateBeforeVoid(db, attemptId)
  const done = transitionAttempt({ state: from, stateBeforeVoid }, { name, reason })
  if (!done.allowed) return fail(examErrors.attemptState, { text: done.message })
  const { standing } = done
  await updateStanding(db, { attemptId, from, ...standing, type: name, reason, actorId, now })
  await emit(db, attemptVoided, companyId, { attemptId, examId, isVoided: standing.state === 'voided' })
  const labels = { before: { state: attemptStateLabels[from] }, after: { state: attemptStateLabels[standing.state] } }
  record({ targetId: attemptId, targetName: found.candidateName, ...labels, reason })
  return { attemptId, state: standing.state }
}
