/** How far somebody is in one part of a post assessment. */
import type { CodeOf } from '@kaopei/contract'
import { partState } from '../../contract/post-codes.ts'

type State = CodeOf<typeof partState>

/** `isOver`: the assessment was closed, so nobody begins any more. */
export function examPartState(attemptState: string | undefined, isOver: boolean): State {
  if (attemptState === undefined) return isOver ? partState.missed : partState.open
  if (attemptState === 'published') return partState.done
  if (attemptState === 'voided') return partState.voided
  return underWay.includes(attemptState) ? partState.begun : partState.scoring
}

const underWay: readonly string[] = ['in_progress', 'paused', 'submitting']

export interface ScaleStanding {
  readonly isBegun: boolean
  readonly isSubmitted: boolean
  readonly isWithdrawn: boolean
  readonly hasResult: boolean
  readonly isVoid: boolean
  readonly isErased: boolean
}

/** Whoever did not agree to be asked, or took that back, has withdrawn: it is said, and counts as nothing. */
export function scalePartState(standing: ScaleStanding | undefined, isOver: boolean): State {
  if (standing?.hasResult) return standing.isVoid ? partState.voided : partState.done
  if (standing?.isErased) return partState.erased
  if (standing?.isWithdrawn) return partState.withdrawn
  if (standing?.isSubmitted) return partState.scoring
  if (isOver) return partState.missed
  return standing?.isBegun ? partState.begun : partState.open
}

const settled: readonly number[] = [partState.done, partState.missed, partState.withdrawn, partState.voided, partState.erased]

/** Nothing more comes of it by itself. */
export const isSettled = (state: number): boolean => settled.includes(state)
