/**
 * The questions of one paper, drawn by rules (domain.md §2): random by the attempt's seed, the same again for the same seed and pool, no
 * question twice, and complete whenever `feasibleDraw` says that it can be.
 */
import { ClassAssignment } from './class-assignment.ts'
import type { DrawPool } from './draw-pool.ts'
import { type Random, seededRandom, shuffled } from './seeded-random.ts'

export type DrawnQuestion = { ruleIndex: number; questionId: string }

/**
 * Draws in the order of the rules. With a pool built `leastUsedFirst` every rule takes from its least used questions first.
 * Undefined when the rules cannot be met together.
 */
export function drawPaper(pool: DrawPool, seed: string): DrawnQuestion[] | undefined {
  const random = seededRandom(seed, 'draw')
  const assignment = new ClassAssignment(pool)
  const wishes = shuffled(
    pool.rules.flatMap(({ count }, rule) => Array.from({ length: count }, () => rule)),
    random,
  )
  for (const rule of wishes) {
    if (!assignment.take(rule, (open, free) => classByChance(pool, open, free, random))) return undefined
  }
  const drawnByRule: string[][] = pool.rules.map(() => [])
  pool.classes.forEach(({ questionIds, ruleIndexes }, index) => {
    const total = ruleIndexes.reduce((sum, rule) => sum + assignment.takenBy(rule, index), 0)
    const drawn = sample(questionIds, total, random)
    for (const rule of ruleIndexes) drawnByRule[rule]?.push(...drawn.splice(0, assignment.takenBy(rule, index)))
  })
  return drawnByRule.flatMap((ids, ruleIndex) => shuffled(ids, random).map((questionId) => ({ ruleIndex, questionId })))
}

/** The order in which an attempt shows the options of the question at a slot; fixed options keep their place. */
export function orderOptions(options: readonly { id: string; fixed: boolean }[], seed: string, slot: number): string[] {
  const movable = shuffled(
    options.filter(({ fixed }) => !fixed).map(({ id }) => id),
    seededRandom(seed, `options:${slot}`),
  )
  return options.map(({ id, fixed }) => (fixed ? id : (movable.shift() ?? id)))
}

/**
 * Drawn questions as they stand in a paper that is not shuffled: rule after rule as the author wrote them, and within a rule, whose order
 * nobody chose, by type. `typePlace`: the place of a question's type in display order.
 */
export function asWritten<Drawn extends DrawnQuestion>(drawn: readonly Drawn[], typePlace: (drawn: Drawn) => number): Drawn[] {
  return drawn.toSorted((a, b) => a.ruleIndex - b.ruleIndex || typePlace(a) - typePlace(b))
}

/** The order of an attempt's questions: shuffled within each section (a question type, a part), sections as they are. */
export function orderQuestions<T>(sections: readonly (readonly T[])[], seed: string): T[] {
  return sections.flatMap((questions, index) => shuffled(questions, seededRandom(seed, `questions:${index}`)))
}

/** A class by the number of its questions left, so that every question of a rule is equally likely; least used classes come first. */
function classByChance(pool: DrawPool, open: readonly number[], free: Int32Array, random: Random): number {
  let least = Infinity
  for (const one of open) least = Math.min(least, pool.classes[one]?.usedCount ?? 0)
  let total = 0
  for (const one of open) if (pool.classes[one]?.usedCount === least) total += free[one] ?? 0
  let left = random.below(total)
  for (const one of open) {
    if (pool.classes[one]?.usedCount !== least) continue
    left -= free[one] ?? 0
    if (left < 0) return one
  }
  throw new Error('a class with room was promised and none was found')
}

/** `count` different items; the list, which all attempts share, stays as it is. */
function sample(items: readonly string[], count: number, random: Random): string[] {
  const swapped = new Map<number, string>()
  const at = (index: number) => swapped.get(index) ?? items[index] ?? ''
  return Array.from({ length: count }, (_, taken) => {
    const chosen = taken + random.below(items.length - taken)
    const id = at(chosen)
    swapped.set(chosen, at(taken))
    return id
  })
}
