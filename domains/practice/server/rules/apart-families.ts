interface OfFamily {
  /** The same of questions that ask the same. */
  readonly family: string
}

/**
 * In the order given, but never two of one family running as long as another one is left: of what remains the first that differs from the last comes next.
 */
export function apartFamilies<Item extends OfFamily>(items: readonly Item[]): Item[] {
  const waiting = [...items]
  const placed: Item[] = []
  while (waiting.length > 0) {
    const last = placed.at(-1)
    const at = last === undefined ? 0 : waiting.findIndex(({ family }) => family !== last.family)
    placed.push(...waiting.splice(Math.max(0, at), 1))
  }
  return placed
}
