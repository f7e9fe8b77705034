/** A server, a network that misbehaves and a clock, for tests of the outbox: the rules of sitting.save_calls in a few lines. */
import { canonicalJson } from '@kaopei/contract'
import { type Answer, isBlank } from '@kaopei/question/contract/answer'
import { sittingErrors } from '../../contract/errors.ts'
import type { SavedSlot } from '../../contract/shapes.ts'
import type { HandInAnswer, Submit } from '../hand-in/hand-in.ts'
import { Outbox, type Parcel } from './outbox.ts'
import { memoryStore, type OutboxStore } from './store.ts'
import type { OutboxStart, Scheduler, SendOutcome, Transport } from './types.ts'
import { type WireItem, wireItem } from './write.ts'

interface Row {
  answer: Answer | null
  rev: number
  lastRev: number
  seq: number
  noteSeq: number
  epoch: number
  isFlagged: boolean
  isSeen: boolean
}
interface Revision {
  slot: number
  rev: number
  kind: 'save' | 'conflict' | 'replaced' | 'late'
  seq: number
  epoch: number
  answer: Answer
}

export class FakeServer {
  readonly rows = new Map<number, Row>()
  readonly revisions: Revision[] = []
  epoch = 1
  isClosed = false

  constructor(slots: number) {
    for (let slot = 1; slot <= slots; slot++) {
      this.rows.set(slot, { answer: null, rev: 0, lastRev: 0, seq: 0, noteSeq: 0, epoch: 0, isFlagged: false, isSeen: false })
    }
  }

  sheet(epoch = this.epoch): OutboxStart {
    const rows = [...this.rows]
    return {
      leaseEpoch: epoch,
      hasLease: epoch === this.epoch,
      nextSeq: Math.max(...rows.map(([, row]) => row.noteSeq)) + 1,
      items: rows.map(([slot, { answer, rev, isFlagged, isSeen }]) => ({
        slot,
        answer,
        rev,
        isFlagged,
        answerState: answer ? (isBlank(answer) ? 'cleared' : 'answered') : isSeen ? 'seen_blank' : 'not_seen',
        savedAt: answer ? timeOf(rev) : null,
      })),
    }
  }

