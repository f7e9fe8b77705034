import type { PostGroupNode } from '../../contract/post.ts'

export interface GroupRow {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly sort: number
  readonly version: number
  /** Posts right in it. */
  readonly postCount: number
}

/** Rows in the order of siblings become a tree whose counts hold what is below them. A row without its parent stands at the top. */
export function postGroupTree(rows: readonly GroupRow[]): PostGroupNode[] {
  const nodes = new Map(rows.map((row): [string, PostGroupNode] => [row.id, { ...row, children: [] }]))
  const roots: PostGroupNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  for (const root of roots) sumUp(root)
  return roots
}

function sumUp(node: PostGroupNode): number {
  for (const child of node.children) node.postCount += sumUp(child)
  return node.postCount
}
