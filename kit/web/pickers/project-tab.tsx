import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { formatInstant } from '../format.ts'
import type { FilterSpec } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { PickApi, Picked } from '../pick/pick.ts'
import { PickListTab } from '../pick/pick-list-tab.tsx'

/** A row of `/api/v1/train/project/list`: asked with `beginTime`, `endTime`, `name`, `pageIndex`, `pageSize`. */
export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly beginTime?: string | null
  readonly endTime?: string | null
}

const filters: readonly FilterSpec[] = [
  { name: 'time', label: '时间', kind: 'dateRange' },
  { name: 'name', label: '项目名称', kind: 'text' },
]

const columns: TableColumnsType<ProjectRow> = [
  { title: '项目名称', dataIndex: 'name', ellipsis: true },
  {
    title: '项目时间',
    key: 'time',
    width: 300,
    render: (_, { beginTime, endTime }) => `${formatInstant(beginTime)} 至 ${formatInstant(endTime)}`,
  },
]

const itemOf = (row: ProjectRow): Picked => ({ kind: 'project', id: row.id, name: row.name, data: row })

/** Type 4: training projects by time and name. It comes alive with the list of projects. */
export function ProjectTab({ pick, source }: { readonly pick: PickApi; readonly source?: ListSource<ProjectRow> }): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      emptyText="没有符合条件的项目"
      absentText="培训项目尚未开通，暂无可选项目"
    />
  )
}
