import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { FilterSpec } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { PickApi, Picked } from '../pick/pick.ts'
import { PickListTab } from '../pick/pick-list-tab.tsx'

/** A row of `/api/v1/teacher/list`: asked with `keyWords`, `pageIndex`, `pageSize`. */
export interface LecturerRow {
  readonly id: string
  readonly name: string
  readonly levelName?: string | null
  /** 内部 or 外部. */
  readonly originName?: string | null
}

const filters: readonly FilterSpec[] = [{ name: 'keyWords', label: '讲师', kind: 'text', placeholder: '请输入讲师姓名' }]

const columns: TableColumnsType<LecturerRow> = [
  { title: '姓名', dataIndex: 'name', ellipsis: true },
  { title: '级别', dataIndex: 'levelName', width: 120 },
  { title: '来源', dataIndex: 'originName', width: 120 },
]

const itemOf = (row: LecturerRow): Picked => ({ kind: 'lecturer', id: row.id, name: row.name, data: row })

/** Type 5: lecturers by name. It comes alive with the list of lecturers. */
export function LecturerTab({ pick, source }: { readonly pick: PickApi; readonly source?: ListSource<LecturerRow> }): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      emptyText="没有符合条件的讲师"
      absentText="讲师管理尚未开通，暂无可选讲师"
    />
  )
}
