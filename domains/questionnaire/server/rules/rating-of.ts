/** What a questionnaire's scales say of whom it rates: every scale brought to 1 to 5, each sheet counting once. */
import type { Answers } from '../../contract/answers.ts'
import type { Definition } from '../../contract/definition.ts'
import { fewest } from '../../contract/results.ts'
import { hideShare } from './hiding.ts'

interface Sum {
  readonly count: number
  readonly sum: number
}

export interface Rating {
  readonly sheets: Sum
  readonly aspects: ReadonlyMap<string, Sum & { readonly name: string }>
}

export const noRating: Rating = { sheets: { count: 0, sum: 0 }, aspects: new Map() }

interface Scale {
  readonly key: string
  readonly name: string
  readonly steps: number
  readonly of: (answers: Answers) => unknown
}

/** Ratings, and each row of a matrix of them; NPS asks of something else. */
function scalesOf({ pages }: Definition): Scale[] {
  return pages
    .flatMap(({ elements }) => elements)
    .flatMap((element): Scale[] => {
      if (element.kind === 'rating') {
        const { id, title, steps } = element
        return [{ key: id, name: title, steps, of: (answers) => answers[id] }]
      }
      if (element.kind !== 'matrixRating') return []
      const { id, rows, steps } = element
      return rows.map((row) => ({ key: `${id} ${row.id}`, name: row.text, steps, of: (answers) => rowOf(answers[id], row.id) }))
    })
}

function rowOf(answer: Answers[string] | undefined, rowId: string): unknown {
  return typeof answer === 'object' && 'rows' in answer ? answer.rows[rowId] : undefined
}

/** 1 stays 1, the highest step becomes 5. */
const onFive = (value: number, steps: number) => 1 + ((value - 1) * 4) / (steps - 1)

/** One sheet more: the mean of what it says is one. A sheet that rates nothing is none. */
export function addSheet({ sheets, aspects }: Rating, definition: Definition, answers: Answers): Rating {
  const given = scalesOf(definition).flatMap(({ key, name, steps, of }) => {
    const value = of(answers)
    return typeof value === 'number' && steps > 1 ? [{ key, name, value: onFive(value, steps) }] : []
  })
  if (given.length === 0) return { sheets, aspects }
  const next = new Map(aspects)
  for (const { key, name, value } of given) {
    const before = next.get(key)
    next.set(key, { name, count: (before?.count ?? 0) + 1, sum: (before?.sum ?? 0) + value })
  }
  const mean = given.reduce((sum, { value }) => sum + value, 0) / given.length
  return { sheets: { count: sheets.count + 1, sum: sheets.sum + mean }, aspects: next }
}

/** As it is told: sums in hundredths. */
export function roundedRating({ sheets, aspects }: Rating) {
  return {
    sheetCount: sheets.count,
    sumHundredths: Math.round(sheets.sum * 100),
    aspects: [...aspects.values()].map(({ name, count, sum }) => ({ name, count, sumHundredths: Math.round(sum * 100) })),
  }
}

/** What may be told of an anonymous one: an aspect that few rated, or all but a few, would tell of those few. */
export function hiddenRating(rating: ReturnType<typeof roundedRating>): ReturnType<typeof roundedRating> {
  if (rating.sheetCount < fewest) return { sheetCount: 0, sumHundredths: 0, aspects: [] }
  return { ...rating, aspects: rating.aspects.filter(({ count }) => hideShare(count, rating.sheetCount) !== null) }
}
