import { Select } from 'antd'
import type { ReactNode } from 'react'
import { skillLevel } from '../contract/codes.ts'

interface LevelSelectProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (level: number) => void
}

export function LevelSelect({ label, value, onChange }: LevelSelectProps): ReactNode {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={onChange}
      placeholder="级别"
      options={[...skillLevel.options]}
      style={{ width: '100%' }}
    />
  )
}
