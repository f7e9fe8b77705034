import type { DepartmentNode } from '../../contract/department.ts'

export interface DroppedDepartment {
  readonly node: DepartmentNode
  /** Null: at the top. */
  readonly parent: DepartmentNode | null
  /** The sibling that comes next; null: behind all of them. */
  readonly beforeId: string | null
}

interface Drop {
  readonly id: string
  readonly onto: string
  /** -1 above it, 0 into it, 1 below it. */
  readonly at: number
}

/** What people mean by a place on a department's line: its middle is into it, its edges are beside it. Below an open one stand its children. */
export function partOf(share: number, isOpen: boolean): number {
  if (share < 0.25) return -1
  return share > 0.75 && !isOpen ? 1 : 0
}

/** Where a drop would put a department; undefined where it cannot stand: within itself, outside the data scope, or where it is already. */
export function placeOf(nodes: readonly DepartmentNode[], { id, onto, at }: Drop): DroppedDepartment | undefined {
  const way = wayTo(nodes, id)
  const wayOnto = wayTo(nodes, onto)
  const node = way?.at(-1)
  const target = wayOnto?.at(-1)
  if (!node || !target || wayOnto?.some((one) => one.id === id)) return undefined
  if (at === 0) return target.isSelectable && node.parentId !== target.id ? { node, parent: target, beforeId: null } : undefined
  const parent = wayOnto?.at(-2) ?? null
  if (parent ? !parent.isSelectable : !node.isSelectable) return undefined
  const siblings = (parent ? (parent.children ?? []) : nodes).filter((one) => one.id !== id)
  const index = siblings.findIndex((one) => one.id === onto)
  const beforeId = siblings[at < 0 ? index : index + 1]?.id ?? null
  return { node, parent, beforeId }
}

export function isMovable(nodes: readonly DepartmentNode[], id: string): boolean {
  return wayTo(nodes, id)?.at(-1)?.isSelectable ?? false
}

/** The nodes from the top to one, itself last. */
function wayTo(nodes: readonly DepartmentNode[], id: string): DepartmentNode[] | undefined {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = wayTo(node.children ?? [], id)
    if (below) return [node, ...below]
  }
  return undefined
}
