import { departmentFilter } from '@kaopei/org/parts'
import { filtersOf, listOf, type PickApi, type Picked, PickListTab } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { teacherLevel, teacherOrigin } from '../../contract/codes.ts'
import { type TeacherRow, teacher } from '../../contract/teacher.ts'

const source = listOf(teacher.list)
const enabled = { state: 1 } as const

const filters = filtersOf(teacher.list, [
  { name: 'name', label: '讲师', kind: 'text', placeholder: '请输入讲师姓名' },
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '机构、职称或工号' },
  departmentFilter,
  { name: 'level', label: '级别', kind: 'select', options: teacherLevel.options },
  { name: 'origin', label: '来源', kind: 'select', options: teacherOrigin.options },
])

const columns: TableColumnsType<TeacherRow> = [
  { title: '姓名', dataIndex: 'name', ellipsis: true },
  { title: '级别', dataIndex: 'levelName', width: 100 },
  { title: '来源', dataIndex: 'originName', width: 72 },
  { title: '部门 / 机构', key: 'from', ellipsis: true, render: (_, row) => row.department ?? (row.institution || '-') },
]

const itemOf = (row: TeacherRow): Picked => ({ kind: 'lecturer', id: row.id, name: row.name, detail: row.levelName, data: row })

/** Type 5 of pickers: enabled instructors by name, keyword, department. */
export function LecturerTab({ pick }: { readonly pick: PickApi }): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      extraInput={enabled}
      emptyText="没有符合条件的讲师"
    />
  )
}
