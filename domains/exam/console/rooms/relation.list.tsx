import { CodeTag, Dash, filtersOf, formatInstant, ListPage } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { examStatus } from '../../contract/exam-codes.ts'
import { examRooms, type RelationRow } from '../../contract/exam-rooms.ts'
import { detailPath } from '../paths.ts'

const filters = filtersOf(examRooms.relation, [
  { name: 'roomName', label: '考场名称', kind: 'text' },
  { name: 'examName', label: '考试名称', kind: 'text' },
])

const columns: TableColumnsType<RelationRow> = [
  { title: '考场名称', dataIndex: 'roomName', width: 160, ellipsis: true },
  { title: '地点', dataIndex: 'address', width: 170, ellipsis: true, render: (address: string) => <Dash>{address}</Dash> },
  {
    title: '考试名称',
    dataIndex: 'examName',
    width: 230,
    ellipsis: true,
    render: (name: string, { examinationId }) => <Link to={detailPath(examinationId, 'rooms')}>{name}</Link>,
  },
  {
    title: '考试状态',
    dataIndex: 'examStatus',
    width: 90,
    render: (status: number) => <CodeTag codes={examStatus} value={status} />,
  },
  {
    title: '考试时间',
    key: 'times',
    width: 300,
    render: (_, { admissionStartTime, admissionEndTime }) =>
      `${formatInstant(admissionStartTime)} ~ ${formatInstant(admissionEndTime)}`,
  },
  { title: '排法', dataIndex: 'layoutName', width: 110, ellipsis: true },
]

/** 考场关联考试: of a room its exams, of an exam its rooms. */
export default function RelationList(): ReactNode {
  return (
    <ListPage
      title="考场关联考试"
      header={{ description: '在考试详情的“考场”中为考试选择考场、安排座位。' }}
      endpoint={examRooms.relation}
      rowKey="key"
      filters={filters}
      columns={columns}
      emptyText="还没有考试使用考场"
    />
  )
}
