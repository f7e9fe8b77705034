/** What is loaded together, as a bundle without any plan has it. */
export interface Part {
  readonly name: string
  /** Of the code as it is written: only the proportions count. */
  readonly bytes: number
  readonly modules: readonly string[]
  /** Parts that it cannot start without. */
  readonly needs: readonly string[]
  readonly kind: 'initial' | 'lazy' | 'shared'
}

export interface PlanOptions {
  /** Files of code that a screen loads at most, beside what every page starts with. */
  readonly most: number
  readonly isScreen: (part: Part) => boolean
  /** Loaded with every screen but the first, which is a page of its own. */
  readonly isFrame: (part: Part) => boolean
  readonly isFirst: (part: Part) => boolean
}

interface Load {
  readonly parts: ReadonlySet<Part>
  /** What a byte in vain counts here. */
  readonly weight: number
}

interface Cluster {
  readonly parts: readonly Part[]
  readonly needs: Set<Cluster>
  readonly bytes: number
  /** By the place of a load: whether it has this file. */
  readonly users: Uint8Array
}

/** The first screen is everybody's first impression, and has a budget of its own. */
const firstWeight = 1000
/** What one more request is worth, in bytes of code as it is written. */
const requestBytes = 6000

/**
 * Which shared parts become one file, those first that others need. Merging two spares a request to whoever loads both; whoever loads only one of them
 * pays for the other and for what that needs. The cheapest pair by that price goes first, until no screen loads more than `most` files. A byte more
 * costs most where there are many already.
 */
export function planChunks(parts: readonly Part[], options: PlanOptions): readonly (readonly Part[])[] {
  const loads = loadsOf(parts, options)
  const clusters = clustersOf(parts, loads)
  for (;;) {
    const crowded = loads.map((load, place) => filesOf(load, place, clusters) > options.most)
    const pair = crowded.includes(true) ? cheapest([...clusters], loads, crowded) : undefined
    if (!pair) return inOrder(clusters).map((cluster) => cluster.parts)
    merge(clusters, pair)
  }
}

function loadsOf(parts: readonly Part[], { isScreen, isFrame, isFirst }: PlanOptions): Load[] {
  const byName = new Map(parts.map((part) => [part.name, part]))
  const frame = parts.filter(isFrame)
  const loads = parts.filter(isScreen).map((screen) => ({
    isFirst: isFirst(screen),
    parts: closureOf(isFirst(screen) ? [screen] : [...frame, screen], byName),
  }))
  const sizes = loads.map((load) => [...load.parts].reduce((sum, { bytes }) => sum + bytes, 0))
  const largest = Math.max(1, ...sizes)
  return loads.map((load, index) => ({
    parts: load.parts,
    weight: load.isFirst ? firstWeight : ((sizes[index] ?? 0) / largest) ** 8,
  }))
}

function closureOf(start: readonly Part[], byName: ReadonlyMap<string, Part>): Set<Part> {
  const found = new Set<Part>()
  const waiting = [...start]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (found.has(part) || part.kind === 'initial') continue
    found.add(part)
    waiting.push(...part.needs.flatMap((name) => byName.get(name) ?? []))
  }
  return found
}

function clustersOf(parts: readonly Part[], loads: readonly Load[]): Set<Cluster> {
  const shared = parts.filter(({ kind }) => kind === 'shared')
  const of = new Map<string, Cluster>(
    shared.map((part) => {
      const users = Uint8Array.from(loads, (load) => (load.parts.has(part) ? 1 : 0))
      return [part.name, { parts: [part], users, needs: new Set(), bytes: part.bytes }]
    }),
  )
  for (const { name, needs } of shared) {
    for (const need of needs) {
      const [from, to] = [of.get(name), of.get(need)]
      if (from && to) from.needs.add(to)
    }
  }
  return new Set(of.values())
}

function filesOf(load: Load, place: number, clusters: ReadonlySet<Cluster>): number {
  let files = 0
  for (const { kind } of load.parts) if (kind === 'lazy') files++
  for (const { users } of clusters) files += users[place] ?? 0
  return files
}

