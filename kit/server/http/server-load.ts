/** How busy this process is, 0 (at rest) to 10: what can wait gives way long before anybody waits for a save. */
const fullMs = 500
const halfLifeMs = 2000
const weight = 0.2
/** One long stop is not yet a crowd. */
const longestSampleMs = 1000
const tickMs = 250

/** Who is told: something of a company. */
export interface Listener {
  readonly companyId: string
  readonly id: string
}
const mostListeners = 50_000

/** A delay as the last samples have shown it; without new ones it is forgotten. */
class Delay {
  #valueMs = 0
  #atMs = 0

  note(delayMs: number, nowMs: number): void {
    this.#valueMs = this.at(nowMs) * (1 - weight) + Math.min(delayMs, longestSampleMs) * weight
    this.#atMs = nowMs
  }

  at(nowMs: number): number {
    return this.#valueMs * 0.5 ** (Math.max(0, nowMs - this.#atMs) / halfLifeMs)
  }
}

export class ServerLoad {
  /** `line`: of what can wait, until it begins. Apart from the loop: its many short waits would make one long stop forgotten. */
  readonly #delays = { loop: new Delay(), pool: new Delay(), store: new Delay(), line: new Delay() }
  readonly #clock: () => number
  #timer: NodeJS.Timeout | undefined
  #listeners = new Map<string, Listener & { readonly level: number }>()

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  note(what: 'loop' | 'pool' | 'store' | 'line', delayMs: number): void {
    this.#delays[what].note(delayMs, this.#clock())
  }

  get level(): number {
    const now = this.#clock()
    const worstMs = Math.max(...Object.values(this.#delays).map((delay) => delay.at(now)))
    return Math.min(10, Math.floor((worstMs / fullMs) * 10))
  }

  /** The level, for a client that goes by it; the highest that each was told is remembered until somebody asks (`takeTold`). */
  tell(to?: Listener): number {
    const { level } = this
    if (to && level > 0 && this.#listeners.size < mostListeners) {
      const before = this.#listeners.get(to.id)?.level ?? 0
      if (level > before) this.#listeners.set(to.id, { ...to, level })
    }
    return level
  }

  takeTold(): (Listener & { readonly level: number })[] {
    const told = [...this.#listeners.values()]
    this.#listeners = new Map()
    return told
  }

  async timed<T>(what: 'pool' | 'store', work: () => Promise<T>): Promise<T> {
    const begun = this.#clock()
    try {
      return await work()
    } finally {
      this.note(what, this.#clock() - begun)
    }
  }

  /** Watches the event loop; keeps no process alive. */
  watch(): void {
    if (this.#timer) return
    let expected = this.#clock() + tickMs
    this.#timer = setInterval(() => {
      const now = this.#clock()
      this.note('loop', Math.max(0, now - expected))
      expected = now + tickMs
    }, tickMs)
    this.#timer.unref()
  }
}

/** Of this process. */
export const serverLoad = new ServerLoad()
