import { Bones, Delayed, EmptyState, ErrorState, useSettled } from '@kaopei/web'
import { Input, Tree, type TreeDataNode } from 'antd'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { DepartmentNode } from '../../contract/department.ts'
import { type DroppedDepartment, isMovable, partOf, placeOf } from './drop-department.ts'
import { type DepartmentTree, useDepartmentTree } from './use-department-tree.ts'
import '../org.css'
import { settleMs } from '../pickers/settle-ms.ts'

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
  const keyWords = useSettled(typed.trim(), settleMs)
  const tree = useDepartmentTree(keyWords)
  const drag = useDrag(tree)
  const branches = tree.nodes.map((node) => branchOf(node, { actions, dropClass: drag.dropClass }))
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
          // The tree's own reading of the pointer asks people to pull to the right; here a line's middle and edges decide.
          allowDrop={drag.isPossible}
          onDragStart={({ node }) => drag.begin(String(node.key))}
          onDragOver={({ event, node }) => drag.over(event, String(node.key))}
          onDragEnd={drag.end}
          onDrop={() => {
            if (drag.place) onDrop?.(drag.place)
            drag.end()
          }}
          onSelect={(_keys, { node }) =>
            node.key === everywhere ? onChange(undefined) : onChange(String(node.key), findName(tree.nodes, String(node.key)))
          }
        />
      )}
    </div>
  )
}

interface Drop {
  readonly id: string
  readonly onto: string
  readonly at: number
}

/** What is being dragged, and where it would come to stand. */
function useDrag({ nodes, openIds }: DepartmentTree) {
  const [dragged, setDragged] = useState<string>()
  const [drop, setDrop] = useState<Drop>()
  const place = drop && placeOf(nodes, drop)
  return {
    place,
    isPossible: () => true,
    begin: (id: string) => setDragged(id),
    end: () => {
      setDragged(undefined)
      setDrop(undefined)
    },
    over: ({ clientY, currentTarget }: DragEvent<HTMLElement>, onto: string) => {
      if (dragged === undefined) return
      const { top, height } = currentTarget.getBoundingClientRect()
      const at = partOf((clientY - top) / height, openIds.includes(onto))
      if (drop?.onto !== onto || drop.at !== at) setDrop({ id: dragged, onto, at })
    },
    dropClass: (id: string) => (place && drop?.onto === id ? (dropClasses[drop.at] ?? '') : ''),
  }
}

const dropClasses: Readonly<Record<number, string>> = { [-1]: 'kp-drop-above', 0: 'kp-drop-into', 1: 'kp-drop-below' }

function findName(nodes: readonly DepartmentNode[], id: string): string | undefined {
  for (const node of nodes) {
    const name = node.id === id ? node.name : findName(node.children ?? [], id)
    if (name !== undefined) return name
  }
  return undefined
}

const allOfThem: TreeDataNode = { key: everywhere, title: <span className="kp-branch">全部</span>, isLeaf: true }

interface BranchLook {
  readonly actions: DepartmentBranchesProps['actions']
  readonly dropClass: (id: string) => string
}

function branchOf(node: DepartmentNode, look: BranchLook): TreeDataNode {
  const { id, name, totalCount, hasChildren, isSelectable, children } = node
  const title = (
    <span className="kp-branch">
      <span className="kp-branch-name" title={name}>
        {name}
      </span>
      <span className="kp-branch-count kp-node-count">{totalCount}</span>
      {isSelectable && look.actions?.(node)}
    </span>
  )
  return {
    key: id,
    title,
    selectable: isSelectable,
    isLeaf: !hasChildren,
    className: isSelectable ? look.dropClass(id) : `kp-branch-passage ${look.dropClass(id)}`,
    ...(children ? { children: children.map((child) => branchOf(child, look)) } : hasChildren && { children: [comingBelow(id)] }),
  }
}

function comingBelow(id: string): TreeDataNode {
  return { key: `${id} coming`, title: <span className="kp-hint">加载中…</span>, isLeaf: true, selectable: false }
}
