/** Which figures of fewer than five people are left out, and the next smallest with them where their sum would tell. */
export const fewest = 5

/**
 * Counts of parts whose sum is known too: true where it is left out. Nobody at all is told. What is left out has to be more than one part, and together as
 * many people as may be shown: until then the smallest other one that has anybody goes with it.
 */
export function suppressed(counts: readonly number[]): boolean[] {
  const hidden = new Set(counts.flatMap((count, at) => (count > 0 && count < fewest ? [at] : [])))
  let sum = [...hidden].reduce((total, at) => total + (counts[at] ?? 0), 0)
  const others = counts.flatMap((count, at) => (count >= fewest ? [{ count, at }] : [])).toSorted((a, b) => a.count - b.count)
  for (const { count, at } of others) {
    if (hidden.size === 0 || (hidden.size > 1 && sum >= fewest)) break
    hidden.add(at)
    sum += count
  }
  return counts.map((_count, at) => hidden.has(at))
}

/** Of rows that are made of parts: those whose part of this key is left out, because the others and the whole would tell it. */
export function hiddenParts<Key>(rows: readonly ReadonlyMap<Key, number>[], key: Key): boolean[] {
  return rows.map((parts) => suppressed([...parts.values()])[[...parts.keys()].indexOf(key)] ?? false)
}
