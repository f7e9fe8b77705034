import { protocolErrors } from '@kaopei/contract'
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { examKind, findCandidate, reachOf } from '@kaopei/exam/server'
import { type Context, type Fail, type Handlers, implement, type LogEntry } from '@kaopei/server'
import { type AttemptRow, attemptStateLabels, findAttempt, isClosed } from '@kaopei/sitting/server'
import {
  anomalyStateLabels,
  caseLabels,
  evidenceLabels,
  stepLabels,
  verdictLabels,
  verdictReasonText,
} from '../../contract/verdicts/verdict-codes.ts'
import { verdictErrors } from '../../contract/verdicts/verdict-errors.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { findWatch } from '../pieces/watch.sql.ts'
import { findReachedExam } from '../review/reached-exam.ts'
import { settle } from './anomalies.ts'
import { type AttemptOfExam, selectAnomalies } from './anomaly.sql.ts'
import { linkedFiles } from './appeal-file.sql.ts'
import { type Stepping, stepCase } from './case.service.ts'
import { availableEvidence, problemOf } from './evidence.ts'
import { countCases, selectCases, selectSums } from './list.sql.ts'
import { savePolicy, selectPolicy } from './policy.sql.ts'
import { tellCandidate } from './tell-candidate.ts'
import { type StepRow, selectSteps, standingOf } from './verdict.sql.ts'
import { type CaseStanding, type CaseStep, takeStep } from './verdict-transition.ts'

type Caller = Pick<Context<typeof verdicts.judge>, 'db' | 'actor' | 'now' | 'scope' | 'record' | 'services'>
type Refusals =
  | typeof protocolErrors.notFound
  | (typeof verdictErrors)['wrongState' | 'ownCase' | 'samePerson' | 'notProposer' | 'mayNotVoid']
type Found = AttemptOfExam & { readonly attempt: AttemptRow; readonly name: string; readonly department: string | null }

const handlers: Handlers<typeof verdicts> = {
  list: async ({ pageIndex, pageSize, examinationId: examId, ...query }, { actor, db, scope, fail }) => {
    const reach = reachOf(actor, scope)
    const exam = await findReachedExam(db, reach, examId)
    if (!exam) return fail(protocolErrors.notFound)
    const wish = { examId, reach, callerId: actor.staffId, keyWords: query.keyWords, state: query.state, anomaly: query.anomaly }
    const { open, held } = await selectSums(db, wish)
    const cases = await selectCases(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: cases.map((one) => ({ ...one, isOwn: one.staffId === actor.staffId })),
      totalCount: await countCases(db, wish),
      ...{ examName: titleOfExam(exam.name, examSettings.parse(exam.settings)), openCount: open, heldCount: held },
    }
  },

  get: async ({ examinationResultId }, context) => {
    const { db, actor, now, fail, services } = context
    const found = await find(context, examinationResultId)
    if (!found) return fail(protocolErrors.notFound)
    // What is proposed, by whom, and what colleagues write to each other is not for whom it is about.
    if (found.staffId === actor.staffId) return fail(verdictErrors.ownCase)
    const { attempt } = found
    const filesOf = await linkedFiles(db, services, attempt.id)
    const steps = await selectSteps(db, attempt.id)
    const standing = standingOf(steps)
    const policy = await selectPolicy(db)
    const hands = { actorId: actor.staffId, candidateId: found.staffId, now, ...policy }
    const may = (step: CaseStep) => isClosed(attempt.state) && takeStep(standing, step, hands).allowed
    return {
      ...{ examinationResultId, staffId: found.staffId, staffName: found.name, department: found.department },
      ...{ attemptNumber: attempt.number, submitTime: attempt.submittedAt, examinationId: found.examId, examName: attempt.title },
      ...{ state: standing.state, verdict: standing.verdict, appealUntil: standing.appealUntil },
      attemptState: attemptStateLabels[attempt.state],
      anomalies: (await selectAnomalies(db, attempt.id)).map(({ openedAt, settledAt, ...anomaly }) => ({
        ...anomaly,
        openedTime: openedAt,
        settledTime: settledAt,
      })),
      steps: steps.map((step) => ({ ...shownStep(step), files: filesOf(step.number) })),
      isRecorded: (await findWatch(db, attempt.id)) !== undefined,
      needsSecond: policy.needsSecond,
      hasChangedScore: (steps.findLast(({ state }) => state === 'confirmed')?.effect ?? null) !== null,
      may: {
        judge: may({ name: 'judge', verdict: 'clean' }),
        confirm: may({ name: 'confirm' }),
        withdraw: may({ name: 'withdraw' }),
        decide: may({ name: 'uphold' }),
      },
      available: await availableEvidence(db, attempt.id),
    }
  },

  settleAnomaly: async ({ examinationResultId, kind, state, note, count }, context) => {
    const { db, actor, now, record, fail } = context
    const found = await find(context, examinationResultId)
    if (!found) return fail(protocolErrors.notFound)
    if (found.staffId === actor.staffId) return fail(verdictErrors.ownCase)
    const changed = await settle(db, found, { kinds: [kind], state, note, most: count, byId: actor.staffId, now })
    if (changed === 0) return fail(verdictErrors.anomalyGone)
    const after = { anomaly: evidenceLabels[kind], anomalyState: anomalyStateLabels[state] }
    record({ targetId: examinationResultId, targetName: found.name, after, reason: note })
    return { examinationResultId }
  },

  judge: async ({ examinationResultId, verdict, reason, evidence, note, toldText }, context) => {
    const { db, fail } = context
    const found = await find(context, examinationResultId)
    if (!found) return fail(protocolErrors.notFound)
    if (!isClosed(found.attempt.state)) return fail(verdictErrors.notClosed)
    const problem = problemOf({ verdict, evidence, note }, await availableEvidence(db, examinationResultId))
    if (problem) return fail(verdictErrors[problem])
    const words = { reasonCode: reason, evidence: [...new Set(evidence)], note, toldText }
    return move({ ...context, fail }, found, { step: { name: 'judge', verdict }, words })
  },

  answerProposal: async ({ examinationResultId, answer, note }, context) => {
    const found = await find(context, examinationResultId)
    if (!found) return context.fail(protocolErrors.notFound)
    return move(context, found, { step: { name: answer }, words: { note } })
  },

  decideAppeal: async ({ examinationResultId, outcome, note, toldText }, context) => {
    const found = await find(context, examinationResultId)
    if (!found) return context.fail(protocolErrors.notFound)
    return move(context, found, { step: { name: outcome }, words: { note, toldText } })
  },

  getPolicy: async (_input, { db }) => selectPolicy(db),

  savePolicy: async (policy, { db, record, fail }) => {
    const before = await selectPolicy(db)
    if (!(await savePolicy(db, policy))) return fail(verdictErrors.policyMoved)
    const after = await selectPolicy(db)
    const told = ({ needsSecond, appealDays, violationScore }: typeof after) => ({ needsSecond, appealDays, violationScore })
    record({ targetId: db.companyId, targetName: '裁定规则', before: told(before), after: told(after) })
    return after
  },
}

