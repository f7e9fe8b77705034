import { Popconfirm, Switch } from 'antd'
import type { ReactNode } from 'react'

interface EarlyViewProps {
  readonly id?: string
  readonly value?: boolean
  readonly disabled?: boolean
  readonly onChange?: (isOn: boolean) => void
}

/** Turning it on shows a paper to people while others still sit it: that must be meant. */
export function EarlyViewSwitch({ id, value = false, disabled = false, onChange }: EarlyViewProps): ReactNode {
  return (
    <Popconfirm
      title="确定允许提前查看吗？"
      description="其他考生尚未考完时，已交卷的考生就能看到试题、对错或成绩。"
      disabled={disabled || value}
      onConfirm={() => onChange?.(true)}
    >
      <Switch id={id} checked={value} disabled={disabled} onChange={(isOn) => !isOn && onChange?.(false)} />
    </Popconfirm>
  )
}
