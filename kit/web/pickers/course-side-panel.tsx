import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { formatDuration } from '../format.ts'
import { FilterDrawer, type FilterDrawerProps } from '../list/filter-drawer.tsx'
import type { FilterSpec, TreeOption } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { Picked, PickTab } from '../pick/pick.ts'
import { PickListTab } from '../pick/pick-list-tab.tsx'
import { BoughtCoursewareTab, type BoughtRow } from './bought-courseware-tab.tsx'

/** A row of the course library; asked with `title`, `source`, `categoryId`, `courseStatus`, `startDate`, `endDate`, `pageIndex`, `pageSize`. */
export interface CourseRow {
  readonly id?: string
  readonly courseId?: string
  readonly courseName: string
  /** Seconds. */
  readonly timeLength?: number | null
}

export interface CourseSidePanelProps extends Omit<FilterDrawerProps, 'tabs'> {
  /** The course library's list, or any request of the caller's. */
  readonly source?: ListSource<CourseRow>
  /** 自建 or 外采 as a condition, own ones first; without it own courses alone are listed. */
  readonly hasType?: boolean
  readonly categories?: readonly TreeOption[]
  /** Only on-shelf ones unless the caller says otherwise. */
  readonly extraInput?: Readonly<Record<string, unknown>>
  /** The second list, 已购课件. */
  readonly bought?: ListSource<BoughtRow>
}

const filters: readonly FilterSpec[] = [
  { name: 'title', label: '标题', kind: 'text', placeholder: '请输入课程标题' },
  { name: 'created', label: '创建时间', kind: 'dateRange', range: ['startDate', 'endDate'] },
]
const typeFilter: FilterSpec = {
  name: 'source',
  label: '课程类型',
  kind: 'select',
  options: [
    { value: 1, label: '自建' },
    { value: 2, label: '外采' },
  ],
}
const own = { source: 1 } as const
const ownFirst = { source: '1' } as const

const columns: TableColumnsType<CourseRow> = [
  { title: '课程名称', dataIndex: 'courseName', ellipsis: true },
  {
    title: '时长',
    dataIndex: 'timeLength',
    width: 140,
    align: 'right',
    // Of articles, links and exams nothing has a length.
    render: (seconds?: number | null) => (seconds ? formatDuration(seconds) : '-'),
  },
]

/** Courses are one by their course id, in whichever list they stand. */
const itemOf = (row: CourseRow): Picked => ({
  kind: 'course',
  id: row.courseId ?? row.id ?? row.courseName,
  name: row.courseName,
  data: row,
})

/** Picks courses, 80 % wide. */
export function CourseSidePanel(props: CourseSidePanelProps): ReactNode {
  const { source, hasType = false, categories, extraInput, bought, ...drawer } = props
  const tabs = useMemo((): readonly PickTab[] => {
    const category: FilterSpec | undefined = categories && {
      name: 'categoryId',
      label: '课程分类',
      kind: 'tree',
      tree: categories,
    }
    const shown = [...filters, ...(hasType ? [typeFilter] : []), ...(category ? [category] : [])]
    const input = { ...(hasType ? {} : own), ...extraInput }
    const courses: PickTab['content'] = (pick) => (
      <PickListTab
        pick={pick}
        source={source}
        filters={shown}
        columns={columns}
        itemOf={itemOf}
        extraInput={input}
        {...(hasType && { initial: ownFirst })}
        emptyText="没有符合条件的课程"
        absentText="课程库尚未开通，暂无可选课程"
      />
    )
    return [
      { key: 'course', title: '课程', content: courses },
      ...(bought
        ? [
            {
              key: 'bought',
              title: '已购课件',
              content: (pick) => <BoughtCoursewareTab pick={pick} source={bought} />,
            } satisfies PickTab,
          ]
        : []),
    ]
  }, [source, hasType, categories, extraInput, bought])
  return <FilterDrawer title="选择课程" width="80%" {...drawer} tabs={tabs} />
}
