import { useCall, useCalls, useRouteName } from '@kaopei/web'
import { useState } from 'react'
import { type DepartmentNode, department } from '../../contract/department.ts'

const freshMs = 60_000

export interface DepartmentTree {
  /** With the children of the open ones. */
  readonly nodes: readonly DepartmentNode[]
  readonly openIds: readonly string[]
  readonly setOpen: (id: string, isOpen: boolean) => void
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => void
}

/** The screen that asks: its data scope decides which departments a picker shows. */
function useAsker() {
  return { headers: { 'route-name': encodeURIComponent(useRouteName()) }, staleMs: freshMs }
}

/** The departments level by level as they are opened; with a keyword those found and the way to them, all open. */
export function useDepartmentTree(keyWords = '', enabled = true): DepartmentTree {
  const asker = useAsker()
  const isSearching = keyWords !== ''
  // What was opened while searching says nothing about the whole tree.
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const keyOf = (id: string) => `${keyWords}\n${id}`
  const top = useCall(department.getDepartmentTree, { lazy: true }, { ...asker, enabled: enabled && !isSearching })
  const found = useCall(department.getDepartmentTree, { keyWords }, { ...asker, enabled: enabled && isSearching })

  const roots = top.data ?? []
  // Most companies are one tree: its top alone would tell nothing.
  const first = roots.find(({ hasChildren }) => hasChildren)
  const opened = Object.keys(toggled).flatMap((key) => (key.startsWith('\n') && toggled[key] ? [key.slice(1)] : []))
  const openIds = first && toggled[`\n${first.id}`] === undefined ? [first.id, ...opened] : opened
  const levels = useCalls(
    department.getDepartmentTree,
    openIds.map((parentId) => ({ lazy: true, parentId })),
    { ...asker, enabled: enabled && !isSearching },
  )
  const asked = isSearching ? found : top
  const state = {
    setOpen: (id: string, isOpen: boolean) => setToggled((before) => ({ ...before, [keyOf(id)]: isOpen })),
    isPending: asked.isPending,
    error: asked.error,
    refetch: asked.refetch,
  }
  if (isSearching) {
    const nodes = found.data ?? []
    return { ...state, nodes, openIds: withChildren(nodes).filter((id) => toggled[keyOf(id)] !== false) }
  }
  const below = new Map(openIds.map((id, index) => [id, levels[index]?.data]))
  return { ...state, nodes: roots.map((root) => grown(root, below)), openIds }
}

function grown(node: DepartmentNode, below: ReadonlyMap<string, readonly DepartmentNode[] | undefined>): DepartmentNode {
  const children = below.get(node.id)
  return children ? { ...node, children: children.map((child) => grown(child, below)) } : node
}

function withChildren(nodes: readonly DepartmentNode[]): string[] {
  return nodes.flatMap(({ id, children = [] }) => (children.length > 0 ? [id, ...withChildren(children)] : []))
}

/** Every department at once, where parents must know all that is below them. */
export function useWholeDepartmentTree(enabled: boolean) {
  return useCall(department.getDepartmentTree, { lazy: false }, { ...useAsker(), enabled })
}
