import { exactNumber, formatBytes, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'

interface QuotaUsedProps {
  readonly used: number
  /** Null: without limit. */
  readonly quota: number | null
  readonly unit?: 'count' | 'bytes'
}

/** In a narrow column the line breaks between the two, never within a number. */
const whole = { whiteSpace: 'nowrap' } as const

/** 已用 n / 共 m; what is full or beyond it in words too, not in colour alone. */
export function QuotaUsed({ used, quota, unit = 'count' }: QuotaUsedProps): ReactNode {
  const words = unit === 'bytes' ? formatBytes : exactNumber
  const isOver = quota !== null && used > quota
  const isFull = quota !== null && used === quota
  return (
    <span className="kp-number">
      <span style={whole}>已用 {words(used)}</span> <span style={whole}>/ {quota === null ? '不限' : `共 ${words(quota)}`}</span>{' '}
      {isOver && <ToneTag tone="danger">超额</ToneTag>}
      {isFull && <ToneTag tone="warning">已用完</ToneTag>}
    </span>
  )
}
