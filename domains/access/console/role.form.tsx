import { cut } from '@kaopei/contract'
import { formFor } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { type RoleRow, role } from '../contract/role.ts'

const { Field, FormDrawer } = formFor([role.createRole, role.updateRole])
const naming = formFor([role.createRole, role.updateRole, role.copyRole])

interface CreateProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

export function CreateRole({ open, onClose, onCreated }: CreateProps): ReactNode {
  return (
    <FormDrawer
      open={open}
      title="新增角色"
      width={480}
      onClose={onClose}
      endpoint={role.createRole}
      successText="添加成功"
      onSaved={({ id }) => onCreated(id)}
    >
      <RoleFields />
    </FormDrawer>
  )
}

export function EditRole({ row, onClose }: { readonly row: RoleRow; readonly onClose: () => void }): ReactNode {
  const { id, version, name, descript } = row
  return (
    <FormDrawer
      open
      title="编辑角色"
      width={480}
      onClose={onClose}
      endpoint={role.updateRole}
      successText="修改成功"
      initialValues={{ id, version, name, descript }}
    >
      <RoleFields id={id} />
    </FormDrawer>
  )
}

export function CopyRole({
  row,
  onClose,
  onCopied,
}: {
  readonly row: RoleRow
  readonly onClose: () => void
  readonly onCopied: (id: string) => void
}): ReactNode {
  return (
    <naming.FormDrawer
      open
      title={`复制角色“${row.name}”`}
      width={480}
      onClose={onClose}
      endpoint={role.copyRole}
      successText="复制成功"
      initialValues={{ id: row.id, name: `${cut(row.name, 25)} - 副本` }}
      onSaved={({ id }) => onCopied(id)}
    >
      <NameField />
      <p className="kp-hint">复制菜单、按钮与数据权限，不复制成员和用户组。</p>
    </naming.FormDrawer>
  )
}

function RoleFields({ id }: { readonly id?: string }): ReactNode {
  return (
    <>
      <NameField {...(id !== undefined && { id })} />
      <Field name="descript" label="角色描述" required={false}>
        <Input.TextArea maxLength={200} showCount rows={4} placeholder="这个角色做什么" />
      </Field>
    </>
  )
}

/** Says on leaving the field that the name is taken, not only on saving. */
function NameField({ id }: { readonly id?: string }): ReactNode {
  const isFree = async (_rule: unknown, value: unknown) => {
    const name = typeof value === 'string' ? value.trim() : ''
    if (!name) throw new Error('请输入角色名称')
    const isTaken = await call(role.checkExistRole, { name, ...(id !== undefined && { id }) }, { silent: true }).catch(
      () => false,
    )
    if (isTaken) throw new Error('角色名称已存在')
  }
  return (
    <naming.Field
      name="name"
      label="角色名称"
      required
      rules={[{ validator: isFree, validateTrigger: 'onBlur' }]}
      validateTrigger="onBlur"
    >
      <Input maxLength={30} showCount placeholder="请输入角色名称" />
    </naming.Field>
  )
}
