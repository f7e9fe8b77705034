import { SearchOutlined } from '@ant-design/icons'
import { Dash, type List, type ListSource, listOf, type PickApi, PickTable, useRows } from '@kaopei/web'
import { Input, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { staffState } from '../../contract/codes.ts'
import { type StaffPickRow, staff } from '../../contract/staff.ts'
import { DepartmentBranches } from '../departments/branches.tsx'
import { pickTreeHeight } from './pick-tree-height.ts'
import { AllFound, withWholeFilter } from './staff-filter-pick.tsx'
import { pickedStaff } from './staff-picked.ts'
import '../org.css'

export interface StaffTabProps {
  readonly pick: PickApi
  /** Why somebody cannot be picked; null for who can. */
  readonly canPick?: (row: StaffPickRow) => string | null
  /** People there already: shown ticked, and can be neither picked nor taken away. */
  readonly addedIds?: readonly string[]
  /** 全选筛选结果, for callers whose endpoint takes a `staffSelection`; it is picked as a `staffFilter`. */
  readonly hasSelectAll?: boolean
  /** Without the departments it is a search for people. */
  readonly hasTree?: boolean
  /** Whose people; all enabled ones of the screen's data scope unless given. */
  readonly source?: ListSource<StaffPickRow>
  readonly extraInput?: Readonly<Record<string, unknown>>
}

const shapes = [{ names: ['keyWords'] }, { names: ['departmentId'] }]
const everybody = listOf(staff.listFast)
const none: readonly string[] = []

/** Type 2: people by department and keyword; every new condition begins at page 1. */
export default function StaffTab(props: StaffTabProps): ReactNode {
  const { canPick, addedIds = none, hasTree = true, source = everybody, extraInput, hasSelectAll = false } = props
  const list = useRows(source, { shapes, ...(extraInput && { extraInput }) })
  const [departmentName, setDepartmentName] = useState<string>()
  const { departmentId, keyWords } = list.state.filters
  const filter = {
    ...extraInput,
    ...(typeof departmentId === 'string' && { departmentId }),
    ...(typeof keyWords === 'string' && { keyWords }),
    state: staffState.enabled,
  }
  const pick = withAdded(hasSelectAll ? withWholeFilter(props.pick, filter) : props.pick, addedIds)
  const words = [departmentName, typeof keyWords === 'string' ? `“${keyWords}”` : undefined].filter((word) => word !== undefined)
  return (
    <div className={hasTree ? 'kp-picker' : 'kp-picker-main'}>
      {hasTree && (
        <div className="kp-picker-side">
          <DepartmentBranches
            value={typeof departmentId === 'string' ? departmentId : undefined}
            onChange={(id, name) => {
              setDepartmentName(id === undefined ? undefined : name)
              narrow(list, 'departmentId', id)
            }}
            height={pickTreeHeight()}
          />
        </div>
      )}
      <section className="kp-picker-main" aria-label="人员">
        <StaffSearch onSearch={(text) => narrow(list, 'keyWords', text)} />
        {hasSelectAll && !pick.single && (
          <AllFound pick={props.pick} filter={filter} words={words} count={list.isPending ? 0 : list.totalCount} />
        )}
        <PickTable
          pick={pick}
          list={list}
          columns={columns}
          itemOf={pickedStaff}
          unit="人"
          emptyText="没有符合条件的人员"
          {...(canPick && { refusal: canPick })}
        />
      </section>
    </div>
  )
}

function StaffSearch({ onSearch }: { readonly onSearch: (text: string | undefined) => void }): ReactNode {
  const [typed, setTyped] = useState('')
  return (
    <Input.Search
      aria-label="搜索人员"
      placeholder="姓名、账号，回车搜索"
      value={typed}
      maxLength={100}
      allowClear
      enterButton={<SearchOutlined aria-label="搜索" />}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(text) => onSearch(text.trim() || undefined)}
    />
  )
}

function narrow(list: List<StaffPickRow>, name: string, value: string | undefined): void {
  const { [name]: _before, ...others } = list.state.filters
  list.change({ ...list.state, pageIndex: 1, filters: value ? { ...others, [name]: value } : others })
}

/** People who are there already stand as picked and locked, though they are not in the selection. */
function withAdded(pick: PickApi, addedIds: readonly string[]): PickApi {
  if (addedIds.length === 0) return pick
  const added = new Set(addedIds)
  const isAdded = (kind: string, id: string) => kind === 'staff' && added.has(id)
  return {
    ...pick,
    isPicked: (kind, id) => isAdded(kind, id) || pick.isPicked(kind, id),
    isLocked: (kind, id) => isAdded(kind, id) || pick.isLocked(kind, id),
  }
}

const columns: TableColumnsType<StaffPickRow> = [
  {
    title: '姓名',
    dataIndex: 'name',
    width: 110,
    ellipsis: true,
  },
  { title: '账号', dataIndex: 'loginAccount', width: 130, ellipsis: true },
  {
    title: '部门',
    dataIndex: 'department',
    ellipsis: { showTitle: false },
    render: (name: string | null, { departmentPath }) => (
      <Dash>{name === null ? null : <span title={departmentPath ?? name}>{name}</span>}</Dash>
    ),
  },
]
