import { pagesAtOnce } from '@kaopei/learning/contract/credit'
import { type Range, type Ranges, rangesOf, secondsOf, unionOf, without } from '@kaopei/learning/contract/ranges'
import { createStore, session } from '@kaopei/web/client'
import type { OpenedCourseware } from '../../contract/learn-shapes.ts'
import type { PingAnswer } from '../../contract/ping.ts'
import { countWaiting, type KeptReport, keep, sendKept, type Told, tell } from './kept-reports.ts'
import { PlayLog } from './play-log.ts'

export interface Recorded {
  /** All that has counted, as the server has answered. */
  readonly watched: Ranges
  readonly pageSeconds: readonly number[]
  readonly percent: number
  readonly isComplete: boolean
  /** Second up to which the last answer counted; undefined: nothing was acknowledged yet. */
  readonly until: number | undefined
  /** Reports that wait on this device. */
  readonly unsent: number
  /** Why the server takes no more. */
  readonly refusal: string | undefined
  /** Why it did not take what had waited. */
  readonly lost: string | undefined
}

const everyMs = 10_000
const jitterMs = 1500
/** A little beyond what the clock allowed is told again; more was not played. */
const mostPutBack = 5

/** Tells the server every ten seconds what was played and read. 已记录 is what it answered, nothing else. */
export class Reporter {
  readonly recorded
  readonly log = new PlayLog()
  readonly #opened: OpenedCourseware
  /** Whose player it is, whoever is signed in when it tells its last. */
  readonly #staffId = session.get()?.staffId
  readonly #place: { readonly course: string; readonly task: string }
  /** Not told yet. */
  readonly #pages = new Map<number, number>()
  /** Of the reports without an answer, what they say was played. */
  readonly #unanswered = new Map<string, readonly Range[]>()
  /** Told or not, and whatever the server made of it. */
  readonly #seen = new Map<number, number>()
  #seq = 0
  #since = Date.now()
  /** Since what was told last: a page that is hidden just now was to be seen until then. */
  #wasVisible = isVisible()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** As the player says when it is asked; until it has moved, where it was left. */
  state: { rate: number; position: number }

  constructor(opened: OpenedCourseware, place: { course: string; task: string }) {
    this.#opened = opened
    this.#place = place
    const { watched, pageSeconds, percent, isComplete, position } = opened
    this.state = { rate: 1, position }
    this.recorded = createStore<Recorded>({
      ...{ watched, pageSeconds, percent, isComplete },
      ...{ until: undefined, unsent: 0, refusal: undefined, lost: undefined },
    })
  }

  start(): void {
    this.#since = Date.now()
    this.#plan()
    // What an earlier page could not tell.
    void this.#sendEarlier().then(() => this.#countUnsent())
  }

