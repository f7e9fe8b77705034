/** Moves of a ranking: ids in order, the first is best. What is not in it has no rank yet. */

export function ranked(order: readonly string[], id: string): readonly string[] {
  return order.includes(id) ? order : [...order, id]
}

export function unranked(order: readonly string[], id: string): readonly string[] {
  return order.filter((one) => one !== id)
}

/** To this place, from 0; places beyond the ends are the ends. */
export function placed(order: readonly string[], id: string, place: number): readonly string[] {
  const others = unranked(order, id)
  const at = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, at), id, ...others.slice(at)]
}
