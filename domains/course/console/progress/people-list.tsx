import { ExportButton } from '@kaopei/jobs/parts'
import { departmentFilter } from '@kaopei/org/parts'
import {
  CodeTag,
  FocusReturn,
  filtersOf,
  formatDuration,
  formatInstant,
  ListPage,
  RowActions,
  type RowOf,
  ToneTag,
} from '@kaopei/web'
import { Drawer, Progress, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { taskProgress } from '../../contract/codes.ts'
import { learnerStanding, learnerStandingLabels, personProgress, personSort } from '../../contract/person-progress.ts'
import { PersonDrawer } from './opened-person.ts'

type Row = RowOf<typeof personProgress.people>
type CourseRow = RowOf<typeof personProgress.courses>

const filters = filtersOf(personProgress.people, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
  {
    name: 'standing',
    label: '学习情况',
    kind: 'select',
    options: learnerStanding.options.map((value) => ({ value, label: learnerStandingLabels[value] })),
  },
  departmentFilter,
])

/** People with what they learn over all courses. */
export function PeopleList(): ReactNode {
  const [opened, setOpened] = useState<Row>()
  return (
    <>
      <ListPage
        endpoint={personProgress.people}
        filters={filters}
        columns={columnsOf(setOpened)}
        rowKey="staffId"
        prefix="p."
        emptyText={(isFiltered) => (isFiltered ? '没有符合条件的学员，请调整筛选条件' : '还没有人学习课程')}
        toolbar={({ input, totalCount }) =>
          totalCount > 0 && (
            <ExportButton
              right={personProgress.exportPeople}
              title="导出"
              ask={(run) => run(personProgress.exportPeople, wishOf(input), { successText: '' })}
            />
          )
        }
      />
      {opened && (
        <Drawer open title={`${opened.name}的课程`} size={960} onClose={() => setOpened(undefined)} destroyOnHidden>
          <FocusReturn />
          <CoursesOf {...opened} />
        </Drawer>
      )}
    </>
  )
}

/** The conditions and the order of the list that is shown. */
function wishOf({ keyWords, standing, departmentId, sortField, sortOrder }: Readonly<Record<string, unknown>>) {
  const known = learnerStanding.safeParse(standing)
  const { data: figure } = personSort.safeParse(sortField)
  return {
    ...(typeof keyWords === 'string' && { keyWords }),
    ...(typeof departmentId === 'string' && { departmentId }),
    ...(known.success && { standing: known.data }),
    ...(figure && { sortField: figure, sortOrder: sortOrder === 'asc' ? ('asc' as const) : ('desc' as const) }),
  }
}

function columnsOf(open: (row: Row) => void): TableColumnsType<Row> {
  return [
    { title: '姓名', dataIndex: 'name', width: 104, ellipsis: true },
    { title: '账号', dataIndex: 'loginAccount', width: 128, ellipsis: true },
    { title: '工号', dataIndex: 'jobNumber', width: 108, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 140, ellipsis: true },
    { title: '课程', dataIndex: 'courseCount', width: 90, align: 'right', sorter: true },
    { title: '已完成', dataIndex: 'completeCount', width: 90, align: 'right', sorter: true },
    {
      title: '已逾期',
      dataIndex: 'overdueCount',
      width: 90,
      align: 'right',
      sorter: true,
      render: (count: number) => (count > 0 ? <ToneTag tone="danger">{count}</ToneTag> : 0),
    },
    {
      title: '学习时长',
      dataIndex: 'learnedSeconds',
      width: 110,
      align: 'right',
      sorter: true,
      render: (seconds: number) => formatDuration(seconds),
    },
    { title: '最近学习', dataIndex: 'lastAt', width: 148, sorter: true, render: (at: string | null) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 80,
      fixed: 'right',
      render: (_value, row) => <RowActions actions={[{ label: '课程', name: `${row.name}的课程`, run: () => open(row) }]} />,
    },
  ]
}

/** What somebody learns, and of one course each task. */
function CoursesOf({ staffId, name }: Pick<Row, 'staffId' | 'name'>): ReactNode {
  const [opened, setOpened] = useState<CourseRow>()
  return (
    <>
      <ListPage
        endpoint={personProgress.courses}
        extraInput={{ staffId }}
        stateIn="memory"
        rowKey="courseId"
        emptyText="没有课程"
        columns={[
          { title: '课程名称', dataIndex: 'courseName', ellipsis: true },
          {
            title: '状态',
            dataIndex: 'progress',
            width: 130,
            render: (state: number, { isOverdue }: CourseRow) => (
              <>
                <CodeTag codes={taskProgress} value={state} />
                {isOverdue && <ToneTag tone="danger">逾期</ToneTag>}
              </>
            ),
          },
          {
            title: '进度',
            dataIndex: 'percent',
            width: 140,
            render: (percent: number) => <Progress percent={percent} size="small" aria-label="进度" />,
          },
          {
            title: '学习时长',
            dataIndex: 'learnedSeconds',
            width: 100,
            align: 'right',
            render: (seconds: number) => formatDuration(seconds),
          },
          { title: '截止时间', dataIndex: 'dueAt', width: 150, render: (at: string | null) => formatInstant(at) },
          {
            title: '操作',
            key: 'actions',
            width: 70,
            render: (_value, row: CourseRow) => (
              <RowActions actions={[{ label: '明细', name: `${row.courseName}的学习明细`, run: () => setOpened(row) }]} />
            ),
          },
        ]}
      />
      {opened && (
        <PersonDrawer
          courseId={opened.courseId}
          staffId={staffId}
          name={`${name} · ${opened.courseName} `}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
