/** The queue's place in IndexedDB; where the browser has none, it lasts as long as the page. */
import type { PieceBytes, PieceHead } from './piece.ts'
import type { KeptAttempt } from './queue.ts'

export interface Shelf {
  load(): Promise<{ heads: PieceHead[]; attempts: KeptAttempt[] }>
  /** All or nothing; false: the device has no place for it. */
  put(key: string, head: PieceHead, bytes: PieceBytes, attempt: KeptAttempt): Promise<boolean>
  read(key: string): Promise<PieceBytes | undefined>
  remove(key: string): Promise<void>
  keepAttempt(attempt: KeptAttempt): Promise<void>
  forget(attemptId: string): Promise<void>
}

const databaseName = 'kaopei-capture'
const [heads, bytes, attempts] = ['heads', 'bytes', 'attempts'] as const
const all = [heads, bytes, attempts]

export function openShelf(): Shelf {
  const inMemory = memoryShelf()
  let opened: Promise<IDBDatabase | undefined> | undefined
  const database = () => {
    opened ??= openDatabase()
    return opened
  }
  const run = async (work: (transaction: IDBTransaction) => void): Promise<'done' | 'failed' | 'none'> => {
    const open = await database()
    return open ? change(open, work) : 'none'
  }
  return {
    load: async () => {
      const open = await database()
      if (!open) return inMemory.load()
      return { heads: await everything<PieceHead>(open, heads), attempts: await everything<KeptAttempt>(open, attempts) }
    },
    put: async (key, head, held, attempt) => {
      const outcome = await run((transaction) => {
        transaction.objectStore(heads).put(head, key)
        transaction.objectStore(bytes).put(held, key)
        transaction.objectStore(attempts).put(attempt, attempt.attemptId)
      })
      return outcome === 'none' ? inMemory.put(key, head, held, attempt) : outcome === 'done'
    },
    read: async (key) => {
      const open = await database()
      return open ? one<PieceBytes>(open, bytes, key) : inMemory.read(key)
    },
    remove: async (key) => {
      await run((transaction) => {
        transaction.objectStore(heads).delete(key)
        transaction.objectStore(bytes).delete(key)
      })
      await inMemory.remove(key)
    },
    keepAttempt: async (attempt) => {
      await run((transaction) => transaction.objectStore(attempts).put(attempt, attempt.attemptId))
    },
    forget: async (attemptId) => {
      await run((transaction) => transaction.objectStore(attempts).delete(attemptId))
    },
  }
}

/** Lasts as long as the page. */
export function memoryShelf(): Shelf {
  const held = new Map<string, { head: PieceHead; bytes: PieceBytes }>()
  const kept = new Map<string, KeptAttempt>()
  return {
    load: async () => ({ heads: [...held.values()].map(({ head }) => head), attempts: [...kept.values()] }),
    put: async (key, head, given, attempt) => {
      held.set(key, { head, bytes: given })
      kept.set(attempt.attemptId, attempt)
      return true
    },
    read: async (key) => held.get(key)?.bytes,
    remove: async (key) => void held.delete(key),
    keepAttempt: async (attempt) => void kept.set(attempt.attemptId, attempt),
    forget: async (attemptId) => void kept.delete(attemptId),
  }
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => {
        for (const name of all) request.result.createObjectStore(name)
      }
      request.onsuccess = () => {
        // A newer client must be able to change the database while this page is open.
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      request.onerror = () => resolve(undefined)
      request.onblocked = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

function change(database: IDBDatabase, work: (transaction: IDBTransaction) => void): Promise<'done' | 'failed'> {
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(all, 'readwrite')
      transaction.oncomplete = () => resolve('done')
      transaction.onerror = () => resolve('failed')
      transaction.onabort = () => resolve('failed')
      work(transaction)
    } catch {
      resolve('failed')
    }
  })
}

function everything<Row>(database: IDBDatabase, name: string): Promise<Row[]> {
  return new Promise((resolve) => {
    const request: IDBRequest<Row[]> = database.transaction(name).objectStore(name).getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve([])
  })
}

function one<Row>(database: IDBDatabase, name: string, key: string): Promise<Row | undefined> {
  return new Promise((resolve) => {
    const request: IDBRequest<Row | undefined> = database.transaction(name).objectStore(name).get(key)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}
