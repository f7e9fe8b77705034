import { PlusOutlined } from '@ant-design/icons'
import {
  ActionButton,
  categoryOptions,
  filtersOf,
  type List,
  ListPage,
  RightButton,
  useAddress,
  useCall,
  whenShown,
} from '@kaopei/web'
import { type ReactNode, useMemo, useState } from 'react'
import { groupCategory } from '../contract/category.ts'
import { groupKind } from '../contract/codes.ts'
import { type GroupRow, group, groupFilter } from '../contract/group.ts'
import { GroupCategories, withoutCategory } from './category.tree.tsx'
import { groupListColumns } from './group-columns.tsx'
import type { Opened } from './group-opened.ts'
import './usergroup.css'

// The list itself needs none of these: their code comes with the first opening.
const CreateGroup = whenShown(async () => ({ default: (await import('./group.drawers.tsx')).CreateGroup }), null)
const EditGroup = whenShown(async () => ({ default: (await import('./group.drawers.tsx')).EditGroup }), null)
const MembersDrawer = whenShown(async () => ({ default: (await import('./members.drawer.tsx')).MembersDrawer }), null)

/** 用户组: categories at the left, their groups at the right. */
export default function GroupListPage(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const [categoryId, setCategory] = useCategoryOfAddress()
  const filters = useFilters()
  // What closes itself may have opened the next thing before: the members of a new group.
  const close = (closing: Opened) => setOpened((now) => (now === closing ? undefined : now))
  const add = (
    <RightButton
      right={group.createStaffGroup}
      type="primary"
      icon={<PlusOutlined />}
      onClick={() => setOpened({ kind: 'create' })}
    >
      新增用户组
    </RightButton>
  )
  return (
    <>
      <ListPage
        title="用户组"
        endpoint={group.listStaffGroupPage}
        rowKey="id"
        side={<GroupCategories value={categoryId} onChange={setCategory} />}
        filters={filters}
        toolbar={(list) => (
          <>
            {add}
            <ExportButton list={list} />
          </>
        )}
        columns={groupListColumns(setOpened)}
        emptyText="暂无用户组"
        emptyAction={add}
      />
      {opened?.kind === 'create' && <CreateGroup categoryId={categoryId} open={setOpened} onClose={() => close(opened)} />}
      {opened?.kind === 'edit' && <EditGroup id={opened.id} open={setOpened} onClose={() => close(opened)} />}
      {opened?.kind === 'members' && <MembersDrawer row={opened.row} onClose={() => close(opened)} />}
    </>
  )
}

/** The category is a filter of the list like the others, so the tree and the filter are two views of the address. */
function useCategoryOfAddress(): readonly [string | undefined, (categoryId: string | undefined) => void] {
  const [params, setParams] = useAddress()
  const choose = (categoryId: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('pageIndex')
      if (categoryId === undefined) next.delete('groupCategoryId')
      else next.set('groupCategoryId', categoryId)
      return next
    })
  return [params.get('groupCategoryId') ?? undefined, choose]
}

function useFilters() {
  const categories = useCall(groupCategory.listStaffGroupCate)
  return useMemo(
    () =>
      filtersOf(group.listStaffGroupPage, [
        { name: 'groupName', label: '用户组名称', kind: 'text' },
        { name: 'kind', label: '类型', kind: 'select', options: groupKind.options },
        {
          name: 'groupCategoryId',
          label: '分类',
          kind: 'tree',
          tree: [...categoryOptions(categories.data ?? []), { value: withoutCategory, title: '未分类' }],
        },
      ]),
    [categories.data],
  )
}

function ExportButton({ list }: { readonly list: List<GroupRow> }): ReactNode {
  return (
    <ActionButton
      endpoint={group.exportStaffGroup}
      input={() => groupFilter.safeParse(list.input).data}
      successText="已开始导出，请到下载中心查看"
    >
      导出
    </ActionButton>
  )
}
