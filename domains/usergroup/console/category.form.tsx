import { formFor } from '@kaopei/web'
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { type GroupCategoryNode, groupCategory } from '../contract/category.ts'
import { CategorySelect } from './category-select.tsx'

const { Field, FormDrawer } = formFor([groupCategory.createStaffGroupCate, groupCategory.updateStaffGroupCate])

interface Props {
  readonly nodes: readonly GroupCategoryNode[]
  readonly parentId: string | null
  /** Edited; without it a new one is made. */
  readonly node?: GroupCategoryNode
  readonly onClose: () => void
}

export function CategoryForm({ nodes, parentId, node, onClose }: Props): ReactNode {
  const fields = <CategoryFields nodes={nodes} {...(node && { exceptId: node.id })} />
  if (!node) {
    return (
      <FormDrawer
        open
        title={parentId === null ? '新增分类' : '新增下级分类'}
        width={480}
        onClose={onClose}
        endpoint={groupCategory.createStaffGroupCate}
        successText="添加成功"
        initialValues={{ parentId }}
      >
        {fields}
      </FormDrawer>
    )
  }
  const { id, name, sort, version } = node
  return (
    <FormDrawer
      open
      title="编辑分类"
      width={480}
      onClose={onClose}
      endpoint={groupCategory.updateStaffGroupCate}
      successText="修改成功"
      initialValues={{ id, name, sort, version, parentId }}
    >
      {fields}
    </FormDrawer>
  )
}

function CategoryFields({
  nodes,
  exceptId,
}: {
  readonly nodes: readonly GroupCategoryNode[]
  readonly exceptId?: string
}): ReactNode {
  return (
    <>
      <Field name="name" label="分类名称" required>
        <Input maxLength={50} showCount placeholder="请输入分类名称" />
      </Field>
      <Field name="parentId" label="上级分类">
        <CategorySelect nodes={nodes} placeholder="无，作为顶级分类" {...(exceptId !== undefined && { exceptId })} />
      </Field>
      <Field name="sort" label="排序" required={false} extra="数字小的排在前面">
        <InputNumber precision={0} min={-1_000_000} max={1_000_000} placeholder="默认排在最后" style={{ width: '100%' }} />
      </Field>
    </>
  )
}
