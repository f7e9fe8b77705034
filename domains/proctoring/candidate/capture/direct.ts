/**
 * The way of pieces straight to the store: the server names a place for exactly these bytes, they are put there, and with the next exchange it is told
 * that they are, looks itself, and acknowledges. Until then the device keeps them.
 */
import type { PieceBytes, PieceHead } from './piece.ts'
import type { PutAnswer } from './put-piece.ts'

export interface ToldPiece {
  readonly source: number
  readonly kind: string
  readonly number: number
  readonly part?: 'thumb'
  readonly from: number
  readonly until: number
  readonly sha256: string
  readonly still?: '1'
  readonly sizeBytes: number
  readonly contentType: string
}

export interface Place {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** kept; missing: send it again; later: the store did not answer; refused: sending it again would never help. */
export type Fate = 'kept' | 'missing' | 'later' | 'refused'

export type Exchanged =
  | {
      readonly kind: 'answered'
      readonly arrived: readonly Fate[]
      readonly places: readonly (Place | null)[]
      readonly load: number
    }
  | Exclude<PutAnswer, { kind: 'kept' | 'placed' }>

export interface DirectHost {
  readonly exchange: (
    address: string,
    told: { readonly arrived: readonly ToldPiece[]; readonly wanted: readonly ToldPiece[] },
  ) => Promise<Exchanged>
  /** False: the store did not take it. */
  readonly putTo: (place: Place, bytes: ArrayBuffer) => Promise<boolean>
  readonly hashOf: (bytes: ArrayBuffer) => Promise<string>
  readonly addressOf: (attemptId: string) => string | undefined
  readonly after: (ms: number, work: () => void) => () => void
  readonly now: () => number
  readonly settled: (head: PieceHead, fate: 'kept' | 'missing' | 'refused') => void
  readonly tellLoad: (load: number) => void
  readonly over: (attemptId: string) => void
}

interface Item {
  readonly told: ToldPiece
  readonly bytes: ArrayBuffer
}

interface Wish {
  readonly items: readonly Item[]
  readonly answer: (places: readonly (Place | null)[] | PutAnswer) => void
}

interface Arrival {
  readonly head: PieceHead
  readonly told: readonly ToldPiece[]
}

/** Both films of an attempt come within moments of each other: one exchange for them. */
const gatherMs = 300
/** Nothing to be put: what has arrived is told all the same. */
const reportMs = 15_000
const mostAtOnce = 8
const tiredAfter = 2
const tiredMs = 2 * 60_000

export class DirectWay {
  readonly #host: DirectHost
  readonly #wishes = new Map<string, Wish[]>()
  readonly #arrivals = new Map<string, Arrival[]>()
  readonly #timers = new Map<string, { readonly cancel: () => void; readonly at: number }>()
  readonly #asking = new Set<string>()
  #failures = 0
  #tiredUntil = 0

  constructor(host: DirectHost) {
    this.#host = host
  }

  /** The store did not take what came last: for a while pieces go through the server. */
  get isTired(): boolean {
    return this.#host.now() < this.#tiredUntil
  }

