/**
 * Questions sorted into classes by the set of rules that admit them. Every question of a class is as good as another for every rule, so
 * proofs and draws work on classes instead of questions. Built once per exam and never changed.
 */

/** Questions that the same rules admit. `usedCount`: how often they were drawn before (absent: never); rules draw the least used first. */
export interface RuleClass {
  readonly ruleIndexes: readonly number[]
  readonly size: number
  readonly usedCount?: number
}

export interface QuestionClass extends RuleClass {
  readonly questionIds: readonly string[]
}

export interface ProofPool<Class extends RuleClass = RuleClass> {
  readonly rules: readonly { readonly count: number; readonly label: string }[]
  readonly classes: readonly Class[]
  readonly sizes: Int32Array
  /** Class indexes that each rule may draw from. */
  readonly classesOfRule: readonly Int32Array[]
  /** With it, by rule: how many questions these classes have, each with all before it. */
  readonly endsOfRule: readonly Int32Array[]
  /** Whether some were drawn before. */
  readonly hasUsed: boolean
}

export type DrawPool = ProofPool<QuestionClass>

/** `label` defaults to 规则n. The order of the classes is part of what a seed draws. */
export function poolOf<Class extends RuleClass>(
  rules: readonly { count: number; label?: string }[],
  classes: readonly Class[],
): ProofPool<Class> {
  const starts = new Int32Array(rules.length + 1)
  for (const { ruleIndexes } of classes) for (const rule of ruleIndexes) starts[rule + 1] = (starts[rule + 1] ?? 0) + 1
  for (let rule = 0; rule < rules.length; rule++) starts[rule + 1] = (starts[rule + 1] ?? 0) + (starts[rule] ?? 0)
  const all = starts[rules.length] ?? 0
  const [members, ends] = [new Int32Array(all), new Int32Array(all)]
  const next = starts.slice()
  const sums = new Int32Array(rules.length)
  let index = 0
  for (const { ruleIndexes, size } of classes) {
    for (const rule of ruleIndexes) {
      const at = next[rule] ?? 0
      const sum = (sums[rule] ?? 0) + size
      members[at] = index
      ends[at] = sum
      sums[rule] = sum
      next[rule] = at + 1
    }
    index++
  }
  const byRule = (values: Int32Array) => rules.map((_, rule) => values.subarray(starts[rule], starts[rule + 1]))
  return {
    rules: rules.map(({ count, label }, index) => ({ count, label: label ?? `规则${index + 1}` })),
    classes,
    sizes: Int32Array.from(classes, ({ size }) => size),
    classesOfRule: byRule(members),
    endsOfRule: byRule(ends),
    hasUsed: classes.some(({ usedCount = 0 }) => usedCount > 0),
  }
}

/** Questions that a rule alone could draw. */
export function availableOf(pool: ProofPool, rule: number): number {
  return pool.endsOfRule[rule]?.at(-1) ?? 0
}
