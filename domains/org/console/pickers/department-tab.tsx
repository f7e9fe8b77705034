import { Bones, Delayed, EmptyState, ErrorState, type PickApi, type Picked, useRouteName, useSettled } from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Input, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useState } from 'react'
import { type DepartmentNode, department } from '../../contract/department.ts'
import { useDepartmentTree } from '../departments/use-department-tree.ts'
import { below, covered, cutOut, halfCovered, wayTo } from './department-cover.ts'
import { pickTreeHeight } from './pick-tree-height.ts'
import '../org.css'
import { settleMs } from './settle-ms.ts'

/** Type 1: the tree of departments, read level by level. A tick on one stands for everything below it. */
export default function DepartmentTab({ pick }: { readonly pick: PickApi }): ReactNode {
  const [typed, setTyped] = useState('')
  const keyWords = useSettled(typed.trim(), settleMs)
  const tree = useDepartmentTree(keyWords)
  const toggle = useToggle(tree.nodes, pick)
  const isPicked = (id: string) => pick.isPicked('department', id)
  const ticked = covered(tree.nodes, isPicked)
  const fixed = new Set(covered(tree.nodes, (id) => pick.isLocked('department', id)))
  const data = tree.nodes.map((node) => tickNode(node, fixed))
  const checking = {
    checkable: true,
    checkStrictly: true,
    checkedKeys: { checked: [...ticked], halfChecked: [...halfCovered(tree.nodes, isPicked)] },
    onCheck: (_keys: unknown, { node }: { readonly node: TreeDataNode }) => void toggle(String(node.key)),
  }
  return (
    <div className="kp-picker-main">
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
      {!tree.error && data.length > 0 && (
        <>
          {!pick.single && <p className="kp-hint kp-pick-hint">选中一个部门即选中其全部下级部门</p>}
          <Tree
            aria-label="部门"
            blockNode
            height={pickTreeHeight()}
            treeData={data}
            titleRender={wordsOf}
            expandedKeys={[...tree.openIds]}
            onExpand={(_keys, { node, expanded }) => tree.setOpen(String(node.key), expanded)}
            onSelect={(_keys, { node }) => node.disableCheckbox || void toggle(String(node.key))}
            selectedKeys={pick.single ? pick.items.map(({ id }) => id) : []}
            {...(!pick.single && checking)}
          />
        </>
      )}
    </div>
  )
}

export const pickedDepartment = ({ id, name, hasChildren }: DepartmentNode): Picked => ({
  kind: 'department',
  id,
  name,
  ...(hasChildren && { detail: '含全部下级部门' }),
})

/** Ticks and unticks; what was picked below a department goes into it, and one taken out of a picked branch splits that branch. */
function useToggle(nodes: readonly DepartmentNode[], pick: PickApi): (id: string) => Promise<void> {
  const headers = { 'route-name': encodeURIComponent(useRouteName()) }
  const childrenOf = (parentId: string) => call(department.getDepartmentTree, { parentId, lazy: true }, { headers, join: true })
  return async (id) => {
    const way = wayTo(nodes, id)
    const node = way.at(-1)
    if (!node) return
    if (pick.single) return pick.add([pickedDepartment(node)])
    const isPicked = (one: string) => pick.isPicked('department', one)
    if (!way.some((one) => isPicked(one.id))) {
      pick.remove(below(node).map(pickedDepartment))
      return pick.add([pickedDepartment(node)])
    }
    // A failure has been shown; the selection then stays as it is.
    const cut = await cutOut(way, isPicked, childrenOf).catch(() => undefined)
    if (!cut) return
    pick.remove(cut.removes.map(pickedDepartment))
    pick.add(cut.adds.map(pickedDepartment))
  }
}

/** Without its words: of tens of thousands only those in sight are drawn, and only theirs are made. */
interface TickNode extends TreeDataNode {
  readonly name: string
  /** Undefined: what stands for those that are still being read. */
  readonly count?: number
  children?: TickNode[]
}

function tickNode(node: DepartmentNode, fixed: ReadonlySet<string>): TickNode {
  const isFixed = fixed.has(node.id) || !node.isSelectable
  const { id, name, totalCount, hasChildren, children } = node
  return {
    key: id,
    title: null,
    name,
    count: totalCount,
    disableCheckbox: isFixed,
    selectable: !isFixed,
    isLeaf: !hasChildren,
    className: node.isSelectable ? '' : 'kp-branch-passage',
    ...(children ? { children: children.map((child) => tickNode(child, fixed)) } : hasChildren && { children: [coming(id)] }),
  }
}

const coming = (id: string): TickNode => ({
  key: `${id} coming`,
  title: null,
  name: '加载中…',
  isLeaf: true,
  checkable: false,
  selectable: false,
})

function wordsOf({ name, count }: TickNode): ReactNode {
  if (count === undefined) return <span className="kp-hint">{name}</span>
  return (
    <span className="kp-branch">
      <span className="kp-branch-name" title={name}>
        {name}
      </span>
      <span className="kp-branch-count">{count}</span>
    </span>
  )
}
