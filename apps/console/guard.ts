import type { RouteSpec } from '@kaopei/web'
import { isApiError, isUnanswered } from '@kaopei/web/client'

export interface Visit {
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly route: RouteSpec | undefined
  readonly hasSession: boolean
  /** What the person may see; undefined until it has been loaded. */
  readonly known: { readonly menuNames: ReadonlySet<string>; readonly hasRoles: boolean } | undefined
}

export type Verdict =
  | { readonly kind: 'show' }
  | { readonly kind: 'go'; readonly to: string }
  /** Rights must be loaded, then asked again. */
  | { readonly kind: 'load' }
  /** A one-time ticket must be exchanged before anything is drawn. */
  | { readonly kind: 'exchange'; readonly ticket: string }

const show: Verdict = { kind: 'show' }
const go = (to: string): Verdict => ({ kind: 'go', to })

/**
 * May this path be shown? Ticket → kc-teacher-admin → public list and error pages → no session: login → unknown: 404 → not permitted:
 * noPermission. The order decides which of two reasons somebody reads.
 */
export function judge({ path, search, route, hasSession, known }: Visit): Verdict {
  const ticket = path === '/home' ? new URLSearchParams(search).get('token') : null
  if (ticket) return { kind: 'exchange', ticket }
  if (/(^|\/)kc-teacher-admin(\/|$)/.test(path)) return go('/login')
  if (route?.access === 'public') return show
  if (!hasSession) return go(loginPath(path, search))
  if (!route) return go('/404')
  if (!known) return { kind: 'load' }
  return isPermitted(route, known) ? show : go('/noPermission')
}

/**
 * Who could not be read because nobody answered, or because something broke, may be signed in as well as ever: the session is kept, and the page says what
 * happened. Only an answer that refuses ends it.
 */
export function staysSignedIn(error: unknown): boolean {
  return isUnanswered(error) || (isApiError(error) && error.httpStatus >= 500)
}

export function loginPath(path: string, search: string): string {
  const back = path + search
  return path === '/' || path === '/home' || path === '/login' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

/** A person without any role sees only what needs a login alone; the tree names everything else, an admin's too: all of the company's package. */
export function isPermitted(route: RouteSpec, known: NonNullable<Visit['known']>): boolean {
  if (route.access === 'public' || route.access === 'signedIn') return true
  return known.hasRoles && known.menuNames.has(route.menu ?? route.name)
}
