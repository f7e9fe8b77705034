import type { MessageKey } from '@kaopei/messaging/contract/template-catalogue'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useWayTrouble } from '../use-way-trouble.ts'
import { wayWords } from '../way-words.ts'

interface Props {
  readonly message: MessageKey
  readonly advice: string
}

/** Says why a way cannot be chosen: nobody carries this message. */
export function Uncarried({ message, advice }: Props): ReactNode {
  const troubleOf = useWayTrouble(message)
  const lines = (['sms', 'mail'] as const).flatMap((way) => {
    const trouble = troubleOf?.(way)
    return trouble ? [`${trouble}，不能选择${wayWords[way]}。`] : []
  })
  if (lines.length === 0) return null
  return <Alert type="warning" showIcon style={{ marginTop: 12 }} title={`${lines.join('')}${advice}`} />
}
