/**
 * One sitting in this tab: the outbox, the signs of life, the clock, the lease, and how it ends. Knows no screen; what a screen needs is in
 * `view`, the same object until something changes.
 */
import { answerOfShort, PictureUploads, preloadPictures, shortAnswerOf, shrinkAnswer } from '@kaopei/question/candidate'
import { type CallOptions, call, createStore } from '@kaopei/web/client'
import type { ClientEvent, Dialog, Heartbeat, Sheet, Submission, Telling } from '../../contract/shapes.ts'
import { sitting } from '../../contract/sitting.ts'
import { Ending } from '../hand-in/ending.ts'
import { Outbox } from '../outbox/outbox.ts'
import { memoryStore, type OutboxStore, openBrowserStore } from '../outbox/store.ts'
import { type ClockAnchor, ExamClock } from './clock.ts'
import { openEventShelf } from './event-shelf.ts'
import { SittingHeart } from './heart.ts'
import { inheritLease } from './inherit-lease.ts'
import { forgetPaper, type KeptItem, keepItem, keepPaper, keepTimes } from './kept-paper.ts'
import { lastLease, rememberLease } from './last-lease.ts'
import { scheduler } from './page-scheduler.ts'
import { hearPage } from './page-signals.ts'
import { safeHeaders } from './safe-proof.ts'
import { deviceName, type LeaseChannel, openLeaseChannel } from './tab-lease.ts'
import { sittingTransport } from './transport.ts'

export type Phase = 'answering' | 'elsewhere' | 'paused' | 'handingIn' | 'handedIn'

export interface SittingView {
  readonly phase: Phase
  readonly due: string | null
  readonly leaves: number
  readonly awayMs: number
  /** What invigilators said and the candidate has not acknowledged. */
  readonly tellings: readonly Telling[]
  readonly submission: Submission | null
  /** Why the hand-in did not happen, in words for the candidate. */
  readonly problem: string | null
  /** The deadline has passed: nothing can be written any more. */
  readonly isTimeUp: boolean
  readonly isHeartLost: boolean
  /** The candidate wanted to hand in, and answers were still here; `ready`: they have arrived meanwhile. */
  readonly heldBack: 'waiting' | 'ready' | null
}

const none: readonly Telling[] = []

export class SittingSession {
  readonly sheet: Sheet
  readonly outbox: Outbox
  readonly clock: ExamClock
  readonly store: OutboxStore
  readonly pictures: PictureUploads
  /** Nobody's attempt: what would be sent is not (look-session.ts). */
  readonly isLook: boolean
  readonly view
  readonly #ending: Ending
  readonly #heart: SittingHeart
  #channel: LeaseChannel | undefined
  #stopHearing: (() => void) | undefined
  #offlineSince: number | undefined
  #announced: Dialog | undefined
  #isWatching = false
  readonly #acknowledged = new Set<string>()
  readonly #loadListeners = new Set<(load: number) => void>()
  #isDisposed = false

