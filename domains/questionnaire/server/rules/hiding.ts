/** What of a count may be shown of an anonymous questionnaire: no cell below five, and none that a total would give away. */
import { fewest } from '../../contract/results.ts'

/**
 * Cells that together make up a known total. Those below five are hidden, and those that, together, `mayShow` refuses; where what is hidden is one alone or
 * comes to fewer than five in all, the next smallest is hidden with it, because the total tells the sum. Null: hidden.
 */
export function hideParts(
  cells: readonly number[],
  mayShow: (places: readonly number[]) => boolean = () => true,
  hiddenAnyway: readonly number[] = [],
): (number | null)[] {
  const shown: (number | null)[] = cells.map((count, place) =>
    count < fewest || hiddenAnyway.includes(place) || !mayShow([place]) ? null : count,
  )
  const hidden = () => [...cells.keys()].filter((place) => shown[place] === null)
  const isTold = (places: readonly number[]) =>
    places.length === 1 || sum(places.map((place) => cells[place] ?? 0)) < fewest || !mayShow(places)
  while (hidden().length > 0 && isTold(hidden())) {
    const next = smallestOf(shown)
    if (next < 0) break
    shown[next] = null
  }
  return shown
}

/** A part of a known total that stands alone: neither it nor the rest may be below five, but for nobody at all left over. */
export function hideShare(count: number, total: number): number | null {
  const rest = total - count
  return count < fewest || (rest > 0 && rest < fewest) ? null : count
}

/** A table with sums of rows and columns: in each line the hidden must not be found from the rest. `mayShow` refuses cells for other reasons. */
export function hideTable(
  counts: readonly (readonly number[])[],
  mayShow: (row: number, column: number) => boolean = () => true,
): (number | null)[][] {
  const shown = counts.map((row, at) =>
    row.map((count, column): number | null => (count < fewest || !mayShow(at, column) ? null : count)),
  )
  const width = counts[0]?.length ?? 0
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const [at, row] of shown.entries())
      if (hideAnother(row, counts[at] ?? [], (place) => (row[place] = null))) isChanged = true
    for (let column = 0; column < width; column++) {
      const line = shown.map((row) => row[column] ?? null)
      const whole = counts.map((row) => row[column] ?? 0)
      const hide = (place: number) => {
        const row = shown[place]
        if (row) row[column] = null
      }
      if (hideAnother(line, whole, hide)) isChanged = true
    }
  }
  return shown
}

function hideAnother(line: readonly (number | null)[], counts: readonly number[], hide: (place: number) => void): boolean {
  const hidden = counts.filter((_, place) => line[place] === null)
  if (hidden.length === 0 || (hidden.length > 1 && sum(hidden) >= fewest)) return false
  const next = smallestOf(line)
  if (next < 0) return false
  hide(next)
  return true
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function smallestOf(line: readonly (number | null)[]): number {
  let found = -1
  for (const [place, count] of line.entries()) if (count !== null && (found < 0 || count < (line[found] ?? 0))) found = place
  return found
}
