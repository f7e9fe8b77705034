import {
  CodeTag,
  Dash,
  filtersOf,
  formatDuration,
  formatInstant,
  ListPage,
  PageHeader,
  type RowOf,
  useAddress,
} from '@kaopei/web'
import { Progress, Segmented, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { courseStatus } from '../../contract/codes.ts'
import { progress } from '../../contract/progress.ts'
import { PeopleList } from './people-list.tsx'

type Row = RowOf<typeof progress.list>

const filters = filtersOf(progress.list, [
  { name: 'title', label: '课程名称', kind: 'text', placeholder: '课程名称' },
  {
    name: 'status',
    label: '状态',
    kind: 'select',
    options: courseStatus.options.filter(({ value }) => value !== courseStatus.draft),
  },
])

const columns: TableColumnsType<Row> = [
  {
    title: '课程名称',
    dataIndex: 'courseName',
    width: 220,
    ellipsis: true,
    render: (name: string, { courseId }) => <Link to={`/application/online/progress/course?id=${courseId}`}>{name}</Link>,
  },
  { title: '状态', dataIndex: 'status', width: 80, render: (status: number) => <CodeTag codes={courseStatus} value={status} /> },
  { title: '学员', dataIndex: 'learnerCount', width: 72, align: 'right' },
  { title: '未开始', dataIndex: 'notBegunCount', width: 72, align: 'right' },
  { title: '进行中', dataIndex: 'underWayCount', width: 72, align: 'right' },
  { title: '已完成', dataIndex: 'completeCount', width: 72, align: 'right' },
  { title: '已逾期', dataIndex: 'overdueCount', width: 72, align: 'right' },
  {
    title: '平均进度',
    dataIndex: 'averagePercent',
    width: 130,
    render: (percent: number | null) =>
      percent === null ? <Dash /> : <Progress percent={percent} size="small" aria-label="平均进度" />,
  },
  {
    title: '平均学习时长',
    dataIndex: 'averageSeconds',
    width: 110,
    align: 'right',
    render: (seconds: number | null) => formatDuration(seconds),
  },
  {
    title: '最近学习',
    dataIndex: 'lastAt',
    width: 140,
    render: (at: string | null) => <Dash>{at === null ? null : formatInstant(at)}</Dash>,
  },
]

/** Every course that was on the shelf, with how far its people are. */
function CourseList(): ReactNode {
  return (
    <ListPage endpoint={progress.list} filters={filters} columns={columns} rowKey="courseId" emptyText="还没有上架过的课程" />
  )
}

/** 学习进度, by course or by person. */
export default function ProgressPage(): ReactNode {
  const [params, setParams] = useAddress()
  const by = params.get('by') === 'person' ? 'person' : 'course'
  return (
    <>
      <PageHeader title="学习进度" />
      <Segmented<'course' | 'person'>
        value={by}
        onChange={(next) => setParams(next === 'person' ? { by: next } : {})}
        options={[
          { value: 'course', label: '按课程' },
          { value: 'person', label: '按人员' },
        ]}
        aria-label="进度视图"
        style={{ marginBottom: 12 }}
      />
      {by === 'person' ? <PeopleList /> : <CourseList />}
    </>
  )
}
