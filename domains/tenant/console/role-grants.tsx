import type { OutputOf } from '@kaopei/contract'
import { Checkbox, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { systemRole } from '../contract/system-role.ts'
import { type MenuBranch, menuTree } from './menu-tree.ts'

type Grantable = OutputOf<typeof systemRole.listGrantable>[number]
type Branch = MenuBranch<Grantable>

export interface Grants {
  /** Names of pages. */
  readonly menus: readonly string[]
  /** Codes of their buttons. */
  readonly rights: readonly string[]
}

interface Props {
  readonly menus: readonly Grantable[]
  readonly value?: Grants
  readonly onChange?: (grants: Grants) => void
}

const nothing: Grants = { menus: [], rights: [] }

/** The tree of menus with their buttons. A button needs its menu: ticking it ticks the menu, taking the menu takes its buttons. */
export function RoleGrants({ menus, value = nothing, onChange }: Props): ReactNode {
  const tree = useMemo(() => menuTree(menus), [menus])
  const rightsOf = useMemo(() => new Map(menus.map(({ name, rights }) => [name, rights.map(({ code }) => code)])), [menus])
  const groups = useMemo(() => new Set(menus.filter(({ isGroup }) => isGroup).map(({ name }) => name)), [menus])
  const tick = (names: readonly string[]) => {
    const chosen = names.filter((name) => !groups.has(name))
    const kept = new Set(chosen.flatMap((name) => rightsOf.get(name) ?? []))
    onChange?.({ menus: chosen, rights: value.rights.filter((code) => kept.has(code)) })
  }
  const tickRights = (menu: Grantable, codes: readonly string[]) => {
    const own = new Set(rightsOf.get(menu.name))
    const others = value.rights.filter((code) => !own.has(code))
    const names = codes.length > 0 && !value.menus.includes(menu.name) ? [...value.menus, menu.name] : value.menus
    onChange?.({ menus: names, rights: [...others, ...codes] })
  }
  const columns: TableColumnsType<Branch> = [
    { title: '菜单', dataIndex: 'title', width: 240 },
    {
      title: '按钮权限',
      key: 'rights',
      render: (_, menu) =>
        !menu.isGroup && (
          <Checkbox.Group
            aria-label={`${menu.title}的按钮权限`}
            options={menu.rights.map(({ code, label }) => ({ value: code, label }))}
            value={value.rights.filter((code) => rightsOf.get(menu.name)?.includes(code))}
            onChange={(codes) => tickRights(menu, codes.map(String))}
          />
        ),
    },
  ]
  return (
    <Table<Branch>
      size="small"
      rowKey="name"
      columns={columns}
      dataSource={[...tree]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      expandable={{ defaultExpandAllRows: true }}
      rowSelection={{
        checkStrictly: false,
        selectedRowKeys: [...value.menus],
        onChange: (keys) => tick(keys.map(String)),
        getCheckboxProps: ({ title }) => ({ 'aria-label': title }),
      }}
    />
  )
}
