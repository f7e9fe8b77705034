/**
 * The questions of one paper, drawn by rules: random by the attempt's seed, the same again for the same seed and pool, no
 * question twice, and complete whenever `feasibleDraw` says that it can be.
 */
import { ClassAssignment } from './class-assignment.ts'
import { availableOf, type DrawPool } from './draw-pool.ts'
import { type Random, seededRandom, shuffled } from './seeded-random.ts'

export type DrawnQuestion = { ruleIndex: number; questionId: string }

/**
 * Draws in the order of the rules. Every rule takes from its least used classes first.
 * Undefined when the rules cannot be met together.
 */
export function drawPaper(pool: DrawPool, seed: string): DrawnQuestion[] | undefined {
  const random = seededRandom(seed, 'draw')
  const assignment = new ClassAssignment(pool)
  const choose = (rule: number) => classByChance(pool, assignment, rule, random)
  const wishes = shuffled(
    pool.rules.flatMap(({ count }, rule) => Array.from({ length: count }, () => rule)),
    random,
  )
  for (const rule of wishes) {
    if (!assignment.take(rule, choose)) return undefined
  }
  const drawnByRule: string[][] = pool.rules.map(() => [])
  for (const [ofClass, taken] of Map.groupBy(assignment.taken(), (one) => one.ofClass)) {
    const total = taken.reduce((sum, { count }) => sum + count, 0)
    const drawn = sample(pool.classes[ofClass]?.questionIds ?? [], total, random)
    for (const { rule, count } of taken) drawnByRule[rule]?.push(...drawn.splice(0, count))
  }
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
function classByChance(pool: DrawPool, assignment: ClassAssignment, rule: number, random: Random): number {
  const { free, freeOfRule } = assignment
  const all = availableOf(pool, rule)
  // Where most are left, a question out of all that hits one which is taken is drawn again: a few times at most, however many there are.
  while (!pool.hasUsed && 4 * (freeOfRule[rule] ?? 0) >= all) {
    const { ofClass, offset } = classAt(pool, rule, random.below(all))
    if (offset < (free[ofClass] ?? 0)) return ofClass
  }
  const classes = pool.classesOfRule[rule] ?? new Int32Array()
  let least = Infinity
  for (const one of classes) if ((free[one] ?? 0) > 0) least = Math.min(least, pool.classes[one]?.usedCount ?? 0)
  const leftOf = (one: number) => ((pool.classes[one]?.usedCount ?? 0) === least ? (free[one] ?? 0) : 0)
  let left = random.below(classes.reduce((sum, one) => sum + leftOf(one), 0))
  for (const one of classes) {
    left -= leftOf(one)
    if (left < 0) return one
  }
  throw new Error('a class with room was promised and none was found')
}

/** The class of a rule's question by its place among all of them, and its place in the class. */
function classAt(pool: DrawPool, rule: number, place: number): { ofClass: number; offset: number } {
  const ends = pool.endsOfRule[rule] ?? new Int32Array()
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return { ofClass: pool.classesOfRule[rule]?.[low] ?? 0, offset: place - (low > 0 ? (ends[low - 1] ?? 0) : 0) }
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
