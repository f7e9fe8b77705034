import { formFor, useCall } from '@kaopei/web'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { type SystemRoleRow, systemRole } from '../contract/system-role.ts'
import { tickedOf, withAttached } from './menu-tree.ts'
import { RoleGrants } from './role-grants.tsx'

/** One control holds menus and their buttons. */
const granting = z.object({ grants: z.object({ menus: z.array(z.string()), rights: z.array(z.string()) }) })
const { Field, FormDrawer } = formFor(systemRole.SaveOrEditRole, granting)

interface Props {
  readonly editing: SystemRoleRow | 'new' | undefined
  readonly onClose: () => void
}

export function SystemRoleForm({ editing, onClose }: Props): ReactNode {
  const menus = useCall(systemRole.listGrantable, undefined, { enabled: editing !== undefined })
  if (editing === undefined) return null
  const row = editing === 'new' ? undefined : editing
  const known = menus.data ?? []
  const grants = { menus: [...tickedOf(known, row?.menus ?? [])], rights: row?.rights ?? [] }
  return (
    <FormDrawer
      open
      title={row ? '编辑角色' : '新增角色'}
      width={760}
      endpoint={systemRole.SaveOrEditRole}
      reading={menus}
      initialValues={{ descript: '', ...row, grants }}
      toInput={({ name, descript, grants: chosen }) => ({
        ...(row && { id: row.id, version: row.version }),
        name,
        descript,
        menus: withAttached(known, chosen?.menus ?? []),
        rights: chosen?.rights ?? [],
      })}
      onClose={onClose}
    >
      <Field name="name" label="角色名称">
        <Input maxLength={30} />
      </Field>
      <Field name="descript" label="角色描述">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Field>
      <Field name="grants" label="菜单与按钮权限" required={false}>
        <RoleGrants menus={known} />
      </Field>
    </FormDrawer>
  )
}
