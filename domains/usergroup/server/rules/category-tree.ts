interface Row {
  readonly id: string
  readonly parentId: string | null
}

export const mostCategoryLevels = 5

export type Branch<R> = R & { children: Branch<R>[] }

/** Rows as a tree, in the rows' order. */
export function treeOf<R extends Row>(rows: readonly R[]): Branch<R>[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (parentId: string | null): Branch<R>[] =>
    (byParent.get(parentId) ?? []).map((row) => ({ ...row, children: below(row.id) }))
  return below(null)
}

/** The category itself and all below it. */
export function branchOf(rows: readonly Row[], id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const row of rows) if (row.parentId !== null && found.has(row.parentId)) found.add(row.id)
  }
  return found
}

/** How many levels the category and all below it have. */
export function heightOf(rows: readonly Row[], id: string): number {
  const below = rows.filter(({ parentId }) => parentId === id)
  return 1 + Math.max(0, ...below.map((row) => heightOf(rows, row.id)))
}

/** On which level a category stands; 0 for none. */
export function levelOf(rows: readonly Row[], id: string | null): number {
  const row = rows.find((candidate) => candidate.id === id)
  return row ? 1 + levelOf(rows, row.parentId) : 0
}
