/** Random order that is the same whenever a sheet is opened: made of its seed, with fixed ones in their places. */

interface Part {
  readonly id: string
  readonly isFixed?: boolean
}

/** `seed` is the sheet's, `salt` what is put in order (a page's or element's id). */
export function orderFor<Item extends Part>(items: readonly Item[], seed: string, salt: string): Item[] {
  const loose = items.filter(({ isFixed }) => !isFixed)
  const random = randomOf(`${seed}/${salt}`)
  for (let last = loose.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [loose[last], loose[other]]
    if (a && b) [loose[last], loose[other]] = [b, a]
  }
  let next = 0
  return items.flatMap((item) => (item.isFixed ? [item] : (loose[next++] ?? [])))
}

/** mulberry32 over FNV-1a of the seed: small, even enough for orders, and nothing secret hangs on it. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
