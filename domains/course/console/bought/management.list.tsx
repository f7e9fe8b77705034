import {
  CodeTag,
  categoryOptions,
  Dash,
  FocusReturn,
  formatDate,
  formatInstant,
  formatNumber,
  ListPage,
  RowActions,
  type RowOf,
  ToneTag,
  useCall,
} from '@kaopei/web'
import { Drawer, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { bought, licenceStateLabels, seatEventKinds } from '../../contract/bought.ts'
import { courseStatus } from '../../contract/codes.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import '../course.css'
import { previewPath, stepPath } from '../paths.ts'

type Row = RowOf<typeof bought.list>

/** 采购课程: what the company bought, how many accounts there are and who has them. */
export default function BoughtManagement(): ReactNode {
  const [ledger, setLedger] = useState<Row>()
  const categories = useCall(bought.categories)
  return (
    <>
      <ListPage
        title="采购课程"
        endpoint={bought.list}
        rowKey="id"
        emptyText="还没有采购课程，请联系平台购买"
        filters={[
          { name: 'name', label: '课程名称', kind: 'text' },
          { name: 'categoryId', label: '分类', kind: 'tree', tree: categoryOptions(categories.data ?? []) },
          { name: 'courseStatus', label: '状态', kind: 'select', options: courseStatus.options },
        ]}
        columns={columnsOf(setLedger)}
      />
      {ledger && <Ledger row={ledger} onClose={() => setLedger(undefined)} />}
    </>
  )
}

const tones = { notBegun: 'info', inUse: 'success', over: 'danger' } as const

function columnsOf(onLedger: (row: Row) => void): TableColumnsType<Row> {
  return [
    {
      title: '课程名称',
      dataIndex: 'name',
      width: 196,
      ellipsis: true,
      render: (name: string, { courseId }) => <Link to={stepPath(2, courseId)}>{name}</Link>,
    },
    {
      title: '分类',
      dataIndex: 'courseCategoryName',
      width: 88,
      ellipsis: true,
      render: (name: string | null) => <Dash>{name}</Dash>,
    },
    {
      title: '授权',
      dataIndex: 'state',
      width: 76,
      render: (state: Row['state']) => <ToneTag tone={tones[state]}>{licenceStateLabels[state]}</ToneTag>,
    },
    {
      title: '课程状态',
      dataIndex: 'courseStatus',
      width: 88,
      render: (status: number) => <CodeTag codes={courseStatus} value={status} />,
    },
    { title: '总账号数', dataIndex: 'limitCount', width: 92, align: 'right', className: 'kp-number', render: countOf },
    {
      title: '已分配',
      dataIndex: 'reservedCount',
      width: 72,
      align: 'right',
      className: 'kp-number',
      render: (count: number) => formatNumber(count),
    },
    {
      title: '已使用',
      dataIndex: 'usedCount',
      width: 72,
      align: 'right',
      className: 'kp-number',
      render: (count: number) => formatNumber(count),
    },
    { title: '剩余账号数', dataIndex: 'surplusCount', width: 104, align: 'right', className: 'kp-number', render: countOf },
    { title: '有效期', key: 'valid', width: 120, render: (_, row) => <Validity {...row} /> },
    {
      title: '操作',
      key: 'actions',
      width: 172,
      fixed: 'right',
      render: (_, row) => <Actions row={row} onLedger={() => onLedger(row)} />,
    },
  ]
}

/** From when until when, each on its own line. */
function Validity({ validFrom, validUntil }: Row): ReactNode {
  return (
    <>
      {formatDate(validFrom)}
      <br />至 {validUntil === null ? '长期' : formatDate(validUntil)}
    </>
  )
}

const countOf = (count: number | null) => (count === null ? '不限' : formatNumber(count))

function Actions({ row, onLedger }: { readonly row: Row; readonly onLedger: () => void }): ReactNode {
  const navigate = useNavigate()
  return (
    <RowActions
      actions={[
        { label: '学员', right: courseStaff.updateCourseStaff, run: () => navigate(stepPath(2, row.courseId)) },
        { label: '账号明细', run: onLedger },
        { label: '预览', run: () => window.open(previewPath(row.courseId), '_blank', 'noopener') },
      ]}
    />
  )
}

type SeatEvent = RowOf<typeof bought.ledger>

const limitWords = ({ kind, fromCount, toCount }: Pick<SeatEvent, 'kind' | 'fromCount' | 'toCount'>): string => {
  if (kind === 'granted') return `账号数：${countOf(toCount)}`
  return kind === 'limited' ? `账号数：${countOf(fromCount)} → ${countOf(toCount)}` : ''
}

/** 账号明细: each seat that was given, used, taken back. */
function Ledger({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactNode {
  return (
    <Drawer open title={`账号明细：${row.name}`} size={820} onClose={onClose}>
      <FocusReturn />
      <ListPage
        endpoint={bought.ledger}
        rowKey="id"
        stateIn="memory"
        extraInput={{ id: row.id }}
        emptyText="还没有账号记录"
        columns={[
          { title: '时间', dataIndex: 'at', width: 160, render: (at: string) => formatInstant(at) },
          { title: '事项', dataIndex: 'kind', width: 130, render: (kind: keyof typeof seatEventKinds) => seatEventKinds[kind] },
          { title: '学员', dataIndex: 'staffName', width: 120, render: (name: string | null) => <Dash>{name}</Dash> },
          {
            title: '说明',
            key: 'detail',
            render: (_, event) => <Dash>{limitWords(event)}</Dash>,
          },
          { title: '操作人', dataIndex: 'actorName', width: 120, render: (name: string | null) => <Dash>{name}</Dash> },
        ]}
      />
    </Drawer>
  )
}
