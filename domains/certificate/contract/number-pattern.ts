/** How certificates are numbered: `AQ-{year}-{seq:4}`. */

const parts = { year: '年份（4 位）', yy: '年份（2 位）', month: '月', day: '日' } as const
type DatePart = keyof typeof parts
const isDatePart = (text: string): text is DatePart => Object.hasOwn(parts, text)

const hole = /\{([^{}]*)\}/g
const sequence = /^seq(?::([1-9]))?$/

/** What is wrong with a pattern; undefined: nothing. */
export function patternProblem(pattern: string): string | undefined {
  const names = [...pattern.matchAll(hole)].map(([, name = '']) => name)
  const unknown = names.find((name) => !isDatePart(name) && !sequence.test(name))
  if (unknown !== undefined) return `编号规则中的“{${unknown}}”不能使用，请按说明填写`
  if (names.filter((name) => sequence.test(name)).length !== 1) return '编号规则中应有且只有一个流水号，请按说明填写'
  if (/[{}]/.test(pattern.replace(hole, ''))) return '编号规则中的大括号没有成对，请检查'
  return undefined
}

/** The pattern with its date filled in and its number open: certificates of one series are counted together. `day` is yyyy-MM-dd, the company's. */
export function seriesOf(pattern: string, day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const of = { year, yy: year.slice(-2), month, day: date } satisfies Record<DatePart, string>
  return pattern.replace(hole, (whole, name: string) => (isDatePart(name) ? of[name] : whole))
}

/** A number of a series; one with more digits than its places is as long as it has to be. */
export function numberIn(series: string, value: number): string {
  return series.replace(hole, (_whole, name: string) => String(value).padStart(Number(sequence.exec(name)?.[1] ?? 1), '0'))
}