/** Among the pairs that help a screen with too many files. */
function cheapest(clusters: readonly Cluster[], loads: readonly Load[], crowded: readonly boolean[]) {
  const offers = clusters
    .filter(({ users }) => crowded.some((isCrowded, place) => isCrowded && users[place] === 1))
    .map((cluster) => ({ cluster, extra: extraOf(cluster, loads) }))
  let best: { readonly one: Cluster; readonly other: Cluster; readonly price: number } | undefined
  for (const [index, one] of offers.entries()) {
    for (const other of offers.slice(index + 1)) {
      const price = priceOf(one, other, crowded)
      if (price >= (best?.price ?? Number.POSITIVE_INFINITY)) continue
      if (hasDetour(one.cluster, other.cluster) || hasDetour(other.cluster, one.cluster)) continue
      best = { one: one.cluster, other: other.cluster, price }
      if (price === 0) return best
    }
  }
  return best
}

/** For each load: what it would pay for having this file too, with what the file needs. */
function extraOf(cluster: Cluster, loads: readonly Load[]): Float64Array {
  const extra = new Float64Array(loads.length)
  for (const one of withNeeds(cluster)) {
    for (const [place, { weight }] of loads.entries()) {
      if (one.users[place] === 0) extra[place] = (extra[place] ?? 0) + weight * (one.bytes + requestBytes)
    }
  }
  return extra
}

interface Offer {
  readonly cluster: Cluster
  readonly extra: Float64Array
}

/** Bytes in vain for each request spared. */
function priceOf(one: Offer, other: Offer, crowded: readonly boolean[]): number {
  const [usersOfOne, usersOfOther] = [one.cluster.users, other.cluster.users]
  let spared = 0
  let inVain = 0
  let isOfUse = false
  for (let place = 0; place < usersOfOne.length; place++) {
    const isUsed = usersOfOne[place] === 1
    if (isUsed !== (usersOfOther[place] === 1)) inVain += (isUsed ? other : one).extra[place] ?? 0
    else if (isUsed) {
      spared++
      if (crowded[place]) isOfUse = true
    }
  }
  return isOfUse ? inVain / spared : Number.POSITIVE_INFINITY
}

function withNeeds(cluster: Cluster): Set<Cluster> {
  const found = new Set<Cluster>()
  const waiting = [cluster]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (found.has(one)) continue
    found.add(one)
    waiting.push(...one.needs)
  }
  return found
}

/** A third file between the two would need the merged one and be needed by it: neither could start first. */
function hasDetour(from: Cluster, to: Cluster): boolean {
  return [...from.needs].some((need) => need !== to && withNeeds(need).has(to))
}

function merge(clusters: Set<Cluster>, { one, other }: { one: Cluster; other: Cluster }): void {
  const needs = new Set([...one.needs, ...other.needs])
  const users = one.users.map((has, place) => has | (other.users[place] ?? 0))
  const merged = { parts: [...one.parts, ...other.parts], users, needs, bytes: one.bytes + other.bytes }
  for (const old of [one, other]) {
    clusters.delete(old)
    needs.delete(old)
  }
  for (const cluster of clusters) {
    const [hadOne, hadOther] = [cluster.needs.delete(one), cluster.needs.delete(other)]
    if (hadOne || hadOther) cluster.needs.add(merged)
  }
  clusters.add(merged)
  // Whoever has the file has what it needs.
  for (const need of withNeeds(merged)) for (const [place, has] of users.entries()) if (has === 1) need.users[place] = 1
}

/** What others need comes first: a file takes along what its modules import, unless an earlier one has it. */
function inOrder(clusters: ReadonlySet<Cluster>): Cluster[] {
  const ordered = new Set<Cluster>()
  const visited = new Set<Cluster>()
  const visit = (cluster: Cluster) => {
    if (visited.has(cluster)) return
    visited.add(cluster)
    for (const need of cluster.needs) visit(need)
    ordered.add(cluster)
  }
  for (const cluster of clusters) visit(cluster)
  return [...ordered]
}
