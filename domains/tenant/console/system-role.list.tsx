import { calling, Dash, filtersOf, ListPage, RightButton, RowActions, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type SystemRoleRow, systemRole } from '../contract/system-role.ts'
import { SystemRoleForm } from './system-role.form.tsx'

const filters = filtersOf(systemRole.getRoleListPage, [
  { name: 'roleName', label: '角色名称', kind: 'text', placeholder: '请输入角色名称' },
])

/** 平台角色: what the people of the platform may do. */
export default function SystemRolePage(): ReactNode {
  const [editing, setEditing] = useState<SystemRoleRow | 'new'>()
  return (
    <>
      <ListPage
        title="平台角色"
        header={{ description: '角色只用于平台自己的人员。' }}
        endpoint={systemRole.getRoleListPage}
        filters={filters}
        columns={columns(setEditing)}
        rowKey="id"
        toolbar={
          <RightButton type="primary" right={systemRole.SaveOrEditRole} onClick={() => setEditing('new')}>
            新增角色
          </RightButton>
        }
        emptyText="暂无角色"
      />
      <SystemRoleForm editing={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

function columns(edit: (row: SystemRoleRow) => void): TableColumnsType<SystemRoleRow> {
  return [
    {
      title: '角色名称',
      key: 'name',
      width: 200,
      render: (_, row) => (
        <>
          {row.name} {row.code !== null && <ToneTag tone="info">全部权限</ToneTag>}
        </>
      ),
    },
    { title: '角色描述', dataIndex: 'descript', width: 280, ellipsis: true, render: (text: string) => <Dash>{text}</Dash> },
    {
      title: '菜单',
      key: 'menus',
      width: 100,
      align: 'right',
      render: (_, row) => (row.code === null ? row.menus.length : '全部'),
    },
    {
      title: '按钮权限',
      key: 'rights',
      width: 100,
      align: 'right',
      render: (_, row) => (row.code === null ? row.rights.length : '全部'),
    },
    { title: '用户数', dataIndex: 'userCount', width: 100, align: 'right' },
    {
      title: '操作',
      key: 'actions',
      width: 140,
      fixed: 'right',
      render: (_, row) =>
        row.code === null && (
          <RowActions
            actions={[
              { label: '编辑', right: systemRole.SaveOrEditRole, run: () => edit(row) },
              calling(systemRole.del, {
                label: '删除',
                isDangerous: true,
                input: { id: row.id },
                confirm: { title: '提示', content: `确定要删除角色“${row.name}”吗？`, isDangerous: true },
                successText: '删除成功',
              }),
            ]}
          />
        ),
    },
  ]
}
