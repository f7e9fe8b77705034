import { PlusOutlined } from '@ant-design/icons'
import { staffSource, staffState } from '@kaopei/org/contract/codes'
import { staffFilter } from '@kaopei/org/contract/staff'
import { DepartmentTab, departmentFilter, StaffTab, staffSelectionOf } from '@kaopei/org/parts'
import {
  ActionButton,
  CodeTag,
  calling,
  FilterDrawer,
  filtersOf,
  formatInstant,
  type List,
  ListPage,
  type PickTab,
  pickTabs,
  RightButton,
  RowActions,
  type Selection,
  toast,
  useAction,
} from '@kaopei/web'
import { Alert, Drawer, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { groupKind } from '../contract/codes.ts'
import { group } from '../contract/group.ts'
import { groupMember, type MemberRow } from '../contract/member.ts'
import type { OpenedGroup } from './group-opened.ts'

interface Props {
  readonly row: OpenedGroup
  readonly onClose: () => void
}

/** Who is in a group. Members of a static one are added and removed here. */
export function MembersDrawer({ row, onClose }: Props): ReactNode {
  const { id, name, kind } = row
  const [isAdding, setAdding] = useState(false)
  const isChosen = kind === groupKind.chosen
  return (
    <Drawer open title={`${name} · 成员`} size={950} onClose={onClose}>
      {!isChosen && <DynamicNote id={id} computedAt={row.computedAt} />}
      <ListPage
        endpoint={groupMember.listStaffGroupMember}
        stateIn="memory"
        extraInput={{ id }}
        rowKey="id"
        filters={filters}
        toolbar={(list) => (
          <>
            {isChosen && (
              <RightButton
                right={groupMember.addStaffGroupMember}
                type="primary"
                icon={<PlusOutlined />}
                onClick={() => setAdding(true)}
              >
                添加成员
              </RightButton>
            )}
            {isChosen && <RemoveFound id={id} list={list} />}
            <ExportButton id={id} list={list} />
          </>
        )}
        {...(isChosen && { batchActions: (selection: Selection<MemberRow>) => <RemoveChosen id={id} selection={selection} /> })}
        columns={columnsOf(id, isChosen)}
        emptyText="没有符合条件的成员"
      />
      <AddMembers id={id} open={isAdding} onClose={() => setAdding(false)} />
    </Drawer>
  )
}

const filters = filtersOf(groupMember.listStaffGroupMember, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号、手机号' },
  departmentFilter,
])

function DynamicNote({ id, computedAt }: { readonly id: string; readonly computedAt?: string | null | undefined }): ReactNode {
  return (
    <Alert
      type="info"
      showIcon
      title={`成员由规则自动维护，人员信息变化后会自动更新${computedAt ? `；最近一次完整计算 ${formatInstant(computedAt)}` : ''}。`}
      style={{ marginBottom: 12 }}
      action={
        <ActionButton
          endpoint={group.recomputeStaffGroup}
          input={{ id }}
          size="small"
          successText=""
          onDone={({ addedCount, removedCount }) => toast.success(`计算完成：新增 ${addedCount} 人，移出 ${removedCount} 人`)}
        >
          立即重新计算
        </ActionButton>
      }
    />
  )
}

const tellRemoved = ({ count }: { readonly count: number }) => toast.success(`已移除 ${count} 人`)

