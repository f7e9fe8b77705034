import { Input, InputNumber, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { KnownMenu, PackageEntry } from '../contract/menu-package.ts'
import { type MenuBranch, menuTree, tickedOf } from './menu-tree.ts'

type Branch = MenuBranch<KnownMenu>

interface Props {
  readonly menus: readonly KnownMenu[]
  readonly value?: readonly PackageEntry[]
  readonly onChange?: (entries: readonly PackageEntry[]) => void
}

const none: readonly PackageEntry[] = []

/** The tree of menus of a package: which, what they are called, where they stand. */
export function PackageMenus({ menus, value = none, onChange }: Props): ReactNode {
  const tree = useMemo(() => menuTree(menus), [menus])
  const groups = useMemo(() => new Set(menus.filter(({ isGroup }) => isGroup).map(({ name }) => name)), [menus])
  const entries = new Map(value.map((entry) => [entry.name, entry]))
  const ticked = tickedOf(menus, [...entries.keys()])
  const tick = (names: readonly string[]) => {
    const worded = value.filter(({ name, title, sort }) => groups.has(name) && (title !== null || sort !== null))
    const pages = names.filter((name) => !groups.has(name)).map((name) => entries.get(name) ?? plain(name))
    onChange?.([...worded, ...pages])
  }
  const change = (name: string, words: Partial<PackageEntry>) => {
    const changed = { ...(entries.get(name) ?? plain(name)), ...words }
    onChange?.([...value.filter((entry) => entry.name !== name), changed])
  }
  const isEditable = (menu: Branch) => menu.isGroup || entries.has(menu.name)
  const columns: TableColumnsType<Branch> = [
    { title: '菜单', dataIndex: 'title', width: 240 },
    {
      title: '显示名称',
      key: 'name',
      width: 220,
      render: (_, menu) => (
        <Input
          size="small"
          aria-label={`${menu.title}的显示名称`}
          placeholder={menu.title}
          maxLength={20}
          disabled={!isEditable(menu)}
          value={entries.get(menu.name)?.title ?? ''}
          onChange={(event) => change(menu.name, { title: event.target.value || null })}
        />
      ),
    },
    {
      title: '排序',
      key: 'sort',
      width: 110,
      render: (_, menu) => (
        <InputNumber
          size="small"
          aria-label={`${menu.title}的排序`}
          placeholder={String(menu.sort)}
          min={0}
          max={9999}
          precision={0}
          disabled={!isEditable(menu)}
          value={entries.get(menu.name)?.sort ?? null}
          onChange={(sort) => change(menu.name, { sort })}
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
        selectedRowKeys: ticked,
        onChange: (keys) => tick(keys.map(String)),
        getCheckboxProps: ({ title }) => ({ 'aria-label': title }),
      }}
    />
  )
}

function plain(name: string): PackageEntry {
  return { name, title: null, sort: null }
}
