import type { Condition, ConditionMeasure } from '../../contract/conditions.ts'

/** What a result says of one dimension; null where it says nothing. */
export interface DimensionSays extends Readonly<Record<Exclude<ConditionMeasure, 'band'>, number | null>> {
  readonly id: string
  readonly band: string | null
}

/** All of them hold. A dimension that the result has not, and a figure that could not be made, meet nothing. */
export function meetsConditions(dimensions: readonly DimensionSays[], conditions: readonly Condition[]): boolean {
  return conditions.every(({ dimension, by, atLeast, bands }) => {
    const says = dimensions.find(({ id }) => id === dimension)
    if (!says) return false
    if (by === 'band') return says.band !== null && bands.includes(says.band)
    const figure = says[by]
    return figure !== null && atLeast !== null && figure >= atLeast
  })
}

/** What stands on the certificate: the dimension that is asked for first, or the only one there is. */
export function saidOf(
  dimensions: readonly DimensionSays[],
  conditions: readonly Condition[],
): { readonly score: string; readonly level: string } {
  const [first] = conditions
  const shown = first ? dimensions.find(({ id }) => id === first.dimension) : dimensions.length === 1 ? dimensions[0] : undefined
  if (!shown) return { score: '', level: '' }
  const { raw, level, band } = shown
  const levelText = level === null ? (band ?? '') : `${level} 级`
  return { score: raw === null ? '' : String(raw), level: first?.by === 'band' ? (band ?? '') : levelText }
}
