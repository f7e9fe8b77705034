/** Where a sitting's events wait until the server has them: each gets its number with its place, so that no number is used twice or left out. */
import type { ClientEvent } from '../../contract/shapes.ts'

export interface KeptEvent {
  readonly leaseEpoch: number
  readonly event: ClientEvent
}

export interface EventShelf {
  load(attemptId: string): Promise<KeptEvent[]>
  /** Keeps it under the next number of the lease. */
  add(attemptId: string, leaseEpoch: number, event: Omit<ClientEvent, 'seq'>): Promise<KeptEvent>
  drop(attemptId: string, told: readonly KeptEvent[]): Promise<void>
}

const databaseName = 'kaopei-events'
const [events, numbers] = ['events', 'numbers'] as const

interface EventRow extends KeptEvent {
  readonly attemptId: string
  readonly seq: number
}
interface NumberRow {
  readonly attemptId: string
  readonly leaseEpoch: number
  readonly last: number
}

/** Throws where the browser has no IndexedDB or forbids it. */
export async function openEventShelf(): Promise<EventShelf> {
  const database = await openDatabase()
  return {
    load: (attemptId) =>
      new Promise((resolve, reject) => {
        const found: IDBRequest<EventRow[]> = database
          .transaction(events)
          .objectStore(events)
          .getAll(IDBKeyRange.bound([attemptId], [attemptId, []]))
        found.onsuccess = () => resolve(found.result.map(({ leaseEpoch, event }) => ({ leaseEpoch, event })))
        found.onerror = () => reject(found.error)
      }),
    add: (attemptId, leaseEpoch, event) => addTo(database, { attemptId, leaseEpoch }, event),
    drop: (attemptId, told) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(events, 'readwrite')
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        for (const { leaseEpoch, event } of told) transaction.objectStore(events).delete([attemptId, leaseEpoch, event.seq])
      }),
  }
}

function addTo(
  database: IDBDatabase,
  lease: Pick<NumberRow, 'attemptId' | 'leaseEpoch'>,
  event: Omit<ClientEvent, 'seq'>,
): Promise<KeptEvent> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([events, numbers], 'readwrite', { durability: 'strict' })
    const { attemptId, leaseEpoch } = lease
    const made: { kept?: KeptEvent } = {}
    const found: IDBRequest<NumberRow | undefined> = transaction.objectStore(numbers).get([attemptId, leaseEpoch])
    found.onsuccess = () => {
      const seq = (found.result?.last ?? 0) + 1
      made.kept = { leaseEpoch, event: { ...event, seq } }
      const row: EventRow = { attemptId, seq, ...made.kept }
      const number: NumberRow = { ...lease, last: seq }
      transaction.objectStore(events).put(row)
      transaction.objectStore(numbers).put(number)
    }
    transaction.oncomplete = () => (made.kept ? resolve(made.kept) : reject(new Error('the event was not kept')))
    transaction.onabort = () => reject(transaction.error)
  })
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(events, { keyPath: ['attemptId', 'leaseEpoch', 'seq'] })
      request.result.createObjectStore(numbers, { keyPath: ['attemptId', 'leaseEpoch'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened'))
    request.onblocked = () => reject(new Error('IndexedDB is blocked by another tab'))
  })
}

/**
 * For browsers without IndexedDB. Numbers count on from the clock, for a reload must not use one twice; the server knows such numbers by their
 * size, and misses none between them.
 */
export function memoryShelf(now: () => number): EventShelf {
  let next = Math.floor(now())
  return {
    load: () => Promise.resolve([]),
    add: (_, leaseEpoch, event) => Promise.resolve({ leaseEpoch, event: { ...event, seq: next++ } }),
    drop: () => Promise.resolve(),
  }
}
