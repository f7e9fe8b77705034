import { PlusOutlined } from '@ant-design/icons'
import { CodeTag, formatDuration, formatInstant, formatNumber, ListPage, RightButton, ToneTag } from '@kaopei/web'
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
import { TwoLines } from './two-lines.tsx'

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

/** Within the 896 px that a page of 1,440 leaves beside menu and categories. */
function columnsOf({ onPublish, onHistory, onAct }: Opening): TableColumnsType<CourseRow> {
  return [
    {
      title: '课程名称',
      dataIndex: 'courseName',
      sorter: true,
      width: 194,
      ellipsis: true,
      render: (_, row) => <NameCell {...row} />,
    },
    { title: '状态', key: 'status', width: 96, render: (_, row) => <StatusCell {...row} /> },
    {
      title: '完成 / 学员',
      key: 'people',
      width: 112,
      align: 'right',
      ellipsis: true,
      className: 'kp-number',
      render: (_, { completedCount, learnerCount, percent }) => (
        <TwoLines
          value={`${formatNumber(completedCount)} / ${formatNumber(learnerCount)}`}
          note={percent === null ? null : `平均 ${percent}%`}
        />
      ),
    },
    {
      title: '章 / 任务',
      key: 'size',
      width: 104,
      align: 'right',
      ellipsis: true,
      className: 'kp-number',
      render: (_, { chapterCount, taskCount, timeLength }) => (
        <TwoLines value={`${chapterCount} / ${taskCount}`} note={timeLength > 0 ? formatDuration(timeLength) : null} />
      ),
    },
    {
      title: '更新时间',
      dataIndex: 'updateTime',
      width: 146,
      sorter: true,
      ellipsis: true,
      render: (time: string, { creatorName }) => (
        <TwoLines value={formatInstant(time)} note={creatorName && `由 ${creatorName} 创建`} />
      ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 180,
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

/** The name, and below it where it belongs. */
function NameCell({ id, courseName, categoryName, type, source }: CourseRow): ReactNode {
  const below = [categoryName, courseType.label(type), courseSource.label(source)].filter(Boolean).join(' · ')
  return (
    <div className="kp-two-lines">
      <span>
        <Link to={stepPath(1, id)} title={courseName}>
          {courseName}
        </Link>
      </span>
      <span className="kp-hint" title={below}>
        {below}
      </span>
    </div>
  )
}

/** Where it stands, and what waits for somebody. */
function StatusCell({ id, courseStatus: status, hasChange, askedCount }: CourseRow): ReactNode {
  return (
    <div className="kp-course-standing">
      <CodeTag codes={courseStatus} value={status} />
      {hasChange && <ToneTag tone="warning">有修改</ToneTag>}
      {askedCount > 0 && <Link to={`${stepPath(2, id)}&s.state=1`}>待审核 {formatNumber(askedCount)}</Link>}
    </div>
  )
}
