import { WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

/** What is wrong, beside what is wrong: a line each. */
export function Faults({ lines }: { readonly lines: string }): ReactNode {
  if (lines === '') return null
  return (
    <ul className="kp-qn-faults">
      {lines.split('\n').map((line) => (
        <li key={line}>
          <WarningOutlined /> {line}
        </li>
      ))}
    </ul>
  )
}
