import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import type { FilterSpec, TreeOption } from './list/filter-spec.ts'

interface TreeFilterProps {
  readonly id: string
  readonly filter: FilterSpec
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A condition chosen from a tree. */
export default function TreeFilter({ id, filter, value, onChange }: TreeFilterProps): ReactNode {
  return (
    <TreeSelect<unknown>
      id={id}
      value={value}
      multiple={filter.isMultiple ?? false}
      treeData={treeData(filter.tree ?? [])}
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

function treeData(tree: readonly TreeOption[]): TreeDataNode[] {
  return tree.map(({ value, title, children }) => ({ value, title, ...(children && { children: treeData(children) }) }))
}
