import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { FilterSpec } from '../list/filter-spec.ts'
import type { ListSource } from '../list/list-source.ts'
import type { PickApi, Picked } from '../pick/pick.ts'
import { PickListTab } from '../pick/pick-list-tab.tsx'

/** A row of the bought courseware; asked with `name`, `categoryId`, `courseStatus`, `startDate`, `endDate`, `pageIndex`, `pageSize`. */
export interface BoughtRow {
  readonly id: string
  /** The course it is, where a picker picks courses. */
  readonly courseId?: string
  readonly name: string
  readonly courseCategoryName?: string | null
  /** 1: so many accounts; otherwise without a limit. */
  readonly limitType?: number
  readonly limitCount?: number | null
  readonly surplusCount?: number | null
}

const filters: readonly FilterSpec[] = [{ name: 'name', label: '名称', kind: 'text', placeholder: '请输入课件名称' }]
const limited = 1

const columns: TableColumnsType<BoughtRow> = [
  { title: '名称', dataIndex: 'name', ellipsis: true },
  { title: '分类', dataIndex: 'courseCategoryName', width: 160, ellipsis: true },
  { title: '账号总数', key: 'limitCount', width: 110, align: 'right', render: (_, row) => countOf(row, row.limitCount) },
  { title: '剩余账号数', key: 'surplusCount', width: 110, align: 'right', render: (_, row) => countOf(row, row.surplusCount) },
]

function countOf({ limitType }: BoughtRow, count: number | null | undefined): ReactNode {
  return <span className="kp-number">{limitType === limited ? (count ?? 0) : '不限'}</span>
}

/** As the course that it is, so that it is picked once in whichever list it stands. */
const itemOf = (row: BoughtRow): Picked =>
  row.courseId === undefined
    ? { kind: 'courseware', id: row.id, name: row.name, data: row }
    : { kind: 'course', id: row.courseId, name: row.name, data: row }

/** Courseware that the company has bought, with what is left of its accounts. */
export function BoughtCoursewareTab({
  pick,
  source,
}: {
  readonly pick: PickApi
  readonly source?: ListSource<BoughtRow>
}): ReactNode {
  const isUsedUp = ({ limitType, surplusCount }: BoughtRow) =>
    limitType === limited && (surplusCount ?? 0) <= 0 ? '账号已用完' : null
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      refusal={isUsedUp}
      emptyText="没有符合条件的课件"
      absentText="课件采购尚未开通，暂无可选课件"
    />
  )
}
