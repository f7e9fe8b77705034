import type { OutputOf } from '@kaopei/contract'
import { detailPath } from '@kaopei/exam/parts'
import { Chart, formatScore, toneColours } from '@kaopei/web'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type FunnelStep, funnelStepLabels, funnelSteps } from '../contract/funnel-steps.ts'
import type { results } from '../contract/results.ts'

type Funnel = OutputOf<typeof results.funnel>

/** The filter of the list that shows the people of a figure. */
const rowsOfFigure: Readonly<Record<string, string>> = {
  [funnelStepLabels.exception]: 'finding=anomaly',
  [funnelStepLabels.cheat]: 'finding=cheat',
}

/** The four steps of taking part as a funnel; what needs attention beside it in the table. */
export function FunnelChart({ funnel, examId }: { readonly funnel: Funnel; readonly examId: string }): ReactNode {
  const stepOf = (step: FunnelStep) => ({
    name: funnelStepLabels[step],
    count: funnel[`${step}Count`],
    ratio: funnel[`${step}Ratio`],
  })
  const steps = funnelSteps.slice(0, 4).map(stepOf)
  const attention = funnelSteps.slice(4).map(stepOf)
  const shades = ['#1d5fa8', '#409eff', '#79bbff', toneColours.success.solid]
  return (
    <>
      <Chart
        title="考试参与情况"
        unit="人"
        asOf={funnel.asOf}
        height={260}
        option={{
          tooltip: { trigger: 'item' },
          series: [
            {
              type: 'funnel',
              sort: 'none',
              min: 0,
              max: Math.max(1, funnel.premiseExamCount),
              minSize: '8%',
              left: '4%',
              right: 170,
              top: 8,
              bottom: 8,
              gap: 3,
              label: {
                position: 'right',
                color: '#1f2329',
                formatter: (part: { dataIndex: number; name: string }) => {
                  const step = steps[part.dataIndex]
                  return step ? `${part.name}  ${step.count}（${step.ratio}%）` : part.name
                },
              },
              data: steps.map(({ name, count }, index) => ({ name, value: count, itemStyle: { color: shades[index] } })),
            },
          ],
        }}
        table={{
          columns: [
            { key: 'name', title: '环节' },
            { key: 'count', title: '人数' },
            { key: 'ratio', title: '占可参考人数（%）' },
          ],
          rows: [...steps, ...attention],
        }}
      />
      <p className="kp-hint">
        {attention.map(({ name, count, ratio }) => {
          const text = `${name} ${count}（${ratio}%）`
          const rows = rowsOfFigure[name]
          return (
            <span key={name}>
              {rows && count > 0 ? <Link to={`${detailPath(examId, 'results')}&${rows}`}>{text}</Link> : text}　
            </span>
          )
        })}
        {`平均分 ${formatScore(funnel.aveScore)}`}
      </p>
    </>
  )
}
