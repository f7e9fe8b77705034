export interface Passing {
  /** Asked for beside passing; null: nothing. */
  readonly minScoreHundredths: number | null
}

/** An exam without a pass mark is passed by having come out. */
export function isPassed(
  { isPassed: passed, scoreHundredths }: { readonly isPassed: boolean | null; readonly scoreHundredths: number | null },
  { minScoreHundredths }: Passing,
): boolean {
  return passed !== false && (minScoreHundredths === null || (scoreHundredths ?? 0) >= minScoreHundredths)
}
