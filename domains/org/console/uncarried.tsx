import { supplier } from '@kaopei/messaging/contract/supplier'
import { useCall } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { wayWords } from './way-words.ts'

interface Props {
  /** What was chosen; other ways than these two need nobody to carry them. */
  readonly ways: readonly string[]
  readonly advice: string
}

/** Says before sending that a way leads no further than the outbox, because nobody has set up its service. */
export function Uncarried({ ways, advice }: Props): ReactNode {
  const carried = useCall(supplier.state).data
  const words = (['sms', 'mail'] as const)
    .filter((way) => carried?.[way] === false && ways.includes(way))
    .map((way) => wayWords[way])
  if (words.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginTop: 12 }}
      title={`尚未接入${words.join('和')}服务，${words.join('和')}只会保存在发件箱，不会发出。${advice}`}
    />
  )
}
