import type { DepartmentNode } from '../../contract/department.ts'

/*
 * A picked department stands for itself with everything below it, so that a tick on the top of 50,000 departments is one thing and not 50,000. What lies
 * below a picked one is shown ticked.
 */

type IsPicked = (id: string) => boolean

/** The loaded departments that are picked or lie below a picked one. */
export function covered(nodes: readonly DepartmentNode[], isPicked: IsPicked, isAboveCovered = false): readonly string[] {
  return nodes.flatMap(({ id, children = [] }) => {
    const isCovered = isAboveCovered || isPicked(id)
    return [...(isCovered ? [id] : []), ...covered(children, isPicked, isCovered)]
  })
}

/** The loaded departments that are not covered but have something picked below them. */
export function halfCovered(nodes: readonly DepartmentNode[], isPicked: IsPicked): readonly string[] {
  const half: string[] = []
  const hasPicked = ({ id, children = [] }: DepartmentNode): boolean => {
    if (isPicked(id)) return true
    const below = children.map(hasPicked).includes(true)
    if (below) half.push(id)
    return below
  }
  nodes.forEach(hasPicked)
  return half
}

/** From the top down to this department. Empty when it is not among the loaded ones. */
export function wayTo(nodes: readonly DepartmentNode[], id: string): readonly DepartmentNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const way = wayTo(node.children ?? [], id)
    if (way.length > 0) return [node, ...way]
  }
  return []
}

/** Everything loaded below a department. */
export function below(node: DepartmentNode): readonly DepartmentNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...below(child)])
}

/**
 * Takes one department out of a branch that is picked as a whole: from the picked one down to it, every other child on the way is picked instead.
 * `childrenOf` answers all children of a department, also of one whose branch was only found by a search.
 */
export async function cutOut(
  way: readonly DepartmentNode[],
  isPicked: IsPicked,
  childrenOf: (id: string) => Promise<readonly DepartmentNode[]>,
): Promise<{ readonly removes: readonly DepartmentNode[]; readonly adds: readonly DepartmentNode[] }> {
  const first = way.findIndex(({ id }) => isPicked(id))
  if (first < 0) return { removes: [], adds: [] }
  const adds: DepartmentNode[] = []
  for (const [index, node] of way.slice(first, -1).entries()) {
    const next = way[first + index + 1]
    const children = await childrenOf(node.id)
    adds.push(...children.filter(({ id, isSelectable }) => isSelectable && id !== next?.id))
  }
  return { removes: way.filter(({ id }) => isPicked(id)), adds }
}
