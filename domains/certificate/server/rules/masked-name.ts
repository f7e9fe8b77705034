/** What the public page shows of a name: its first character, and how many follow, up to five. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = [...new Intl.Segmenter('zh').segment(name)].map(({ segment }) => segment)
  return first + '*'.repeat(Math.min(5, Math.max(1, rest.length)))
}
