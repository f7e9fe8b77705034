import type { DepartmentNode } from '../contract/department.ts'

/** What a tick takes along: the department with everything below it that can be selected. */
export function branchOf(nodes: readonly DepartmentNode[], id: string): readonly DepartmentNode[] {
  const way = wayTo(nodes, id)
  const node = way.at(-1)
  return node ? everything([node]).filter(({ isSelectable }) => isSelectable) : []
}

/** What loses its tick with a department: all below it, and those above, which are no longer whole. */
export function untickedWith(nodes: readonly DepartmentNode[], id: string): readonly string[] {
  return [...wayTo(nodes, id), ...branchOf(nodes, id)].map((node) => node.id)
}

/** Departments that are not ticked but have something ticked below them. */
export function halfTicked(nodes: readonly DepartmentNode[], ticked: (id: string) => boolean): readonly string[] {
  const half: string[] = []
  const hasTicked = (node: DepartmentNode): boolean => {
    const below = (node.children ?? []).map(hasTicked).includes(true)
    if (below && !ticked(node.id)) half.push(node.id)
    return below || ticked(node.id)
  }
  nodes.forEach(hasTicked)
  return half
}

/** Only names with the keyword and the way to them. */
export function matching(nodes: readonly DepartmentNode[], keyWords: string): readonly DepartmentNode[] {
  const wanted = keyWords.toLowerCase()
  return nodes.flatMap((node) => {
    const children = matching(node.children ?? [], keyWords)
    return children.length > 0 || node.name.toLowerCase().includes(wanted) ? [{ ...node, children: [...children] }] : []
  })
}

/** All of a tree in the order it is drawn. */
export function everything(nodes: readonly DepartmentNode[]): readonly DepartmentNode[] {
  const all: DepartmentNode[] = []
  const walk = (node: DepartmentNode) => {
    all.push(node)
    node.children?.forEach(walk)
  }
  nodes.forEach(walk)
  return all
}

function wayTo(nodes: readonly DepartmentNode[], id: string): readonly DepartmentNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const way = wayTo(node.children ?? [], id)
    if (way.length > 0) return [node, ...way]
  }
  return []
}
