import { Bones, Delayed, EmptyState, ErrorState } from '@kaopei/web'
import { Input, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useState } from 'react'
import type { DepartmentNode } from '../contract/department.ts'
import { type DroppedDepartment, isMovable, placeOf } from './drop-department.ts'
import { useDepartmentTree } from './use-department-tree.ts'
import { useSettled } from './use-settled.ts'
import './org.css'

const everywhere = 'everywhere'

export interface DepartmentBranchesProps {
  /** The chosen department; undefined is all of them. */
  readonly value: string | undefined
  readonly onChange: (departmentId: string | undefined, name?: string) => void
  /** Controls at the end of a department's line. */
  readonly actions?: (node: DepartmentNode) => ReactNode
  /** Departments can be dragged to another place; without it they stay. */
  readonly onDrop?: (dropped: DroppedDepartment) => void
  readonly height: number
}

/** The tree of departments as a panel beside a list: search, numbers of people, one chosen. */
export function DepartmentBranches({ value, onChange, actions, onDrop, height }: DepartmentBranchesProps): ReactNode {
  const [typed, setTyped] = useState('')
  const keyWords = useSettled(typed.trim())
  const tree = useDepartmentTree(keyWords)
  const branches = tree.nodes.map((node) => branchOf(node, actions))
  const data = keyWords === '' ? [allOfThem, ...branches] : branches
  return (
    <div className="kp-branches">
      <Input
        aria-label="搜索部门"
        placeholder="搜索部门"
        value={typed}
        maxLength={50}
        allowClear
        onChange={(event) => setTyped(event.target.value)}
      />
      {tree.error && <ErrorState error={tree.error} onRetry={tree.refetch} />}
      {!tree.error && tree.isPending && (
        <Delayed>
          <Bones rows={5} />
        </Delayed>
      )}
      {!tree.error && !tree.isPending && data.length === 0 && <EmptyState text="没有找到部门" />}
      {!tree.error && !tree.isPending && data.length > 0 && (
        <Tree
          aria-label="部门"
          blockNode
          height={height}
          treeData={data}
          expandedKeys={[...tree.openIds]}
          onExpand={(_keys, { node, expanded }) => tree.setOpen(String(node.key), expanded)}
          selectedKeys={[value ?? everywhere]}
          draggable={
            onDrop && keyWords === '' ? { icon: false, nodeDraggable: ({ key }) => isMovable(tree.nodes, String(key)) } : false
          }
          allowDrop={({ dragNode, dropNode, dropPosition }) =>
            placeOf(tree.nodes, { id: String(dragNode.key), onto: String(dropNode.key), at: dropPosition }) !== undefined
          }
          onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
            // Within the tree's data a gap's position counts from its parent; here only above or below matters.
            const index = Number(node.pos.split('-').at(-1))
            const at = dropToGap ? (dropPosition > index ? 1 : -1) : 0
            const dropped = placeOf(tree.nodes, { id: String(dragNode.key), onto: String(node.key), at })
            if (dropped) onDrop?.(dropped)
          }}
          onSelect={(_keys, { node }) =>
            node.key === everywhere ? onChange(undefined) : onChange(String(node.key), findName(tree.nodes, String(node.key)))
          }
        />
      )}
    </div>
  )
}

function findName(nodes: readonly DepartmentNode[], id: string): string | undefined {
  for (const node of nodes) {
    const name = node.id === id ? node.name : findName(node.children ?? [], id)
    if (name !== undefined) return name
  }
  return undefined
}

const allOfThem: TreeDataNode = { key: everywhere, title: <span className="kp-branch">全部</span>, isLeaf: true }

function branchOf(node: DepartmentNode, actions: DepartmentBranchesProps['actions']): TreeDataNode {
  const { id, name, totalCount, hasChildren, isSelectable, children } = node
  const title = (
    <span className="kp-branch">
      <span className="kp-branch-name" title={name}>
        {name}
      </span>
      <span className="kp-branch-count kp-node-count">{totalCount}</span>
      {isSelectable && actions?.(node)}
    </span>
  )
  return {
    key: id,
    title,
    selectable: isSelectable,
    isLeaf: !hasChildren,
    className: isSelectable ? '' : 'kp-branch-passage',
    ...(children
      ? { children: children.map((child) => branchOf(child, actions)) }
      : hasChildren && { children: [comingBelow(id)] }),
  }
}

function comingBelow(id: string): TreeDataNode {
  return { key: `${id} coming`, title: <span className="kp-hint">加载中…</span>, isLeaf: true, selectable: false }
}
