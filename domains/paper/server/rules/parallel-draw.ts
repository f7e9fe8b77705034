/**
 * A paper that is as another one without a question in common: of each cell (type, difficulty, points) as many questions as there were, of each
 * family one at most. A family may serve several cells, so whether it can be done is a flow, as with drawing rules; the classes are families that
 * the same cells could use.
 */
import { drawPaper } from './draw-paper.ts'
import { availableOf, type DrawPool, poolOf, type QuestionClass } from './draw-pool.ts'
import { feasibleDraw } from './feasible-draw.ts'
import { seededRandom } from './seeded-random.ts'

export interface WantedCell {
  readonly key: string
  /** As people read it. */
  readonly label: string
  readonly count: number
}

export interface StandIn {
  readonly questionId: string
  /** The same of questions that say the same. */
  readonly family: string
  /** The cell that it fits. */
  readonly cell: string
}

export interface ParallelDraw {
  /** By cell: families that could serve it. */
  readonly available: readonly number[]
  /** In words, which cells fall short by how many; none: it can be done. */
  readonly shortages: readonly string[]
  /** By cell its questions; empty when it cannot be done. */
  readonly drawn: readonly (readonly string[])[]
}

/** The same seed and the same stand-ins, in any order, give the same paper. */
export function parallelDraw(cells: readonly WantedCell[], standIns: readonly StandIn[], seed: string): ParallelDraw {
  const places = new Map(cells.map(({ key }, index) => [key, index]))
  const families = familiesOf(standIns, places)
  const pool = poolOf(cells, classesOf(families))
  const { violations } = feasibleDraw(pool)
  const available = cells.map((_, index) => availableOf(pool, index))
  if (violations.length > 0) return { available, shortages: violations.map((one) => wordsOf(pool, one)), drawn: [] }
  const random = seededRandom(seed, 'stand-ins')
  const drawn: string[][] = cells.map(() => [])
  for (const { ruleIndex, questionId: family } of drawPaper(pool, seed) ?? []) {
    const members = families.get(family)?.get(ruleIndex) ?? []
    const chosen = members[random.below(members.length)]
    if (chosen !== undefined) drawn[ruleIndex]?.push(chosen)
  }
  return { available, shortages: [], drawn }
}

type Families = ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>

/** By family and cell the questions, all in the order of their ids. */
function familiesOf(standIns: readonly StandIn[], places: ReadonlyMap<string, number>): Families {
  const families = new Map<string, Map<number, string[]>>()
  for (const { questionId, family, cell } of standIns.toSorted((a, b) => (a.questionId < b.questionId ? -1 : 1))) {
    const place = places.get(cell)
    if (place === undefined) continue
    const known = families.get(family) ?? new Map<number, string[]>()
    families.set(family, known)
    known.set(place, [...(known.get(place) ?? []), questionId])
  }
  return families
}

function classesOf(families: Families): QuestionClass[] {
  const classes = Map.groupBy(families, ([, cells]) => [...cells.keys()].toSorted((a, b) => a - b).join(','))
  return [...classes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, members]) => ({
      ruleIndexes: key.split(',').map(Number),
      questionIds: members.map(([family]) => family).toSorted(),
      size: members.length,
    }))
}

function wordsOf(pool: DrawPool, { ruleIndexes, needed, available }: ReturnType<typeof feasibleDraw>['violations'][number]) {
  const names = ruleIndexes.map((index) => pool.rules[index]?.label ?? '').join('、')
  const together = ruleIndexes.length > 1 ? '合计' : ''
  return `${names}：${together}需要 ${needed} 道没有考过的试题，题库中只有 ${available} 道，还缺 ${needed - available} 道`
}
