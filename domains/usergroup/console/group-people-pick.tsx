import { SearchOutlined } from '@ant-design/icons'
import { staffSource, staffState } from '@kaopei/org/contract/codes'
import { Bones, Dash, Delayed, EmptyState, ErrorState, type List, listOf, type PickApi, PickTable, useRows } from '@kaopei/web'
import { Input, Pagination, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type GroupRow, group } from '../contract/group.ts'
import { groupMember, type MemberRow } from '../contract/member.ts'
import { pickedMember } from './group-picked.ts'
import './usergroup.css'

const groups = listOf(group.listStaffGroupPage)
const members = listOf(groupMember.listStaffGroupMember)
const groupShapes = [{ names: ['groupName'] }]
const memberShapes = [{ names: ['keyWords'] }]

interface Props {
  readonly pick: PickApi
  readonly addedIds: readonly string[]
}

/** Groups at the left, the people of the chosen one at the right. */
export function GroupPeoplePick({ pick, addedIds }: Props): ReactNode {
  const [chosen, choose] = useState<GroupRow>()
  return (
    <div className="kp-group-people">
      <GroupChoice chosen={chosen} onChoose={choose} />
      {chosen ? (
        <PeopleOfGroup key={chosen.id} pick={pick} addedIds={addedIds} of={chosen} />
      ) : (
        <EmptyState text="请先在左侧选择用户组" />
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly chosen: GroupRow | undefined
  readonly onChoose: (row: GroupRow) => void
}

function GroupChoice({ chosen, onChoose }: ChoiceProps): ReactNode {
  const list = useRows(groups, { shapes: groupShapes })
  return (
    <section className="kp-group-choice" aria-label="用户组">
      <Search label="搜索用户组" placeholder="用户组名称，回车搜索" list={list} field="groupName" />
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {list.isPending && !list.error && (
        <Delayed>
          <Bones rows={4} />
        </Delayed>
      )}
      {!list.isPending && !list.error && list.rows.length === 0 && <EmptyState text="没有用户组" />}
      <ul>
        {list.rows.map((row) => (
          <li key={row.id}>
            <button type="button" aria-pressed={row.id === chosen?.id} title={row.name} onClick={() => onChoose(row)}>
              <span>{row.name}</span>
              <span className="kp-number">{row.staffCount}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination
        simple
        size="small"
        hideOnSinglePage
        current={list.state.pageIndex}
        pageSize={list.state.pageSize}
        total={list.totalCount}
        onChange={(pageIndex) => list.change({ ...list.state, pageIndex })}
      />
    </section>
  )
}

function PeopleOfGroup({ pick, addedIds, of }: Props & { readonly of: GroupRow }): ReactNode {
  const list = useRows(members, {
    shapes: memberShapes,
    extraInput: { id: of.id, state: staffState.enabled, staffSource: staffSource.employee },
  })
  const added = new Set(addedIds)
  return (
    <section className="kp-pick-list" aria-label={`${of.name}的人员`}>
      <Search label="搜索人员" placeholder="姓名、账号，回车搜索" list={list} field="keyWords" />
      <PickTable
        pick={pick}
        list={list}
        columns={peopleColumns}
        itemOf={pickedMember}
        refusal={({ id }) => (added.has(id) ? '已添加' : null)}
        unit="人"
        emptyText="该用户组没有符合条件的人员"
      />
    </section>
  )
}

const peopleColumns: TableColumnsType<MemberRow> = [
  { title: '姓名', dataIndex: 'name', width: 110, ellipsis: true },
  { title: '账号', dataIndex: 'loginAccount', width: 130, ellipsis: true },
  { title: '部门', dataIndex: 'department', ellipsis: true, render: (name: string | null) => <Dash>{name}</Dash> },
]

interface SearchProps<Row> {
  readonly label: string
  readonly placeholder: string
  readonly list: List<Row>
  readonly field: string
}

function Search<Row>({ label, placeholder, list, field }: SearchProps<Row>): ReactNode {
  const [typed, setTyped] = useState('')
  const search = (text: string) => {
    const { [field]: _before, ...others } = list.state.filters
    list.change({ ...list.state, pageIndex: 1, filters: text ? { ...others, [field]: text } : others })
  }
  return (
    <Input.Search
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={100}
      allowClear
      enterButton={<SearchOutlined aria-label="搜索" />}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(text) => search(text.trim())}
    />
  )
}
