import type { OutputOf } from '@kaopei/contract'
import { formatInstant } from '@kaopei/web'
import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import type { examOverrides } from '../../contract/exam-overrides.ts'
import { extraText } from './extra-time.ts'
import { attemptsText, limitText, sourceText } from './override-text.ts'

export type PersonTimesFacts = OutputOf<typeof examOverrides.ofPerson>
type Field = PersonTimesFacts['sources'][number]['field']

/** What holds for one candidate, and where each part is from. */
export function PersonTimes({ facts }: { readonly facts: PersonTimesFacts }): ReactNode {
  const { openAt, closeAt, limitMinutes, attemptsAllowed, dueTime } = facts
  const from = (field: Field) => {
    const source = facts.sources.find((one) => one.field === field)
    return source ? <span className="kp-hint">（{sourceText(source)}）</span> : null
  }
  const extra = extraText(facts)
  const isMoved = facts.sources.some(({ field, source }) => field === 'closeAt' && source === 'exam') && extra !== ''
  const rows: [string, ReactNode][] = [
    [
      '开始时间',
      <>
        {openAt === null ? '不限' : formatInstant(openAt)}
        {from('openAt')}
      </>,
    ],
    [
      '结束时间',
      <>
        {closeAt === null ? '不限' : formatInstant(closeAt)}
        {from('closeAt')}
        {isMoved && <span className="kp-hint">已含加时</span>}
      </>,
    ],
    [
      '答题时长',
      <>
        {limitText(limitMinutes).replace('时长 ', '')}
        {from('limitMinutes')}
        {limitMinutes > 0 && extra !== '' && <span className="kp-hint">已含加时</span>}
      </>,
    ],
    [
      '允许次数',
      <>
        {attemptsText(attemptsAllowed).replace('可考 ', '')}
        {from('attemptsAllowed')}
      </>,
    ],
    [
      '按比例加时',
      <>
        {facts.extraPercent}%{from('extraPercent')}
      </>,
    ],
    [
      '另加分钟数',
      <>
        {facts.extraMinutes} 分钟{from('extraMinutes')}
      </>,
    ],
    ...(dueTime === null ? [] : [['正在答题，截止', formatInstant(dueTime, 'YYYY-MM-DD HH:mm:ss')] as [string, ReactNode]]),
  ]
  return (
    <Descriptions
      size="small"
      bordered
      column={1}
      title="目前生效的时间"
      items={rows.map(([label, children]) => ({ key: label, label, children }))}
    />
  )
}
