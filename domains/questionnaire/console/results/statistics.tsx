import { Loaded, useCall } from '@kaopei/web'
import { Alert } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { fewest, questionnaireResults } from '../../contract/results.ts'
import { FigureCard } from './figure-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { writtenIn } from './places.ts'
import { Totals } from './totals.tsx'
import type { Filtering } from './wished-filter.ts'
import './results.css'

/** Each question with what was answered: over everybody, or over those that filters leave. */
export default function Statistics({ detail, filter, onFilter }: Filtering): ReactNode {
  const { id } = detail
  const asked = useCall(questionnaireResults.statistics, { id, ...filter }, { keepPrevious: true })
  const written = useMemo(() => writtenIn(detail.definition), [detail.definition])
  const mayFilter = asked.data?.mayFilter ?? !detail.isAnonymous
  return (
    <>
      <FilterBar {...{ detail, filter, mayFilter }} onChange={onFilter} />
      <Loaded of={asked}>
        {({ figures, isTooFew, ...totals }) => (
          <>
            <Totals {...totals} isAnonymous={detail.isAnonymous} />
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
