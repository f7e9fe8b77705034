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

/** A group with all that is below it. */
export function groupsBelow(rows: readonly Pick<GroupRow, 'id' | 'parentId'>[], id: string): string[] {
  const below = rows.filter((row) => row.parentId === id).flatMap((row) => groupsBelow(rows, row.id))
  return [id, ...below]
}

/** On which level a group stands; 1 at the top. */
export function levelOfGroup(rows: readonly Pick<GroupRow, 'id' | 'parentId'>[], id: string | null): number {
  if (id === null) return 0
  return 1 + levelOfGroup(rows, rows.find((row) => row.id === id)?.parentId ?? null)
}

/** Levels from a group to the deepest below it, both counted. */
export function heightOfGroup(rows: readonly Pick<GroupRow, 'id' | 'parentId'>[], id: string): number {
  return 1 + Math.max(0, ...rows.filter((row) => row.parentId === id).map((row) => heightOfGroup(rows, row.id)))
}