  save(epoch: number, items: readonly WireItem[]): SendOutcome {
    if (epoch !== this.epoch) {
      for (const item of items) this.#evidence(epoch, item, 'replaced')
      return { kind: 'replaced' }
    }
    if (this.isClosed) return { kind: 'closed', slots: items.map((item) => this.#evidence(epoch, item, 'late')) }
    return { kind: 'answered', slots: items.map((item) => this.#saveOne(epoch, item)) }
  }

  /** As sitting.submit: what is carried is saved first; with time left whatever is not here holds the hand-in back. */
  submit(epoch: number, given: Parcel, isTimeOver: boolean): HandInAnswer {
    const saved = this.save(epoch, given.sent.map(wireItem))
    const slots = saved.kind === 'answered' || saved.kind === 'closed' ? saved.slots : []
    if (saved.kind === 'replaced') return refused(sittingErrors.replaced, slots)
    const isHere = (slot: number, seq: number) => this.#known(epoch, { slot, clientSeq: seq })?.kind === 'save'
    const missing = given.pending.filter(({ slot, clientSeq }) => !isHere(slot, clientSeq))
    const isUnsettled = missing.length > 0 || slots.some(({ status }) => status === 'conflict' || status === 'blank')
    if (!isTimeOver && !this.isClosed && isUnsettled) return refused(sittingErrors.unreceived, slots)
    this.isClosed = true
    const facts = { attemptId: 'attempt', state: 'submitted', submittedAt: timeOf(0), cause: 'manual' }
    return {
      kind: 'handedIn',
      submission: { ...facts, answeredCount: 0, itemCount: 0, serverTime: timeOf(0), slots: [...slots] },
    }
  }

  #saveOne(epoch: number, item: WireItem): SavedSlot {
    const row = this.rows.get(item.slot)
    if (!row) return said(item.slot, 'unknown', null)
    const { answer } = item
    const known = this.#known(epoch, item)
    if (answer && known)
      return known.kind === 'save' ? receipt(known) : { ...said(item.slot, 'conflict', row.rev), current: row.answer }
    // A call that was overtaken by a later one must not set the flag back.
    if (item.clientSeq > row.noteSeq) row.isFlagged = item.isFlagged ?? row.isFlagged
    row.noteSeq = Math.max(row.noteSeq, item.clientSeq)
    row.isSeen = true
    if (!answer) return said(item.slot, 'noted', row.rev)
    const isOwn = row.epoch === epoch && (item.priorSeqs ?? []).includes(row.seq)
    if (item.baseRev !== row.rev && !isOwn) {
      this.#keep({ slot: item.slot, rev: ++row.lastRev, kind: 'conflict', seq: item.clientSeq, epoch, answer })
      return { ...said(item.slot, 'conflict', row.rev), current: row.answer }
    }
    if (isBlank(answer) && row.answer && !isBlank(row.answer) && !item.cleared)
      return { ...said(item.slot, 'blank', row.rev), current: row.answer }
    row.rev = ++row.lastRev
    Object.assign(row, { answer, seq: item.clientSeq, epoch })
    return receipt(this.#keep({ slot: item.slot, rev: row.rev, kind: 'save', seq: item.clientSeq, epoch, answer }))
  }

  #evidence(epoch: number, item: WireItem, kind: Revision['kind']): SavedSlot {
    const row = this.rows.get(item.slot)
    const known = this.#known(epoch, item)
    if (known?.kind === 'save') return receipt(known)
    if (row && item.answer && !known)
      this.#keep({ slot: item.slot, rev: ++row.lastRev, kind, seq: item.clientSeq, epoch, answer: item.answer })
    return said(item.slot, 'kept', row?.rev ?? null)
  }

  #known(epoch: number, item: Pick<WireItem, 'slot' | 'clientSeq'>): Revision | undefined {
    return this.revisions.find((one) => one.slot === item.slot && one.seq === item.clientSeq && one.epoch === epoch)
  }

  #keep(revision: Revision): Revision {
    this.revisions.push(revision)
    return revision
  }
}

function refused({ code, text }: { code: number; text: string }, slots: readonly SavedSlot[]): HandInAnswer {
  const facts = { serverTime: timeOf(0), due: null, leaseEpoch: 1, unreceived: [], unanswered: [], waitSeconds: null }
  return { kind: 'refused', code, words: text, refusal: { ...facts, slots: [...slots] } }
}

const timeOf = (rev: number) => new Date(Date.UTC(2026, 0, 1) + rev * 1000).toISOString()
const said = (slot: number, status: SavedSlot['status'], rev: number | null): SavedSlot => ({
  slot,
  status,
  rev,
  savedAt: null,
  receipt: null,
  current: null,
})
const receipt = ({ slot, rev, answer }: Revision): SavedSlot => ({
  ...said(slot, 'saved', rev),
  savedAt: timeOf(rev),
  receipt: `${slot}/${rev}/${canonicalJson(answer)}`,
})

/**
 * What happens to one call: it arrives and is answered; the answer is lost; it never arrives; it arrives twice; it arrives after others;
 * it takes its time, while the candidate writes on. */
export const fates = ['good', 'answerLost', 'lost', 'busy', 'doubled', 'late', 'slow'] as const
const slowAnswerMs = 2000
export type Fate = (typeof fates)[number]

export class FakeNetwork implements Transport {
  readonly receipts: string[] = []
  readonly #server: FakeServer
  readonly #clock: Scheduler
  readonly #late: (() => void)[] = []
  /** The fates of the next calls; when none is left, all is good. */
  fates: Fate[] = []
  /** Something on the way refuses every call that has a text with this in it. */
  poison: string | undefined
  /** How it does so: it answers itself, or it cuts the connection. */
  isPoisonTold = true
  /** Nothing of the kind gets through. */
  readonly blocked = new Set<'save' | 'submit'>()
  calls = 0

  constructor(server: FakeServer, clock: Scheduler) {
    this.#server = server
    this.#clock = clock
  }

