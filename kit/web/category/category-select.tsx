import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { type Branching, categoryOptions, otherPlaces } from './category-nodes.ts'

export interface CategorySelectProps<Node> {
  readonly id?: string
  /** Undefined: they are not read (yet). */
  readonly nodes: readonly Node[] | undefined
  /** Cannot be chosen, nor what is below it. */
  readonly exceptId?: string | undefined
  readonly placeholder: string
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
}

/** One node of a tree, or none. */
export function CategorySelect<Node extends Branching<Node>>(props: CategorySelectProps<Node>): ReactNode {
  const { id, nodes, exceptId, placeholder, value, onChange } = props
  return (
    <TreeSelect<string>
      {...(id !== undefined && { id })}
      {...(value && { value })}
      treeData={categoryOptions(otherPlaces(nodes ?? [], exceptId))}
      loading={nodes === undefined}
      onChange={(next?: string) => onChange?.(next ?? null)}
      treeDefaultExpandAll
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={placeholder}
      notFoundContent={nodes ? '还没有分类' : '加载中…'}
      style={{ width: '100%' }}
    />
  )
}
