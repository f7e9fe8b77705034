/**
 * How many answers of two people agree, against chance: the exact (generalised binomial) test of van der Linden and Sotaridona
 * (doi 10.3102/10769986031003283) with the ability curve of "Detecting excessive similarity in answers on multiple choice exams" (Journal of Applied
 * Statistics 27(7), 2000), which needs no calibrated model.
 */

/** pᵢ(a): the chance that somebody of ability a is right where the share `right` of all is. At a = 1 it is that share. */
export function chanceRight(right: number, ability: number): number {
  return (1 - (1 - right) ** ability) ** (1 / ability)
}

/** The ability at which the mean chance over these items is `share`; shares of 0 and 1 are taken half an item inside. */
export function abilityOf(rights: readonly number[], share: number): number {
  const inside = Math.min(1 - 0.5 / rights.length, Math.max(0.5 / rights.length, share))
  const meanAt = (ability: number) => rights.reduce((sum, right) => sum + chanceRight(right, ability), 0) / rights.length
  let [low, high] = [-7, 7]
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    if (meanAt(Math.exp(middle)) < inside) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 2)
}

/** Σw² over the wrong options: how likely two people who are both wrong chose the same. */
export function wrongAgreement(counts: readonly number[], wrongCount: number): number {
  return wrongCount === 0 ? 0 : counts.reduce((sum, count) => sum + (count / wrongCount) ** 2, 0)
}

/** Both right, or both wrong with the same wrong answer. */
export function chanceOfMatch(one: number, other: number, agreement: number): number {
  return one * other + (1 - one) * (1 - other) * agreement
}

/** P(matches ≥ k) for k = 0 … n, exact: the distribution is built up item by item. */
export function tailsOf(chances: ArrayLike<number>): Float64Array {
  const count = chances.length
  const mass = new Float64Array(count + 1)
  mass[0] = 1
  for (let item = 0; item < count; item += 1) {
    const chance = chances[item] ?? 0
    for (let k = item + 1; k > 0; k -= 1) mass[k] = (mass[k] ?? 0) * (1 - chance) + (mass[k - 1] ?? 0) * chance
    mass[0] = (mass[0] ?? 0) * (1 - chance)
  }
  for (let k = count - 1; k >= 0; k -= 1) mass[k] = (mass[k] ?? 0) + (mass[k + 1] ?? 0)
  return mass
}

/**
 * K-index (doi 10.1111/j.1745-3984.2002.tb01138.x): of the source's `wrong` answers the other shares `shared`; `share` is the mean share of those that
 * people with as many wrong as the other have. P(Bin(wrong, share) ≥ shared).
 */
export function kIndex(wrong: number, shared: number, share: number): number {
  return tailsOf(new Float64Array(wrong).fill(share))[shared] ?? 0
}

/** 偶然出现的期望对数: so many pairs of the family would agree as much by chance. */
export function levelOf(expectedPairs: number): 'red' | 'yellow' | null {
  if (expectedPairs <= 0.01) return 'red'
  return expectedPairs <= 0.1 ? 'yellow' : null
}
