import { calling, Dash, filtersOf, formatInstant, ListPage, RightButton, RowActions, ToneTag } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type SystemUserRow, systemUser } from '../contract/system-user.ts'
import { showOneTimePassword } from './one-time-password.tsx'
import { SystemUserForm } from './system-user.form.tsx'

const filters = filtersOf(systemUser.getSystemUserPageList, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '姓名、账号或手机号' },
])

/** 平台用户: the people of the platform's own company. */
export default function SystemUserPage(): ReactNode {
  const [editing, setEditing] = useState<SystemUserRow | 'new'>()
  return (
    <>
      <ListPage
        title="平台用户"
        header={{ description: '平台自己的人员；各企业的人员由企业自行管理。' }}
        endpoint={systemUser.getSystemUserPageList}
        filters={filters}
        columns={columns(setEditing)}
        rowKey="id"
        toolbar={
          <RightButton type="primary" right={systemUser.saveOrEdit} onClick={() => setEditing('new')}>
            新增用户
          </RightButton>
        }
        emptyText="暂无平台用户"
      />
      <SystemUserForm editing={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

function columns(edit: (row: SystemUserRow) => void): TableColumnsType<SystemUserRow> {
  return [
    { title: '姓名', dataIndex: 'name', width: 106 },
    { title: '登录账号', dataIndex: 'loginAccount', width: 130 },
    { title: '电话', dataIndex: 'phone', width: 120 },
    { title: '邮箱', dataIndex: 'email', width: 160, ellipsis: true },
    {
      title: '角色',
      key: 'roles',
      width: 150,
      render: (_, row) => <Dash>{row.roles.map(({ name }) => name).join('、')}</Dash>,
    },
    {
      title: '状态',
      dataIndex: 'isEnabled',
      width: 76,
      render: (isEnabled: boolean) => <ToneTag tone={isEnabled ? 'success' : 'neutral'}>{isEnabled ? '启用' : '停用'}</ToneTag>,
    },
    { title: '最近登录', dataIndex: 'lastLoginAt', width: 148, render: (at: string | null) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 192,
      fixed: 'right',
      render: (_, row) => <Actions row={row} onEdit={() => edit(row)} />,
    },
  ]
}

function Actions({ row, onEdit }: { readonly row: SystemUserRow; readonly onEdit: () => void }): ReactNode {
  return (
    <RowActions
      actions={[
        { label: '编辑', right: systemUser.saveOrEdit, run: onEdit },
        calling(systemUser.resetPwd, {
          label: '重置密码',
          input: { userId: row.id },
          confirm: `重置“${row.name}”的密码？其所有登录将立即退出。`,
          successText: '',
          onDone: (made) => showOneTimePassword(made, '密码已重置'),
        }),
        calling(systemUser.del, {
          label: '删除',
          isDangerous: true,
          input: { userId: row.id },
          confirm: { title: '提示', content: `确定要删除用户“${row.name}”吗？`, isDangerous: true },
          successText: '删除成功',
        }),
      ]}
    />
  )
}
