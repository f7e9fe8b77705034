import type { Endpoint, EndpointFacts, Right } from '@kaopei/contract'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

/** What the signed-in person may do, as the server told. The server decides again at every call; this only draws buttons. */
export interface Access {
  /** The role list holds `admin`: every right of the company's package. */
  readonly isAdmin: boolean
  readonly rights: ReadonlySet<string>
}

export const access = createStore<Access | undefined>(undefined)

export function may(what: Right | readonly Right[] | Endpoint | string, known: Access | undefined = access.get()): boolean {
  const asked = typeof what === 'string' ? [what] : codesOf('facts' in what ? what.facts.access : what)
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

/** Of which one is enough; none when a login suffices. */
function codesOf(needed: EndpointFacts['access'] | readonly Right[]): string[] {
  if (typeof needed === 'string') return []
  return 'code' in needed ? [needed.code] : needed.map((right) => right.code)
}
