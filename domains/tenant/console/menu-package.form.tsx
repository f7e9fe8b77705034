import type { InputOf } from '@kaopei/contract'
import { type CallState, formFor } from '@kaopei/web'
import { Input } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { type KnownMenu, type MenuPackageRow, menuPackage } from '../contract/menu-package.ts'
import { withAttached } from './menu-tree.ts'
import { PackageMenus } from './package-menus.tsx'

const { Field, FormDrawer } = formFor(menuPackage.save)

interface Props {
  readonly editing: MenuPackageRow | 'new' | undefined
  readonly menus: CallState<KnownMenu[]>
  readonly onClose: () => void
}

export function MenuPackageForm({ editing, menus, onClose }: Props): ReactNode {
  const ofCompanies = useMemo(() => (menus.data ?? []).filter(({ isOfPlatform }) => !isOfPlatform), [menus.data])
  if (editing === undefined) return null
  const row = editing === 'new' ? undefined : editing
  return (
    <FormDrawer
      open
      title={row ? '编辑套餐' : '新增套餐'}
      width={860}
      endpoint={menuPackage.save}
      reading={menus}
      initialValues={row ? { ...row } : { descript: '', menus: [] }}
      toInput={({ name, descript, menus: chosen }) => ({
        ...(row && { id: row.id, version: row.version }),
        name,
        descript,
        menus: entriesOf(ofCompanies, chosen),
      })}
      onClose={onClose}
    >
      <Field name="name" label="套餐名称">
        <Input maxLength={30} />
      </Field>
      <Field name="descript" label="说明">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Field>
      <Field name="menus" label="菜单" required rules={[]}>
        <PackageMenus menus={ofCompanies} />
      </Field>
    </FormDrawer>
  )
}

/** The ticked pages with the hidden ones that come with them, and the groups that are called or placed otherwise. */
function entriesOf(menus: readonly KnownMenu[], chosen: InputOf<typeof menuPackage.save>['menus'] | null | undefined) {
  const entries = chosen ?? []
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const pages = withAttached(
    menus,
    entries.map(({ name }) => name),
  )
  const groups = menus.filter(({ name, isGroup }) => isGroup && byName.has(name)).map(({ name }) => name)
  return [...groups, ...pages].map((name) => byName.get(name) ?? { name, title: null, sort: null })
}
