import { formatNumber, Loaded, useCall } from '@kaopei/web'
import { Alert } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import { fewest, questionnaireResults } from '../../contract/results.ts'
import { FigureCard } from './figure-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { writtenIn } from './places.ts'
import { noFilter, type WishedFilter } from './wished-filter.ts'
import './results.css'

/** Each question with what was answered: over everybody, or over those that filters leave. */
export default function Statistics({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id } = detail
  const [filter, setFilter] = useState<WishedFilter>(noFilter)
  const asked = useCall(questionnaireResults.statistics, { id, ...filter }, { keepPrevious: true })
  const written = useMemo(() => writtenIn(detail.definition), [detail.definition])
  const mayFilter = asked.data?.mayFilter ?? !detail.isAnonymous
  return (
    <>
      <FilterBar {...{ detail, filter, mayFilter }} onChange={setFilter} />
      <Loaded of={asked}>
        {({ sheetCount, screenedOutCount, answeredCount, invitedCount, waitingCount, isTooFew, figures }) => (
          <>
            <dl className="kp-card kp-qr-totals">
              <Total label="统计的答卷" value={sheetCount === null ? '不显示' : `${formatNumber(sheetCount)} 份`} />
              <Total label="已答" value={`${formatNumber(answeredCount)} 人次`} />
              {invitedCount !== null && <Total label="应答" value={`${formatNumber(invitedCount)} 人`} />}
              {invitedCount !== null && invitedCount > 0 && (
                <Total label="回收率" value={`${Math.round((answeredCount / invitedCount) * 1000) / 10}%`} />
              )}
              {screenedOutCount !== null && screenedOutCount > 0 && (
                <Total label="配额已满未计入" value={`${formatNumber(screenedOutCount)} 份`} />
              )}
              {waitingCount > 0 && <Total label="等待成批写入" value={`${formatNumber(waitingCount)} 份`} />}
            </dl>
            {waitingCount > 0 && <p className="kp-hint">匿名答卷满 {fewest} 份才打乱后成批写入统计，问卷结束时写入其余的。</p>}
            {isTooFew ? (
              <Alert
                type="info"
                showIcon
                title={`少于 ${fewest} 份，不显示`}
                description="匿名问卷的答卷（或筛选后的答卷）少于 5 份时不显示任何结果，以免猜出是谁答的。"
              />
            ) : (
              <div className="kp-qr-figures">
                {figures.map((figure, at) => (
                  <FigureCard
                    key={figure.elementId}
                    figure={figure}
                    number={at + 1}
                    questionnaireId={id}
                    hasTexts={written.has(figure.elementId)}
                  />
                ))}
              </div>
            )}
          </>
        )}
      </Loaded>
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
