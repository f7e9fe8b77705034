import type { OutputOf } from '@kaopei/contract'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { Chart } from '@kaopei/web'
import type { ReactNode } from 'react'
import type { results } from '../contract/results.ts'

type TypeScores = OutputOf<typeof results.byType>

/** What each question type offered and what was earned on average. */
export function TypeScoresChart({ scores }: { readonly scores: TypeScores }): ReactNode {
  const { dataList, asOf } = scores
  const rows = dataList.map(({ questionType, questionSumScore, staffAvgScore }) => ({
    name: questionTypeCodes.label(questionType),
    sum: questionSumScore,
    average: staffAvgScore,
    rate: questionSumScore === 0 ? null : Math.round((staffAvgScore / questionSumScore) * 1000) / 10,
  }))
  return (
    <Chart
      title="各题型得分"
      unit="分"
      asOf={asOf}
      height={260}
      option={{
        grid: { left: 44, right: 20, top: 36, bottom: 28 },
        legend: { top: 0, right: 0 },
        tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
        xAxis: { type: 'category', data: rows.map(({ name }) => name) },
        yAxis: { type: 'value' },
        series: [
          { name: '题型总分', type: 'bar', barMaxWidth: 36, itemStyle: { color: '#c6e2ff' }, data: rows.map(({ sum }) => sum) },
          {
            name: '平均得分',
            type: 'bar',
            barMaxWidth: 36,
            itemStyle: { color: '#1d5fa8' },
            label: { show: true, position: 'top' },
            data: rows.map(({ average }) => average),
          },
        ],
      }}
      table={{
        columns: [
          { key: 'name', title: '题型' },
          { key: 'sum', title: '题型总分' },
          { key: 'average', title: '平均得分' },
          { key: 'rate', title: '得分率（%）' },
        ],
        rows,
      }}
    />
  )
}
