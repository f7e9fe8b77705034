import { formatNumber, ToneTag } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { MerchantRow } from '../contract/merchant.ts'

export function validityOf({ validFrom, validUntil }: Pick<MerchantRow, 'validFrom' | 'validUntil'>): string {
  if (validFrom === null && validUntil === null) return '长期有效'
  return `${validFrom ?? '不限'} 至 ${validUntil ?? '不限'}`
}

/** Used of quota; above it in words too, not in colour alone. */
export function Used({ used, quota }: { readonly used: number; readonly quota: number | null }): ReactNode {
  const text = `${formatNumber(used)} / ${quota === null ? '不限' : formatNumber(quota)}`
  const isOver = quota !== null && used > quota
  return (
    <span className="kp-number">
      {text} {isOver && <ToneTag tone="danger">超额</ToneTag>}
    </span>
  )
}
