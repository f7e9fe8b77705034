/**
 * One sitting in this tab: the outbox, the signs of life, the clock, the lease, and how it ends. Knows no screen; what a screen needs is in
 * `view`, the same object until something changes.
 */
import { call, createStore, isApiError, isRecord, randomId } from '@kaopei/web/client'
import { sitting } from '../contract/sitting.ts'
import { sittingErrors } from '../contract/sitting-errors.ts'
import type { ClientEvent, Heartbeat, Sheet, Submission } from '../contract/sitting-shapes.ts'
import { ExamClock } from './exam-clock.ts'
import { Outbox } from './outbox.ts'
import { memoryStore, type OutboxStore, openBrowserStore } from './outbox-store.ts'
import type { Scheduler } from './outbox-types.ts'
import { sittingTransport } from './sitting-transport.ts'
import { deviceName, type LeaseChannel, openLeaseChannel } from './tab-lease.ts'

export type Phase = 'answering' | 'elsewhere' | 'paused' | 'handingIn' | 'handedIn'

export interface SittingView {
  readonly phase: Phase
  readonly due: string | null
  readonly leaves: number
  readonly submission: Submission | null
  /** Why the hand-in did not happen, in words for the candidate. */
  readonly problem: string | null
  /** The deadline has passed: nothing can be written any more. */
  readonly isTimeUp: boolean
  readonly isHeartLost: boolean
}

const heartbeatMs = 15_000
const heartbeatJitterMs = 5000
const lastDrainMs = 15_000
const retryHandInMs = 2000
const keptEvents = 50

