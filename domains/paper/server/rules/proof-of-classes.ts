/** What the database counted, as the proof wants it. */
import { poolOf, type RuleClass } from './draw-pool.ts'
import { type DrawFeasibility, feasibleDraw } from './feasible-draw.ts'

export interface CountedClasses {
  /** Questions that each rule wants. */
  readonly counts: readonly number[]
  /** One class after the other, as `rules:questions`; bit n of `rules` stands for rule n, from 1. One text, because that is copied to a thread at once. */
  readonly classes: string
}

export function proofOfClasses({ counts, classes }: CountedClasses): DrawFeasibility {
  const rules = counts.map((count) => ({ count }))
  const listed = classes === '' ? [] : classes.split(' ')
  return feasibleDraw(
    poolOf(
      rules,
      listed.map((one) => classOf(one, counts.length)),
    ),
  )
}

function classOf(text: string, rules: number): RuleClass {
  const [bits = '', size = ''] = text.split(':')
  const set = BigInt(bits)
  const ruleIndexes = Array.from({ length: rules }, (_, rule) => rule).filter((rule) => ((set >> BigInt(rule + 1)) & 1n) === 1n)
  return { ruleIndexes, size: Number(size) }
}
