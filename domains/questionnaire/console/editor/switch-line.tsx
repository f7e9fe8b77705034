import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'

interface SwitchLineProps {
  readonly label: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function SwitchLine({ label, isOn, isDisabled = false, onChange }: SwitchLineProps): ReactNode {
  const id = useId()
  return (
    <span className="kp-qn-switch">
      <Switch id={id} size="small" checked={isOn} disabled={isDisabled} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
