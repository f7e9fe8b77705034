/** The level that a dimension of a knowledge or skill scale shows: four fifths of its range L, three fifths L − 1, below none. */
export function levelShown(level: number, { raw, min, max }: { raw: number | null; min: number; max: number }): number | null {
  if (raw === null || max <= min) return null
  const share = (raw - min) / (max - min)
  const shown = share >= 0.8 ? level : share >= 0.6 ? level - 1 : 0
  return shown >= 1 ? shown : null
}
