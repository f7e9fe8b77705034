import type { ReactNode } from 'react'
import type { CheckResult } from './device-check.ts'

const stateWords: Record<CheckResult['state'], string> = { good: '通过', warn: '注意', bad: '未通过' }

export function Check({ result: { name, state, text } }: { result: Pick<CheckResult, 'name' | 'state' | 'text'> }): ReactNode {
  return (
    <li className={`check ${state}`}>
      <span className="check-state">{stateWords[state]}</span>
      <strong>{name}</strong>
      <span>{text}</span>
    </li>
  )
}
