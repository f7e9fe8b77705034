/** Reports of playing that the server has not acknowledged: kept across reloads, told later by whatever page of learning is open. */
import type { InputOf } from '@kaopei/contract'
import { call, isApiError, session } from '@kaopei/web/client'
import { learnPing, type PingAnswer } from '../../contract/ping.ts'

export type Report = InputOf<typeof learnPing.ping>

export interface KeptReport {
  readonly key: string
  readonly staffId: string
  readonly report: Report
  /** What it stands for, by this device's clock. */
  readonly spanMs: number
}

const databaseName = 'kaopei-learning'
const storeName = 'reports'
/** Where the browser keeps nothing, they last as long as the page. */
const inMemory = new Map<string, KeptReport>()
let opened: Promise<IDBDatabase | undefined> | undefined

function database(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
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
  return opened
}

async function change(work: (store: IDBObjectStore) => void): Promise<void> {
  const open = await database()
  if (!open) return
  await new Promise<void>((resolve) => {
    const transaction = open.transaction(storeName, 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => resolve()
    transaction.onabort = () => resolve()
    work(transaction.objectStore(storeName))
  })
}

export async function keep(kept: KeptReport): Promise<void> {
  inMemory.set(kept.key, kept)
  await change((store) => store.put(kept))
}

export async function drop(key: string): Promise<void> {
  inMemory.delete(key)
  await change((store) => store.delete(key))
}

/** Of this person, in the order in which they were made. */
export async function keptReports(staffId: string): Promise<KeptReport[]> {
  const open = await database()
  const stored = await new Promise<KeptReport[]>((resolve) => {
    if (!open) return resolve([])
    const request: IDBRequest<KeptReport[]> = open.transaction(storeName, 'readonly').objectStore(storeName).getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve([])
  })
  const all = new Map([...stored, ...inMemory.values()].map((kept) => [kept.key, kept]))
  return [...all.values()].filter((kept) => kept.staffId === staffId).sort((one, other) => one.report.seq - other.report.seq)
}

export type Told =
  | { readonly kind: 'credited'; readonly answer: PingAnswer }
  /** No answer of the server: it stays and is told later. */
  | { readonly kind: 'unsent' }
  /** The server will never take it; the text says why. */
  | { readonly kind: 'refused'; readonly text: string }

/** Tells one report. What the server has answered, with yes or no, is forgotten here. */
export async function tell({ key, report, spanMs }: KeptReport, isLate: boolean): Promise<Told> {
  try {
    const late = isLate ? { late: { spanMs: Math.min(86_400_000, Math.max(0, Math.round(spanMs))) } } : {}
    const answer = await call(learnPing.ping, { ...report, ...late }, { silent: true, timeoutMs: 12_000 })
    await drop(key)
    return { kind: 'credited', answer }
  } catch (error) {
    const isFinal = isApiError(error) && !error.isForeign && (error.code === 1001 || (error.code >= 3050 && error.code < 3080))
    if (!isFinal) return { kind: 'unsent' }
    await drop(key)
    return { kind: 'refused', text: error.message }
  }
}

let isSending = false

/** Tells what is kept of this person, as late; answers what came of each. One at a time over all players of the page. */
export async function sendKept(except?: string): Promise<readonly { readonly kept: KeptReport; readonly told: Told }[]> {
  const staffId = session.get()?.staffId
  if (isSending || staffId === undefined) return []
  isSending = true
  try {
    const done: { kept: KeptReport; told: Told }[] = []
    for (const kept of await keptReports(staffId)) {
      if (kept.key === except) continue
      const told = await tell(kept, true)
      done.push({ kept, told })
      if (told.kind === 'unsent') break
    }
    return done
  } finally {
    isSending = false
  }
}
