import { Dash } from '@kaopei/web'
import type { ReactNode } from 'react'

interface Props {
  readonly name: string
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
}

/** Percentage points from −50 to 50 on a line; what lies beyond stands at its end. */
const reach = 50
const placeOf = (value: number) => 50 + Math.max(-reach, Math.min(reach, value)) * (50 / reach)
const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)}`

/** A difference with its interval, beside the zero; the figures stand beside it for whoever does not see the drawing. */
export function IntervalBar({ name, difference, low, high }: Props): ReactNode {
  if (difference === null || low === null || high === null) return <Dash />
  const words = `${signed(difference)}（${signed(low)} 至 ${signed(high)}）`
  const [from, until] = [placeOf(low), placeOf(high)]
  return (
    <span className="kp-training-interval">
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label={`${name}的变化 ${words}`}>
        <line x1="50" x2="50" y1="0" y2="12" className="kp-training-zero" />
        <rect x={from} y="4" width={Math.max(1, until - from)} height="4" />
        <line x1={placeOf(difference)} x2={placeOf(difference)} y1="1" y2="11" className="kp-training-mean" />
      </svg>
      <span className="kp-number">{words}</span>
    </span>
  )
}
