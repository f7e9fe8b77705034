/** Which figures of fewer than five people are left out, and the next smallest with them where their sum would tell. */
export const fewest = 5

/**
 * Counts of parts whose sum is known too: true where it is left out. Nobody at all is told. Where exactly one part would be left out, the smallest other
 * one that has anybody goes with it.
 */
export function suppressed(counts: readonly number[]): boolean[] {
  const isSmall = counts.map((count) => count > 0 && count < fewest)
  if (isSmall.filter(Boolean).length !== 1) return isSmall
  const others = counts.flatMap((count, at) => (count > 0 && !isSmall[at] ? [{ count, at }] : []))
  const next = others.toSorted((a, b) => a.count - b.count)[0]
  return isSmall.map((is, at) => is || at === next?.at)
}
