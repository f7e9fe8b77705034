/** What a candidate is told of a case: never a proposal, never who judged, never the note for colleagues. */
import { isHarmful, type VerdictKind, verdictReasonText } from '../../contract/verdicts/verdict-codes.ts'
import { lastJudged } from './case.service.ts'
import { type StepRow, standingOf } from './verdict.sql.ts'

const shown = new Set(['warning', 'confirmed', 'appealed', 'upheld', 'overturned'])

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
  readonly appeal: { readonly text: string; readonly time: Date } | null
  readonly decision: { readonly isUpheld: boolean; readonly text: string; readonly time: Date } | null
}

/** Undefined while nothing is to be told. */
export function toldOf(steps: readonly StepRow[], now: Date): Told | undefined {
  const { state, verdict, appealUntil } = standingOf(steps)
  const last = steps.at(-1)
  const judged = lastJudged(steps)
  if (!last || !judged || verdict === null || !shown.has(state)) return undefined
  const decided = steps.findLast(({ step }) => step === 'confirm' || step === 'decide' || step === 'warn') ?? last
  // Of an earlier round that was overturned neither appeal nor decision is of this verdict.
  const since = steps.filter(({ number }) => number > judged.number)
  const appeal = since.findLast(({ step }) => step === 'appeal')
  const decision = since.findLast(({ step }) => step === 'uphold' || step === 'overturn')
  const read = steps.findLast(({ step }) => step !== 'appeal') ?? last
  return {
    ...{ state, verdict, number: read.number, isRead: read.readAt !== null, toldTime: decided.at },
    appealUntil: state === 'confirmed' && appealUntil !== null && now <= appealUntil ? appealUntil : null,
    reasonText: verdictReasonText(judged.reasonCode),
    toldText: judged.toldText,
    effectText: effectOf(decided, state),
    appeal: appeal ? { text: appeal.toldText, time: appeal.at } : null,
    decision: decision ? { isUpheld: decision.step === 'uphold', text: decision.toldText, time: decision.at } : null,
  }
}

function effectOf({ verdict, effect }: StepRow, state: StepRow['state']): string {
  if (verdict === null || !isHarmful(verdict)) return '成绩不变'
  if (state === 'overturned') return '裁定已撤销，成绩已恢复'
  if (verdict === 'void') return '答卷作废，成绩无效'
  return effect === 'capped' ? '成绩计为 0 分' : '成绩不变'
}
