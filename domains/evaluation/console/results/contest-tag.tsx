import { ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import { contestState } from '../../contract/codes.ts'

/** Beside a verdict: that the person contests it, or was answered; nothing where they said nothing. */
export function ContestTag({ state }: { readonly state: number }): ReactNode {
  if (state === contestState.none) return null
  return <ToneTag tone={state === contestState.open ? 'warning' : 'neutral'}>异议{contestState.label(state)}</ToneTag>
}
