import { useSettled } from '@kaopei/web'
import { TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import type { DepartmentNode } from '../../contract/department.ts'
import { settleMs } from '../pickers/settle-ms.ts'
import { useDepartmentTree, useWholeDepartmentTree } from './use-department-tree.ts'

interface Common {
  readonly id?: string
  /** What it is called where no label belongs to it. */
  readonly label?: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly allowClear?: boolean
  /** Cannot be chosen, nor what is below them: the departments that are to be moved. */
  readonly excludedIds?: readonly string[]
  /** Names that the caller knows already, by id. */
  readonly names?: Readonly<Record<string, string>>
}

interface One {
  readonly isMultiple?: false
  readonly value?: string | null | undefined
  readonly onChange?: (departmentId: string | undefined) => void
}

interface Many {
  readonly isMultiple: true
  readonly value?: readonly string[] | undefined
  readonly onChange?: (departmentIds: readonly string[]) => void
}

export type DepartmentTreeSelectProps = Common & (One | Many)

interface Labelled {
  readonly value: string
  readonly label: ReactNode
}

/** One or several departments from the tree, which is read level by level as it is opened. The value is ids. */
export default function DepartmentTreeControl(props: DepartmentTreeSelectProps): ReactNode {
  const { id, label, placeholder = '请选择部门', disabled = false, allowClear = true, excludedIds, names } = props
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const tree = useDepartmentTree(useSettled(typed.trim(), settleMs), isOpen)
  const [labels, remember] = useLabels(idsOf(props), tree.nodes, names)
  const change = (chosen: readonly Labelled[]) => {
    remember(chosen)
    const ids = chosen.map(({ value }) => value)
    if (props.isMultiple) props.onChange?.(ids)
    else props.onChange?.(ids[0])
  }
  return (
    <TreeSelect<Labelled | readonly Labelled[] | undefined>
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      labelInValue
      multiple={props.isMultiple ?? false}
      value={props.isMultiple ? labels : labels[0]}
      onChange={(chosen) => change(chosen === undefined ? [] : 'value' in chosen ? [chosen] : chosen)}
      treeData={tree.nodes.map((node) => optionOf(node, new Set(excludedIds)))}
      treeExpandedKeys={[...tree.openIds]}
      onTreeExpand={(keys) => {
        const open = new Set(keys.map(String))
        for (const key of open) if (!tree.openIds.includes(key)) tree.setOpen(key, true)
        for (const key of tree.openIds) if (!open.has(key)) tree.setOpen(key, false)
      }}
      showSearch={{ filterTreeNode: false, searchValue: typed, onSearch: setTyped }}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      notFoundContent={tree.isPending ? '加载中…' : tree.error ? '部门加载失败，请稍后重试' : '没有找到部门'}
      placeholder={placeholder}
      disabled={disabled}
      allowClear={allowClear}
      listHeight={320}
      style={{ width: '100%' }}
    />
  )
}

function idsOf({ isMultiple, value }: DepartmentTreeSelectProps): readonly string[] {
  if (isMultiple) return value ?? []
  return value ? [value] : []
}

/** What the chosen ids are called. Only for one that nobody has named yet the whole tree is read. */
function useLabels(
  ids: readonly string[],
  nodes: readonly DepartmentNode[],
  names: Readonly<Record<string, string>> = {},
): readonly [Labelled[], (chosen: readonly Labelled[]) => void] {
  const [seen, setSeen] = useState<Readonly<Record<string, ReactNode>>>({})
  const known = (id: string): ReactNode => seen[id] ?? names[id] ?? findName(nodes, id)
  const whole = useWholeDepartmentTree(ids.some((id) => known(id) === undefined))
  const last = whole.data ? '已删除的部门' : '…'
  const labels = ids.map((value) => ({ value, label: known(value) ?? findName(whole.data ?? [], value) ?? last }))
  return [labels, (chosen) => setSeen({ ...seen, ...Object.fromEntries(chosen.map(({ value, label }) => [value, label])) })]
}

function findName(nodes: readonly DepartmentNode[], id: string): string | undefined {
  for (const node of nodes) {
    const name = node.id === id ? node.name : findName(node.children ?? [], id)
    if (name !== undefined) return name
  }
  return undefined
}

interface TreeOption {
  value: string
  title: string
  disabled: boolean
  isLeaf: boolean
  children?: TreeOption[]
}

function optionOf(node: DepartmentNode, excluded: ReadonlySet<string>): TreeOption {
  const isExcluded = excluded.has(node.id)
  const { id: value, name: title, children, hasChildren } = node
  const below = isExcluded ? undefined : children?.map((child) => optionOf(child, excluded))
  const coming = { value: `${value} coming`, title: '加载中…', disabled: true, isLeaf: true }
  return {
    value,
    title,
    disabled: isExcluded || !node.isSelectable,
    isLeaf: isExcluded || !hasChildren,
    ...(below ? { children: below } : hasChildren && !isExcluded && { children: [coming] }),
  }
}
