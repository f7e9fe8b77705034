/**
 * The marks of an exam, counted as they come from the database: attempts that earned and chose the same at an item and have the same total
 * are one cell. So what is kept grows with the differences between answers, not with their number.
 */
import type { AnswerMark } from './results-statistics.sql.ts'
import type { ItemCells } from './rules/statistics.ts'

/** An item is one version of a question at one full mark. */
export type MarkedItem = { versionId: string; max: number }

export type MarkCell = { total: number; score: number; isSeen: boolean; choice: string | null; count: number }

export class CountedMarks {
  /** What each attempt earned in all. */
  readonly totals: number[] = []
  /** Attempts with a question that was never seen. */
  unseenCount = 0
  readonly #items = new Map<string, Map<number, Map<number, MarkCell[]>>>()

  /** All marks of some attempts, whole attempts only. */
  take(marks: readonly AnswerMark[]): void {
    const totals = new Map<string, number>()
    const unseen = new Set<string>()
    for (const { attemptId, score, isSeen } of marks) {
      totals.set(attemptId, (totals.get(attemptId) ?? 0) + score)
      if (!isSeen) unseen.add(attemptId)
    }
    for (const total of totals.values()) this.totals.push(total)
    this.unseenCount += unseen.size
    for (const mark of marks) this.#count(mark, totals.get(mark.attemptId) ?? 0)
  }

  *items(): Generator<MarkedItem & { cells: MarkCell[] }> {
    for (const [versionId, byMax] of this.#items)
      for (const [max, byTotal] of byMax) yield { versionId, max, cells: [...byTotal.values()].flat() }
  }

  get versionIds(): string[] {
    return [...this.#items.keys()]
  }

  #count({ versionId, max, score, isSeen, choice }: AnswerMark, total: number): void {
    const byMax = entryOf(this.#items, versionId, () => new Map<number, Map<number, MarkCell[]>>())
    const byTotal = entryOf(byMax, max, () => new Map<number, MarkCell[]>())
    const alike = entryOf(byTotal, total, (): MarkCell[] => [])
    const cell = alike.find((one) => one.score === score && one.choice === choice && one.isSeen === isSeen)
    if (cell) cell.count += 1
    else alike.push({ total, score, isSeen, choice, count: 1 })
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

export function cellsOf(cells: readonly MarkCell[]): ItemCells {
  return {
    marks: Float64Array.from(cells, ({ score }) => score),
    totals: Float64Array.from(cells, ({ total }) => total),
    counts: Float64Array.from(cells, ({ count }) => count),
  }
}
