/** One step of a case, with what it does to the attempt and what figures count. */
import { restoreResult, voidResult } from '@kaopei/exam/server'
import { keepFinding } from '@kaopei/result/server'
import type { Db } from '@kaopei/server'
import { capScore, lockAttempt } from '@kaopei/sitting/server'
import {
  type AnomalyKind,
  anomalyKind,
  type EvidenceKind,
  verdictLabels,
  verdictReasonText,
} from '../../contract/verdicts/verdict-codes.ts'
import { holdRecordings, releaseHold } from '../retention/holds.ts'
import { settle } from './anomalies.ts'
import type { AttemptOfExam } from './anomaly.sql.ts'
import { selectPolicy, type VerdictPolicy } from './policy.sql.ts'
import { insertStep, type NewStep, type StepRow, selectSteps, standingOf } from './verdict.sql.ts'
import { type CaseStanding, type CaseStep, isHeldAgainst, type Refusal, takeStep } from './verdict-transition.ts'

/** The reason under which an appeal holds the recordings. */
const appealHold = '考生申诉处理中'

export interface Words {
  readonly reasonCode?: string | null
  readonly evidence?: readonly EvidenceKind[]
  readonly note?: string
  readonly toldText?: string
}

export interface Stepping {
  readonly step: CaseStep
  readonly words: Words
  readonly actorId: string
  readonly now: Date
}

export type Stepped =
  | { readonly outcome: 'done'; readonly number: number; readonly before: CaseStanding; readonly after: CaseStanding }
  | { readonly outcome: Refusal }
  /** The exam's door refuses: why, in words. */
  | { readonly outcome: 'mayNotVoid'; readonly text: string }

class DoorClosed extends Error {}

export async function stepCase(db: Db, attempt: AttemptOfExam, stepping: Stepping): Promise<Stepped> {
  const { step, words, actorId, now } = stepping
  await lockAttempt(db, attempt.attemptId)
  const policy = await selectPolicy(db)
  const steps = await selectSteps(db, attempt.attemptId)
  const before = standingOf(steps)
  const hands = { actorId, candidateId: attempt.staffId, now, ...policy }
  const taken = takeStep(before, step, hands)
  if (!taken.allowed) return { outcome: taken.why }
  const after = taken.standing
  const judged = lastJudged(steps)
  const reasonCode = words.reasonCode ?? judged?.reasonCode ?? null
  const told: Omit<NewStep, 'effect'> = {
    ...{ number: steps.length + 1, step: taken.step, standing: after, reasonCode },
    ...{ evidence: words.evidence ?? [], note: words.note ?? '', toldText: words.toldText ?? '', byId: actorId, now },
  }
  try {
    const effect = await act(db, attempt, { ...told, steps, policy })
    await insertStep(db, attempt, { ...told, effect })
  } catch (error) {
    if (error instanceof DoorClosed) return { outcome: 'mayNotVoid', text: error.message }
    throw error
  }
  await keepFinding(db, { ...attempt, kind: 'cheat', holds: isHeldAgainst(after), now })
  await followAnomalies(db, attempt, { ...told, evidence: words.evidence ?? judged?.evidence ?? [] })
  return { outcome: 'done', number: told.number, before, after }
}

/** The step that says what is judged and why. */
export function lastJudged(steps: readonly StepRow[]): StepRow | undefined {
  return steps.findLast(({ step }) => step === 'clear' || step === 'warn' || step === 'propose' || step === 'decide')
}

type Acting = Omit<NewStep, 'effect'> & { readonly steps: readonly StepRow[]; readonly policy: VerdictPolicy }

/** What a step does to the attempt: only what is confirmed does anything, and what is overturned takes back what its own verdict did. */
async function act(db: Db, { attemptId }: AttemptOfExam, acting: Acting): Promise<NewStep['effect']> {
  const { step, standing, reasonCode, steps, policy, byId: actorId, now } = acting
  const { verdict } = standing
  const reason = `${verdict === null ? '' : verdictLabels[verdict]}：${verdictReasonText(reasonCode)}`
  const change = { attemptId, reason, actorId, now }
  if (step === 'appeal') await holdRecordings(db, attemptId, appealHold)
  if (step === 'uphold' || step === 'overturn') await releaseHold(db, attemptId, appealHold)
  if (step === 'confirm' || step === 'decide') {
    if (verdict === 'void') return (await isVoidAlready(db, change)) ? null : 'voided'
    if (verdict !== 'violation' || policy.violationScore === 'keep') return null
    await capScore(db, { ...change, capHundredths: 0 })
    return 'capped'
  }
  if (step !== 'overturn') return null
  const effect = steps.findLast(({ state }) => state === 'confirmed')?.effect
  const back = { ...change, reason: `申诉成立，撤销裁定：${verdictReasonText(reasonCode)}` }
  if (effect === 'capped') await capScore(db, { ...back, capHundredths: null })
  if (effect !== 'voided') return null
  const restored = await restoreResult(db, back)
  if (restored.outcome === 'otherOpen') throw new DoorClosed('该考生正在作答另一份答卷，请等其交卷后再裁决')
  // Somebody has restored it by hand meanwhile: what was to be reached is reached.
  return null
}

/** Void from before is left as it is, and stays so when the verdict is overturned. */
async function isVoidAlready(
  db: Db,
  change: { attemptId: string; reason: string; actorId: string; now: Date },
): Promise<boolean> {
  const done = await voidResult(db, change)
  return done.outcome === 'refused'
}

/** A clean verdict dismisses what is open; a confirmed one confirms what it rests on. */
async function followAnomalies(db: Db, attempt: AttemptOfExam, told: Omit<NewStep, 'effect'>): Promise<void> {
  const { step, evidence, byId, now } = told
  if (step === 'clear') {
    await settle(db, attempt, { kinds: anomalyKind.options, state: 'dismissed', note: '裁定为无异常', byId, now })
  }
  // What the verdict rested on was somebody's view, which a third person does not share.
  if (step === 'overturn') {
    const kinds = anomalyKind.options.filter((kind) => evidence.includes(kind))
    await settle(db, attempt, { kinds, state: 'dismissed', note: '申诉成立，裁定已撤销', byId, now })
  }
  if (step !== 'confirm' && step !== 'decide' && step !== 'warn') return
  const kinds: AnomalyKind[] = anomalyKind.options.filter((kind) => evidence.includes(kind))
  await settle(db, attempt, { kinds, state: 'confirmed', note: '作为裁定依据', byId, now })
}
