import type { DepartmentNode } from '../../contract/department.ts'

export interface TreeRow {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly sort: number
  readonly staffCount: number
  /** Yes unless said otherwise. */
  readonly isSelectable?: boolean
}

/**
 * The tree of rows that come in the order of siblings; a row whose parent is not among them stands at the top. Counts go up the tree; of a department
 * that cannot be selected only what can be selected below it counts.
 */
export function departmentTree(rows: readonly TreeRow[]): DepartmentNode[] {
  const nodes = new Map<string, DepartmentNode & { children: DepartmentNode[] }>()
  for (const { id, name, parentId, sort, staffCount, isSelectable = true } of rows) {
    const own = isSelectable ? staffCount : 0
    nodes.set(id, { id, name, parentId, sort, staffCount: own, totalCount: own, hasChildren: false, isSelectable, children: [] })
  }
  const top: DepartmentNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (parent) parent.children.push(node)
    else top.push(node)
  }
  for (const node of top) sumUp(node)
  return top
}

function sumUp(node: DepartmentNode): number {
  const children = node.children ?? []
  node.hasChildren = children.length > 0
  for (const child of children) node.totalCount += sumUp(child)
  return node.totalCount
}

/** One level of a tree, as a lazily loading client asks for it. */
export function levelOf(tree: readonly DepartmentNode[], parentId: string | null): DepartmentNode[] {
  const found = parentId === null ? tree : (findNode(tree, parentId)?.children ?? [])
  return found.map(({ children: _children, ...node }) => node)
}

function findNode(tree: readonly DepartmentNode[], id: string): DepartmentNode | undefined {
  for (const node of tree) {
    const found = node.id === id ? node : findNode(node.children ?? [], id)
    if (found) return found
  }
  return undefined
}

/** What is left of a tree when only names with the keyword, and the way to them, are shown. */
export function matchingTree(tree: readonly DepartmentNode[], keyWords: string): DepartmentNode[] {
  const wanted = keyWords.toLowerCase()
  return tree.flatMap((node) => {
    const children = matchingTree(node.children ?? [], keyWords)
    return children.length > 0 || node.name.toLowerCase().includes(wanted) ? [{ ...node, children }] : []
  })
}
