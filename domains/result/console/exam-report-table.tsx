import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { examUseWay } from '@kaopei/exam/contract/exam-settings'
import { analysisPath } from '@kaopei/exam/parts'
import { CodeTag, Dash, formatInstant, formatNumber, formatScore, ListPage, type RowOf } from '@kaopei/web'
import { type TableColumnsType, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { examReport } from '../contract/exam-report.ts'

type Row = RowOf<typeof examReport.list>

/** Published exams with the figures of their funnel; each row leads to its analysis. */
export function ExamReportTable({ title }: { readonly title: string }): ReactNode {
  return (
    <ListPage
      title={title}
      endpoint={examReport.list}
      rowKey="id"
      emptyText="还没有已发布的考试"
      filters={[
        { name: 'name', label: '考试名称', kind: 'text' },
        { name: 'status', label: '状态', kind: 'select', options: examStatus.options.filter(({ value }) => value >= 4) },
        {
          name: 'examUseWay',
          label: '用途',
          kind: 'select',
          options: examUseWay.options,
          placeholder: examUseWay.label(examUseWay.formal),
        },
        { name: 'time', label: '开始时间', kind: 'dateRange' },
      ]}
      columns={columns}
    />
  )
}

const columns: TableColumnsType<Row> = [
  {
    title: '考试名称',
    dataIndex: 'name',
    width: 220,
    ellipsis: { showTitle: false },
    render: (name: string, { id }) => (
      <Tooltip title={name} placement="topLeft">
        <Link to={analysisPath(id)}>{name}</Link>
      </Tooltip>
    ),
  },
  { title: '状态', dataIndex: 'status', width: 90, render: (status: number) => <CodeTag codes={examStatus} value={status} /> },
  { title: '开始时间', dataIndex: 'admissionStartTime', width: 150, render: (time: string | null) => formatInstant(time) },
  { title: '应考人数', dataIndex: 'premiseExamCount', width: 90, align: 'right', render: formatNumber },
  { title: '参考人数', key: 'has', width: 110, align: 'right', render: (_, row) => share(row.hasExamCount, row.hasExamRatio) },
  {
    title: '交卷人数',
    key: 'complete',
    width: 110,
    align: 'right',
    render: (_, row) => share(row.completeExamCount, row.completeExamRatio),
  },
  { title: '通过人数', key: 'pass', width: 110, align: 'right', render: (_, row) => share(row.passExamCount, row.passExamRatio) },
  { title: '待阅卷', dataIndex: 'reviewCount', width: 80, align: 'right', render: formatNumber },
  {
    title: '平均分 / 总分',
    key: 'average',
    width: 130,
    align: 'right',
    render: (_, { aveScore, sumScore }) =>
      aveScore === null ? (
        <Dash />
      ) : (
        <span className="kp-number">
          {formatScore(aveScore)} / {formatScore(sumScore)}
        </span>
      ),
  },
]

/** Of those who may take part. */
function share(count: number, ratio: number): ReactNode {
  return (
    <span className="kp-number">
      {formatNumber(count)}
      <span className="kp-hint">　{ratio}%</span>
    </span>
  )
}
