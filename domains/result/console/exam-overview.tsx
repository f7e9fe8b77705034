import { Loaded, useCall } from '@kaopei/web'
import { Segmented, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { results } from '../contract/results.ts'
import { DistributionChart } from './distribution.chart.tsx'
import { FunnelChart } from './funnel.chart.tsx'
import { TypeScoresChart } from './type-scores.chart.tsx'
import './result.css'

export const policies = [
  { value: 'best', label: '最高分' },
  { value: 'first', label: '首次' },
  { value: 'last', label: '末次' },
  { value: 'all', label: '全部' },
] as const
export type Policy = (typeof policies)[number]['value']

/** Whose attempts the figures speak of. */
export function PolicyChoice({
  value,
  onChange,
}: {
  readonly value: Policy
  readonly onChange: (value: Policy) => void
}): ReactNode {
  return (
    <span>
      <span className="kp-hint">统计口径：</span>
      <Segmented<Policy> size="small" options={[...policies]} value={value} onChange={onChange} aria-label="统计口径" />
    </span>
  )
}

/** Funnel, distribution and score by type. */
export function ExamOverview({ examId }: { readonly examId: string }): ReactNode {
  const [policy, setPolicy] = useState<Policy>('best')
  const input = { examinationId: examId, attemptPolicy: policy }
  const funnel = useCall(results.funnel, { examinationId: examId })
  const distribution = useCall(results.distribution, input, { keepPrevious: true })
  const byType = useCall(results.byType, input, { keepPrevious: true })
  const skeleton = <Skeleton active paragraph={{ rows: 7 }} />
  return (
    <>
      <div className="kp-toolbar">
        <PolicyChoice value={policy} onChange={setPolicy} />
      </div>
      <div className="kp-charts">
        <div className="kp-card">
          <Loaded of={funnel} skeleton={skeleton}>
            {(data) => <FunnelChart funnel={data} examId={examId} />}
          </Loaded>
        </div>
        <div className="kp-card">
          <Loaded of={distribution} skeleton={skeleton}>
            {(data) => <DistributionChart distribution={data} />}
          </Loaded>
        </div>
        <div className="kp-card">
          <Loaded of={byType} skeleton={skeleton}>
            {(data) => <TypeScoresChart scores={data} />}
          </Loaded>
        </div>
      </div>
    </>
  )
}
