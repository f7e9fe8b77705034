/**
 * What this browser keeps of questionnaires until the server has answered: anonymous sheets with their tickets, and the secrets under which
 * unfinished anonymous sheets lie on the server. Where the browser keeps nothing, it lasts as long as the page.
 */
import { writeToDisk } from '@kaopei/web/client'

const databaseName = 'kaopei-questionnaires'
const storeName = 'kept'
const inMemory = new Map<string, unknown>()
let opened: Promise<IDBDatabase | undefined> | undefined

function database(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName)
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
  return opened
}

/** Written to the disk before it answers: what follows may be lost with the page. */
export async function keep(key: string, value: unknown): Promise<void> {
  inMemory.set(key, value)
  await change((store) => store.put(value, key))
}

export async function forget(key: string): Promise<void> {
  inMemory.delete(key)
  await change((store) => store.delete(key))
}

export async function findKept(key: string): Promise<unknown> {
  if (inMemory.has(key)) return inMemory.get(key)
  const open = await database()
  if (!open) return undefined
  return new Promise((resolve) => {
    const request: IDBRequest<unknown> = open.transaction(storeName).objectStore(storeName).get(key)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}

async function change(work: (store: IDBObjectStore) => void): Promise<void> {
  const open = await database()
  if (!open) return
  await writeToDisk(open, [storeName], (transaction) => work(transaction.objectStore(storeName))).catch(() => undefined)
}
