/**
 * The paper of an open attempt on this device, so that a sitting that was begun online goes on without network after a reload or a crash: the
 * sheet, what the server has acknowledged since, and the times. It belongs to one person; it leaves the device with the hand-in, the log-out
 * and the log-in of somebody else. Where the device keeps nothing, everything here does nothing.
 */
import { picturesOf } from '@kaopei/question/candidate'
import { endWork, keepWork, type SessionFacts, session } from '@kaopei/web/client'
import type { Sheet, SheetItem } from '../../contract/shapes.ts'
import type { ClockAnchor } from './clock.ts'
import { browserName, giveBackBrowserName } from './tab-lease.ts'

/** Papers that another version of this client stored otherwise are not read. */
const format = 2
const databaseName = 'kaopei-papers'
const [papers, items] = ['papers', 'items'] as const
const keptAfterDueMs = 24 * 60 * 60 * 1000

export interface KeptPaper {
  readonly attemptId: string
  readonly staffId: string
  readonly format: number
  readonly sheet: Sheet
  readonly anchor: ClockAnchor
  /** Browsers write this to the disk at once, but the login that they keep elsewhere only after a while: a killed one may have lost it. */
  readonly login: SessionFacts
  readonly browser: string
}

/** What is known of one question since the sheet came: from the server alone. */
export type KeptItem = Pick<SheetItem, 'slot'> &
  Partial<Pick<SheetItem, 'answer' | 'rev' | 'savedAt' | 'isFlagged' | 'answerState'>> & { isSeen?: boolean }

export async function keepPaper(sheet: Sheet): Promise<void> {
  const login = session.get()
  if (!login || login.viewing) return
  const { staffId } = login
  const { attemptId, serverTime } = sheet
  const anchor = { server: Date.parse(serverTime), device: Date.now() }
  await change((store) => {
    store(items).delete(rangeOf(attemptId))
    store(papers).put({ attemptId, staffId, format, sheet, anchor, login, browser: browserName() } satisfies KeptPaper)
  })
  await keepWork(attemptId, picturesOf(sheet.items)).catch(() => undefined)
}

export function keepItem(attemptId: string, item: KeptItem): Promise<void> {
  return change((store) => {
    const found: IDBRequest<KeptItem | undefined> = store(items).get([attemptId, item.slot])
    found.onsuccess = () => void store(items).put({ ...found.result, ...item, attemptId })
  })
}

/** Written with every sign of life, so that a start without network goes on from there and never further back. */
export function keepTimes(attemptId: string, { due, anchor }: { due: string | null; anchor: ClockAnchor }): Promise<void> {
  return change((store) => {
    const found: IDBRequest<KeptPaper | undefined> = store(papers).get(attemptId)
    found.onsuccess = () => {
      const paper = found.result
      if (paper) store(papers).put({ ...paper, anchor, sheet: { ...paper.sheet, due } } satisfies KeptPaper)
    }
  })
}

/** Only the person's own. */
export async function findPaper(attemptId: string): Promise<KeptPaper | undefined> {
  const paper = (await ownPapers()).find((one) => one.attemptId === attemptId)
  if (!paper) return undefined
  const known = await read<KeptItem>(items, rangeOf(attemptId))
  const bySlot = new Map(known.map((item) => [item.slot, item]))
  const merged = paper.sheet.items.map((item) => mergedItem(item, bySlot.get(item.slot)))
  return { ...paper, sheet: { ...paper.sheet, items: merged } }
}

function mergedItem(item: SheetItem, { isSeen = false, ...known }: KeptItem = { slot: item.slot }): SheetItem {
  const merged = { ...item, ...known }
  return isSeen && merged.answerState === 'not_seen' ? { ...merged, answerState: 'seen_blank' } : merged
}

export async function ownPapers(): Promise<KeptPaper[]> {
  const { staffId, viewing } = session.get() ?? {}
  if (staffId === undefined || viewing) return []
  return (await read<KeptPaper>(papers)).filter((paper) => paper.staffId === staffId && paper.format === format)
}

/** `leaseEpoch`: only the paper of that lease; another tab may have kept a newer one. */
export async function forgetPaper(attemptId: string, leaseEpoch?: number): Promise<void> {
  if (leaseEpoch !== undefined) {
    const kept = (await ownPapers()).find((paper) => paper.attemptId === attemptId)
    if (kept?.sheet.lease.epoch !== leaseEpoch) return
  }
  await change((store) => {
    store(papers).delete(attemptId)
    store(items).delete(rangeOf(attemptId))
  })
  await endWork(attemptId).catch(() => undefined)
}

/** The server has said which attempts go on; the others' papers are of no use. */
export async function keepOnly(attemptIds: ReadonlySet<string>): Promise<void> {
  for (const { attemptId } of await ownPapers()) if (!attemptIds.has(attemptId)) await forgetPaper(attemptId)
}

/** From now on no paper stays here longer than its person is signed in. */
export function watchPapers(): void {
  const look = () => void forgetStrangers().catch(() => undefined)
  session.subscribe(look)
  void giveBackLogin().finally(look)
}

async function giveBackLogin(): Promise<void> {
  if (session.get()) return
  const found = (await read<KeptPaper>(papers)).find((paper) => paper.format === format && !isOld(paper))
  if (!found) return
  giveBackBrowserName(found.browser)
  session.giveBack(found.login)
}

async function forgetStrangers(): Promise<void> {
  const staffId = session.get()?.staffId
  for (const paper of await read<KeptPaper>(papers)) {
    if (paper.staffId !== staffId || isOld(paper)) await forgetPaper(paper.attemptId)
  }
}

/** By what has passed on this device's own clock, whatever that says of the hour. */
function isOld({ sheet: { due }, anchor }: KeptPaper): boolean {
  if (due === null) return false
  return anchor.server + (Date.now() - anchor.device) > Date.parse(due) + keptAfterDueMs
}

type StoreOf = (name: typeof papers | typeof items) => IDBObjectStore

async function change(work: (store: StoreOf) => void): Promise<void> {
  const database = await openDatabase()
  if (!database) return
  await new Promise<void>((resolve) => {
    const transaction = database.transaction([papers, items], 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => resolve()
    work((name) => transaction.objectStore(name))
  })
}

async function read<Row>(name: typeof papers | typeof items, range?: IDBKeyRange): Promise<Row[]> {
  const database = await openDatabase()
  if (!database) return []
  return new Promise((resolve) => {
    const request: IDBRequest<Row[]> = database.transaction(name).objectStore(name).getAll(range)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve([])
  })
}

let opened: Promise<IDBDatabase | undefined> | undefined
function openDatabase(): Promise<IDBDatabase | undefined> {
  opened ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(undefined)
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(papers, { keyPath: 'attemptId' })
      request.result.createObjectStore(items, { keyPath: ['attemptId', 'slot'] })
    }
    request.onsuccess = () => {
      // A newer client must be able to change the database while this page is open.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => resolve(undefined)
    request.onblocked = () => resolve(undefined)
  })
  return opened
}

function rangeOf(attemptId: string): IDBKeyRange {
  return IDBKeyRange.bound([attemptId], [attemptId, []])
}
