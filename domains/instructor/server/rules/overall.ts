import { fewestSheets } from '../../contract/growth.ts'

export interface Sheets {
  readonly sheetCount: number
  readonly sumHundredths: number
}

/** Mean in hundredths with its n over the sources that have enough sheets; none counts that has fewer, so that it cannot be worked out of the total. */
export function overallOf(sources: readonly Sheets[]): { readonly meanHundredths: number; readonly count: number } | undefined {
  const counted = sources.filter(({ sheetCount }) => sheetCount >= fewestSheets)
  const count = counted.reduce((sum, { sheetCount }) => sum + sheetCount, 0)
  if (count === 0) return undefined
  return { meanHundredths: Math.round(counted.reduce((sum, { sumHundredths }) => sum + sumHundredths, 0) / count), count }
}