const scheduler: Scheduler = {
  now: () => performance.now(),
  isoNow: () => new Date().toISOString(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

export class SittingSession {
  readonly sheet: Sheet
  readonly outbox: Outbox
  readonly clock: ExamClock
  readonly view
  readonly #store: OutboxStore
  readonly #submissionKey = randomId()
  #channel: LeaseChannel | undefined
  #events: ClientEvent[] = []
  /** Counts on from the clock: after a reload the same lease must not use a number twice. */
  #nextEvent: number
  #cancelBeat: (() => void) | undefined
  #cancelDue: (() => void) | undefined
  #offlineSince: number | undefined
  #isDisposed = false
  #isHandingIn = false

  // made by open()
  constructor(sheet: Sheet, parts: { outbox: Outbox; clock: ExamClock; store: OutboxStore }) {
    this.sheet = sheet
    this.outbox = parts.outbox
    this.clock = parts.clock
    this.#store = parts.store
    this.#nextEvent = Math.floor(parts.clock.now())
    this.view = createStore<SittingView>({
      phase: sheet.lease.isMine ? 'answering' : 'elsewhere',
      due: sheet.due,
      leaves: sheet.leaves,
      submission: null,
      problem: null,
      isTimeUp: false,
      isHeartLost: false,
    })
  }

  static async open(sheet: Sheet): Promise<SittingSession> {
    const clock = new ExamClock(sheet.serverTime)
    const opened = await openBrowserStore().then(
      (store) => ({ store, isStored: true }),
      () => ({ store: memoryStore(), isStored: false }),
    )
    const late: { session?: SittingSession } = {}
    const transport = sittingTransport(sheet.attemptId, ({ serverTime, due, roundTripMs }) => {
      clock.sync(serverTime, roundTripMs)
      late.session?.takeDue(due)
    })
    const parts = { attemptId: sheet.attemptId, store: opened.store, transport, scheduler }
    const isSameLease = sheet.lease.isMine && lastLease(sheet.attemptId) === sheet.lease.epoch
    const outbox = await Outbox.open(parts, { ...startOf(sheet), isStored: opened.isStored, isSameLease })
    const session = new SittingSession(sheet, { outbox, clock, store: opened.store })
    late.session = session
    await session.#begin()
    return session
  }

  /** Goes on here; whoever was answering elsewhere is closed out. */
  async takeOver(): Promise<void> {
    const { attemptId } = this.sheet
    const fresh = await call(sitting.takeOver, { attemptId, device: await deviceName() })
    rememberLease(attemptId, fresh.lease.epoch)
    this.clock.sync(fresh.serverTime, 0)
    this.takeDue(fresh.due)
    await this.outbox.adoptSheet(startOf(fresh))
    this.#channel?.announce()
    this.#set({ phase: 'answering' })
  }

  report(type: ClientEvent['type'], facts: { durationMs?: number; detail?: string } = {}): void {
    this.#events.push({ seq: this.#nextEvent++, type, clientTime: new Date().toISOString(), ...facts })
    if (type === 'leave') {
      this.#set({ leaves: this.view.get().leaves + 1 })
      void this.#beat()
      this.#enforceLeaveLimit()
    }
  }

  /** Sends what is unsent, then hands in. Answers whether the paper is in. */
  async handIn(cause: 'manual' | 'timeUp' | 'limit'): Promise<boolean> {
    if (this.#isHandingIn) return false
    this.#isHandingIn = true
    this.#set({ phase: 'handingIn', problem: null })
    try {
      await this.outbox.drain(lastDrainMs)
      const { attemptId } = this.sheet
      const { leaseEpoch } = this.outbox
      const input = { attemptId, leaseEpoch, lastRevs: this.outbox.lastRevs(), submissionKey: this.#submissionKey, cause }
      await this.#finish(await call(sitting.submit, input, { silent: true, timeoutMs: 15_000 }))
      return true
    } catch (error) {
      this.#failHandIn(error, cause)
      return false
    } finally {
      this.#isHandingIn = false
    }
  }

  takeDue(due: string | null): void {
    if (due === this.view.get().due && this.#cancelDue) return
    this.#set({ due })
    this.#watchDue()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelBeat?.()
    this.#cancelDue?.()
    this.#channel?.close()
    this.outbox.stop()
    window.removeEventListener('online', this.#onOnline)
    window.removeEventListener('offline', this.#onOffline)
    window.removeEventListener('pagehide', this.#onLeave)
    document.removeEventListener('visibilitychange', this.#onVisibility)
  }

  async #begin(): Promise<void> {
    const { attemptId, lease } = this.sheet
    if (lease.isMine) rememberLease(attemptId, lease.epoch)
    this.#channel = await openLeaseChannel(
      attemptId,
      () => this.view.get().phase === 'answering',
      () => this.#stepDown(),
    )
    window.addEventListener('online', this.#onOnline)
    window.addEventListener('offline', this.#onOffline)
    window.addEventListener('pagehide', this.#onLeave)
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.outbox.subscribe(() => this.#followOutbox())
    if (!navigator.onLine) this.outbox.setOffline(true)
    this.#watchDue()
    this.#scheduleBeat()
    // A tab of this browser that died left the lease behind: nobody is there to be asked.
    if (!lease.isMine && lease.isSameBrowser && !(await this.#channel.isHeldHere())) {
      await this.takeOver().catch(() => undefined)
    }
  }

  readonly #onOnline = () => {
    if (this.#offlineSince !== undefined) {
      this.report('netUp', { durationMs: Math.round(performance.now() - this.#offlineSince) })
      this.#offlineSince = undefined
    }
    this.outbox.setOffline(false)
    void this.#beat()
  }
  readonly #onOffline = () => {
    this.#offlineSince ??= performance.now()
    this.report('netDown')
    this.outbox.setOffline(true)
  }
  readonly #onLeave = () => this.outbox.flushOnLeave()
  readonly #onVisibility = () => {
    if (document.visibilityState === 'hidden') this.outbox.flushOnLeave()
    else void this.#beat()
  }

  #followOutbox(): void {
    const { standing } = this.outbox.view
    const { phase } = this.view.get()
    if (standing === 'replaced' && phase === 'answering') this.#set({ phase: 'elsewhere' })
    if (standing === 'paused' && phase === 'answering') this.#set({ phase: 'paused' })
    if (standing === 'closed' && phase === 'answering') void this.handIn('timeUp')
  }

  #stepDown(): void {
    this.outbox.stepDown()
    this.#set({ phase: 'elsewhere' })
  }

  #scheduleBeat(): void {
    this.#cancelBeat?.()
    if (this.#isDisposed) return
    this.#cancelBeat = scheduler.after(heartbeatMs + Math.random() * heartbeatJitterMs, () => void this.#beat())
  }

  async #beat(): Promise<void> {
    if (this.#isDisposed || this.view.get().phase === 'handedIn') return
    this.#scheduleBeat()
    const { attemptId } = this.sheet
    const events = this.#events.slice(0, keptEvents)
    const startedAt = performance.now()
    try {
      const input = { attemptId, leaseEpoch: this.outbox.leaseEpoch, events }
      const told = await call(sitting.heartbeat, input, { silent: true, timeoutMs: 10_000 })
      this.#events = this.#events.slice(events.length)
      this.clock.sync(told.serverTime, performance.now() - startedAt)
      this.#takeHeartbeat(told)
    } catch {
      this.#set({ isHeartLost: true })
    }
  }

  #takeHeartbeat(told: Heartbeat): void {
    if (this.view.get().isHeartLost) this.outbox.setOffline(false)
    this.#set({ isHeartLost: false, ...(told.leaves !== null && { leaves: told.leaves }) })
    this.takeDue(told.due)
    const { phase } = this.view.get()
    if (told.submittedAt !== null) void this.handIn('timeUp')
    else if (!told.hasLease && phase === 'answering') this.#stepDown()
    else if (told.state === 'paused' && phase === 'answering') this.#set({ phase: 'paused' })
    else if (told.state === 'in_progress' && phase === 'paused') {
      this.outbox.reopen()
      this.#set({ phase: 'answering' })
    }
  }

  #watchDue(): void {
    this.#cancelDue?.()
    const { due } = this.view.get()
    if (due === null || this.#isDisposed) return
    const left = Date.parse(due) - this.clock.now()
    this.#set({ isTimeUp: left <= 0 })
    // Long timers are cut short so that a corrected clock is looked at again.
    if (left > 0) this.#cancelDue = scheduler.after(Math.min(left, 30_000), () => this.#watchDue())
    else if (this.view.get().phase === 'answering') void this.handIn('timeUp')
  }

  #enforceLeaveLimit(): void {
    const { switchScreenNumberLimit: limit } = this.sheet.rules
    if (limit > 0 && this.view.get().leaves > limit && this.view.get().phase === 'answering') void this.handIn('limit')
  }

  async #finish(submission: Submission): Promise<void> {
    // What did not arrive in time does not count, but it is told once more: the server keeps it as evidence.
    if (this.outbox.view.unsentCount > 0) await this.outbox.flush()
    this.outbox.close()
    this.#set({ phase: 'handedIn', submission })
    this.dispose()
    await this.#store.forget(this.sheet.attemptId).catch(() => undefined)
  }

  #failHandIn(error: unknown, cause: 'manual' | 'timeUp' | 'limit'): void {
    const code = isApiError(error) ? error.code : 0
    if (code === sittingErrors.replaced.code) {
      this.#stepDown()
      return
    }
    const isFinal = cause === 'manual' || code === sittingErrors.tooEarly.code || code === sittingErrors.unanswered.code
    if (!isFinal && !this.#isDisposed) {
      this.#set({ problem: '网络不通，正在重试交卷；若一直不通，系统将按已送达的答案交卷。' })
      scheduler.after(retryHandInMs, () => void this.handIn(cause))
      return
    }
    const words = isApiError(error) && code > 0 ? error.message : '网络不通，尚未交卷。答案已保存在本机，请恢复网络后再次交卷。'
    this.#set({ phase: 'answering', problem: withSlots(words, error, this.sheet) })
  }

  #set(change: Partial<SittingView>): void {
    const before = this.view.get()
    const after = { ...before, ...change }
    if (Object.entries(after).some(([key, value]) => !Object.is(Reflect.get(before, key), value))) this.view.set(after)
  }
}

function startOf(sheet: Sheet) {
  const { lease, nextSeq, items } = sheet
  return { leaseEpoch: lease.epoch, hasLease: lease.isMine, nextSeq, items }
}

/** Names the questions that a refusal is about by the numbers that the candidate sees. */
function withSlots(words: string, error: unknown, sheet: Sheet): string {
  const data = isApiError(error) && isRecord(error.data) ? error.data.slots : undefined
  if (!Array.isArray(data)) return words
  const numbers = sheet.items.flatMap(({ slot }, index) => (data.includes(slot) ? [index + 1] : []))
  return numbers.length === 0 ? words : `${words}（第 ${numbers.slice(0, 20).join('、')} 题）`
}

/** The lease under which this tab wrote last: only then do its stored sequence numbers mean the same to the server. */
function lastLease(attemptId: string): number | undefined {
  try {
    const kept = sessionStorage.getItem(`kaopei.lease.${attemptId}`)
    return kept === null ? undefined : Number(kept)
  } catch {
    return undefined
  }
}

function rememberLease(attemptId: string, epoch: number): void {
  try {
    sessionStorage.setItem(`kaopei.lease.${attemptId}`, String(epoch))
  } catch {}
}
