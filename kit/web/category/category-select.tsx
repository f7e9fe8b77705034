import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { choiceState } from '../choice-state.tsx'
import type { CallState } from '../query.ts'
import { type Branching, categoryOptions, findNode, otherPlaces } from './category-nodes.ts'

/** The whole tree, as `useCall` gives it: it may not be read (yet). */
export type AskedNodes<Node> = Pick<CallState<readonly Node[]>, 'data' | 'error' | 'isPending' | 'refetch'>

export interface CategorySelectProps<Node> {
  readonly id?: string
  readonly of: AskedNodes<Node>
  /** Cannot be chosen, nor what is below it. */
  readonly exceptId?: string | undefined
  readonly placeholder: string
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
}

interface Labelled {
  readonly value: string
  readonly label: string
}

/** One node of a tree, or none. */
export function CategorySelect<Node extends Branching<Node>>(props: CategorySelectProps<Node>): ReactNode {
  const { id, of, exceptId, placeholder, value, onChange } = props
  const nodes = of.data
  return (
    <TreeSelect<Labelled>
      {...(id !== undefined && { id })}
      labelInValue
      {...(value && { value: { value, label: nodes ? (findNode(nodes, value)?.name ?? '已删除的分类') : '…' } })}
      treeData={categoryOptions(otherPlaces(nodes ?? [], exceptId))}
      onChange={(next?: Labelled) => onChange?.(next?.value ?? null)}
      treeDefaultExpandAll
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={placeholder}
      {...choiceState(of, '还没有分类')}
      style={{ width: '100%' }}
    />
  )
}
