/** What is estimated of a word's search, in rows: with the word's pieces, fitting all other conditions, and wanted. */
export interface WordSearch {
  readonly withWord: number
  readonly otherwise: number
  readonly most: number
}

/** So many narrow rows are read along the key while one that was looked up is fetched from its place in the log. */
const costOfFetch = 15

/** Is looking a word up cheaper than reading the other rows, newest first, until as many as wanted have it? */
export function isLookedUp({ withWord, otherwise, most }: WordSearch): boolean {
  const read = withWord === 0 ? otherwise : Math.min(otherwise, (most * otherwise) / Math.min(withWord, otherwise))
  return withWord * costOfFetch < read
}
