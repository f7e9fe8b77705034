import {
  calling,
  Dash,
  formatInstant,
  ListPage,
  Loaded,
  PageHeader,
  RightButton,
  RowActions,
  ToneTag,
  useCall,
} from '@kaopei/web'
import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { type KnownMenu, type MenuPackageRow, menuPackage } from '../contract/menu-package.ts'
import { MenuPackageForm } from './menu-package.form.tsx'
import { type MenuBranch, menuTree } from './menu-tree.ts'

type Branch = MenuBranch<KnownMenu>

/** 菜单与套餐: every menu of the product, and the packages that companies get of them. */
export default function MenuPackagePage(): ReactNode {
  const [editing, setEditing] = useState<MenuPackageRow | 'new'>()
  const [tab, setTab] = useState('packages')
  const menus = useCall(menuPackage.listAllMenu)
  return (
    <>
      <PageHeader
        title="菜单与套餐"
        description="套餐决定企业能使用哪些菜单，也可以为企业改变菜单的名称与排序；保存后立即生效。"
        tabs={{
          items: [
            { key: 'packages', label: '菜单套餐' },
            { key: 'menus', label: '全部菜单' },
          ],
          active: tab,
          onChange: setTab,
        }}
      />
      {tab === 'packages' ? (
        <ListPage
          endpoint={menuPackage.list}
          columns={packageColumns(setEditing)}
          rowKey="id"
          toolbar={
            <RightButton type="primary" right={menuPackage.save} onClick={() => setEditing('new')}>
              新增套餐
            </RightButton>
          }
          emptyText="暂无套餐，企业默认可使用全部菜单"
        />
      ) : (
        <Loaded of={menus}>{(list) => <AllMenus menus={list} />}</Loaded>
      )}
      <MenuPackageForm editing={editing} menus={menus} onClose={() => setEditing(undefined)} />
    </>
  )
}

function packageColumns(edit: (row: MenuPackageRow) => void): TableColumnsType<MenuPackageRow> {
  return [
    { title: '套餐名称', dataIndex: 'name', width: 200 },
    { title: '说明', dataIndex: 'descript', width: 320, ellipsis: true, render: (text: string) => <Dash>{text}</Dash> },
    { title: '菜单数', key: 'menus', width: 100, align: 'right', render: (_, row) => row.menus.length },
    { title: '使用企业', dataIndex: 'companyCount', width: 100, align: 'right' },
    { title: '更新时间', dataIndex: 'updatedAt', width: 170, render: (at: string) => formatInstant(at) },
    {
      title: '操作',
      key: 'actions',
      width: 140,
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            { label: '编辑', right: menuPackage.save, run: () => edit(row) },
            calling(menuPackage.delete, {
              label: '删除',
              isDangerous: true,
              input: { id: row.id },
              confirm: { title: '提示', content: `确定要删除套餐“${row.name}”吗？`, isDangerous: true },
              successText: '删除成功',
            }),
          ]}
        />
      ),
    },
  ]
}

function AllMenus({ menus }: { readonly menus: readonly KnownMenu[] }): ReactNode {
  const tree = useMemo(() => menuTree(menus), [menus])
  return (
    <section className="kp-card" aria-label="全部菜单">
      <Table<Branch>
        size="small"
        rowKey="name"
        columns={menuColumns}
        dataSource={[...tree]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        expandable={{ defaultExpandAllRows: true }}
      />
    </section>
  )
}

const menuColumns: TableColumnsType<Branch> = [
  {
    title: '菜单',
    key: 'title',
    width: 240,
    render: (_, menu) => (
      <>
        {menu.title} {menu.isOfPlatform && <ToneTag tone="info">平台专用</ToneTag>}
        {menu.isHidden && <ToneTag tone="neutral">隐藏页面</ToneTag>}
      </>
    ),
  },
  { title: '地址', dataIndex: 'path', width: 280 },
  { title: '排序', dataIndex: 'sort', width: 80, align: 'right' },
  {
    title: '按钮权限',
    key: 'rights',
    width: 320,
    render: (_, menu) => <Dash>{menu.rights.map(({ label }) => label).join('、')}</Dash>,
  },
]
