import type { OutputOf } from '@kaopei/contract'
import { type CallState, useCall } from '@kaopei/web'
import { composeStatus, review } from '../../contract/review.ts'

type Recorded = OutputOf<typeof review.getRecord>

/** Addresses of recordings end after a quarter of an hour at the earliest: before that they are asked for anew. */
export const freshLinksMs = 12 * 60_000
const composingMs = 4000

/** A record; somebody who watches by pieces gets the film as soon as it is there, and whoever watches long goes on. */
export function useRecord(examinationResultId: string): CallState<Recorded> {
  return useCall(review.getRecord, { examinationResultId }, { refetchInterval: nextLook })
}

type Composing = { readonly [Name in 'screen' | 'first' | 'second']: { readonly composeStatus: number | null } }

export function nextLook(data: (Composing & Pick<Recorded, 'isOpen'>) | undefined): number | false {
  if (!data?.isOpen) return false
  // Composing is the worker's: only asking tells when it is done.
  const isComposing = [data.screen, data.first, data.second].some(
    ({ composeStatus: state }) => state === composeStatus.waiting || state === composeStatus.composing,
  )
  return isComposing ? composingMs : freshLinksMs
}
