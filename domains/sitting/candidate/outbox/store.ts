/** Where unsent writes survive a reload, a crash, a flat battery. Every change is here before it goes to the network. */
import { writeToDisk } from '@kaopei/web/client'
import type { PendingWrite } from './write.ts'

export interface KeptReceipt {
  readonly slot: number
  readonly rev: number
  readonly receipt: string
  readonly savedAt: string
}

export interface KeptAttempt {
  readonly nextSeq: number
  readonly writes: readonly PendingWrite[]
  readonly receipts: readonly KeptReceipt[]
}

export interface OutboxStore {
  load(attemptId: string): Promise<KeptAttempt>
  putWrite(attemptId: string, write: PendingWrite): Promise<void>
  /** Removes the slot's write, but only when it still is the one with this number. */
  removeWrite(attemptId: string, slot: number, seq: number): Promise<void>
  putReceipts(attemptId: string, receipts: readonly KeptReceipt[]): Promise<void>
  /** After the hand-in nothing of the answers stays on a shared computer. Receipts do, for a month: they prove without telling. */
  forget(attemptId: string): Promise<void>
}

const databaseName = 'kaopei-sitting'
const receiptsKeptMs = 30 * 24 * 60 * 60 * 1000
const [writes, receipts, numbers] = ['writes', 'receipts', 'numbers'] as const

interface WriteRow {
  readonly attemptId: string
  readonly slot: number
  readonly write: PendingWrite
}
/** The highest sequence number ever used here: a number must never be used for two writes. */
interface NumberRow {
  readonly attemptId: string
  readonly mostUsed: number
}
interface ReceiptRow extends KeptReceipt {
  readonly attemptId: string
}

/** Throws where the browser has no IndexedDB or forbids it. */
export async function openBrowserStore(): Promise<OutboxStore> {
  const database = await openDatabase()
  const run = (names: readonly string[], work: (transaction: IDBTransaction) => void) =>
    new Promise<void>((resolve, reject) => {
      const transaction = database.transaction([...names], 'readwrite', { durability: 'strict' })
      transaction.oncomplete = () => resolve()
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
      work(transaction)
    })
  // Known here, for a write that first asks the disk for it may be undone when the page goes.
  const used = new Map<string, number>()
  const noteUsed = (attemptId: string, ...numbersUsed: readonly number[]) => {
    const mostUsed = Math.max(used.get(attemptId) ?? 0, ...numbersUsed)
    used.set(attemptId, mostUsed)
    return mostUsed
  }
  return {
    load: async (attemptId) => {
      const rows = await allOf<WriteRow>(database, writes, attemptId)
      const kept = await allOf<ReceiptRow>(database, receipts, attemptId)
      const [number] = await allOf<NumberRow>(database, numbers, attemptId)
      const nextSeq = noteUsed(attemptId, number?.mostUsed ?? 0, ...rows.map(({ write }) => write.seq)) + 1
      return { nextSeq, writes: rows.map(({ write }) => write), receipts: kept }
    },
    putWrite: (attemptId, write) =>
      writeToDisk(database, [writes, numbers], (transaction) => {
        const row: WriteRow = { attemptId, slot: write.slot, write }
        const number: NumberRow = { attemptId, mostUsed: noteUsed(attemptId, write.seq) }
        transaction.objectStore(writes).put(row)
        transaction.objectStore(numbers).put(number)
      }),
    removeWrite: (attemptId, slot, seq) =>
      run([writes], (transaction) => {
        const store = transaction.objectStore(writes)
        const found: IDBRequest<WriteRow | undefined> = store.get([attemptId, slot])
        found.onsuccess = () => {
          if (found.result?.write.seq === seq) store.delete([attemptId, slot])
        }
      }),
    putReceipts: (attemptId, given) =>
      writeToDisk(database, [receipts], (transaction) => {
        for (const receipt of given) transaction.objectStore(receipts).put({ attemptId, ...receipt })
      }),
    forget: (attemptId) =>
      run([writes, receipts, numbers], (transaction) => {
        for (const name of [writes, numbers]) transaction.objectStore(name).delete(rangeOf(attemptId))
        dropOldReceipts(transaction.objectStore(receipts), new Date(Date.now() - receiptsKeptMs).toISOString())
      }),
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(writes, { keyPath: ['attemptId', 'slot'] })
      request.result.createObjectStore(numbers, { keyPath: ['attemptId'] })
      request.result.createObjectStore(receipts, { keyPath: ['attemptId', 'slot', 'rev'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened'))
    request.onblocked = () => reject(new Error('IndexedDB is blocked by another tab'))
  })
}

function dropOldReceipts(store: IDBObjectStore, before: string): void {
  const walk: IDBRequest<IDBCursorWithValue | null> = store.openCursor()
  walk.onsuccess = () => {
    const cursor = walk.result
    if (!cursor) return
    const { savedAt }: ReceiptRow = cursor.value
    if (savedAt < before) cursor.delete()
    cursor.continue()
  }
}

function allOf<Row>(database: IDBDatabase, name: string, attemptId: string): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const request: IDBRequest<Row[]> = database.transaction(name).objectStore(name).getAll(rangeOf(attemptId))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Everything whose key begins with the attempt: an array sorts after every number and text. */
function rangeOf(attemptId: string): IDBKeyRange {
  return IDBKeyRange.bound([attemptId], [attemptId, []])
}

/** For browsers without IndexedDB: the exam goes on, and the client says that a reload would lose what is unsent. */
export function memoryStore(): OutboxStore {
  const attempts = new Map<string, { writes: Map<number, PendingWrite>; receipts: KeptReceipt[]; most: number }>()
  const of = (attemptId: string) => {
    const known = attempts.get(attemptId) ?? { writes: new Map<number, PendingWrite>(), receipts: [], most: 0 }
    attempts.set(attemptId, known)
    return known
  }
  return {
    load: async (attemptId) => {
      const { writes: kept, receipts: given, most } = of(attemptId)
      return { nextSeq: most + 1, writes: [...kept.values()], receipts: [...given] }
    },
    putWrite: async (attemptId, write) => {
      const attempt = of(attemptId)
      attempt.writes.set(write.slot, write)
      attempt.most = Math.max(attempt.most, write.seq)
    },
    removeWrite: async (attemptId, slot, seq) => {
      const { writes: kept } = of(attemptId)
      if (kept.get(slot)?.seq === seq) kept.delete(slot)
    },
    putReceipts: async (attemptId, given) => void of(attemptId).receipts.push(...given),
    forget: async (attemptId) => of(attemptId).writes.clear(),
  }
}
