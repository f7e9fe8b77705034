/** What the outbox needs of the world around it, and what it shows of itself. */
import type { Answer } from '@kaopei/question/contract/answer'
import type { SavedSlot, SheetItem } from '../../contract/shapes.ts'
import type { KeptItem } from '../session/kept-paper.ts'
import type { OutboxStore } from './store.ts'
import type { WireItem } from './write.ts'

/** How a call ended, as far as the outbox must know. */
export type SendOutcome =
  | { readonly kind: 'answered'; readonly slots: readonly SavedSlot[] }
  /** Another tab or device has the lease; what was sent is kept by the server as evidence. */
  | { readonly kind: 'replaced' }
  /** Handed in, or too late. `slots` may still hold receipts of writes that had arrived in time. */
  | { readonly kind: 'closed'; readonly slots: readonly SavedSlot[] }
  | { readonly kind: 'paused' }
  /** The session is over; a new login goes on from the stored writes. */
  | { readonly kind: 'signedOut' }
  /** The server refuses the call as malformed: sending it again would never help. */
  | { readonly kind: 'refused' }
  /** No answer, or one that promises nothing: try again. `isForeign`: something on the way answered in the server's place. */
  | { readonly kind: 'failed'; readonly retryAfterMs?: number; readonly isForeign?: boolean; readonly why?: PutOff }

/** Why a server that was reached takes nothing now: it has no time or room, or this is not the browser that the exam asks for. */
export type PutOff = 'busy' | 'unsafe'

export interface Transport {
  send(leaseEpoch: number, items: readonly WireItem[]): Promise<SendOutcome>
  /** Fire and forget while the page goes away. */
  sendLast(leaseEpoch: number, items: readonly WireItem[]): void
}

export interface Scheduler {
  /** Milliseconds, monotone. */
  now(): number
  /** ISO text by the device's clock. */
  isoNow(): string
  after(ms: number, work: () => void): () => void
  /** 0 ≤ random < 1 */
  random(): number
}

export type OutboxStanding = 'open' | 'replaced' | 'closed' | 'paused' | 'signedOut' | 'readOnly'

export interface Conflict {
  readonly mine: Answer
  readonly theirs: Answer | null
  readonly theirRev: number
}

export interface SlotView {
  readonly answer: Answer | null
  readonly isFlagged: boolean
  readonly isSeen: boolean
  readonly isUnsent: boolean
  /** Unsent because something on the way refuses this very answer. */
  readonly isStuck: boolean
  readonly savedAt: string | null
  readonly conflict: Conflict | null
  /** The server does not take this write at all. */
  readonly isRejected: boolean
}

export interface OutboxView {
  readonly slots: ReadonlyMap<number, SlotView>
  readonly unsentCount: number
  readonly isSending: boolean
  /** The browser knows of no network. */
  readonly isOffline: boolean
  /** The last call failed, or one has been waiting for long. */
  readonly isConnectionLost: boolean
  /** The server was reached, and takes nothing just now. */
  readonly putOff: PutOff | null
  readonly standing: OutboxStanding
  /** False when the device cannot keep writes across a reload. */
  readonly isStored: boolean
  readonly lastSavedAt: string | null
}

export interface OutboxParts {
  readonly attemptId: string
  readonly store: OutboxStore
  readonly transport: Transport
  readonly scheduler: Scheduler
  /** Keeps what the server has acknowledged, for a start without network. */
  readonly keepItem?: (item: KeptItem) => Promise<void>
}

export interface OutboxStart {
  readonly leaseEpoch: number
  readonly hasLease: boolean
  readonly nextSeq: number
  readonly items: readonly Pick<SheetItem, 'slot' | 'answer' | 'rev' | 'isFlagged' | 'answerState' | 'savedAt'>[]
}
