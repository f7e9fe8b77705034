/** What is loaded together, as a bundle without any plan has it. */
export interface Part {
  readonly name: string
  /** As a browser receives them before they are packed: only the proportions count. */
  readonly bytes: number
  readonly modules: readonly string[]
  /** Parts that it cannot start without. */
  readonly needs: readonly string[]
  /** Parts that it loads when it wants them. */
  readonly calls: readonly string[]
  readonly kind: 'initial' | 'lazy' | 'shared'
}

export interface PlanOptions {
  /** Files of code that a screen loads at most until it stands still, beside what every page starts with. */
  readonly most: number
  readonly isScreen: (part: Part) => boolean
  /** Loaded with every screen but the first, which is a page of its own. */
  readonly isFrame: (part: Part) => boolean
  readonly isFirst: (part: Part) => boolean
  /** Comes after every screen but the first, by itself. */
  readonly isLate: (part: Part) => boolean
  /** A control that a form loads as soon as it is drawn: it follows whatever calls it. */
  readonly isDrawn: (part: Part) => boolean
}

/** What a screen cannot be drawn without, and what it has loaded when it stands still. */
interface Load {
  readonly parts: ReadonlySet<Part>
  /** What a byte in vain counts here. */
  readonly weight: number
  readonly isWhole: boolean
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
/** What comes after the picture keeps nobody waiting. */
const lateWeight = 0.01
/** How much more a byte counts for a screen that has many. */
const heaviness = 3
/** How much more it counts in the next round for a screen that came out heavy in this one. */
const firmness = 4
/** Plans that are tried, each with what the one before has taught. */
const rounds = 8
/** What one more request is worth, in the same bytes. */
const requestBytes = 1000

/**
 * Which shared parts become one file, those first that others need. Merging two spares a request to whoever loads both; whoever loads only one of them
 * pays for the other and for what that needs. The cheapest pair by that price goes first, until no screen loads more than `most` files. A byte more
 * costs most where there are many already, and little where it comes after the picture. Which screens a plan leaves heaviest nobody knows beforehand:
 * a byte costs more there in the next round, and the plan with the lightest heaviest screen is taken.
 */
export function planChunks(parts: readonly Part[], options: PlanOptions): readonly (readonly Part[])[] {
  let loads = loadsOf(parts, options)
  let best: { readonly clusters: Set<Cluster>; readonly heaviest: number } | undefined
  for (let round = 0; round < rounds; round++) {
    const clusters = planned(parts, loads, options)
    const sizes = loads.map((load, place) => bytesOf(load, place, clusters))
    const heaviest = Math.max(1, ...sizes)
    if (!best || heaviest < best.heaviest) best = { clusters, heaviest }
    loads = reweighed(loads, (place) => (sizes[place] ?? 0) / heaviest)
  }
  return inOrder(best?.clusters ?? new Set()).map((cluster) => cluster.parts)
}

/** What a screen waits for. */
function bytesOf({ parts, isWhole }: Load, place: number, clusters: ReadonlySet<Cluster>): number {
  if (isWhole) return 0
  const own = [...parts].filter(({ kind }) => kind === 'lazy')
  const shared = [...clusters].filter(({ users }) => users[place] === 1)
  return [...own, ...shared].reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The dearest byte costs 1 again, so that bytes after the picture keep their place among the prices. */
function reweighed(loads: readonly Load[], shareOf: (place: number) => number): Load[] {
  const weights = loads.map(({ weight, isWhole }, place) => (isWhole ? 0 : weight * shareOf(place) ** firmness))
  const dearest = Math.max(...weights)
  return loads.map((load, place) => (load.isWhole ? load : { ...load, weight: (weights[place] ?? 0) / dearest }))
}

function planned(parts: readonly Part[], loads: readonly Load[], options: PlanOptions): Set<Cluster> {
  const clusters = clustersOf(parts, loads)
  const offers = new Map<Cluster, Offer>()
  for (;;) {
    const crowded = loads.map((load, place) => load.isWhole && filesOf(load, place, clusters) > options.most)
    for (const cluster of clusters) if (!offers.has(cluster)) offers.set(cluster, offerOf(cluster, loads))
    const inOrder = [...clusters].flatMap((cluster) => offers.get(cluster) ?? [])
    const pair = crowded.includes(true) ? cheapest(inOrder, loads, crowded) : undefined
    if (!pair) return clusters
    const changed = merge(clusters, pair)
    for (const [cluster, { reach }] of offers) if ([...changed].some((one) => reach.has(one))) offers.delete(cluster)
  }
}

function loadsOf(parts: readonly Part[], options: PlanOptions): Load[] {
  const { isScreen, isFrame, isFirst, isLate, isDrawn } = options
  const byName = new Map(parts.map((part) => [part.name, part]))
  const frame = parts.filter(isFrame)
  const late = parts.filter(isLate)
  const screens = parts.filter(isScreen).map((screen) => {
    const needed = closureOf(isFirst(screen) ? [screen] : [...frame, screen], byName)
    return { screen, needed, bytes: [...needed].reduce((sum, { bytes }) => sum + bytes, 0) }
  })
  const largest = Math.max(1, ...screens.map(({ bytes }) => bytes))
  return screens.flatMap(({ screen, needed, bytes }) => {
    if (isFirst(screen)) return [{ parts: needed, weight: firstWeight, isWhole: true }]
    const start = closureOf([...frame, screen, ...late], byName)
    const drawn = [...start].flatMap(({ calls }) => calls.flatMap((name) => byName.get(name) ?? []).filter(isDrawn))
    const whole = closureOf([...start, ...drawn], byName)
    return [
      { parts: needed, weight: (bytes / largest) ** heaviness, isWhole: false },
      { parts: whole, weight: lateWeight, isWhole: true },
    ]
  })
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

/** Among the pairs that help a screen with too many files. Most pairs are dearer than the best so far long before their price is known. */
function cheapest(all: readonly Offer[], loads: readonly Load[], crowded: readonly boolean[]) {
  const whole = bitsOf(loads.map(({ isWhole }) => isWhole))
  const full = bitsOf(crowded)
  const offers = all.filter(({ users }) => countOfAll(users, users, full) > 0)
  let best: { readonly one: Cluster; readonly other: Cluster; readonly price: number } | undefined
  for (const [index, one] of offers.entries()) {
    for (let next = index + 1; next < offers.length; next++) {
      const other = offers[next]
      if (!other || countOfAll(one.users, other.users, full) === 0) continue
      const limit = best?.price ?? Number.POSITIVE_INFINITY
      const price = priceBelow(limit, one, other, countOfAll(one.users, other.users, whole))
      if (price === undefined || hasDetour(one.cluster, other.cluster) || hasDetour(other.cluster, one.cluster)) continue
      best = { one: one.cluster, other: other.cluster, price }
      if (price === 0) return best
    }
  }
  return best
}

/** One bit for each load. */
function bitsOf(isSet: readonly boolean[]): Int32Array {
  const bits = new Int32Array(Math.ceil(isSet.length / 32))
  for (const [place, is] of isSet.entries()) if (is) bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31))
  return bits
}

function countOfAll(one: Int32Array, other: Int32Array, third: Int32Array): number {
  let count = 0
  for (let word = 0; word < one.length; word++) count += bitsIn((one[word] ?? 0) & (other[word] ?? 0) & (third[word] ?? 0))
  return count
}

/** Counted in pairs, fours and eights at once: this is asked of every pair of files after every merge. */
function bitsIn(word: number): number {
  if (word === 0) return 0
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** What a pair's price is made of. It holds until something that the file needs changes. */
interface Offer {
  readonly cluster: Cluster
  /** The file and what it needs. */
  readonly reach: ReadonlySet<Cluster>
  /** For each load: what it would pay for having this file too, with what the file needs. */
  readonly extra: Float64Array
  readonly users: Int32Array
}

function offerOf(cluster: Cluster, loads: readonly Load[]): Offer {
  const reach = withNeeds(cluster)
  const weights = loads.map(({ weight }) => weight)
  const extra = new Float64Array(loads.length)
  for (const { users, bytes } of reach) {
    for (let place = 0; place < weights.length; place++)
      if (users[place] === 0) extra[place] = (extra[place] ?? 0) + (weights[place] ?? 0) * (bytes + requestBytes)
  }
  return { cluster, reach, extra, users: bitsOf(Array.from(cluster.users, Boolean)) }
}

/** Bytes in vain for each of the requests spared; undefined: not below the limit. */
function priceBelow(limit: number, one: Offer, other: Offer, spared: number): number | undefined {
  const [usersOfOne, usersOfOther] = [one.cluster.users, other.cluster.users]
  let inVain = 0
  for (let place = 0; place < usersOfOne.length; place++) {
    const isUsed = usersOfOne[place] === 1
    if (isUsed === (usersOfOther[place] === 1)) continue
    inVain += (isUsed ? other : one).extra[place] ?? 0
    if (inVain >= limit * spared) return undefined
  }
  return inVain / spared < limit ? inVain / spared : undefined
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

/** Answers which files are no longer what they were. */
function merge(clusters: Set<Cluster>, { one, other }: { one: Cluster; other: Cluster }): Set<Cluster> {
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
  const changed = new Set([one, other])
  // Whoever has the file has what it needs.
  for (const need of withNeeds(merged)) {
    for (const [place, has] of users.entries()) {
      if (has !== 1 || need.users[place] === 1) continue
      need.users[place] = 1
      changed.add(need)
    }
  }
  return changed
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
