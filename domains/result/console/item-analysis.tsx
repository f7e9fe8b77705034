import type { OutputOf } from '@kaopei/contract'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { Dash, ErrorState, formatInstant, formatScore, PageSkeleton, ToneTag, useCall } from '@kaopei/web'
import { Alert, Statistic, Table, type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { results } from '../contract/results.ts'
import { type Policy, PolicyChoice } from './exam-overview.tsx'
import { itemActs } from './item-acts.ts'
import { ItemDistractors } from './item-distractors.tsx'
import './result.css'

type Analysis = OutputOf<typeof results.itemAnalysis>
export type AnalysedItem = Analysis['items'][number]

/** 题目分析: the figures of the whole test, and a row for each item with its distractors behind it. */
export function ItemAnalysis({ examId }: { readonly examId: string }): ReactNode {
  const [policy, setPolicy] = useState<Policy>('best')
  const asked = useCall(
    results.itemAnalysis,
    { examinationId: examId, attemptPolicy: policy },
    { keepPrevious: true, staleMs: 60_000 },
  )
  const { data } = asked
  if (!data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <PageSkeleton />
  return (
    <>
      <div className="kp-card">
        <div className="kp-toolbar">
          <span className="kp-toolbar-buttons">
            <PolicyChoice value={policy} onChange={setPolicy} />
            {itemActs.parts().map((Act, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what fills a slot never changes
              <Act key={at} examId={examId} />
            ))}
          </span>
          <span className="kp-toolbar-count">
            {data.population} 份答卷　截至 {formatInstant(data.asOf)}
          </span>
        </div>
        {data.test.isSmallSample && (
          <Alert type="warning" showIcon style={{ marginBottom: 16 }} title="样本不足 30 份，以下指标仅供参考，以灰色显示。" />
        )}
        <TestFigures analysis={data} />
        <p className="kp-hint">{data.populationNote}</p>
        <p className="kp-hint">区分度 D：{data.tieRule}。</p>
      </div>
      <div className="kp-card">
        <Table<AnalysedItem>
          rowKey={({ questionVersionId, maxScore }) => `${questionVersionId}:${maxScore}`}
          size="small"
          loading={{ spinning: asked.isFetching, delay: 200 }}
          dataSource={data.items}
          columns={columns}
          scroll={{ x: 1080 }}
          pagination={data.items.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          expandable={{
            rowExpandable: ({ distractors }) => distractors.length > 0,
            expandedRowRender: (item) => <ItemDistractors item={item} />,
          }}
        />
      </div>
    </>
  )
}

function TestFigures({ analysis }: { readonly analysis: Analysis }): ReactNode {
  const { test, alphaNote } = analysis
  const figures = [
    { title: '平均分', value: test.mean },
    { title: '中位数', value: test.median },
    { title: '标准差', value: test.sd },
    { title: 'α 信度（%）', value: test.alpha, note: alphaNote ?? 'Cronbach α：各题一致性，70 以上为佳' },
    { title: '测量标准误', value: test.standardError, note: '一名考生的成绩因测量误差可能的波动' },
    { title: '偏度', value: test.skewness },
    { title: '峰度', value: test.kurtosis },
  ]
  return (
    <div className="kp-exam-figures">
      {figures.map(({ title, value, note }) => (
        <Tooltip key={title} title={note}>
          <Statistic
            title={title}
            value={value === null ? '-' : formatScore(value)}
            styles={{ content: { fontSize: 20, ...(test.isSmallSample && { color: '#8b919b' }) } }}
          />
        </Tooltip>
      ))}
    </div>
  )
}

const columns: TableColumnsType<AnalysedItem> = [
  {
    title: '题号',
    key: 'slot',
    width: 90,
    render: (_, { slot, ruleNumber }) => (slot !== null ? slot : <Tooltip title="随机抽题">规则{ruleNumber}</Tooltip>),
  },
  { title: '题型', dataIndex: 'type', width: 80, render: (type: number) => questionTypeCodes.label(type) },
  {
    title: '题干',
    dataIndex: 'stemText',
    ellipsis: { showTitle: false },
    render: (text: string) => (
      <Tooltip title={text} placement="topLeft">
        {text}
      </Tooltip>
    ),
  },
  {
    title: <Tooltip title="看到本题的答卷份数：本行各指标的分母">作答</Tooltip>,
    dataIndex: 'count',
    width: 80,
    align: 'right',
    sorter: (a, b) => a.count - b.count,
  },
  {
    title: <Tooltip title="平均得分 ÷ 满分，越大越容易">难度 P</Tooltip>,
    dataIndex: 'facility',
    width: 90,
    align: 'right',
    sorter: (a, b) => (a.facility ?? -1) - (b.facility ?? -1),
    render: (value: number | null, item) => figure(value, item),
  },
  {
    title: <Tooltip title="高分组与低分组（各 27%）得分率之差；0.4 以上优秀，0.2 以下需修改">区分度 D</Tooltip>,
    dataIndex: 'groupDiscrimination',
    width: 100,
    align: 'right',
    sorter: (a, b) => (a.groupDiscrimination ?? -2) - (b.groupDiscrimination ?? -2),
    render: (value: number | null, item) => figure(value, item),
  },
  {
    title: <Tooltip title="本题得分与其余各题总分的相关（%）">鉴别指数</Tooltip>,
    dataIndex: 'discrimination',
    width: 100,
    align: 'right',
    render: (value: number | null, item) => figure(value, item),
  },
  {
    title: <Tooltip title="鉴别指数占可能达到的最大值的比例（%）">鉴别效率</Tooltip>,
    dataIndex: 'discriminativeEfficiency',
    width: 100,
    align: 'right',
    render: (value: number | null, item) => figure(value, item),
  },
  { title: '标准差', dataIndex: 'sd', width: 80, align: 'right', render: (value: number | null, item) => figure(value, item) },
  { title: '评价', key: 'quality', width: 110, render: (_, item) => <Quality item={item} /> },
]

/** Without the sign that a small negative figure would leave on 0.00. */
function twoPlaces(value: number): string {
  return (Math.round(value * 100) / 100 + 0).toFixed(2)
}

function figure(value: number | null, { isSmallSample }: AnalysedItem): ReactNode {
  if (value === null) return <Dash />
  return (
    <span className="kp-number" style={isSmallSample ? { color: '#6b7280' } : {}}>
      {twoPlaces(value)}
    </span>
  )
}

function Quality({ item }: { readonly item: AnalysedItem }): ReactNode {
  if (item.isSmallSample) return <ToneTag tone="neutral">样本不足</ToneTag>
  if (item.quality === null) return <Dash />
  const value = item.groupDiscrimination ?? 0
  const tone = value >= 0.3 ? 'success' : value >= 0.2 ? 'info' : value >= 0 ? 'warning' : 'danger'
  const [short] = item.quality.split('，')
  return (
    <Tooltip title={item.quality}>
      <span>
        <ToneTag tone={item.hasNegativeCovariance ? 'danger' : tone}>{short}</ToneTag>
      </span>
    </Tooltip>
  )
}
