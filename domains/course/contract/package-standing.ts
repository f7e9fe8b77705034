/** What a package says of a part, and what the standards make of it. */
import type { PackageState } from '@kaopei/courseware/contract/package-messages'

export interface PartRules {
  readonly standard: '1.2' | '2004'
  /** 0 to 100, of the manifest. */
  readonly masteryScore: number | null
}

/** The state as it is kept: whether a score suffices is judged here, never by the package, wherever its manifest names one. */
export function judgedState({ standard, masteryScore }: PartRules, state: PackageState, isFinished: boolean): PackageState {
  return standard === '1.2' ? judged12(masteryScore, state, isFinished) : judged2004(masteryScore, state)
}

function judged12(masteryScore: number | null, state: PackageState, isFinished: boolean): PackageState {
  const status = ended12(state, isFinished)
  const isJudged =
    status !== 'not attempted' && status !== 'browsed' && (status !== 'incomplete' || endsForGood(state, isFinished))
  if (masteryScore === null || state.scoreHundredths === null || !isJudged)
    return { ...state, status, success: successOf(status) }
  const verdict = verdictOf(masteryScore, state.scoreHundredths)
  return { ...state, status: verdict, success: verdict }
}

/** Of 1.2: whoever ends without ever having told a status has completed. */
const ended12 = (state: PackageState, isFinished: boolean): PackageState['status'] =>
  state.status === 'not attempted' && endsForGood(state, isFinished) ? 'completed' : state.status

const endsForGood = ({ exit }: PackageState, isFinished: boolean) => isFinished && exit !== 'suspend'

const successOf = (status: PackageState['status']) => (status === 'passed' || status === 'failed' ? status : 'unknown')

function judged2004(masteryScore: number | null, state: PackageState): PackageState {
  if (masteryScore === null || state.scoreHundredths === null) return state
  return { ...state, success: verdictOf(masteryScore, state.scoreHundredths) }
}

const verdictOf = (masteryScore: number, scoreHundredths: number) => (scoreHundredths >= masteryScore * 100 ? 'passed' : 'failed')

/** 1.2: completed or passed; 2004: completion completed, or success passed. */
export const isPartDone = ({ status, success }: PackageState): boolean =>
  status === 'completed' || status === 'passed' || success === 'passed'
