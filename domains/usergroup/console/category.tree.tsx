import { CategoryForm, CategoryTree, useCall, whenShown } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { type GroupCategoryNode, groupCategory } from '../contract/category.ts'

/** In `groupCategoryId`: groups without a category. */
export const withoutCategory = 'none'

const DeleteCategoryDialog = whenShown(
  async () => ({ default: (await import('./category-delete.dialog.tsx')).DeleteCategoryDialog }),
  null,
)

interface Props {
  readonly value: string | undefined
  readonly onChange: (categoryId: string | undefined) => void
}

type Opened =
  | { readonly kind: 'add'; readonly parentId: string | null }
  | { readonly kind: 'edit' | 'delete'; readonly node: GroupCategoryNode }

/** The categories beside the groups. */
export function GroupCategories({ value, onChange }: Props): ReactNode {
  const asked = useCall(groupCategory.listStaffGroupCate)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { createStaffGroupCate: create, updateStaffGroupCate: update, deleteStaffGroupCate: remove } = groupCategory
  return (
    <>
      <CategoryTree
        title="用户组分类"
        of={asked}
        value={value}
        onChange={onChange}
        allTitle="全部用户组"
        without={{ id: withoutCategory, title: '未分类' }}
        countOf={({ groupCount }) => groupCount}
        add={{ label: '新增分类', right: create, run: () => setOpened({ kind: 'add', parentId: null }) }}
        actions={(node) => [
          { label: '新增下级分类', right: create, run: () => setOpened({ kind: 'add', parentId: node.id }) },
          { label: '编辑、移动', right: update, run: () => setOpened({ kind: 'edit', node }) },
          { label: '删除', right: remove, isDangerous: true, run: () => setOpened({ kind: 'delete', node }) },
        ]}
      />
      {opened?.kind === 'add' && (
        <CategoryForm noun="分类" {...{ create, update }} of={asked} parentId={opened.parentId} onClose={close} />
      )}
      {opened?.kind === 'edit' && (
        <CategoryForm noun="分类" {...{ create, update }} of={asked} node={opened.node} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <DeleteCategoryDialog
          node={opened.node}
          of={asked}
          onClose={close}
          onDeleted={() => opened.node.id === value && onChange(undefined)}
        />
      )}
    </>
  )
}
