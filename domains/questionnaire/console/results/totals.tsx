import type { OutputOf } from '@kaopei/contract'
import { formatNumber } from '@kaopei/web'
import type { ReactNode } from 'react'
import { fewest, type questionnaireResults } from '../../contract/results.ts'

type Statistics = OutputOf<typeof questionnaireResults.statistics>
interface Props extends Omit<Statistics, 'figures' | 'isTooFew'> {
  readonly isAnonymous: boolean
}

/** How many were asked, took part, and are counted. Whoever took part in an anonymous one and whose sheet has come are told apart. */
export function Totals(props: Props): ReactNode {
  const { sheetCount, screenedOutCount, answeredCount, receivedCount, invitedCount, waitingCount, mayFilter } = props
  const { isAnonymous } = props
  const people = (count: number) => `${formatNumber(count)} 人`
  const sheets = (count: number) => `${formatNumber(count)} 份`
  return (
    <>
      <dl className="kp-card kp-qr-totals">
        <Total label="统计的答卷" value={sheetCount === null ? '不显示' : sheets(sheetCount)} />
        {isAnonymous && <Total label="参与" value={people(answeredCount)} />}
        <Total label="已收到" value={sheets(receivedCount)} />
        {invitedCount !== null && <Total label="应答" value={people(invitedCount)} />}
        {invitedCount !== null && invitedCount > 0 && (
          <Total label="回收率" value={`${Math.round((receivedCount / invitedCount) * 1000) / 10}%`} />
        )}
        {screenedOutCount !== null && screenedOutCount > 0 && <Total label="配额已满未计入" value={sheets(screenedOutCount)} />}
        {waitingCount > 0 && <Total label={mayFilter ? '不足一批未写入' : '等待成批写入'} value={sheets(waitingCount)} />}
      </dl>
      {waitingCount > 0 && !mayFilter && (
        <p className="kp-hint">匿名答卷满 {fewest} 份才打乱后成批写入统计，问卷结束时写入其余的。</p>
      )}
      {isAnonymous && answeredCount > receivedCount && (
        <p className="kp-hint">
          {answeredCount - receivedCount}{' '}
          人参与后答卷还没有收到：可能正在提交，也可能换了浏览器后没有再提交。匿名问卷不知道是谁，凭证也不能补发。
        </p>
      )}
    </>
  )
}

function Total({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
