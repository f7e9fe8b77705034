import { Field, FormDrawer, Loaded, useCall } from '@kaopei/web'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { type SystemRoleRow, systemRole } from '../contract/system-role.ts'
import { tickedOf, withAttached } from './menu-tree.ts'
import { type Grants, RoleGrants } from './role-grants.tsx'

interface Props {
  readonly editing: SystemRoleRow | 'new' | undefined
  readonly onClose: () => void
}

export function SystemRoleForm({ editing, onClose }: Props): ReactNode {
  const menus = useCall(systemRole.listGrantable, undefined, { enabled: editing !== undefined })
  if (editing === undefined) return null
  const row = editing === 'new' ? undefined : editing
  const known = menus.data ?? []
  const grants: Grants = { menus: tickedOf(known, row?.menus ?? []), rights: row?.rights ?? [] }
  return (
    <FormDrawer
      open
      title={row ? '编辑角色' : '新增角色'}
      width={760}
      endpoint={systemRole.SaveOrEditRole}
      isLoading={menus.isPending}
      initialValues={{ ...row, grants }}
      toInput={({ name, descript, grants: chosen }) => ({
        ...(row && { id: row.id, version: row.version }),
        name: String(name ?? ''),
        descript: String(descript ?? ''),
        ...grantsOf(known, chosen),
      })}
      onClose={onClose}
    >
      <Field name="name" label="角色名称">
        <Input maxLength={30} />
      </Field>
      <Field name="descript" label="角色描述">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Field>
      <Loaded of={menus}>
        {(list) => (
          <Form.Item name="grants" label="菜单与按钮权限">
            <RoleGrants menus={list} />
          </Form.Item>
        )}
      </Loaded>
    </FormDrawer>
  )
}

type Known = Parameters<typeof withAttached>[0]

/** The control's value as the call wants it. */
function grantsOf(known: Known, chosen: unknown): { menus: string[]; rights: string[] } {
  if (typeof chosen !== 'object' || chosen === null || !('menus' in chosen) || !('rights' in chosen))
    return { menus: [], rights: [] }
  const texts = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])
  return { menus: withAttached(known, texts(chosen.menus)), rights: texts(chosen.rights) }
}
