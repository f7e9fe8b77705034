/** The tree of categories, built from its rows. */
import type { CategoryNode } from '../../contract/category.ts'

type Row = { id: string; parentId: string | null; name: string; bankCount: number }

/** Rows come in the order of siblings. */
export function categoryTree(rows: readonly Row[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>()
  for (const { id, name, bankCount } of rows) nodes.set(id, { id, name, bankCount, children: [] })
  const roots: CategoryNode[] = []
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)
    const siblings = parentId === null ? roots : (nodes.get(parentId)?.children ?? roots)
    if (node) siblings.push(node)
  }
  return roots
}

/** The ids from a category up to its root, itself first. */
export function pathUp(rows: readonly Row[], id: string | null): string[] {
  const parentOf = new Map(rows.map((row) => [row.id, row.parentId]))
  const path: string[] = []
  for (let at = id; at !== null && !path.includes(at); at = parentOf.get(at) ?? null) path.push(at)
  return path
}

/** Levels that a category and everything below it fill; 1 for a leaf. */
export function heightOf(rows: readonly Row[], id: string): number {
  return Math.max(...rows.map((row) => pathUp(rows, row.id).indexOf(id) + 1), 1)
}
