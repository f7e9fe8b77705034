import {
  CodeTag,
  FilterDrawer,
  type FilterDrawerProps,
  filtersOf,
  formatDuration,
  type ListSource,
  listOf,
  type Picked,
  PickListTab,
  type PickTab,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { coursewareType, transStatus } from '../contract/codes.ts'
import { type CoursewarePickRow, courseware } from '../contract/courseware.ts'
import { usePointFilter } from './fact-fields.tsx'

const filtersFor = (points: ReturnType<typeof usePointFilter>) =>
  filtersOf(courseware.list, [
    { name: 'fileName', label: '标题', kind: 'text' },
    { name: 'type', label: '类型', kind: 'select', options: coursewareType.options },
    ...points,
  ])

const columns: TableColumnsType<CoursewarePickRow> = [
  { title: '名称', dataIndex: 'title', ellipsis: true },
  { title: '类型', dataIndex: 'type', width: 90, render: (type: number) => <CodeTag codes={coursewareType} value={type} /> },
  { title: '时长/页数', key: 'size', width: 110, render: (_, row) => sizeOf(row) },
  { title: '分享人', dataIndex: 'creatorName', width: 120, ellipsis: true },
]

const itemOf = (row: CoursewarePickRow): Picked => ({ kind: 'courseware', id: row.id, name: row.title, data: row })

const asItIs: readonly number[] = [coursewareType.image, coursewareType.microCourse]

/** Pictures and micro-courses are never made ready (0); everything else has to be (2). */
function withTransStatus<Row, Input>(source: ListSource<Row, Input>): ListSource<Row, Input> {
  return {
    key: source.key,
    read: (input, call) => {
      if (typeof input.type !== 'number') return source.read(input, call)
      return source.read({ ...input, transStatus: asItIs.includes(input.type) ? transStatus.none : transStatus.done }, call)
    },
  }
}

const source = withTransStatus(listOf(courseware.list))

export interface CoursewarePickerProps extends Omit<FilterDrawerProps, 'tabs'> {
  /** Only of this type. */
  readonly type?: number
}

/** 选择课件: by title and type, those that can be used. */
export function CoursewarePicker({ type, ...drawer }: CoursewarePickerProps): ReactNode {
  const tabs = useMemo((): readonly PickTab[] => {
    const content: PickTab['content'] = (pick) => <CoursewareTab pick={pick} type={type} />
    return [{ key: 'courseware', title: '课件', content }]
  }, [type])
  return <FilterDrawer title="选择课件" width={800} {...drawer} tabs={tabs} />
}

type Pick = Parameters<PickTab['content']>[0]

function CoursewareTab({ pick, type }: { readonly pick: Pick; readonly type: number | undefined }): ReactNode {
  const filters = filtersFor(usePointFilter())
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={type === undefined ? filters : filters.filter(({ name }) => name !== 'type')}
      {...(type !== undefined && { extraInput: { type } })}
      columns={columns}
      itemOf={itemOf}
      emptyText="没有符合条件的课件"
    />
  )
}

function sizeOf({ type, lengthSeconds, pageCount }: CoursewarePickRow): string {
  if (lengthSeconds !== null) return formatDuration(lengthSeconds)
  if (pageCount === null || type === coursewareType.image) return '-'
  return `${pageCount} ${type === coursewareType.document ? '页' : '节'}`
}