  async send(epoch: number, items: readonly WireItem[]): Promise<SendOutcome> {
    this.calls += 1
    if (this.#isStopped('save', items)) return { kind: 'failed', isForeign: this.isPoisonTold }
    const fate = this.fates.shift() ?? 'good'
    const copy = structuredClone(items)
    await Promise.resolve()
    if (fate === 'lost') return { kind: 'failed' }
    if (fate === 'busy') return { kind: 'failed', retryAfterMs: 1000, why: 'busy' }
    if (fate === 'late') {
      this.#late.push(() => void this.#server.save(epoch, copy))
      return { kind: 'failed' }
    }
    const outcome = this.#server.save(epoch, copy)
    const again = fate === 'doubled' ? this.#server.save(epoch, copy) : outcome
    if (fate === 'answerLost') return { kind: 'failed' }
    if (fate === 'slow') await new Promise<void>((resolve) => void this.#clock.after(slowAnswerMs, resolve))
    if (again.kind === 'answered') this.receipts.push(...again.slots.flatMap((slot) => slot.receipt ?? []))
    return again
  }

  /** The hand-in's way: the server's clock says whether the time is over. */
  submitVia(isTimeOver: () => boolean): Submit {
    return async (_cause, parcel) => {
      await Promise.resolve()
      const epoch = this.#server.epoch
      if (this.#isStopped('submit', parcel.sent.map(wireItem))) return { kind: 'lost' }
      const fate = this.fates.shift() ?? 'good'
      if (fate === 'lost' || fate === 'late') return { kind: 'lost' }
      const answer = this.#server.submit(epoch, structuredClone(parcel), isTimeOver())
      return fate === 'answerLost' ? { kind: 'lost' } : answer
    }
  }

  #isStopped(kind: 'save' | 'submit', items: readonly WireItem[]): boolean {
    const { poison } = this
    return (
      this.blocked.has(kind) ||
      (poison !== undefined && items.some(({ answer }) => canonicalJson(answer ?? null).includes(poison)))
    )
  }

  sendLast(epoch: number, items: readonly WireItem[]): void {
    const fate = this.fates.shift() ?? 'good'
    if (fate !== 'lost') this.#server.save(epoch, structuredClone(items))
  }

  /** Calls that were thought lost arrive now. */
  deliverLate(): void {
    for (const deliver of this.#late.splice(0)) deliver()
  }
}

/** Time that moves only when told. */
export class FakeClock implements Scheduler {
  #now = 0
  #timers: { at: number; work: () => void }[] = []

  now(): number {
    return this.#now
  }
  isoNow(): string {
    return new Date(Date.UTC(2026, 0, 1) + this.#now).toISOString()
  }
  random(): number {
    return 0.5
  }
  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    await settle()
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.at)
      next.work()
      await settle()
    }
    this.#now = until
  }
}

/** Lets everything that waits for a promise go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve()
}

/** One browser at that server: its storage lives on while its pages come and go. */
export function fakeBrowser(server: FakeServer, clock = new FakeClock(), network = new FakeNetwork(server, clock)) {
  const disk = memoryStore()
  let page = pageOf(disk)
  let epoch = 0
  const open = async ({ isInOrder = false } = {}): Promise<Outbox> => {
    const isSameLease = epoch === server.epoch
    epoch = server.epoch
    const parts = { attemptId, store: page.store, transport: network, scheduler: clock }
    const outbox = await Outbox.open(parts, { ...server.sheet(), isSameLease, isInOrder })
    await settle()
    return outbox
  }
  return {
    network,
    clock,
    disk,
    open,
    reload: (outbox: Outbox) => {
      outbox.stop()
      page.die()
      page = pageOf(disk)
      return open()
    },
  }
}

export const attemptId = 'attempt'
export const text = (words: string): Answer => ({ type: 6, format: 'text', text: words })
export const answerAt = (outbox: Outbox, slot: number) => outbox.view.slots.get(slot)?.answer ?? null

/** A page that died no longer reaches the device's storage. */
function pageOf(disk: OutboxStore): { store: OutboxStore; die(): void } {
  let isDead = false
  const alive = <T>(work: () => Promise<T>) => (isDead ? new Promise<T>(() => undefined) : work())
  return {
    die: () => {
      isDead = true
    },
    store: {
      load: (id) => alive(() => disk.load(id)),
      putWrite: (id, write) => alive(() => disk.putWrite(id, write)),
      removeWrite: (id, slot, seq) => alive(() => disk.removeWrite(id, slot, seq)),
      putReceipts: (id, receipts) => alive(() => disk.putReceipts(id, receipts)),
      forget: (id) => alive(() => disk.forget(id)),
    },
  }
}
