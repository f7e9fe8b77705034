import type { Tone } from '@kaopei/contract'
import { ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import {
  type AnomalyKind,
  anomalyStateLabels,
  type CaseState,
  caseLabels,
  evidenceLabels,
  isHarmful,
  type VerdictKind,
  verdictLabels,
} from '../../contract/verdicts/verdict-codes.ts'

const tones: Readonly<Record<CaseState, Tone>> = {
  notReviewed: 'neutral',
  clean: 'success',
  warning: 'warning',
  proposed: 'active',
  confirmed: 'danger',
  appealed: 'active',
  upheld: 'danger',
  overturned: 'success',
}

/** Where a case stands, with what is proposed or decided. */
export function CaseTag({ state, verdict }: { readonly state: CaseState; readonly verdict: VerdictKind | null }): ReactNode {
  const named = verdict !== null && isHarmful(verdict) ? `${verdictLabels[verdict]}・${caseLabels[state]}` : caseLabels[state]
  return <ToneTag tone={tones[state]}>{named}</ToneTag>
}

interface Anomaly {
  readonly kind: AnomalyKind
  readonly state: keyof typeof anomalyStateLabels
  readonly count: number
}

const anomalyTones: Readonly<Record<Anomaly['state'], Tone>> = { open: 'warning', confirmed: 'danger', dismissed: 'neutral' }
const shortLabels: Readonly<Record<AnomalyKind, string>> = { mark: '画面标记', absence: '切屏超限', gap: '记录缺失' }

export function AnomalyTag({ kind, state, count }: Anomaly): ReactNode {
  return (
    <span title={evidenceLabels[kind]}>
      <ToneTag tone={anomalyTones[state]}>{`${shortLabels[kind]} ${count}・${anomalyStateLabels[state]}`}</ToneTag>
    </span>
  )
}