  // made by open()
  constructor(
    sheet: Sheet,
    parts: { outbox: Outbox; clock: ExamClock; store: OutboxStore; isLook?: boolean; isPaused?: boolean },
  ) {
    const { outbox, clock, store, isLook = false, isPaused = false } = parts
    this.isLook = isLook
    // A paper that was kept on the device by an earlier client knows nothing of it.
    this.sheet = { ...sheet, comfort: sheet.comfort ?? {} }
    this.outbox = outbox
    this.clock = clock
    this.store = store
    this.view = createStore<SittingView>({
      phase: !sheet.lease.isMine ? 'elsewhere' : isPaused ? 'paused' : 'answering',
      due: sheet.due,
      leaves: sheet.leaves,
      awayMs: 0,
      tellings: none,
      submission: null,
      problem: null,
      isTimeUp: false,
      isHeartLost: false,
      heldBack: null,
    })
    this.pictures = new PictureUploads({ shrink: shrinkAnswer, place: (slot, address) => this.#place(slot, address) })
    const { view } = this
    this.#heart = new SittingHeart({
      attemptId: sheet.attemptId,
      get isStopped() {
        return view.get().phase === 'paused'
      },
      get leaseEpoch() {
        return outbox.leaseEpoch
      },
      clock,
      scheduler,
      shelf: openEventShelf().catch(() => undefined),
      heard: (told) => this.#takeHeartbeat(told),
      lost: () => this.#loseHeart(),
    })
    this.#ending = new Ending({
      sheet,
      outbox,
      clock,
      scheduler,
      view: this.view,
      set: (change) => this.#set(change),
      stepDown: () => this.#stepDown(),
      untold: () => this.#heart.untold(),
      finish: (submission) => this.#finish(submission),
    })
  }

  /** From the server's sheet, or without network from the paper that this device keeps. */
  static async open(sheet: Sheet, anchor?: ClockAnchor): Promise<SittingSession> {
    const clock = anchor ? ExamClock.guess(anchor) : new ExamClock(sheet.serverTime)
    const opened = await openBrowserStore().then(
      (store) => ({ store, isStored: true }),
      () => ({ store: memoryStore(), isStored: false }),
    )
    const late: { session?: SittingSession } = {}
    const transport = sittingTransport(sheet.attemptId, ({ serverTime, due, roundTripMs }) => {
      clock.sync(serverTime, roundTripMs)
      late.session?.takeDue(due)
    })
    // When something was written is told by the exam's clock: within the grace the server asks, and a device's clock may be wrong.
    const isoNow = () => new Date(clock.now()).toISOString()
    const keep = (item: KeptItem) => keepItem(sheet.attemptId, item)
    const parts = {
      ...{ attemptId: sheet.attemptId, store: opened.store, transport },
      ...{ scheduler: { ...scheduler, isoNow }, keepItem: keep },
    }
    const isInOrder = !sheet.rules.permitSkipBack
    // The kept paper bears the lease under which this browser wrote last.
    const isSameLease = sheet.lease.isMine && (anchor !== undefined || lastLease(sheet.attemptId) === sheet.lease.epoch)
    const outbox = await Outbox.open(parts, { ...startOf(sheet), isStored: opened.isStored, isSameLease, isInOrder })
    // A paper that was kept on the device says how it stood then.
    const isPaused = anchor === undefined && sheet.state === 'paused'
    const session = new SittingSession(sheet, { outbox, clock, store: opened.store, isPaused })
    late.session = session
    await session.#begin(anchor !== undefined)
    return session
  }

  /** Goes on here; whoever was answering elsewhere is closed out. */
  async takeOver(options: CallOptions = {}): Promise<void> {
    const { attemptId } = this.sheet
    const fresh = await call(sitting.takeOver, { attemptId, device: await deviceName() }, { ...options, headers: safeHeaders() })
    if (this.#isDisposed) return
    rememberLease(attemptId, fresh.lease.epoch)
    this.clock.sync(fresh.serverTime, 0)
    this.takeDue(fresh.due)
    await this.outbox.adoptSheet(startOf(fresh))
    void keepPaper(fresh)
    this.#channel?.announce()
    this.#set({ phase: 'answering' })
  }

  /** Kept and told with the next sign of life; events of a page that does not answer are nobody's. */
  report(type: ClientEvent['type'], facts: Pick<ClientEvent, 'durationMs' | 'detail' | 'presence'> = {}): void {
    if (this.view.get().phase !== 'elsewhere' && !this.isLook) this.#heart.note(type, facts)
  }

  /** Tells at once what was reported. The server counts, and may take the paper in at that: what was written before goes first. */
  async tell(): Promise<void> {
    if (this.isLook) return
    await this.outbox.flush()
    await this.#heart.beat()
  }

  /** A dialog of the browser is about to take the focus: no absence, as long as it is short. */
  announce(dialog: Dialog): void {
    this.#announced = dialog
  }

  onLoad(listener: (load: number) => void): () => void {
    this.#loadListeners.add(listener)
    return () => void this.#loadListeners.delete(listener)
  }

  get dialog(): Dialog | undefined {
    return this.pictures.isChoosing ? 'pickFile' : this.#announced
  }

  endDialog(): void {
    this.pictures.takeChoice()
    this.#announced = undefined
  }

  /** As the candidate wishes; answers whether the paper is in. */
  handIn(): Promise<boolean> {
    if (this.isLook) {
      this.#set({ problem: '这是以考生身份查看，不会交卷。' })
      return Promise.resolve(false)
    }
    return this.#ending.handIn('manual')
  }

  takeDue(due: string | null): void {
    if (due === this.view.get().due && this.#isWatching) return
    this.#isWatching = true
    this.#set({ due })
    this.#keepTimes()
    this.#ending.watch()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#heart.stop()
    this.#ending.stop()
    this.#channel?.close()
    this.outbox.stop()
    this.pictures.stop()
    this.#stopHearing?.()
  }

  async #begin(isWithoutServer: boolean): Promise<void> {
    const { attemptId, lease } = this.sheet
    if (lease.isMine) rememberLease(attemptId, lease.epoch)
    if (lease.isMine && !isWithoutServer) void keepPaper(this.sheet)
    this.#channel = await openLeaseChannel(
      attemptId,
      () => this.view.get().phase === 'answering',
      () => this.#stepDown(),
    )
    this.#stopHearing = hearPage({
      online: () => this.#goOnline(),
      offline: () => this.#goOffline(),
      leave: () => this.outbox.flushOnLeave(),
      back: () => void this.#heart.beat(),
    })
    this.outbox.subscribe(() => this.#followOutbox())
    if (!navigator.onLine) this.outbox.setOffline(true)
    this.takeDue(this.view.get().due)
    this.#heart.start()
    preloadPictures(this.sheet.items)
    if (isWithoutServer) {
      this.#set({ isHeartLost: true })
      if (await this.#channel.isHeldHere()) this.#stepDown()
      else void this.#heart.beat()
      return
    }
    if (!lease.isMine && lease.isSameBrowser) await this.#inherit(this.#channel)
  }

  #inherit(channel: LeaseChannel): Promise<void> {
    const isWaiting = () => !this.#isDisposed && this.view.get().phase === 'elsewhere'
    const takeOver = () => this.takeOver({ silent: true, timeoutMs: 8000 })
    return inheritLease({ scheduler, isHeldHere: () => channel.isHeldHere(), takeOver, isWaiting })
  }

  #goOnline(): void {
    if (this.#offlineSince !== undefined) {
      this.report('netUp', { durationMs: Math.round(scheduler.now() - this.#offlineSince) })
      this.#offlineSince = undefined
    }
    this.outbox.setOffline(false)
    this.pictures.retryAll()
    void this.#heart.beat()
  }

  #place(slot: number, address: string): void {
    const { text, pictures } = shortAnswerOf(this.outbox.view.slots.get(slot)?.answer ?? null)
    this.outbox.write(slot, answerOfShort({ text, pictures: [...pictures, address] }))
  }

  #goOffline(): void {
    this.#offlineSince ??= scheduler.now()
    this.report('netDown')
    this.outbox.setOffline(true)
  }

  #followOutbox(): void {
    const { standing } = this.outbox.view
    const { phase, heldBack } = this.view.get()
    if (heldBack === 'waiting' && this.outbox.unheardCount === 0) this.#set({ heldBack: 'ready' })
    if (standing === 'replaced' && phase === 'answering') this.#set({ phase: 'elsewhere' })
    if (standing === 'paused' && phase === 'answering') {
      this.#set({ phase: 'paused' })
      this.#heart.start()
    }
    if (standing === 'closed' && phase === 'answering') void this.#ending.handIn('timeUp')
  }

  #loseHeart(): void {
    this.outbox.hearBeat({ isAnswered: false, wasLost: false })
    this.#keepTimes()
    this.#set({ isHeartLost: true })
  }

  #stepDown(): void {
    this.outbox.stepDown()
    this.#set({ phase: 'elsewhere' })
  }

  #takeHeartbeat(told: Heartbeat): void {
    for (const listener of this.#loadListeners) listener(told.load)
    const wasLost = this.view.get().isHeartLost
    this.outbox.hearBeat({ isAnswered: true, wasLost })
    if (wasLost) this.pictures.retryAll()
    this.#set({ isHeartLost: false, leaves: told.leaves, awayMs: told.awayMs, tellings: this.#unread(told.tellings) })
    this.#keepTimes()
    this.takeDue(told.due)
    const { phase } = this.view.get()
    const { switchScreenNumberLimit: limit } = this.sheet.rules
    if (told.submittedAt !== null) void this.#ending.handIn('timeUp')
    else if (limit > 0 && told.leaves > limit && phase === 'answering') void this.#ending.handIn('limit')
    // An answer of before this tab took over speaks of the lease that it had then.
    else if (told.leaseEpoch > this.outbox.leaseEpoch && phase === 'answering') this.#giveWay()
    else if (told.state === 'paused' && phase === 'answering') this.#set({ phase: 'paused' })
    else if (told.state === 'in_progress' && phase === 'paused') {
      this.outbox.reopen()
      this.#set({ phase: 'answering' })
      this.#ending.watch()
    }
  }

  /** The same list as before where it says the same: a sign of life is no reason to draw anew. */
  #unread(told: readonly Telling[]): readonly Telling[] {
    const fresh = told.filter(({ id }) => !this.#acknowledged.has(id))
    const known = this.view.get().tellings
    return fresh.length === known.length && fresh.every(({ id }, index) => id === known[index]?.id) ? known : fresh
  }

  /** The candidate has read it. */
  async acknowledge(tellingId: string): Promise<void> {
    await call(sitting.acknowledge, { attemptId: this.sheet.attemptId, tellingId })
    this.#acknowledged.add(tellingId)
    this.#set({ tellings: this.#unread(this.view.get().tellings) })
  }

  #giveWay(): void {
    const { leaseEpoch } = this.outbox
    void this.outbox.giveWay().then(() => forgetPaper(this.sheet.attemptId, leaseEpoch))
  }

  #keepTimes(): void {
    void keepTimes(this.sheet.attemptId, { due: this.view.get().due, anchor: this.clock.anchor })
  }

  async #finish(submission: Submission): Promise<void> {
    this.outbox.close()
    this.#set({ phase: 'handedIn', submission })
    this.dispose()
    void this.#heart.drain()
    await this.outbox.forgetSettled().catch(() => undefined)
    await forgetPaper(this.sheet.attemptId)
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
