import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import type { FilterSpec, TreeOption } from './list/filter-spec.ts'

interface TreeFilterProps {
  readonly id: string
  readonly filter: FilterSpec
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A tree of so few is open from the beginning. */
const fewNodes = 12

/** A condition chosen from a tree. */
export default function TreeFilter({ id, filter, value, onChange }: TreeFilterProps): ReactNode {
  return (
    <TreeSelect<unknown>
      id={id}
      value={value}
      multiple={filter.isMultiple ?? false}
      treeData={treeData(filter.tree ?? [])}
      treeDefaultExpandAll={sizeOf(filter.tree ?? []) <= fewNodes}
      placeholder={filter.placeholder ?? '全部'}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      maxTagCount="responsive"
      onChange={onChange}
    />
  )
}

interface TreeDataNode {
  value: string
  title: string
  children?: TreeDataNode[]
}

const sizeOf = (tree: readonly TreeOption[]): number => tree.reduce((sum, { children }) => sum + 1 + sizeOf(children ?? []), 0)

function treeData(tree: readonly TreeOption[]): TreeDataNode[] {
  return tree.map(({ value, title, children }) => ({ value, title, ...(children && { children: treeData(children) }) }))
}
