import { exactNumber, formatBytes, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'

interface QuotaUsedProps {
  readonly used: number
  /** Null: without limit. */
  readonly quota: number | null
  readonly unit?: 'count' | 'bytes'
}

/** 已用 n / 共 m; what is full or beyond it in words too, not in colour alone. */
export function QuotaUsed({ used, quota, unit = 'count' }: QuotaUsedProps): ReactNode {
  const words = unit === 'bytes' ? formatBytes : exactNumber
  const isOver = quota !== null && used > quota
  const isFull = quota !== null && used === quota
  return (
    <span className="kp-number">
      已用 {words(used)} / {quota === null ? '不限' : `共 ${words(quota)}`} {isOver && <ToneTag tone="danger">超额</ToneTag>}
      {isFull && <ToneTag tone="warning">已用完</ToneTag>}
    </span>
  )
}
