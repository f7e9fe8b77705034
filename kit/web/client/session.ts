import { isRecord } from './api-error.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

/** What a browser keeps of a login. The password is never among it. */
export interface SessionFacts {
  readonly token: string
  readonly signKey: string
  readonly staffId: string
  readonly name?: string
  readonly expiresAt?: string
  /** This session looks through the eyes of somebody else; `id` is its own, for ending it. */
  readonly viewing?: { readonly id: string; readonly name: string }
}

const storageKey = 'kaopei.session'
/** Where one's own login waits while one looks through another's eyes. */
const ownKey = 'kaopei.session.own'
/** The login was ended here on purpose, as opposed to one that the browser lost. */
const endedKey = 'kaopei.session.ended'
const store = createStore<SessionFacts | undefined>(readStored(storageKey))

/** The session of this page stands for no login: it is written down nowhere here, and what other tabs do is nothing to it. */
let isConfined = false

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  start: (facts: SessionFacts): void => {
    writeStored(ownKey, undefined)
    keep(facts)
  },
  /** Forgets the login; what else was cached for this person is forgotten by those who subscribe. */
  clear: (): void => {
    if (!isConfined) {
      writeStored(ownKey, undefined)
      writeStored(storageKey, undefined)
      markEnded(true)
    }
    store.set(undefined)
  },
  /** A browser that was killed may have lost what was stored a minute before: whoever kept a copy gives it back, unless it was ended. */
  giveBack: (facts: SessionFacts): void => {
    if (store.get() === undefined && !isConfined && !isEnded()) keep(facts)
  },
  /** For a page that a link opens: its calls are made in this session until `release`, and the browser's own login stays what it is. */
  confine: (facts: SessionFacts): void => {
    isConfined = true
    store.set(keptOf(facts))
  },
  release: (): void => {
    if (!isConfined) return
    isConfined = false
    store.set(readStored(storageKey))
  },
  /** Looks through another's eyes until `stopLooking`. */
  look: (facts: SessionFacts): void => {
    writeStored(ownKey, store.get())
    keep(facts)
  },
  /** Back to one's own login; false when nobody is looked through or the own login is lost. */
  stopLooking: (): boolean => {
    const own = store.get()?.viewing && readStored(ownKey)
    if (!own) return false
    writeStored(ownKey, undefined)
    keep(own)
    return true
  },
}

function markEnded(isOver: boolean): void {
  try {
    if (isOver) localStorage.setItem(endedKey, '1')
    else localStorage.removeItem(endedKey)
  } catch {}
}

function isEnded(): boolean {
  try {
    return localStorage.getItem(endedKey) !== null
  } catch {
    return true
  }
}

function keep(facts: SessionFacts): void {
  markEnded(false)
  const kept = keptOf(facts)
  writeStored(storageKey, kept)
  store.set(kept)
}

/** A function, not a value: the module's first line already reads what is stored. */
function keptOf({ token, signKey, staffId, name, expiresAt, viewing }: SessionFacts): SessionFacts {
  const isEnding = expiresAt !== undefined
  return {
    token,
    signKey,
    staffId,
    ...(name !== undefined && { name }),
    ...(isEnding && { expiresAt }),
    ...(viewing && { viewing }),
  }
}

export function useSession(): SessionFacts | undefined {
  return useStore(store)
}

/** Another tab signed in or out: this tab follows, so that nobody acts under the name of somebody else. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (!isConfined && (event.key === storageKey || event.key === null)) store.set(readStored(storageKey))
  })
}

function readStored(key: string): SessionFacts | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!isRecord(value)) return undefined
    const { token, signKey, staffId, name, expiresAt, viewing } = value
    if (typeof token !== 'string' || typeof signKey !== 'string' || typeof staffId !== 'string') return undefined
    return keptOf({
      token,
      signKey,
      staffId,
      ...(typeof name === 'string' && { name }),
      ...(typeof expiresAt === 'string' && { expiresAt }),
      ...(isRecord(viewing) && { viewing: { id: String(viewing.id), name: String(viewing.name) } }),
    })
  } catch {
    return undefined
  }
}

/** Storage may be forbidden or full; the login then lives as long as the page. */
function writeStored(key: string, facts: SessionFacts | undefined): void {
  try {
    if (facts === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(facts))
  } catch {}
}
