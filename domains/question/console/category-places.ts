import type { CategoryNode } from '../contract/category.ts'

/** The category of this id, wherever it stands. */
export function findCategory(nodes: readonly CategoryNode[], id: string | null): CategoryNode | undefined {
  if (id === null) return undefined
  for (const node of nodes) {
    const found = node.id === id ? node : findCategory(node.children, id)
    if (found) return found
  }
  return undefined
}

/** Of all categories, parents before what is below them. */
export function idsOf(nodes: readonly CategoryNode[]): string[] {
  return nodes.flatMap(({ id, children }) => [id, ...idsOf(children)])
}

/** The tree without this category and what is below it: where it may go. */
export function otherPlaces(nodes: readonly CategoryNode[], id: string): CategoryNode[] {
  return nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: otherPlaces(node.children, id) }))
}

/** The categories directly below a parent; null: those at the top. */
export function siblingsIn(nodes: readonly CategoryNode[], parentId: string | null): readonly CategoryNode[] {
  return parentId === null ? nodes : (findCategory(nodes, parentId)?.children ?? [])
}

export interface Drop {
  /** The category that something was dropped on or beside. */
  readonly id: string
  readonly isInside: boolean
  readonly isAfter: boolean
}

/** Where a dropped category shall stand, as `category.move` wants it. */
export function placeOfDrop(
  nodes: readonly CategoryNode[],
  dragged: string,
  { id, isInside, isAfter }: Drop,
): { parentId: string | null; beforeId: string | null } {
  if (isInside) return { parentId: id, beforeId: null }
  const parentId = parentIdOf(nodes, id)
  const siblings = siblingsIn(nodes, parentId).filter((node) => node.id !== dragged)
  const at = siblings.findIndex((node) => node.id === id)
  return { parentId, beforeId: siblings[isAfter ? at + 1 : at]?.id ?? null }
}

function parentIdOf(nodes: readonly CategoryNode[], id: string, parentId: string | null = null): string | null {
  for (const node of nodes) {
    if (node.id === id) return parentId
    if (findCategory(node.children, id)) return parentIdOf(node.children, id, node.id)
  }
  return null
}
