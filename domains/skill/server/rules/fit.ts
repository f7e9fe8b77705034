/** 人岗匹配度: how far somebody is what a post asks for, and on how much of it that stands. */
import { evidenceClass } from '../../contract/codes.ts'

export interface Demand {
  readonly skillId: string
  readonly requiredLevel: number
  readonly weight: number
  readonly isKey: boolean
}

export interface Shows {
  readonly level: number | null
  readonly class: number | null
}

export interface Fit {
  /** 0..1; null: nothing is measured. */
  readonly fit: number | null
  /** Of the weights, how much is measured: 0..1. */
  readonly share: number
  /** What is not measured counts nothing: 0..1. This ranks. */
  readonly cautious: number
  /** `untested`: enough is measured, but a key skill never was. */
  readonly verdict: 'short' | 'below' | 'untested' | 'enough'
  /** Key skills below their level, tested ones that reached none among them. */
  readonly belowKeys: readonly string[]
  /** Key skills that nothing measured: whether they are enough nobody knows. */
  readonly untestedKeys: readonly string[]
}

/** Below it too little is measured to rank anybody. */
export const leastShare = 0.6

/** Rounding of sums of shares must not decide. */
const epsilon = 1e-9

export function fitOf(demands: readonly Demand[], shownOf: (skillId: string) => Shows | undefined): Fit {
  const total = sumOf(demands, ({ weight }) => weight)
  const measured = demands.filter(({ skillId }) => (shownOf(skillId)?.level ?? null) !== null)
  const measuredWeight = sumOf(measured, ({ weight }) => weight)
  const earned = sumOf(measured, ({ skillId, weight, requiredLevel }) => {
    const level = shownOf(skillId)?.level ?? 0
    return weight * Math.min(level / requiredLevel, 1)
  })
  const share = total === 0 ? 0 : measuredWeight / total
  const belowKeys = demands.flatMap((demand) =>
    demand.isKey && isBelow(demand, shownOf(demand.skillId)) ? [demand.skillId] : [],
  )
  const untestedKeys = demands.flatMap((demand) => (demand.isKey && isUntested(shownOf(demand.skillId)) ? [demand.skillId] : []))
  return {
    fit: measuredWeight === 0 ? null : earned / measuredWeight,
    share,
    cautious: total === 0 ? 0 : earned / total,
    verdict: verdictOf({ belowKeys, untestedKeys, share }),
    ...{ belowKeys, untestedKeys },
  }
}

function verdictOf({ belowKeys, untestedKeys, share }: Pick<Fit, 'belowKeys' | 'untestedKeys' | 'share'>): Fit['verdict'] {
  if (belowKeys.length > 0) return 'below'
  if (share < leastShare - epsilon) return 'short'
  return untestedKeys.length > 0 ? 'untested' : 'enough'
}

const isUntested = (shown: Shows | undefined) => (shown?.level ?? null) === null && shown?.class !== evidenceClass.measured

/** A skill that nobody tested is not below: it is not known. */
function isBelow({ requiredLevel }: Demand, shown: Shows | undefined): boolean {
  if (!shown) return false
  if (shown.level === null) return shown.class === evidenceClass.measured
  return shown.level < requiredLevel
}

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) => rows.reduce((sum, row) => sum + amountOf(row), 0)