  async put(head: PieceHead, bytes: PieceBytes): Promise<PutAnswer> {
    const items = await this.#itemsOf(head, bytes)
    const places = await this.#placesFor(head.attemptId, items)
    if ('kind' in places) return places
    for (const [at, { told, bytes: body }] of items.entries()) {
      const place = places[at]
      if (told.still) continue
      if (!place) return { kind: 'refused', status: 403 }
      if (!(await this.#host.putTo(place, body))) return this.#failed()
    }
    this.#failures = 0
    const arrivals = this.#arrivals.get(head.attemptId) ?? []
    this.#arrivals.set(head.attemptId, [...arrivals, { head, told: items.map(({ told }) => told) }])
    this.#plan(head.attemptId, reportMs)
    return { kind: 'placed' }
  }

  /** Tells at once what has arrived: the paper is in, or the page is about to go. */
  hurry(): void {
    for (const attemptId of this.#arrivals.keys()) this.#plan(attemptId, 0)
  }

  async #itemsOf(head: PieceHead, { bytes, thumb }: PieceBytes): Promise<Item[]> {
    const span = { from: Math.round(head.from), until: Math.round(head.until) }
    const { source, kind, number, mediaType } = head
    const named = { source, kind, number, ...span }
    const first = { ...named, sha256: await this.#host.hashOf(bytes), sizeBytes: bytes.byteLength, contentType: mediaType }
    const items: Item[] = [{ told: bytes.byteLength === 0 ? { ...first, still: '1' } : first, bytes }]
    if (thumb) {
      const small = { sha256: await this.#host.hashOf(thumb), sizeBytes: thumb.byteLength, contentType: 'image/jpeg' }
      items.push({ told: { ...named, part: 'thumb', ...small }, bytes: thumb })
    }
    return items
  }

  #failed(): PutAnswer {
    this.#failures += 1
    if (this.#failures >= tiredAfter) this.#tiredUntil = this.#host.now() + tiredMs
    return { kind: 'failed', isStore: true }
  }

  #placesFor(attemptId: string, items: readonly Item[]): Promise<readonly (Place | null)[] | PutAnswer> {
    if (items.every(({ told }) => told.still)) return Promise.resolve([])
    return new Promise((answer) => {
      this.#wishes.set(attemptId, [...(this.#wishes.get(attemptId) ?? []), { items, answer }])
      this.#plan(attemptId, gatherMs)
    })
  }

  /** The earlier of what is planned. */
  #plan(attemptId: string, ms: number): void {
    if (this.#asking.has(attemptId)) return
    const at = this.#host.now() + ms
    const planned = this.#timers.get(attemptId)
    if (planned && planned.at <= at) return
    planned?.cancel()
    this.#timers.set(attemptId, { at, cancel: this.#host.after(ms, () => void this.#exchange(attemptId)) })
  }

  async #exchange(attemptId: string): Promise<void> {
    this.#timers.delete(attemptId)
    const wishes = taken(this.#wishes, attemptId)
    const arrivals = taken(this.#arrivals, attemptId)
    const address = this.#host.addressOf(attemptId)
    if (address === undefined || wishes.length + arrivals.length === 0) {
      for (const { answer } of wishes) answer({ kind: 'failed' })
      return
    }
    this.#asking.add(attemptId)
    const wanted = wishes.flatMap(({ items }) => items.map(({ told }) => told))
    const answer = await this.#host.exchange(address, { arrived: arrivals.flatMap(({ told }) => told), wanted })
    this.#asking.delete(attemptId)
    this.#take(attemptId, { wishes, arrivals, answer })
    if (this.#wishes.has(attemptId)) this.#plan(attemptId, gatherMs)
    else if (this.#arrivals.has(attemptId)) this.#plan(attemptId, reportMs)
  }

  #take(
    attemptId: string,
    { wishes, arrivals, answer }: { wishes: readonly Wish[]; arrivals: readonly Arrival[]; answer: Exchanged },
  ): void {
    if (answer.kind !== 'answered') {
      for (const wish of wishes) wish.answer(answer)
      this.#again(attemptId, arrivals)
      // Those who wish tell it themselves.
      if (answer.kind === 'over' && wishes.length === 0) this.#host.over(attemptId)
      return
    }
    this.#host.tellLoad(answer.load)
    let at = 0
    for (const wish of wishes) {
      wish.answer(answer.places.slice(at, at + wish.items.length))
      at += wish.items.length
    }
    at = 0
    for (const arrival of arrivals) {
      // Without its thumbnail a picture is shown all the same.
      const fate = answer.arrived[at] ?? 'later'
      at += arrival.told.length
      if (fate === 'later') this.#again(attemptId, [arrival])
      else this.#host.settled(arrival.head, fate)
    }
  }

  #again(attemptId: string, arrivals: readonly Arrival[]): void {
    if (arrivals.length > 0) this.#arrivals.set(attemptId, [...arrivals, ...(this.#arrivals.get(attemptId) ?? [])])
  }
}

/** The first few, out of what waits. */
function taken<T>(waiting: Map<string, T[]>, attemptId: string): T[] {
  const all = waiting.get(attemptId) ?? []
  const rest = all.slice(mostAtOnce)
  if (rest.length > 0) waiting.set(attemptId, rest)
  else waiting.delete(attemptId)
  return all.slice(0, mostAtOnce)
}
