/** Where the blanks of a stem stand: `{{…}}` or a line of underscores, else empty brackets. */
const braces = /\{\{[^{}]{0,40}\}\}/g
const line = /_{2,}|＿{2,}/g
const brackets = /[（(][\s\u3000]*[）)]|【[\s\u3000]*】/g

/**
 * The stem with its blanks named `{{b1}}`, `{{b2}}` …; a string of what is wrong when the marks do not fit the number of blanks.
 * A stem without marks shows its blanks below itself.
 */
export function placeBlanks(stem: string, count: number, prefix: 'b' | 'g'): { stem: string } | string {
  for (const [marks, mustFit] of [
    [braces, true],
    [line, true],
    [brackets, false],
  ] as const) {
    const found = stem.match(marks)?.length ?? 0
    if (found === 0) continue
    if (found === count) {
      let index = 0
      return { stem: stem.replace(marks, () => `{{${prefix}${++index}}}`) }
    }
    // Brackets may belong to the sentence; braces and lines mean blanks and nothing else.
    if (mustFit) return `题干中有 ${found} 个空，但正确答案有 ${count} 个`
  }
  return { stem }
}

export function hasPlaces(stem: string): boolean {
  return stem.search(braces) >= 0 || stem.search(line) >= 0
}