/** The attempt of an exam, of somebody whom the caller reaches. */
async function find({ db, actor, scope }: Pick<Caller, 'db' | 'actor' | 'scope'>, attemptId: string): Promise<Found | undefined> {
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.ownerKind !== examKind) return undefined
  const { ownerId: examId, staffId } = attempt
  const person = await findCandidate(db, { examId, staffId, scope: reachOf(actor, scope) })
  return person && { attempt, attemptId, examId, staffId, name: person.name, department: person.department }
}

async function move(
  { db, actor, now, record, fail, services }: Caller & { readonly fail: Fail<Refusals> },
  found: Found,
  stepping: Omit<Stepping, 'actorId' | 'now'>,
) {
  const { attemptId, examId, staffId } = found
  const done = await stepCase(db, { attemptId, examId, staffId }, { ...stepping, actorId: actor.staffId, now })
  switch (done.outcome) {
    case 'mayNotVoid':
      return fail(verdictErrors.mayNotVoid, { text: done.text })
    case 'notCandidate':
    case 'appealOver':
      return fail(verdictErrors.wrongState)
    case 'done':
      await tellCandidate(db, services, { attemptId, staffId, examName: found.attempt.title, now })
      record(entryOf(found, done, stepping.words.note))
      return { examinationResultId: attemptId, state: done.after.state }
    default:
      return fail(verdictErrors[done.outcome])
  }
}

function entryOf(
  { attemptId, name }: Found,
  { before, after }: { before: CaseStanding; after: CaseStanding },
  note = '',
): LogEntry {
  const told = ({ state, verdict }: CaseStanding) => ({
    caseState: caseLabels[state],
    verdict: verdict && verdictLabels[verdict],
  })
  return { targetId: attemptId, targetName: name, before: told(before), after: told(after), reason: note || null }
}

function shownStep({ reasonCode, step, at, readAt, ...row }: StepRow) {
  const { proposedBy: _proposed, confirmedBy: _confirmed, appealUntil: _until, effect: _effect, byId: _by, ...shown } = row
  return { ...shown, step: stepLabels[step], reasonText: verdictReasonText(reasonCode), time: at, readTime: readAt }
}

export const verdictEndpoints = implement(verdicts, handlers)
