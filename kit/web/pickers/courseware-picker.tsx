import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { FilterDrawer, type FilterDrawerProps } from '../list/filter-drawer.tsx'
import type { FilterSpec } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { Picked, PickTab } from '../pick/pick.ts'
import { PickListTab } from '../pick/pick-list-tab.tsx'

/** A row of `/api/v1/courseWare/list`: asked with `fileName`, `type`, `transStatus`, `pageIndex`, `pageSize`. */
export interface CoursewareRow {
  readonly id: string
  readonly title: string
  readonly creatorName?: string | null
  readonly type?: number
}

/** Documents, video and audio must have been transcoded (2) to be picked; pictures and micro-courses never are (0). */
const types = [
  { value: 1, label: '文档', transStatus: 2 },
  { value: 2, label: '视频', transStatus: 2 },
  { value: 3, label: '音频', transStatus: 2 },
  { value: 4, label: '图片', transStatus: 0 },
  { value: 5, label: '微课', transStatus: 0 },
] as const

const filters: readonly FilterSpec[] = [
  { name: 'fileName', label: '标题', kind: 'text' },
  { name: 'type', label: '类型', kind: 'select', options: types },
]

const columns: TableColumnsType<CoursewareRow> = [
  { title: '名称', dataIndex: 'title', ellipsis: true },
  { title: '分享人', dataIndex: 'creatorName', width: 160, ellipsis: true },
]

const itemOf = (row: CoursewareRow): Picked => ({ kind: 'courseware', id: row.id, name: row.title, data: row })

export function withTransStatus(source: ListSource<CoursewareRow>): ListSource<CoursewareRow> {
  return {
    key: source.key,
    read: (input, call) => {
      const wanted = types.find(({ value }) => value === input.type)
      return source.read(wanted ? { ...input, transStatus: wanted.transStatus } : input, call)
    },
  }
}

/** Picks coursewares by title and type. */
export function CoursewarePicker(
  props: Omit<FilterDrawerProps, 'tabs'> & { readonly source?: ListSource<CoursewareRow> },
): ReactNode {
  const { source, ...drawer } = props
  const tabs = useMemo((): readonly PickTab[] => {
    const asked = source && withTransStatus(source)
    const content: PickTab['content'] = (pick) => (
      <PickListTab
        pick={pick}
        source={asked}
        filters={filters}
        columns={columns}
        itemOf={itemOf}
        emptyText="没有符合条件的课件"
        absentText="课件库尚未开通，暂无可选课件"
      />
    )
    return [{ key: 'courseware', title: '课件', content }]
  }, [source])
  return <FilterDrawer title="选择课件" width={800} {...drawer} tabs={tabs} />
}
