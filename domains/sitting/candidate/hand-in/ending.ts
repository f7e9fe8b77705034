/** How a sitting comes to its end: by the candidate's wish or by the clock, tried again until it is certain. */

import { randomId, type Store } from '@kaopei/web/client'
import { sittingErrors } from '../../contract/errors.ts'
import type { ClientEvent, Sheet, Submission } from '../../contract/shapes.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Scheduler } from '../outbox/types.ts'
import type { ExamClock } from '../session/clock.ts'
import type { SittingView } from '../session/session.ts'
import { submitVia } from '../session/transport.ts'
import { type HandInAnswer, type HandInCause, type HandInResult, tryHandIn } from './hand-in.ts'
import { handInWords, questionsNamed } from './words.ts'

const patienceMs = 8000
const retryMs = 2000
const longestWatchMs = 30_000
/** What is still being typed goes out before the deadline, not at it. */
const lastCallMs = 5000

export interface EndingHost {
  readonly sheet: Sheet
  readonly outbox: Outbox
  readonly clock: ExamClock
  readonly scheduler: Scheduler
  readonly view: Store<SittingView>
  set(change: Partial<SittingView>): void
  stepDown(): void
  /** Events that no sign of life has told yet. */
  untold(): ClientEvent[]
  finish(submission: Submission): Promise<void>
}

export class Ending {
  readonly #host: EndingHost
  readonly #submissionKey = randomId()
  #cancelWatch: (() => void) | undefined
  #cancelRetry: (() => void) | undefined
  #isRunning = false
  #isStopped = false

  constructor(host: EndingHost) {
    this.#host = host
  }

  /** Looks at the clock now and whenever the time may be over. */
  watch(): void {
    this.#cancelWatch?.()
    const { clock, outbox, scheduler, view } = this.#host
    const { due, phase } = view.get()
    if (due === null || this.#isStopped) return
    const left = Date.parse(due) - clock.now()
    this.#host.set({ isTimeUp: left <= 0 })
    if (left <= 0) {
      if (phase === 'answering') void this.handIn('timeUp')
      return
    }
    if (left <= lastCallMs) void outbox.flush()
    // Long timers are cut short so that a corrected clock is looked at again.
    const next = left > lastCallMs ? Math.min(left - lastCallMs, longestWatchMs) : left
    this.#cancelWatch = scheduler.after(next, () => this.watch())
  }

  /** Answers whether the paper is in. */
  async handIn(cause: HandInCause): Promise<boolean> {
    if (this.#isRunning || this.#isStopped) return false
    this.#isRunning = true
    this.#cancelRetry?.()
    this.#host.set({ phase: 'handingIn', problem: null, heldBack: null })
    try {
      return await this.#settle(await this.#try(cause), cause)
    } finally {
      this.#isRunning = false
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelWatch?.()
    this.#cancelRetry?.()
  }

  #try(cause: HandInCause): Promise<HandInResult> {
    const { sheet, outbox, clock } = this.#host
    const facts = { attemptId: sheet.attemptId, submissionKey: this.#submissionKey }
    const submit = submitVia({ ...facts, outbox, clock, untold: () => this.#host.untold() })
    // At the end the server takes answers for the grace alone; who has left too often is closed within seconds.
    const graceMs = cause === 'limit' ? 0 : Math.min(patienceMs, sheet.graceSeconds * 300)
    const drainMs = cause === 'manual' ? patienceMs : graceMs
    return tryHandIn(outbox, cause, { submit, drainMs })
  }

  async #settle(result: HandInResult, cause: HandInCause): Promise<boolean> {
    switch (result.kind) {
      case 'handedIn':
        await this.#host.finish(result.submission)
        return true
      case 'heldBack':
        this.#goOn({ heldBack: 'waiting' })
        return false
      case 'lost':
        if (cause === 'manual') this.#goOn({ problem: result.words ? `尚未交卷：${result.words}` : handInWords.lost })
        else this.#retry(cause)
        return false
      case 'refused':
        this.#takeRefusal(result, cause)
        return false
    }
  }

  #takeRefusal(given: Extract<HandInAnswer, { kind: 'refused' }>, cause: HandInCause): void {
    const { code, refusal } = given
    const { replaced, paused, unreceived, timeLeft, withinLimit } = sittingErrors
    if (code === replaced.code) this.#host.stepDown()
    else if (cause === 'manual')
      this.#goOn(code === unreceived.code ? { heldBack: 'waiting' } : { problem: this.#wordsOf(given) })
    else if (code === paused.code) this.#host.set({ phase: 'paused' })
    else if (code === timeLeft.code || code === withinLimit.code) this.#goOn(refusal ? { due: refusal.due } : {})
    else this.#retry(cause)
  }

  #wordsOf({ words, refusal }: Extract<HandInAnswer, { kind: 'refused' }>): string {
    const named = questionsNamed(this.#host.sheet.items, (slot) => refusal?.unanswered.includes(slot) ?? false)
    return named ? `${words}（${named}）` : words
  }

  /** Back to answering; the clock may have run out meanwhile. */
  #goOn(change: Partial<SittingView>): void {
    this.#host.set({ phase: 'answering', ...change })
    this.#cancelRetry = this.#host.scheduler.after(0, () => this.watch())
  }

  #retry(cause: HandInCause): void {
    if (this.#isStopped) return
    this.#host.set({ problem: handInWords.retrying })
    this.#cancelRetry = this.#host.scheduler.after(retryMs, () => void this.handIn(cause))
  }
}
