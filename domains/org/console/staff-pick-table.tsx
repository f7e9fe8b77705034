import { SearchOutlined } from '@ant-design/icons'
import { Dash, EmptyState, ErrorState, type List, useList } from '@kaopei/web'
import { Input, Table, type TableColumnsType, type TableProps, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { type StaffPickRow, staff } from '../contract/staff.ts'
import type { PickedStaff } from './staff-picker.tsx'
import type { Picked } from './use-picked.ts'

const shapes = [{ names: ['keyWords'] }, { names: ['departmentId'] }]

export interface StaffToPick {
  readonly list: List<StaffPickRow>
  readonly departmentId: string | undefined
  readonly setDepartment: (departmentId: string | undefined) => void
  readonly search: (keyWords: string) => void
}

/** Enabled people by department and keyword; every new condition begins at page 1. */
export function useStaffToPick(): StaffToPick {
  const list = useList(staff.listFast, { shapes, stateIn: 'memory' })
  const { departmentId } = list.state.filters
  const narrow = (name: string, value: string | undefined) => {
    const { [name]: _before, ...others } = list.state.filters
    list.change({ ...list.state, pageIndex: 1, filters: value ? { ...others, [name]: value } : others })
  }
  return {
    list,
    departmentId: typeof departmentId === 'string' ? departmentId : undefined,
    setDepartment: (id) => narrow('departmentId', id),
    search: (keyWords) => narrow('keyWords', keyWords),
  }
}

interface Props {
  readonly people: StaffToPick
  readonly picked: Picked<PickedStaff>
  readonly single: boolean
  readonly canPick?: (row: StaffPickRow) => string | null
}

export function StaffPickTable({ people, picked, single, canPick }: Props): ReactNode {
  const { list } = people
  const [typed, setTyped] = useState('')
  const refusal = (row: StaffPickRow) => (picked.lockedIds.has(row.id) ? '已添加，不可取消' : (canPick?.(row) ?? null))
  const toggle = (row: StaffPickRow) => {
    if (refusal(row) !== null) return
    if (single) return picked.only(pickedOf(row))
    return picked.has(row.id) ? picked.remove([row.id]) : picked.add([pickedOf(row)])
  }
  return (
    <section className="kp-picker-main" aria-label="人员">
      <Input.Search
        aria-label="搜索人员"
        placeholder="姓名、账号，回车搜索"
        value={typed}
        maxLength={100}
        allowClear
        enterButton={<SearchOutlined aria-label="搜索" />}
        onChange={(event) => setTyped(event.target.value)}
        onSearch={(text) => people.search(text.trim())}
      />
      {list.error && list.rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <Table<StaffPickRow>
          size="small"
          rowKey="id"
          columns={columnsWith(refusal)}
          dataSource={list.rows}
          loading={{ spinning: list.isFetching, delay: 200 }}
          locale={{ emptyText: list.isPending ? ' ' : <EmptyState text="没有符合条件的人员" /> }}
          rowSelection={selectionOf({ rows: list.rows, picked, single, refusal })}
          onRow={(row) => ({ onClick: () => toggle(row), className: refusal(row) === null ? 'kp-pick-row' : 'kp-pick-refused' })}
          pagination={pagerOf(list)}
        />
      )}
    </section>
  )
}

function pickedOf({ id, name, loginAccount, department, email }: StaffPickRow): PickedStaff {
  return { id, name, loginAccount, departmentName: department, email }
}

type Refusal = (row: StaffPickRow) => string | null

function selectionOf(props: {
  readonly rows: readonly StaffPickRow[]
  readonly picked: Picked<PickedStaff>
  readonly single: boolean
  readonly refusal: Refusal
}): TableProps<StaffPickRow>['rowSelection'] {
  const { rows, picked, single, refusal } = props
  return {
    type: single ? 'radio' : 'checkbox',
    columnWidth: 40,
    selectedRowKeys: [...picked.items.map(({ id }) => id), ...picked.lockedIds],
    getCheckboxProps: (row) => ({ disabled: refusal(row) !== null, 'aria-label': `选择${row.name}` }),
    onChange: (keys) => {
      // Only this page's rows were touched; what was picked elsewhere stays.
      const chosen = new Set(keys.map(String))
      const here = rows.filter((row) => refusal(row) === null)
      const [first] = here.filter(({ id }) => chosen.has(id))
      if (single) return first && picked.only(pickedOf(first))
      picked.remove(here.filter(({ id }) => !chosen.has(id)).map(({ id }) => id))
      picked.add(here.filter(({ id }) => chosen.has(id)).map(pickedOf))
    },
  }
}

function columnsWith(refusal: Refusal): TableColumnsType<StaffPickRow> {
  return [
    {
      title: '姓名',
      dataIndex: 'name',
      width: 110,
      ellipsis: true,
      render: (name: string, row) => {
        const reason = refusal(row)
        return reason === null ? <span title={name}>{name}</span> : <Tooltip title={reason}>{name}</Tooltip>
      },
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
}

function pagerOf({ state, totalCount, change }: List<StaffPickRow>): TableProps<StaffPickRow>['pagination'] {
  return {
    current: state.pageIndex,
    pageSize: state.pageSize,
    total: totalCount,
    size: 'small',
    simple: totalCount > state.pageSize * 5,
    showTotal: (total) => `共 ${total} 人`,
    showSizeChanger: false,
    onChange: (pageIndex) => change({ ...state, pageIndex }),
  }
}
