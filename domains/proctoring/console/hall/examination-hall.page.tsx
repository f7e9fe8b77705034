import { formatInstant, formatNumber, ListPage, RowActions } from '@kaopei/web'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { hall } from '../../contract/hall.ts'
import { ExamHall } from './exam-hall.tsx'
import { hallPath } from './paths.ts'

/** 监考大厅: the exams that go on, and of one whoever sits it. */
export default function ExaminationHall(): ReactNode {
  const [params] = useSearchParams()
  const examId = params.get('examId')
  return examId === null ? <Exams /> : <ExamHall key={examId} examId={examId} />
}

function Exams(): ReactNode {
  return (
    <ListPage
      title="监考大厅"
      endpoint={hall.exams}
      rowKey="examId"
      emptyText="目前没有正在进行或即将开始的考试"
      columns={[
        { title: '考试名称', dataIndex: 'name', width: 260, ellipsis: { showTitle: true } },
        { title: '开始时间', dataIndex: 'openTime', width: 150, render: (time: string | null) => formatInstant(time) },
        { title: '结束时间', dataIndex: 'closeTime', width: 150, render: (time: string | null) => formatInstant(time) },
        { title: '考生', dataIndex: 'candidateCount', width: 80, align: 'right', render: (count: number) => formatNumber(count) },
        { title: '答题中', dataIndex: 'sittingCount', width: 80, align: 'right', render: (count: number) => formatNumber(count) },
        {
          title: '已交卷',
          dataIndex: 'finishedCount',
          width: 80,
          align: 'right',
          render: (count: number) => formatNumber(count),
        },
        {
          title: '操作',
          key: 'actions',
          width: 110,
          fixed: 'right',
          render: (_, { examId }) => <RowActions actions={[{ label: '进入监考', to: hallPath(examId) }]} />,
        },
      ]}
    />
  )
}
