import { supplier } from '@kaopei/messaging/contract/supplier'
import type { MessageKey } from '@kaopei/messaging/contract/template-catalogue'
import { useCall } from '@kaopei/web'
import { wayWords } from './way-words.ts'

/** Why a way leads nowhere for this message; '' where it leads to people. Undefined: not known yet. */
export function useWayTrouble(message: MessageKey): ((way: string) => string) | undefined {
  const carried = useCall(supplier.state).data
  if (!carried) return undefined
  return (way) => {
    if (way !== 'sms' && way !== 'mail') return ''
    if (!carried[way]) return `尚未接入${wayWords[way]}服务`
    return way === 'sms' && !carried.smsMessages.includes(message) ? '没有为此类短信设置服务商模板编号' : ''
  }
}
