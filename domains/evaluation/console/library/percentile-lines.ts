import type { NormFigure } from '../../contract/definition.ts'

export interface ReadTable {
  readonly table: NonNullable<NormFigure['table']>
  /** Lines that are not two numbers, as people count them. */
  readonly wrong: readonly { readonly line: number; readonly text: string }[]
}

/** A line a pair: a raw score and its percentile. */
export function readPercentiles(text: string): ReadTable {
  const table: { raw: number; percentile: number }[] = []
  const wrong: { line: number; text: string }[] = []
  for (const [at, given] of text.split('\n').entries()) {
    const said = given.trim()
    if (said === '') continue
    const parts = said.split(/[\s,，]+/)
    const [raw = Number.NaN, percentile = Number.NaN] = parts.map((part) => (part === '' ? Number.NaN : Number(part)))
    if (parts.length === 2 && Number.isFinite(raw) && Number.isFinite(percentile)) table.push({ raw, percentile })
    else wrong.push({ line: at + 1, text: said })
  }
  return { table, wrong }
}
