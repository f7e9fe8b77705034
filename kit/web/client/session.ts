import { isRecord } from './api-error.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

/** What a browser keeps of a login. The password is never among it. */
export interface SessionFacts {
  readonly token: string
  readonly signKey: string
  readonly staffId: string
  readonly expiresAt?: string
}

const storageKey = 'kaopei.session'
const store = createStore<SessionFacts | undefined>(readStored())

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  start: (facts: SessionFacts): void => {
    const { token, signKey, staffId, expiresAt } = facts
    const kept: SessionFacts = expiresAt === undefined ? { token, signKey, staffId } : { token, signKey, staffId, expiresAt }
    writeStored(JSON.stringify(kept))
    store.set(kept)
  },
  /** Forgets the login; what else was cached for this person is forgotten by those who subscribe. */
  clear: (): void => {
    writeStored(undefined)
    store.set(undefined)
  },
}

export function useSession(): SessionFacts | undefined {
  return useStore(store)
}

/** Another tab signed in or out: this tab follows, so that nobody acts under the name of somebody else. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) store.set(readStored())
  })
}

function readStored(): SessionFacts | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isRecord(value)) return undefined
    const { token, signKey, staffId, expiresAt } = value
    if (typeof token !== 'string' || typeof signKey !== 'string' || typeof staffId !== 'string') return undefined
    return typeof expiresAt === 'string' ? { token, signKey, staffId, expiresAt } : { token, signKey, staffId }
  } catch {
    return undefined
  }
}

/** Storage may be forbidden or full; the login then lives as long as the page. */
function writeStored(value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, value)
  } catch {}
}
