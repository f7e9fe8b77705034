/** What the browser of a call shows, where the owner of an attempt asks for a safe one. */
import { companySite } from '@kaopei/platform/server'
import type { Actor, Db, RequestFacts, Services } from '@kaopei/server'
import { isSafeBrowser, provenBy, type SafeKeys, type ShownBrowser, safeHeaders } from './rules/safe-browser.ts'

interface Call {
  readonly actor: Actor
  readonly db: Db
  readonly now: Date
  readonly request: RequestFacts
  readonly services: Services
}

/** Undefined for every other browser: nothing is asked of the database then. The address is ours, never the request's. */
export async function shownBrowser({ actor, db, now, request, services }: Call, path: string): Promise<ShownBrowser | undefined> {
  const shown = safeHeaders(request.headers)
  if (!shown) return undefined
  const { config, request: browser, proof } = shown
  const proven = provenBy(services.secret, proof, { sessionId: actor.sessionId, now })
  return { url: `${await companySite(db, services)}${path}`, config, request: browser, proven }
}

export function asksForSafeBrowser({ config = [], request = [] }: SafeKeys): boolean {
  return config.length > 0 || request.length > 0
}

/** Whether the call comes from a browser as the owner asks for. */
export async function comesFromSafeBrowser(
  call: Call,
  path: string,
  { keys, ownerId }: { keys: SafeKeys; ownerId: string },
): Promise<boolean> {
  return !asksForSafeBrowser(keys) || isSafeBrowser(keys, ownerId, await shownBrowser(call, path))
}
