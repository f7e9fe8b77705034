/** What an exam shows of a skill: mastery = Σ score / Σ max over its questions whose knowledge points test the skill, at least three. */
const fewestItems = 3
const reached = 0.8
const nearly = 0.6

export interface Tested {
  /** At which level these questions test. */
  readonly level: number
  readonly items: number
  readonly scoreHundredths: number
  readonly maxHundredths: number
}

export interface Measured extends Tested {
  /** 0..1 */
  readonly mastery: number
  /** Null: no level was reached, which is not level 0. */
  readonly reachedLevel: number | null
}

/** Undefined: too few questions to say anything. */
export function measuredAt(tested: Tested): Measured | undefined {
  const { level, items, scoreHundredths, maxHundredths } = tested
  if (items < fewestItems || maxHundredths <= 0) return undefined
  const mastery = scoreHundredths / maxHundredths
  return { ...tested, mastery, reachedLevel: reachedLevelOf(level, mastery) }
}

function reachedLevelOf(level: number, mastery: number): number | null {
  if (mastery >= reached) return level
  if (mastery < nearly || level === 1) return null
  return level - 1
}

/** Questions of several levels: what shows most. Undefined: none of them says anything. */
export function measuredLevel(tested: readonly Tested[]): Measured | undefined {
  const measured = tested.flatMap((one) => measuredAt(one) ?? [])
  return measured.toSorted((a, b) => (b.reachedLevel ?? 0) - (a.reachedLevel ?? 0) || b.level - a.level)[0]
}
