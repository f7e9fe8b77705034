import { questionTypeCodes } from '@kaopei/question/contract/codes'
import { Bones, Dash, EmptyState, formatDuration, ListPage, Loaded, type RowOf, ToneTag, useCall } from '@kaopei/web'
import { Progress, Segmented, Table, type TableColumnsType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { practiceResults } from '../../contract/practice-results.ts'
import { PercentBar } from './percent.tsx'

type Row = RowOf<typeof practiceResults.questions>

const sorts = [
  { value: 'hardest', label: '最难在前' },
  { value: 'easiest', label: '最易在前' },
  { value: 'mostAnswered', label: '作答最多' },
] as const
type Sort = (typeof sorts)[number]['value']

/** Every question with how it went, the hardest first, with what was chosen instead behind it. */
export default function QuestionResults({ practiceId }: { readonly practiceId: string }): ReactNode {
  const [sort, setSort] = useState<Sort>('hardest')
  return (
    <ListPage
      key={sort}
      endpoint={practiceResults.questions}
      rowKey="questionId"
      prefix="q."
      extraInput={{ practiceId, sort }}
      emptyText="还没有作答"
      toolbar={
        <>
          <Segmented<Sort> aria-label="试题排序" options={[...sorts]} value={sort} onChange={setSort} />
          <span className="kp-hint kp-practice-beside">只计每轮首次作答</span>
        </>
      }
      columns={columns}
      expandable={{
        rowExpandable: ({ type, answerCount }) => type <= 3 && answerCount > 0,
        expandedRowRender: ({ questionId }) => <Distractors practiceId={practiceId} questionId={questionId} />,
      }}
    />
  )
}

const columns: TableColumnsType<Row> = [
  { title: '题型', dataIndex: 'type', width: 80, render: (type: number) => questionTypeCodes.label(type) },
  {
    title: '题干',
    dataIndex: 'stemText',
    width: 360,
    ellipsis: { showTitle: false },
    render: (text: string, { isReady }) => (
      <Tooltip title={text} placement="topLeft">
        {!isReady && <ToneTag tone="warning">已停用</ToneTag>}
        {text}
      </Tooltip>
    ),
  },
  { title: '题库', dataIndex: 'bankName', width: 140, ellipsis: true },
  { title: '作答', dataIndex: 'answerCount', width: 80, align: 'right', className: 'kp-number' },
  { title: '答对', dataIndex: 'rightCount', width: 80, align: 'right', className: 'kp-number' },
  {
    title: '正确率',
    dataIndex: 'accuracyPercent',
    width: 150,
    render: (percent: number | null) => <PercentBar percent={percent} label="正确率" />,
  },
  {
    title: '平均用时',
    dataIndex: 'averageSeconds',
    width: 100,
    align: 'right',
    render: (seconds: number | null) => (seconds === null ? <Dash /> : formatDuration(seconds)),
  },
]

interface DistractorsProps {
  readonly practiceId: string
  readonly questionId: string
}

/** How often each option was taken. */
function Distractors(of: DistractorsProps): ReactNode {
  const asked = useCall(practiceResults.distractors, { practiceId: of.practiceId, questionId: of.questionId })
  return (
    <Loaded of={asked} skeleton={<Bones rows={3} />}>
      {({ options }) =>
        options.length === 0 ? (
          <EmptyState text="此题型没有选项分布" />
        ) : (
          <Table
            rowKey="optionId"
            size="small"
            pagination={false}
            dataSource={options}
            columns={[
              {
                title: '选项',
                key: 'option',
                render: (_, { letter, text, isCorrect }) => (
                  <>
                    {letter}. {text} {isCorrect && <ToneTag tone="success">正确答案</ToneTag>}
                  </>
                ),
              },
              { title: '选择次数', dataIndex: 'count', width: 100, align: 'right', className: 'kp-number' },
              {
                title: '选择率',
                dataIndex: 'percent',
                width: 220,
                render: (percent: number, { letter }) => (
                  <Progress percent={percent} size="small" status="normal" aria-label={`选项 ${letter} 的选择率`} />
                ),
              },
            ]}
          />
        )
      }
    </Loaded>
  )
}
