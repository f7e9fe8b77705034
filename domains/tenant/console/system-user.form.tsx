import { cut } from '@kaopei/contract'
import { choiceState, formFor, moreChoices, useCall, useSettled } from '@kaopei/web'
import { Input, Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { systemRole } from '../contract/system-role.ts'
import { type SystemUserRow, systemUser } from '../contract/system-user.ts'
import { showOneTimePassword } from './one-time-password.tsx'

const { Field, FormDrawer } = formFor(systemUser.saveOrEdit)

interface Props {
  readonly editing: SystemUserRow | 'new' | undefined
  readonly onClose: () => void
}

export function SystemUserForm({ editing, onClose }: Props): ReactNode {
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
        <RolesSelect former={isNew ? [] : editing.roles} />
      </Field>
      <Field name="isEnabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </FormDrawer>
  )
}

interface RolesProps {
  readonly former: SystemUserRow['roles']
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
}

const atOnce = 50
const settleMs = 300

/** Roles, found by their names; whatever was chosen keeps its name, whatever is looked for next. */
function RolesSelect({ former, id, value = [], onChange }: RolesProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<SystemUserRow['roles']>(former)
  const roleName = useSettled(cut(typed.trim(), 30), settleMs)
  const roles = useCall(systemRole.getRoleListPage, { pageSize: atOnce, ...(roleName && { roleName }) }, { keepPrevious: true })
  const found = roles.data?.dataList ?? []
  const elsewhere = known.filter((one) => value.includes(one.id) && !found.some((role) => role.id === one.id))
  const moreCount = (roles.data?.totalCount ?? 0) - found.length
  const choose = (ids: string[]) => {
    setKnown([...elsewhere, ...found].filter((one) => ids.includes(one.id)))
    onChange?.(ids)
  }
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      placeholder="请选择角色"
      {...choiceState(roles, '没有找到角色')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={[...value]}
      options={[...[...found, ...elsewhere].map((one) => ({ value: one.id, label: one.name })), ...moreChoices(moreCount)]}
      onChange={choose}
    />
  )
}
