import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import type { GroupCategoryNode } from '../contract/category.ts'
import { categoryOptions } from './category-options.ts'

interface Props {
  readonly id?: string
  readonly nodes: readonly GroupCategoryNode[]
  /** Cannot be chosen, nor what is below it. */
  readonly exceptId?: string
  readonly placeholder: string
  readonly value?: string | null
  readonly onChange?: (categoryId: string | null) => void
}

/** One category, or none. */
export function CategorySelect({ id, nodes, exceptId, placeholder, value, onChange }: Props): ReactNode {
  return (
    <TreeSelect<string>
      {...(id !== undefined && { id })}
      {...(value && { value })}
      treeData={categoryOptions(nodes, exceptId).map(mutable)}
      onChange={(next?: string) => onChange?.(next ?? null)}
      treeDefaultExpandAll
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={placeholder}
      notFoundContent="还没有分类"
      style={{ width: '100%' }}
    />
  )
}

interface Option {
  value: string
  title: string
  children: Option[]
}

function mutable({ value, title, children = [] }: ReturnType<typeof categoryOptions>[number]): Option {
  return { value, title, children: children.map(mutable) }
}
