/** Whose attempts the figures speak of, and what a person has mastered. */

export type AttemptPolicy = 'first' | 'last' | 'best' | 'all'

export const attemptPolicyLabels: Record<AttemptPolicy, string> = {
  first: '首次作答',
  last: '末次作答',
  best: '最高分',
  all: '全部作答',
}

const chosenAttempts: Record<AttemptPolicy, string> = {
  first: '，每名考生取首次的一份',
  last: '，每名考生取末次的一份',
  best: '，每名考生取最高分的一份',
  all: '，每名考生的每一份都计入',
}

/** Whose answers the item table speaks of, and the denominator of each of its figures. */
export function populationNote(policy: AttemptPolicy, { count, unseenCount }: { count: number; unseenCount: number }): string {
  if (count === 0) return '还没有成绩完整的答卷。'
  const unseen = unseenCount === 0 ? '' : `，其中 ${unseenCount} 份有未看到的试题，未看到的按 0 分计`
  return (
    `统计对象为成绩完整且未作废的答卷${chosenAttempts[policy]}，共 ${count} 份。` +
    `平均分、标准差、α 等总体指标按全部 ${count} 份计算${unseen}；各题指标只统计看到该题的答卷，份数见“作答”列。`
  )
}

/** One attempt per candidate by the policy, or all; of equal best scores the earlier attempt. */
export function selectAttempts<Row extends { candidateId: string; attemptNo: number; totalHundredths: number }>(
  rows: readonly Row[],
  policy: AttemptPolicy,
): Row[] {
  if (policy === 'all') return [...rows]
  const chosen = new Map<string, Row>()
  for (const row of rows) {
    const held = chosen.get(row.candidateId)
    if (held === undefined || isPreferred(row, held, policy)) chosen.set(row.candidateId, row)
  }
  return [...chosen.values()]
}

export const masteryMinimumItems = 3

export type Mastery = { knowledgePointId: string; itemCount: number; mastery: number | null }

/** Σ score / Σ maximum over the items of each knowledge point; null with fewer than three items. */
export function knowledgeMastery(
  items: readonly { knowledgePointIds: readonly string[]; scoreHundredths: number; maximumHundredths: number }[],
): Mastery[] {
  const sums = new Map<string, { itemCount: number; score: number; maximum: number }>()
  for (const { knowledgePointIds, scoreHundredths, maximumHundredths } of items) {
    for (const id of new Set(knowledgePointIds)) {
      const sum = sums.get(id) ?? { itemCount: 0, score: 0, maximum: 0 }
      sums.set(id, { itemCount: sum.itemCount + 1, score: sum.score + scoreHundredths, maximum: sum.maximum + maximumHundredths })
    }
  }
  return [...sums].map(([knowledgePointId, { itemCount, score, maximum }]) => ({
    knowledgePointId,
    itemCount,
    mastery: itemCount < masteryMinimumItems || maximum === 0 ? null : score / maximum,
  }))
}

type Ranked = { attemptNo: number; totalHundredths: number }

function isPreferred(row: Ranked, held: Ranked, policy: Exclude<AttemptPolicy, 'all'>): boolean {
  switch (policy) {
    case 'first':
      return row.attemptNo < held.attemptNo
    case 'last':
      return row.attemptNo > held.attemptNo
    case 'best':
      return (
        row.totalHundredths > held.totalHundredths ||
        (row.totalHundredths === held.totalHundredths && row.attemptNo < held.attemptNo)
      )
  }
}
