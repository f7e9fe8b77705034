import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, calling, Dash, filtersOf, formatInstant, ListPage, RightButton, RowActions } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type AppointmentRow, appointment } from '../../contract/appointment.ts'
import { appointmentMode, appointmentStatus, scaleKind } from '../../contract/codes.ts'
import { assessmentDetailPath, assessmentPath } from '../paths.ts'
import { AssessmentForm } from './assessment.form.tsx'

const { draft, notStarted, inProgress, ended, closed } = appointmentStatus
const shown: readonly number[] = [draft, notStarted, inProgress, ended, closed]

const filters = filtersOf(appointment.list, [
  { name: 'name', label: '测评名称', kind: 'text' },
  {
    ...{ name: 'status', label: '状态', kind: 'select' },
    options: appointmentStatus.options.filter(({ value }) => shown.includes(value)),
  },
  { name: 'kind', label: '类型', kind: 'select', options: scaleKind.options },
])

/** 测评安排 */
export default function AssessmentList(): ReactNode {
  const [isMaking, setMaking] = useState(false)
  const add = (
    <RightButton right={appointment.save} type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
      新建测评
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="测评安排"
        endpoint={appointment.list}
        rowKey="id"
        filters={filters}
        toolbar={add}
        emptyText="还没有测评安排"
        emptyAction={add}
        columns={columns}
      />
      {isMaking && <AssessmentForm onClose={() => setMaking(false)} />}
    </>
  )
}

const columns: TableColumnsType<AppointmentRow> = [
  {
    title: '测评名称',
    dataIndex: 'name',
    width: 200,
    ellipsis: true,
    render: (name: string, { id }) => <Link to={assessmentDetailPath(id)}>{name}</Link>,
  },
  {
    title: '状态',
    dataIndex: 'status',
    width: 94,
    render: (status: number) => <CodeTag codes={appointmentStatus} value={status} />,
  },
  { title: '量表', dataIndex: 'scaleName', width: 150, ellipsis: true },
  { title: '类型', dataIndex: 'kind', width: 110, render: (kind: number) => <CodeTag codes={scaleKind} value={kind} /> },
  { title: '方式', dataIndex: 'mode', width: 90, render: (mode: number) => appointmentMode.label(mode) },
  { title: '被测人', dataIndex: 'personCount', width: 76, align: 'right', className: 'kp-number' },
  { title: '已出结果', dataIndex: 'resultCount', width: 88, align: 'right', className: 'kp-number' },
  {
    title: '截止时间',
    dataIndex: 'endTime',
    width: 150,
    render: (time: string | null) => <Dash>{time && formatInstant(time)}</Dash>,
  },
  { title: '创建人', dataIndex: 'creatorName', width: 90, ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
  { title: '操作', key: 'actions', width: 130, fixed: 'right', render: (_, row) => <AssessmentActions row={row} /> },
]

type ActedRow = Pick<AppointmentRow, 'id' | 'name' | 'status' | 'resultCount'>

export function AssessmentActions({
  row,
  isOnDetail = false,
}: {
  readonly row: ActedRow
  readonly isOnDetail?: boolean
}): ReactNode {
  const navigate = useNavigate()
  const { id, name, status } = row
  const isRunning = status !== draft && status !== closed
  return (
    <RowActions
      moreName={`${name}的更多操作`}
      actions={[
        !isOnDetail && { label: '查看', name: `查看${name}`, run: () => navigate(assessmentDetailPath(id)) },
        isRunning &&
          calling(appointment.close, {
            label: '结束',
            name: `结束${name}`,
            isDangerous: true,
            input: { id },
            confirm: {
              title: '结束测评？',
              content: `“${name}”结束后不能再作答，也不能重新开启；360° 的报告在结束时出具。`,
              isDangerous: true,
            },
            successText: '测评已结束',
          }),
        row.resultCount === 0 &&
          calling(appointment.remove, {
            label: '删除',
            isFolded: true,
            isDangerous: true,
            input: { id },
            confirm: { title: '删除测评？', content: `删除后不可恢复：${name}`, isDangerous: true },
            successText: '删除成功',
            onDone: () => void navigate(assessmentPath),
          }),
      ]}
    />
  )
}
