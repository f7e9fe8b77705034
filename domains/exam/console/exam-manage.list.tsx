import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, Dash, formatInstant, formatNumber, formatScore, ListPage, RightButton, type RowOf, ToneTag } from '@kaopei/web'
import { type TableColumnsType, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { exam } from '../contract/exam.ts'
import { examStatus } from '../contract/exam-codes.ts'
import { examUseWay, isSimulation } from '../contract/exam-settings.ts'
import { examManage } from '../contract/menus.ts'
import { ExamActions } from './exam-actions.tsx'
import './exam.css'
import { detailPath, stepPath } from './paths.ts'

type Row = RowOf<typeof exam.list>

/** 考试管理: every exam with its state, people and progress. */
export default function ExamManageList(): ReactNode {
  const navigate = useNavigate()
  const create = (
    <RightButton right={examManage.rights.add} type="primary" icon={<PlusOutlined />} onClick={() => void navigate(stepPath(0))}>
      新建考试
    </RightButton>
  )
  return (
    <ListPage
      title="考试管理"
      endpoint={exam.list}
      rowKey="id"
      toolbar={create}
      emptyAction={
        <RightButton right={examManage.rights.add} type="link" onClick={() => void navigate(stepPath(0))}>
          新建第一场考试
        </RightButton>
      }
      filters={[
        { name: 'name', label: '考试名称', kind: 'text' },
        { name: 'status', label: '状态', kind: 'select', options: examStatus.options },
        { name: 'examUseWay', label: '用途', kind: 'select', options: examUseWay.options },
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
    width: 230,
    ellipsis: { showTitle: false },
    render: (name: string, row) => (
      <Tooltip title={name} placement="topLeft">
        {isSimulation(row) && <ToneTag tone="warning">模拟</ToneTag>}
        <Link to={row.status === examStatus.draft ? stepPath(0, row.id) : detailPath(row.id)}>{name}</Link>
      </Tooltip>
    ),
  },
  { title: '状态', dataIndex: 'status', width: 90, render: (status: number) => <CodeTag codes={examStatus} value={status} /> },
  { title: '考试时间', key: 'time', width: 165, render: (_, row) => <TimeCell {...row} /> },
  {
    title: '时长',
    dataIndex: 'duration',
    width: 90,
    align: 'right',
    render: (minutes: number | null) => (minutes === null ? '不限' : `${minutes} 分钟`),
  },
  {
    title: '题数 / 总分',
    key: 'paper',
    width: 120,
    align: 'right',
    render: (_, row) => (
      <span className="kp-number">
        {row.questionCount} / {formatScore(row.sumScore)}
      </span>
    ),
  },
  {
    title: '已交卷 / 考生',
    key: 'people',
    width: 120,
    align: 'right',
    render: (_, row) => (
      <span className="kp-number">
        {formatNumber(row.submittedCount)} / {formatNumber(row.staffCount)}
      </span>
    ),
  },
  {
    title: '待阅卷',
    dataIndex: 'unmarkedCount',
    width: 80,
    align: 'right',
    render: (count: number) => (count > 0 ? <span className="kp-exam-waiting">{formatNumber(count)}</span> : '0'),
  },
  { title: '创建人', dataIndex: 'creatorName', width: 100, ellipsis: true, render: (name: string) => <Dash>{name}</Dash> },
  { title: '更新时间', dataIndex: 'updateTime', width: 150, render: (time: string) => formatInstant(time) },
  { title: '操作', key: 'actions', width: 190, fixed: 'right', render: (_, row) => <ExamActions exam={row} /> },
]

function TimeCell({ admissionStartTime, admissionEndTime }: Pick<Row, 'admissionStartTime' | 'admissionEndTime'>): ReactNode {
  if (admissionStartTime === null && admissionEndTime === null) return <Dash />
  return (
    <span className="kp-number">
      {formatInstant(admissionStartTime)} 起
      <br />
      {formatInstant(admissionEndTime)} 止
    </span>
  )
}
