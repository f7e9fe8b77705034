import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, Dash, formatDuration, formatInstant, formatNumber, ListPage, RightButton, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { courseSource, courseStatus, courseType, courseWaiting } from '../contract/codes.ts'
import { type CourseRow, course } from '../contract/course.ts'
import { courseManager } from '../contract/menus.ts'
import { CourseCategories } from './category.tree.tsx'
import './course.css'
import { CourseActions } from './course-actions.tsx'
import { stepPath } from './paths.ts'
import { HistoryDrawer, PublishDialog } from './publish/publish-opened.ts'
import type { CourseAct } from './slots.ts'

/** 课程管理: categories at the left, courses with their people and progress at the right. */
export default function CourseManagerList(): ReactNode {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [publishing, setPublishing] = useState<CourseRow>()
  const [history, setHistory] = useState<CourseRow>()
  const [acting, setActing] = useState<{ readonly act: CourseAct; readonly row: CourseRow }>()
  const categoryId = params.get('category')
  return (
    <>
      <ListPage
        title="课程管理"
        endpoint={course.courseList}
        rowKey="id"
        side={<CourseCategories />}
        sideLabel="课程分类"
        extraInput={categoryId ? { categoryId } : {}}
        toolbar={
          <RightButton
            right={courseManager.rights.add}
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => void navigate(categoryId ? `${stepPath(0)}?category=${categoryId}` : stepPath(0))}
          >
            新建课程
          </RightButton>
        }
        emptyText="还没有课程"
        filters={[
          { name: 'title', label: '课程名称', kind: 'text' },
          { name: 'courseStatus', label: '状态', kind: 'select', options: courseStatus.options },
          { name: 'type', label: '类型', kind: 'select', options: courseType.options },
          { name: 'waiting', label: '待处理', kind: 'select', options: courseWaiting.options },
          { name: 'source', label: '来源', kind: 'select', options: courseSource.options },
          { name: 'creatorName', label: '创建人', kind: 'text' },
          { name: 'created', label: '创建时间', kind: 'dateRange', range: ['startDate', 'endDate'] },
        ]}
        columns={columnsOf({ onPublish: setPublishing, onHistory: setHistory, onAct: (act, row) => setActing({ act, row }) })}
      />
      {publishing && (
        <PublishDialog courseId={publishing.id} name={publishing.courseName} onClose={() => setPublishing(undefined)} />
      )}
      {history && <HistoryDrawer courseId={history.id} name={history.courseName} onClose={() => setHistory(undefined)} />}
      {acting && (
        <acting.act.Drawer course={{ id: acting.row.id, name: acting.row.courseName }} onClose={() => setActing(undefined)} />
      )}
    </>
  )
}

interface Opening {
  readonly onPublish: (row: CourseRow) => void
  readonly onHistory: (row: CourseRow) => void
  readonly onAct: (act: CourseAct, row: CourseRow) => void
}

function columnsOf({ onPublish, onHistory, onAct }: Opening): TableColumnsType<CourseRow> {
  return [
    {
      title: '课程名称',
      dataIndex: 'courseName',
      sorter: true,
      width: 220,
      ellipsis: true,
      render: (name: string, { id }) => <Link to={stepPath(1, id)}>{name}</Link>,
    },
    {
      title: '状态',
      key: 'status',
      width: 140,
      render: (_, row) => (
        <>
          <CodeTag codes={courseStatus} value={row.courseStatus} />
          {row.hasChange && <ToneTag tone="warning">有修改</ToneTag>}
        </>
      ),
    },
    {
      title: '完成 / 学员',
      key: 'people',
      width: 110,
      align: 'right',
      className: 'kp-number',
      render: (_, { completedCount, learnerCount }) => `${formatNumber(completedCount)} / ${formatNumber(learnerCount)}`,
    },
    {
      title: '平均进度',
      dataIndex: 'percent',
      width: 90,
      align: 'right',
      className: 'kp-number',
      render: (percent: number | null) => <Dash>{percent === null ? null : `${percent}%`}</Dash>,
    },
    {
      title: '待审核',
      dataIndex: 'askedCount',
      width: 76,
      align: 'right',
      className: 'kp-number',
      render: (count: number, { id }) => (count > 0 ? <Link to={`${stepPath(2, id)}&s.state=1`}>{count}</Link> : '0'),
    },
    {
      title: '分类',
      dataIndex: 'categoryName',
      width: 110,
      ellipsis: true,
      render: (name: string | null) => <Dash>{name}</Dash>,
    },
    { title: '类型', dataIndex: 'type', width: 84, render: (type: number) => courseType.label(type) },
    { title: '来源', dataIndex: 'source', width: 68, render: (source: number) => courseSource.label(source) },
    {
      title: '章 / 任务',
      key: 'size',
      width: 92,
      align: 'right',
      className: 'kp-number',
      render: (_, { chapterCount, taskCount }) => `${chapterCount} / ${taskCount}`,
    },
    {
      title: '时长',
      dataIndex: 'timeLength',
      width: 90,
      align: 'right',
      className: 'kp-number',
      render: (seconds: number) => <Dash>{seconds > 0 ? formatDuration(seconds) : null}</Dash>,
    },
    {
      title: '创建人',
      dataIndex: 'creatorName',
      width: 90,
      ellipsis: true,
      render: (name: string | null) => <Dash>{name}</Dash>,
    },
    { title: '更新时间', dataIndex: 'updateTime', width: 150, sorter: true, render: (time: string) => formatInstant(time) },
    {
      title: '操作',
      key: 'actions',
      width: 190,
      fixed: 'right',
      render: (_, row) => (
        <CourseActions
          course={row}
          onPublish={() => onPublish(row)}
          onHistory={() => onHistory(row)}
          onAct={(act) => onAct(act, row)}
        />
      ),
    },
  ]
}