  stop(): void {
    clearTimeout(this.#timer)
    void this.flush()
  }

  /**
   * These pages were in view for so long. Two of them count at once: those that have least, so that of many small ones that are in view together each
   * gets its time.
   */
  saw(pages: readonly number[], seconds: number): void {
    const had = (page: number) => this.#seen.get(page) ?? this.#opened.pageSeconds[page] ?? 0
    for (const page of pages.toSorted((one, other) => had(one) - had(other) || one - other).slice(0, pagesAtOnce)) {
      this.#seen.set(page, had(page) + seconds)
      this.#pages.set(page, (this.#pages.get(page) ?? 0) + seconds)
    }
  }

  /** What was seen, as far as anybody knows: the server's record, and what was played here since and has no answer yet. */
  get seen(): Ranges {
    const played = [...this.log.soFar(), ...[...this.#unanswered.values()].flat()]
    return unionOf(this.recorded.get().watched, rangesOf(played, this.#opened.lengthSeconds))
  }

  /** The server has answered otherwise how the task stands now. */
  stands({ percent, isComplete }: Pick<Recorded, 'percent' | 'isComplete'>): void {
    this.#change({ percent, isComplete })
  }

  #plan(): void {
    this.#timer = setTimeout(() => void this.flush().finally(() => this.#plan()), everyMs + (Math.random() - 0.5) * jitterMs)
  }

  async flush(): Promise<void> {
    const kept = this.#take()
    if (!kept) {
      if (this.recorded.get().unsent === 0) return
      await this.#sendEarlier()
      await this.#countUnsent()
      return
    }
    await keep(kept)
    await this.#sendEarlier()
    await this.#told(kept, await tell(kept, {}))
  }

  /** The page is hidden or goes away: what was played until now is told at once, in a call that outlives it. */
  leave(): void {
    const kept = this.#take()
    if (!kept) return
    void keep(kept)
    void tell(kept, { isLast: true }).then((told) => this.#told(kept, told))
  }

  async #told(kept: KeptReport, told: Told): Promise<void> {
    if (told.kind !== 'unsent') this.#unanswered.delete(kept.key)
    if (told.kind === 'credited') this.#credit(told.answer, kept)
    if (told.kind === 'refused') this.#change({ refusal: told.text })
    await this.#countUnsent()
  }

  async #sendEarlier(): Promise<void> {
    for (const { kept, told } of await sendKept()) {
      if (told.kind !== 'unsent') this.#unanswered.delete(kept.key)
      if (told.kind === 'credited' && kept.report.task === this.#place.task) this.#credit(told.answer, kept)
      if (told.kind === 'refused') this.#change({ lost: told.text })
    }
  }

  async #countUnsent(): Promise<void> {
    const staffId = this.#staffId
    if (staffId !== undefined) this.#change({ unsent: await countWaiting(staffId) })
  }

  #take(): KeptReport | undefined {
    const staffId = this.#staffId
    const ranges = this.log.take().map(([from, until]): [number, number] => [from, until])
    const pages = [...this.#pages].flatMap(([page, seconds]): [number, number][] =>
      seconds >= 1 ? [[page, Math.floor(seconds)]] : [],
    )
    for (const [page, seconds] of pages) this.#pages.set(page, (this.#pages.get(page) ?? 0) - seconds)
    const spanMs = Date.now() - this.#since
    this.#since = Date.now()
    const visible = this.#wasVisible
    this.#wasVisible = isVisible()
    if (staffId === undefined || this.recorded.get().refusal !== undefined || (ranges.length === 0 && pages.length === 0))
      return undefined
    this.#seq += 1
    const { session: player } = this.#opened
    const { rate, position } = this.state
    const key = `${player} ${this.#seq}`
    this.#unanswered.set(key, ranges)
    return {
      key,
      staffId,
      spanMs,
      report: {
        ...this.#place,
        ...{ session: player, seq: this.#seq, ranges: ranges.slice(-500), pages: pages.slice(-500) },
        ...{ rate, visible, position: Math.max(0, Math.floor(position)) },
      },
    }
  }

  #credit(answer: Pick<PingAnswer, 'credited' | 'pages' | 'percent' | 'isComplete'>, { report }: KeptReport): void {
    const before = this.recorded.get()
    const credited = answer.credited.map(([from, until]): Range => [from, until])
    const pageSeconds = [...before.pageSeconds]
    // Answers may come one before the other, and what has counted never shrinks.
    for (const [page, seconds] of answer.pages) pageSeconds[page] = Math.max(pageSeconds[page] ?? 0, seconds)
    this.#change({
      ...{ watched: unionOf(before.watched, credited), pageSeconds, percent: answer.percent, isComplete: answer.isComplete },
      until: countedUntil(report.ranges ?? [], credited) ?? before.until,
    })
    const said = rangesOf(
      (report.ranges ?? []).map(([from, until]): Range => [from, until]),
      this.#opened.lengthSeconds,
    )
    const left = without(said, unionOf(before.watched, credited))
    if (secondsOf(left) <= mostPutBack) this.log.putBack(left)
  }

  #change(changed: Partial<Recorded>): void {
    this.recorded.set({ ...this.recorded.get(), ...changed })
  }
}

const isVisible = () => document.visibilityState === 'visible'

/** Where the latest of what was played stops to count: the server cuts what the clock does not allow. */
function countedUntil(played: readonly (readonly [number, number])[], credited: Ranges): number | undefined {
  for (const [from, until] of played.toReversed()) {
    const counted = credited.findLast(([begins, ends]) => begins < until && ends > from)
    if (counted) return Math.min(counted[1], Math.ceil(until))
  }
  return undefined
}
