/** Trees that are read as a whole and drawn beside a list: categories, groups of posts. */

export interface Branching<Node> {
  readonly id: string
  readonly name: string
  readonly children: readonly Node[]
}

/** The node of this id, wherever it stands. */
export function findNode<Node extends Branching<Node>>(nodes: readonly Node[], id: string | null | undefined): Node | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children, id)
    if (found) return found
  }
  return undefined
}

/** Of all nodes, parents before what is below them. */
export function idsOf<Node extends Branching<Node>>(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ id, children }) => [id, ...idsOf(children)])
}

/** The tree without this node and what is below it: where it may go. */
export function otherPlaces<Node extends Branching<Node>>(nodes: readonly Node[], id: string | undefined): Node[] {
  return nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: otherPlaces(node.children, id) }))
}

/** The nodes directly below a parent; null: those at the top. */
export function siblingsIn<Node extends Branching<Node>>(nodes: readonly Node[], parentId: string | null): readonly Node[] {
  return parentId === null ? nodes : (findNode(nodes, parentId)?.children ?? [])
}

export interface CategoryOption {
  readonly key: string
  readonly value: string
  readonly title: string
  readonly children: CategoryOption[]
}

/** The nodes for a control that chooses one. */
export function categoryOptions<Node extends Branching<Node>>(
  nodes: readonly Node[],
  titleOf: (node: Node) => string = ({ name }) => name,
): CategoryOption[] {
  return nodes.map((node) => ({
    key: node.id,
    value: node.id,
    title: titleOf(node),
    children: categoryOptions(node.children, titleOf),
  }))
}

export interface Drop {
  /** What something was dropped on or beside; none of the nodes: before the first at the top. */
  readonly id: string
  readonly isInside: boolean
  readonly isAfter: boolean
}

export interface Place {
  readonly parentId: string | null
  /** The sibling behind it; null: it is the last. */
  readonly beforeId: string | null
}

/** Where a dropped node shall stand. */
export function placeOfDrop<Node extends Branching<Node>>(
  nodes: readonly Node[],
  dragged: string,
  { id, isInside, isAfter }: Drop,
): Place {
  if (isInside) return { parentId: id, beforeId: null }
  const parentId = parentIdOf(nodes, id, null)
  const siblings = siblingsIn(nodes, parentId).filter((node) => node.id !== dragged)
  const at = siblings.findIndex((node) => node.id === id)
  return { parentId, beforeId: siblings[isAfter ? at + 1 : at]?.id ?? null }
}

function parentIdOf<Node extends Branching<Node>>(nodes: readonly Node[], id: string, parentId: string | null): string | null {
  for (const node of nodes) {
    if (node.id === id) return parentId
    if (findNode(node.children, id)) return parentIdOf(node.children, id, node.id)
  }
  return null
}
