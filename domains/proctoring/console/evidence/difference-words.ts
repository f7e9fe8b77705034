import type { OutputOf } from '@kaopei/contract'
import { formatInstant } from '@kaopei/web'
import type { evidence } from '../../contract/evidence/evidence.ts'

type Difference = OutputOf<typeof evidence.differences>['dataList'][number]['differences'][number]

/** One difference in a sentence. */
export function differenceWords({ label, stored, rebuilt, isTime }: Difference): string {
  const said = (value: string) =>
    isTime && Number.isFinite(Number(value)) ? formatInstant(new Date(Number(value)), 'YYYY-MM-DD HH:mm:ss') : value
  return `${label}：保存为 ${said(stored)}，按事件应为 ${said(rebuilt)}`
}
