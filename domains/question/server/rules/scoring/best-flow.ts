/** An edge of the largest gain first: a queue of nodes by what reaching them costs. */
class Queue {
  readonly #nodes: number[] = []
  readonly #costs: number[] = []

  push(node: number, cost: number): void {
    let at = this.#nodes.length
    for (; at > 0; ) {
      const above = (at - 1) >> 1
      if ((this.#costs[above] ?? 0) <= cost) break
      this.#set(at, above)
      at = above
    }
    this.#nodes[at] = node
    this.#costs[at] = cost
  }

  pop(): { node: number; cost: number } | undefined {
    const [node, cost] = [this.#nodes[0], this.#costs[0]]
    const [lastNode, lastCost] = [this.#nodes.pop(), this.#costs.pop()]
    if (node === undefined || cost === undefined) return undefined
    if (lastNode !== undefined && lastCost !== undefined && this.#nodes.length > 0) this.#sink(lastNode, lastCost)
    return { node, cost }
  }

  #sink(node: number, cost: number): void {
    const size = this.#nodes.length
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= size) break
      if (below + 1 < size && (this.#costs[below + 1] ?? 0) < (this.#costs[below] ?? 0)) below += 1
      if ((this.#costs[below] ?? 0) >= cost) break
      this.#set(at, below)
      at = below
    }
    this.#nodes[at] = node
    this.#costs[at] = cost
  }

  #set(at: number, from: number): void {
    this.#nodes[at] = this.#nodes[from] ?? 0
    this.#costs[at] = this.#costs[from] ?? 0
  }
}

/**
 * Flow of one unit an edge and of the largest gain, along best augmenting paths (each path found is the best one left, so the whole is
 * optimal). Nodes must be made in the order in which units pass them: the first prices of nodes come from one sweep over the edges.
 * Each unit costs one search of edges · log(nodes).
 */
export class BestFlow {
  readonly #from: number[] = []
  readonly #to: number[] = []
  readonly #cost: number[] = []
  readonly #room: number[] = []
  readonly #edgesOf: number[][] = []
  #price: number[] = []

  node(): number {
    return this.#edgesOf.push([]) - 1
  }

  /** Adds an edge and its reverse (index + 1). */
  edge(from: number, to: number, gain: number): number {
    const edge = this.#to.length
    this.#from.push(from, to)
    this.#to.push(to, from)
    this.#cost.push(-gain, gain)
    this.#room.push(1, 0)
    this.#edgesOf[from]?.push(edge)
    this.#edgesOf[to]?.push(edge + 1)
    return edge
  }

  get edgeCount(): number {
    return this.#to.length / 2
  }

  isUsed(edge: number): boolean {
    return this.#room[edge] === 0
  }

  /** Augments while a path adds gain; a path that adds none would only move units about. */
  run(source: number, sink: number): void {
    this.#price = this.#firstPrices()
    for (;;) {
      const { cost, arrivedBy } = this.#search(source, sink)
      const toSink = cost[sink] ?? Infinity
      if (toSink === Infinity) return
      for (let node = 0; node < cost.length; node++)
        this.#price[node] = (this.#price[node] ?? 0) + Math.min(cost[node] ?? Infinity, toSink)
      if ((this.#price[sink] ?? 0) - (this.#price[source] ?? 0) >= 0) return
      for (let node = sink; node !== source; ) {
        const edge = arrivedBy[node] ?? -1
        this.#room[edge] = 0
        this.#room[edge ^ 1] = 1
        node = this.#from[edge] ?? source
      }
    }
  }

  /** The least cost of each node from any before it, at most 0: with them no edge of the empty flow costs less than nothing. */
  #firstPrices(): number[] {
    const price = this.#edgesOf.map(() => 0)
    this.#edgesOf.forEach((edges, node) => {
      for (const edge of edges) {
        if (edge % 2 === 1) continue
        const to = this.#to[edge] ?? 0
        price[to] = Math.min(price[to] ?? 0, (price[node] ?? 0) + (this.#cost[edge] ?? 0))
      }
    })
    return price
  }

  #search(source: number, sink: number): { cost: number[]; arrivedBy: number[] } {
    const cost = this.#edgesOf.map(() => Infinity)
    const arrivedBy = this.#edgesOf.map(() => -1)
    const queue = new Queue()
    cost[source] = 0
    queue.push(source, 0)
    for (let next = queue.pop(); next && next.node !== sink; next = queue.pop()) {
      const { node, cost: reached } = next
      if (reached > (cost[node] ?? 0)) continue
      for (const edge of this.#edgesOf[node] ?? []) {
        if (this.#room[edge] === 0) continue
        const to = this.#to[edge] ?? 0
        const total = reached + (this.#cost[edge] ?? 0) + (this.#price[node] ?? 0) - (this.#price[to] ?? 0)
        if (total >= (cost[to] ?? Infinity)) continue
        cost[to] = total
        arrivedBy[to] = edge
        queue.push(to, total)
      }
    }
    return { cost, arrivedBy }
  }
}
