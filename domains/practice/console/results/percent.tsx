import { Dash } from '@kaopei/web'
import { Progress } from 'antd'
import type { ReactNode } from 'react'

/** A share with its bar; nothing where nothing is claimed. */
export function PercentBar({ percent, label }: { readonly percent: number | null; readonly label: string }): ReactNode {
  return percent === null ? <Dash /> : <Progress percent={percent} size="small" aria-label={label} status="normal" />
}
