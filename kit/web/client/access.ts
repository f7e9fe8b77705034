import type { Endpoint, Right } from '@kaopei/contract'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

/** What the signed-in person may do, as the server told. The server decides again at every call; this only draws buttons. */
export interface Access {
  /** The role list holds `admin`: every right of the company's package. */
  readonly isAdmin: boolean
  readonly rights: ReadonlySet<string>
}

export const access = createStore<Access | undefined>(undefined)

export function may(what: Right | Endpoint | string, known: Access | undefined = access.get()): boolean {
  const asked = typeof what === 'string' ? [what] : 'facts' in what ? rightsOf(what) : [what.code]
  if (asked.length === 0) return true
  if (!known) return false
  return known.isAdmin || asked.some((code) => known.rights.has(code))
}

/** May the person use this right or call this endpoint? */
export function useMay(what: Right | Endpoint | string): boolean {
  return may(what, useStore(access))
}

/** Does the person hold the role `admin`? For the few things that no right gives. */
export function useIsAdmin(): boolean {
  return useStore(access)?.isAdmin ?? false
}

/** Codes of which one is enough; none when a login suffices. */
function rightsOf(endpoint: Endpoint): string[] {
  const { access: needed } = endpoint.facts
  if (typeof needed === 'string') return []
  return 'code' in needed ? [needed.code] : needed.map((right) => right.code)
}
