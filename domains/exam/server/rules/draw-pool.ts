/**
 * Questions sorted into classes by the set of rules that admit them. Every question of a class is as good as another for every rule, so
 * proofs and draws work on a few dozen classes instead of 20,000 questions. Build it once per exam; it is never changed.
 */
export type DrawFilter = {
  bankIds?: readonly string[]
  categoryIds?: readonly string[]
  knowledgePointIds?: readonly string[]
  tags?: readonly string[]
  types?: readonly number[]
  difficulties?: readonly number[]
}

/** A filter that is absent or empty admits all. `label` defaults to 规则n. */
export type DrawRule = { count: number; filter: DrawFilter; label?: string }

/** `usedCount`: how often it was drawn before, for `leastUsedFirst`. Only ready questions belong here, one version of each. */
export type PoolQuestion = {
  id: string
  bankId: string
  categoryId: string | null
  knowledgePointIds: readonly string[]
  tags: readonly string[]
  type: number
  difficulty: number
  usedCount?: number
}

export type QuestionClass = { ruleIndexes: number[]; questionIds: string[]; usedCount: number }

export type DrawPool = {
  rules: readonly { count: number; label: string }[]
  classes: readonly QuestionClass[]
  /** Class indexes that each rule may draw from. */
  classesOfRule: readonly (readonly number[])[]
}

/** `excludedIds`: questions that are in the paper already, or were met too recently. */
export function buildDrawPool(
  rules: readonly DrawRule[],
  questions: readonly PoolQuestion[],
  {
    leastUsedFirst = false,
    excludedIds = new Set<string>(),
  }: { leastUsedFirst?: boolean; excludedIds?: ReadonlySet<string> } = {},
): DrawPool {
  const admits = rules.map(({ filter }) => admitting(filter))
  const byKey = new Map<string, QuestionClass>()
  const seen = new Set(excludedIds)
  for (const question of questions) {
    if (seen.has(question.id)) continue
    seen.add(question.id)
    const ruleIndexes: number[] = []
    for (let index = 0; index < admits.length; index++) if (admits[index]?.(question)) ruleIndexes.push(index)
    if (ruleIndexes.length === 0) continue
    const usedCount = leastUsedFirst ? (question.usedCount ?? 0) : 0
    const key = `${usedCount}:${ruleIndexes.join()}`
    const found = byKey.get(key)
    if (found) found.questionIds.push(question.id)
    else byKey.set(key, { ruleIndexes, questionIds: [question.id], usedCount })
  }
  // Sorted, so that one seed gives one paper whatever order the rows came in.
  const classes = [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  for (const one of classes) one.questionIds.sort()
  const classesOfRule = rules.map((_, rule) => classes.flatMap((one, index) => (one.ruleIndexes.includes(rule) ? [index] : [])))
  return {
    rules: rules.map(({ count, label }, index) => ({ count, label: label ?? `规则${index + 1}` })),
    classes,
    classesOfRule,
  }
}

function admitting(filter: DrawFilter): (question: PoolQuestion) => boolean {
  const banks = setOf(filter.bankIds)
  const categories = setOf(filter.categoryIds)
  const points = setOf(filter.knowledgePointIds)
  const tags = setOf(filter.tags)
  const types = setOf(filter.types)
  const difficulties = setOf(filter.difficulties)
  return (question) =>
    (!types || types.has(question.type)) &&
    (!difficulties || difficulties.has(question.difficulty)) &&
    (!banks || banks.has(question.bankId)) &&
    (!categories || (question.categoryId !== null && categories.has(question.categoryId))) &&
    (!points || question.knowledgePointIds.some((id) => points.has(id))) &&
    (!tags || question.tags.some((tag) => tags.has(tag)))
}

function setOf<T>(values: readonly T[] | undefined): ReadonlySet<T> | undefined {
  return values && values.length > 0 ? new Set(values) : undefined
}
