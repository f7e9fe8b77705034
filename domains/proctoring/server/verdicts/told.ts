/** What a candidate is told of a case: never a proposal, never who judged, never the note for colleagues. */
import { isHarmful, type VerdictKind, verdictReasonText } from '../../contract/verdicts/verdict-codes.ts'
import { lastJudged } from './case.service.ts'
import { type StepRow, standingOf } from './verdict.sql.ts'

const shown = new Set<StepRow['state']>(['warning', 'confirmed', 'appealed', 'upheld', 'overturned'])

export interface Told {
  readonly state: StepRow['state']
  readonly verdict: VerdictKind
  /** The step that the candidate reads last; reading it is noted. */
  readonly number: number
  readonly isRead: boolean
  readonly toldTime: Date
  readonly appealUntil: Date | null
  readonly reasonText: string
  readonly toldText: string
  readonly effectText: string
  readonly course: readonly CourseStep[]
}

export interface CourseStep {
  readonly kind: 'told' | 'appealed' | 'upheld' | 'overturned'
  /** Of the case. */
  readonly number: number
  readonly time: Date
  readonly verdict: VerdictKind
  readonly reasonText: string
  readonly text: string
}

/** Undefined while nothing is to be told. */
export function toldOf(taken: readonly StepRow[], now: Date): Told | undefined {
  const steps = heardOf(taken)
  const { state, verdict, appealUntil } = standingOf(steps)
  const last = steps.at(-1)
  const judged = lastJudged(steps)
  if (!last || !judged || verdict === null) return undefined
  const decided =
    steps.findLast(({ step }) => step === 'confirm' || step === 'decide' || step === 'warn' || step === 'clear') ?? last
  const read = steps.findLast(({ step }) => step !== 'appeal') ?? last
  return {
    ...{ state, verdict, number: read.number, isRead: read.readAt !== null, toldTime: decided.at },
    appealUntil: state === 'confirmed' && appealUntil !== null && now <= appealUntil ? appealUntil : null,
    reasonText: verdictReasonText(judged.reasonCode),
    toldText: judged.toldText,
    effectText: effectOf(decided, state),
    course: courseOf(steps),
  }
}

/**
 * A proposal, or one that came to nothing, hides nothing of what was told before it. Clean is told to whoever has a warning: it is taken back; nobody
 * else has heard of anything.
 */
function heardOf(steps: readonly StepRow[]): readonly StepRow[] {
  return steps.slice(0, steps.findLastIndex((step, index) => shown.has(step.state) || takesBack(steps, index)) + 1)
}

export function takesBack(steps: readonly StepRow[], index: number): boolean {
  if (steps[index]?.step !== 'clear') return false
  const before = steps.slice(0, index).findLast(({ state }) => shown.has(state) || state === 'clean')
  return before?.state === 'warning'
}

/** What the candidate was told and has said, also of an earlier round: proposals, withdrawn ones and what colleagues wrote are not theirs to see. */
function courseOf(steps: readonly StepRow[]): CourseStep[] {
  return steps.flatMap((step, index): CourseStep[] => {
    const kind = takesBack(steps, index) ? 'told' : courseKinds[step.step]
    const judged = lastJudged(steps.slice(0, index + 1))
    if (!kind || !judged || step.verdict === null) return []
    const { number, at: time, verdict } = step
    const text = kind === 'told' ? judged.toldText : step.toldText
    return [{ kind, number, time, verdict, reasonText: verdictReasonText(judged.reasonCode), text }]
  })
}

const courseKinds: Readonly<Partial<Record<StepRow['step'], CourseStep['kind']>>> = {
  warn: 'told',
  decide: 'told',
  confirm: 'told',
  appeal: 'appealed',
  uphold: 'upheld',
  overturn: 'overturned',
}

function effectOf({ verdict, effect }: StepRow, state: StepRow['state']): string {
  if (verdict === null || !isHarmful(verdict)) return '成绩不变'
  if (state === 'overturned') return effect === null ? '裁定已撤销，成绩不变' : '裁定已撤销，成绩已恢复'
  if (verdict === 'void') return '答卷作废，成绩无效'
  return effect === 'capped' ? '成绩计为 0 分' : '成绩不变'
}
