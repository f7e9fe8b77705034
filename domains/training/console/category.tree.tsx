import { CategoryDelete, CategoryTree, formFor, useCall, useChosenCategory } from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { mostCategories, type ProjectCategoryRow, projectCategory } from '../contract/category.ts'

const { listPage, create, modify, delete: remove } = projectCategory
const { Field, FormDrawer } = formFor([create, modify])

type Opened =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly row: ProjectCategoryRow }
  | { readonly kind: 'delete'; readonly row: ProjectCategoryRow }

/** All of them: they stand at one level, and are few. */
export const allCategories = { pageIndex: 1, pageSize: mostCategories } as const

interface CategoryNode extends ProjectCategoryRow {
  readonly children: readonly CategoryNode[]
}

/** 项目分类: chosen in the address; added, changed and removed here. */
export function ProjectCategories(): ReactNode {
  const asked = useCall(listPage, allCategories)
  const nodes = useMemo(() => asked.data?.dataList.map((row): CategoryNode => ({ ...row, children: [] })), [asked.data])
  const of = { data: nodes, error: asked.error, isPending: asked.isPending, refetch: asked.refetch }
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { chosen, choose } = useChosenCategory(nodes ?? [])
  return (
    <>
      <CategoryTree<CategoryNode>
        title="项目分类"
        of={of}
        value={chosen?.id}
        onChange={choose}
        allTitle="全部项目"
        countOf={({ projectCount }) => projectCount}
        add={{ label: '新增分类', right: create, run: () => setOpened({ kind: 'add' }) }}
        actions={(row) => [
          { label: '编辑', right: modify, run: () => setOpened({ kind: 'edit', row }) },
          { label: '删除', right: remove, isDangerous: true, run: () => setOpened({ kind: 'delete', row }) },
        ]}
      />
      {(opened?.kind === 'add' || opened?.kind === 'edit') && (
        <CategoryDrawer row={opened.kind === 'edit' ? opened.row : undefined} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <CategoryDelete
          {...{ remove, of }}
          node={{ ...opened.row, children: [] }}
          things="项目"
          count={opened.row.projectCount}
          onClose={close}
          onDeleted={() => opened.row.id === chosen?.id && choose(undefined)}
        />
      )}
    </>
  )
}

function CategoryDrawer({
  row,
  onClose,
}: {
  readonly row: ProjectCategoryRow | undefined
  readonly onClose: () => void
}): ReactNode {
  const fields = (
    <>
      <Field name="name" label="分类名称" required>
        <Input maxLength={40} showCount placeholder="例如：新员工培训" />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </>
  )
  if (!row) {
    return (
      <FormDrawer open title="新增分类" width={480} onClose={onClose} endpoint={create} successText="添加成功" initialValues={{}}>
        {fields}
      </FormDrawer>
    )
  }
  const { id, name, sort, version } = row
  return (
    <FormDrawer
      open
      title="编辑分类"
      width={480}
      onClose={onClose}
      endpoint={modify}
      successText="修改成功"
      initialValues={{ id, name, sort, version }}
    >
      {fields}
    </FormDrawer>
  )
}
