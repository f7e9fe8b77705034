import { PlusOutlined } from '@ant-design/icons'
import { DepartmentTab, departmentFilter, QuickStaffTab, StaffTab, staffSelectionOf } from '@kaopei/org/parts'
import { AssociatedGroupsDrawer } from '@kaopei/usergroup/parts'
import {
  ActionButton,
  calling,
  Dash,
  FilterDrawer,
  filtersOf,
  ListPage,
  type Picked,
  type PickTab,
  pickTabs,
  RightButton,
  RowActions,
  ToneTag,
  toast,
  useAction,
} from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { RoleRow } from '../contract/role.ts'
import { type RoleMember, rolePeople } from '../contract/role-people.ts'
import { useRoleGroups } from './role-groups.ts'
import { RoleSide, useChosenRole } from './role-side.tsx'

/** 角色人员: who holds a role, themselves or through groups. */
export default function RolePeoplePage(): ReactNode {
  const of = useChosenRole()
  const { chosen } = of
  const extraInput = useMemo(() => ({ roleId: chosen?.id }), [chosen?.id])
  return (
    <ListPage
      title="角色人员"
      endpoint={rolePeople.listRoleStaffPage}
      rowKey="id"
      enabled={chosen !== undefined}
      extraInput={extraInput}
      side={<RoleSide of={of} />}
      filters={filters}
      columns={chosen ? columnsOf(chosen) : []}
      isSelectable={({ isDirect }) => isDirect}
      toolbar={chosen && <Toolbar row={chosen} />}
      batchActions={({ ids, clear }) =>
        chosen && (
          <ActionButton
            size="small"
            danger
            endpoint={rolePeople.removeRoleStaff}
            input={{ roleId: chosen.id, staffIds: [...ids] }}
            confirm={removalWords(`所选 ${ids.length} 人`, chosen.name)}
            successText=""
            onDone={(answer) => {
              tellRemoved(answer)
              clear()
            }}
          >
            移除
          </ActionButton>
        )
      }
      emptyText="该角色还没有成员"
    />
  )
}

const filters = filtersOf(rolePeople.listRoleStaffPage, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号、工号' },
  departmentFilter,
  {
    name: 'source',
    label: '来源',
    kind: 'select',
    options: [
      { value: 1, label: '直接添加' },
      { value: 2, label: '用户组' },
    ],
  },
])

const removalWords = (who: string, roleName: string) => ({
  title: '移除成员',
  content: `${who}将立即失去角色“${roleName}”的权限，是否继续?`,
  okText: '移 除',
  isDangerous: true,
})

function tellRemoved({ count, outOfScopeCount }: { readonly count: number; readonly outOfScopeCount: number }): void {
  if (outOfScopeCount > 0) toast.warning(`已移除 ${count} 人，${outOfScopeCount} 人不在您的管理范围内`)
  else toast.success(`已移除 ${count} 人`)
}

function columnsOf(chosen: RoleRow): TableColumnsType<RoleMember> {
  return [
    { title: '姓名', dataIndex: 'name', width: 120 },
    { title: '账号', dataIndex: 'loginAccount', width: 140 },
    { title: '工号', dataIndex: 'jobNumber', width: 110, render: (text) => <Dash>{text}</Dash> },
    {
      title: '部门',
      dataIndex: 'department',
      render: (_, { department, departmentPath }) => (
        <span title={departmentPath ?? undefined}>
          <Dash>{department}</Dash>
        </span>
      ),
    },
    {
      title: '来源',
      key: 'source',
      render: (_, { isDirect, groups }) => (
        <>
          {isDirect && <ToneTag tone="neutral">直接添加</ToneTag>}
          {groups.map(({ id, name }) => (
            <ToneTag key={id} tone="info">
              {name}
            </ToneTag>
          ))}
        </>
      ),
    },
    {
      title: '状态',
      dataIndex: 'isEnabled',
      width: 80,
      render: (isEnabled) => <ToneTag tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? '启用' : '停用'}</ToneTag>,
    },
    { title: '操作', key: 'actions', width: 130, render: (_, row) => <MemberActions row={row} chosen={chosen} /> },
  ]
}

function MemberActions({ row, chosen }: { readonly row: RoleMember; readonly chosen: RoleRow }): ReactNode {
  return (
    <RowActions
      actions={[
        { label: '诊断', to: `/business/accessExplain?staffId=${row.id}&staffName=${encodeURIComponent(row.nameAccount)}` },
        row.isDirect &&
          calling(rolePeople.removeRoleStaff, {
            label: '移除',
            name: `移除${row.name}`,
            isDangerous: true,
            input: { roleId: chosen.id, staffIds: [row.id] },
            confirm: removalWords(row.nameAccount, chosen.name),
            successText: '',
            onDone: tellRemoved,
          }),
      ]}
    />
  )
}

function Toolbar({ row }: { readonly row: RoleRow }): ReactNode {
  const [opened, setOpened] = useState<'people' | 'groups'>()
  const add = useAction(rolePeople.addRoleStaff, { successText: '', onDone: ({ count }) => toast.success(`已添加 ${count} 人`) })
  const groups = useRoleGroups(row.id)
  const close = () => setOpened(undefined)
  const confirm = async (items: readonly Picked[]) => (await add.run({ roleId: row.id, ...staffSelectionOf(items) })).ok
  return (
    <>
      <RightButton right={rolePeople.addRoleStaff} type="primary" icon={<PlusOutlined />} onClick={() => setOpened('people')}>
        添加成员
      </RightButton>
      {row.code === null && (
        <RightButton right={rolePeople.listRoleStaffGroup} onClick={() => setOpened('groups')}>
          {row.groupCount > 0 ? `关联用户组（${row.groupCount}）` : '关联用户组'}
        </RightButton>
      )}
      <FilterDrawer open={opened === 'people'} title="添加成员" tabs={tabs} onClose={close} onConfirm={confirm} />
      <AssociatedGroupsDrawer open={opened === 'groups'} onClose={close} {...groups} />
    </>
  )
}

const tabs: readonly PickTab[] = [
  { key: '2', title: pickTabs[2].title, content: (pick) => <StaffTab pick={pick} /> },
  { key: '1', title: pickTabs[1].title, content: (pick) => <DepartmentTab pick={pick} /> },
  { key: '5', title: pickTabs[5].title, content: (pick) => <QuickStaffTab pick={pick} /> },
]
