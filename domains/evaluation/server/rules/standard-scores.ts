/** z, T, stanine and sten of a raw score against a group. Nothing where the group has no spread or is one person. */

export interface Group {
  readonly n: number
  readonly mean: number
  readonly sd: number
}

export interface StandardScores {
  readonly z: number
  readonly t: number
  readonly stanine: number
  readonly sten: number
}

export function standardScores(raw: number, { n, mean, sd }: Group): StandardScores | null {
  if (sd === 0 || n < 2) return null
  const z = (raw - mean) / sd
  return { z, t: 50 + 10 * z, stanine: stanineOf(z), sten: stenOf(z) }
}

export const stanineOf = (z: number) => clamp(Math.floor(2 * z + 5.5), 1, 9)
export const stenOf = (z: number) => clamp(Math.floor(2 * z + 6), 1, 10)

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
