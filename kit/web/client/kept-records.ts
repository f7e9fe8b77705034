import { writeToDisk } from './write-to-disk.ts'

/** Records that wait for the server in this browser, across reloads, each of one person. */
export interface KeptRecord {
  readonly key: string
  readonly staffId: string
}

export interface KeptRecords<Kept extends KeptRecord> {
  readonly keep: (kept: Kept) => Promise<void>
  readonly drop: (key: string) => Promise<void>
  /** Of this person, in no order. */
  readonly of: (staffId: string) => Promise<Kept[]>
}

/** Where the browser keeps nothing (private windows, a full disk), they last as long as the page. */
export function keptRecords<Kept extends KeptRecord>(databaseName: string, storeName: string): KeptRecords<Kept> {
  const inMemory = new Map<string, Kept>()
  let opened: Promise<IDBDatabase | undefined> | undefined
  const database = () => {
    opened ??= open(databaseName, storeName)
    return opened
  }
  const change = async (work: (store: IDBObjectStore) => void) => {
    const found = await database()
    if (!found) return
    await writeToDisk(found, [storeName], (transaction) => work(transaction.objectStore(storeName))).catch(() => undefined)
  }
  return {
    keep: async (kept) => {
      inMemory.set(kept.key, kept)
      await change((store) => store.put(kept))
    },
    drop: async (key) => {
      inMemory.delete(key)
      await change((store) => store.delete(key))
    },
    of: async (staffId) => {
      const found = await database()
      const stored = await new Promise<Kept[]>((resolve) => {
        if (!found) return resolve([])
        const request: IDBRequest<Kept[]> = found.transaction(storeName, 'readonly').objectStore(storeName).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => resolve([])
      })
      const all = new Map([...stored, ...inMemory.values()].map((kept) => [kept.key, kept]))
      return [...all.values()].filter((kept) => kept.staffId === staffId)
    },
  }
}

function open(databaseName: string, storeName: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
      request.onblocked = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}