function columnsOf(id: string, isChosen: boolean): TableColumnsType<MemberRow> {
  return [
    { title: '姓名', dataIndex: 'name', width: 90, ellipsis: true },
    { title: '账号', dataIndex: 'loginAccount', width: 106, ellipsis: true },
    { title: '部门', dataIndex: 'department', width: 116, ellipsis: true },
    { title: '手机号', dataIndex: 'phone', width: 118 },
    { title: '类型', dataIndex: 'staffSource', width: 80, render: (source: number) => staffSource.label(source) },
    {
      title: '状态',
      dataIndex: 'isEnabled',
      width: 66,
      render: (isEnabled: boolean) => <CodeTag codes={staffState} value={isEnabled ? staffState.enabled : staffState.disabled} />,
    },
    { title: '加入时间', dataIndex: 'since', width: 138, render: (at: string | null) => (at === null ? '-' : formatInstant(at)) },
    ...(isChosen
      ? [
          {
            title: '操作',
            key: 'actions',
            width: 64,
            fixed: 'right' as const,
            render: (_: unknown, member: MemberRow) => (
              <RowActions
                actions={[
                  calling(groupMember.removeStaffGroupMember, {
                    label: '移除',
                    name: `移除${member.name}`,
                    input: { id, selection: { staffIds: [member.id] } },
                    confirm: { title: '提示', content: `确定将${member.name}移出用户组吗？` },
                    successText: '',
                    onDone: tellRemoved,
                  }),
                ]}
              />
            ),
          },
        ]
      : []),
  ]
}

function RemoveChosen({ id, selection }: { readonly id: string; readonly selection: Selection<MemberRow> }): ReactNode {
  return (
    <ActionButton
      endpoint={groupMember.removeStaffGroupMember}
      input={() => ({ id, selection: { staffIds: [...selection.ids] } })}
      confirm={{ title: '提示', content: `确定将选中的 ${selection.ids.length} 人移出用户组吗？`, isDangerous: true }}
      successText=""
      onDone={(done) => {
        tellRemoved(done)
        selection.clear()
      }}
      size="small"
      danger
    >
      批量移除
    </ActionButton>
  )
}

/** Everybody whom the conditions find, on all pages: only the conditions travel. */
function RemoveFound({ id, list }: { readonly id: string; readonly list: List<MemberRow> }): ReactNode {
  const isFiltered = Object.keys(list.state.filters).length > 0
  if (!isFiltered || list.totalCount === 0) return null
  return (
    <ActionButton
      endpoint={groupMember.removeStaffGroupMember}
      input={() => {
        const filter = staffFilter.safeParse(list.input).data
        return filter && { id, selection: { filters: [{ filter }] } }
      }}
      confirm={{ title: '提示', content: `确定将筛选出的 ${list.totalCount} 人移出用户组吗？`, isDangerous: true }}
      successText=""
      onDone={tellRemoved}
      danger
    >
      移除全部筛选结果
    </ActionButton>
  )
}

function ExportButton({ id, list }: { readonly id: string; readonly list: List<MemberRow> }): ReactNode {
  return (
    <ActionButton
      endpoint={groupMember.exportStaffGroupMember}
      input={() => ({ ...staffFilter.safeParse(list.input).data, id })}
      successText="已开始导出，请到下载中心查看"
    >
      导出
    </ActionButton>
  )
}

/** Groups are of employees; outside candidates come into exams by themselves. */
const employees = { staffSource: staffSource.employee }

const tabs: readonly PickTab[] = [
  { key: '2', title: pickTabs['2'].title, content: (pick) => <StaffTab pick={pick} extraInput={employees} hasSelectAll /> },
  { key: '1', title: pickTabs['1'].title, content: (pick) => <DepartmentTab pick={pick} /> },
]

/** People one by one, whole departments, or everybody whom a filter finds (全选筛选结果). */
function AddMembers({
  id,
  open,
  onClose,
}: {
  readonly id: string
  readonly open: boolean
  readonly onClose: () => void
}): ReactNode {
  const add = useAction(groupMember.addStaffGroupMember, {
    successText: '',
    onDone: ({ count }) => toast.success(count === 0 ? '所选人员已在用户组中' : `已添加 ${count} 人`),
  })
  return (
    <FilterDrawer
      open={open}
      title="添加成员"
      tabs={tabs}
      onClose={onClose}
      onConfirm={async (items) => (await add.run({ id, selection: staffSelectionOf(items) })).ok}
    />
  )
}
