import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { formatInstant } from '../format.ts'
import { FilterDrawer, type FilterDrawerProps } from '../list/filter-drawer.tsx'
import type { FilterSpec } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { Picked, PickTab } from '../pick/pick.ts'
import { PickListTab } from '../pick/pick-list-tab.tsx'

/** A row of `/api/v1/examPractice/listByPage`: asked with `name`, `status` ([1, 4]), `pageIndex`, `pageSize`. */
export interface PracticeRow {
  readonly id: string
  readonly name: string
  readonly startTime?: string | null
  readonly endTime?: string | null
}

/** Published, and not yet started or under way. */
const open = { status: [1, 4] } as const
const filters: readonly FilterSpec[] = [{ name: 'name', label: '名称', kind: 'text', placeholder: '请输入练习名称' }]

const columns: TableColumnsType<PracticeRow> = [
  { title: '练习名称', dataIndex: 'name', ellipsis: true },
  {
    title: '练习时间',
    key: 'time',
    width: 300,
    render: (_, row) => timeOf(row),
  },
]

function timeOf({ startTime, endTime }: PracticeRow): string {
  if (!startTime && !endTime) return '长期有效'
  return `${startTime ? formatInstant(startTime) : '发布'} 起，${endTime ? `${formatInstant(endTime)} 止` : '长期有效'}`
}

const itemOf = (row: PracticeRow): Picked => ({ kind: 'practice', id: row.id, name: row.name, data: row })

/** Picks practices by name. */
export function PracticePicker(
  props: Omit<FilterDrawerProps, 'tabs'> & { readonly source?: ListSource<PracticeRow> },
): ReactNode {
  const { source, ...drawer } = props
  const tabs = useMemo((): readonly PickTab[] => {
    const content: PickTab['content'] = (pick) => (
      <PickListTab
        pick={pick}
        source={source}
        filters={filters}
        columns={columns}
        itemOf={itemOf}
        extraInput={open}
        emptyText="没有符合条件的练习"
        absentText="练习尚未开通，暂无可选练习"
      />
    )
    return [{ key: 'practice', title: '练习', content }]
  }, [source])
  return <FilterDrawer title="选择练习" width={820} {...drawer} tabs={tabs} />
}
