import { useCall } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { converters } from '../contract/converters.ts'

/** What the machines that convert lack, said where it explains why files cannot be learnt with. */
export function ConverterTroubles(): ReactNode {
  const { data } = useCall(converters.status, undefined, { staleMs: 60_000 })
  return data?.troubles.map(({ tone, text }) => (
    <Alert key={text} type={tone === 'danger' ? 'error' : 'warning'} showIcon title={text} className="kp-ware-trouble" />
  ))
}
