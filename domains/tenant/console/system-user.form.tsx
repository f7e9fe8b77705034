import { choiceState, formFor, useCall } from '@kaopei/web'
import { Input, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { systemRole } from '../contract/system-role.ts'
import { type SystemUserRow, systemUser } from '../contract/system-user.ts'
import { showOneTimePassword } from './one-time-password.tsx'

const { Field, FormDrawer } = formFor(systemUser.saveOrEdit)

interface Props {
  readonly editing: SystemUserRow | 'new' | undefined
  readonly onClose: () => void
}

export function SystemUserForm({ editing, onClose }: Props): ReactNode {
  const roles = useCall(systemRole.getRoleListPage, { pageSize: 100 }, { enabled: editing !== undefined })
  if (editing === undefined) return null
  const isNew = editing === 'new'
  return (
    <FormDrawer
      open
      title={isNew ? '新增用户' : '编辑用户'}
      endpoint={systemUser.saveOrEdit}
      initialValues={isNew ? { isEnabled: true } : { ...editing, roleIds: editing.roles.map(({ id }) => id) }}
      onClose={onClose}
      onSaved={({ loginAccount, temporaryPassword }) => {
        if (temporaryPassword !== null) showOneTimePassword({ account: loginAccount, temporaryPassword }, '用户已创建')
      }}
    >
      <Field name="name" label="姓名">
        <Input maxLength={30} />
      </Field>
      <Field name="loginAccount" label="登录账号">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="phone" label="电话">
        <Input maxLength={11} />
      </Field>
      <Field name="email" label="邮箱">
        <Input maxLength={100} />
      </Field>
      <Field name="roleIds" label="角色">
        <Select
          mode="multiple"
          placeholder="请选择角色"
          {...choiceState(roles)}
          optionFilterProp="label"
          options={(roles.data?.dataList ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="isEnabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </FormDrawer>
  )
}
