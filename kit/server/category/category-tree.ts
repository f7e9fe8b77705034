/** Trees of a few hundred rows that are read as a whole: categories, groups of posts. */

export interface Branching {
  readonly id: string
  readonly parentId: string | null
}

export type Branch<Row> = Row & { children: Branch<Row>[] }

/** Rows as a tree, siblings in the rows' order. */
export function treeOf<Row extends Branching>(rows: readonly Row[]): Branch<Row>[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (parentId: string | null): Branch<Row>[] =>
    (byParent.get(parentId) ?? []).map((row) => ({ ...row, children: below(row.id) }))
  return below(null)
}

/** A row itself and all below it. */
export function branchOf(rows: readonly Branching[], id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const row of rows) if (row.parentId !== null && found.has(row.parentId)) found.add(row.id)
  }
  return found
}

/** How many levels a row and all below it have; 1 for a leaf. */
export function heightOf(rows: readonly Branching[], id: string): number {
  const below = rows.filter(({ parentId }) => parentId === id)
  return 1 + Math.max(0, ...below.map((row) => heightOf(rows, row.id)))
}

/** On which level a row stands, 1 at the top; 0 for none. */
export function levelOf(rows: readonly Branching[], id: string | null): number {
  const row = rows.find((candidate) => candidate.id === id)
  return row ? 1 + levelOf(rows, row.parentId) : 0
}

export type NoPlace = 'missing' | 'intoItself' | 'tooDeep'

/** Why a row, or a new one without an id, cannot stand below this parent; undefined when it can. */
export function whyNotBelow(
  rows: readonly Branching[],
  parentId: string | null,
  { id, mostLevels }: { id?: string; mostLevels: number },
): NoPlace | undefined {
  if (parentId !== null && !rows.some((row) => row.id === parentId)) return 'missing'
  if (id !== undefined && parentId !== null && branchOf(rows, id).has(parentId)) return 'intoItself'
  const height = id === undefined ? 1 : heightOf(rows, id)
  return levelOf(rows, parentId) + height > mostLevels ? 'tooDeep' : undefined
}
