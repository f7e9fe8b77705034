import { companySite } from '@kaopei/platform/server'
import type { Db, RequestFacts, Services } from '@kaopei/server'
import { ownPathOf } from '../contract/own-path.ts'

interface Asked {
  readonly request: RequestFacts
  readonly services: Pick<Services, 'publicUrl'>
}

/**
 * Where links that the caller is shown lead. Where nobody has said how people open the product, that is the site that the caller has open:
 * it shapes this caller's own answer alone, paths are all that is kept, and no mail is written with it. Empty: the browser knows.
 */
export async function siteForCaller(db: Db, companyId: string, { request, services }: Asked): Promise<string> {
  return services.publicUrl.isConfigured ? companySite(db, services, companyId) : (originOf(request) ?? '')
}

/** The path of an address that somebody copied: from the company's site, or from the site that they have open. */
export function ownPathFor(given: string, site: string, request: RequestFacts): string | undefined {
  return ownPathOf(given, site || undefined) ?? ownPathOf(given, originOf(request))
}

function originOf({ headers }: RequestFacts): string | undefined {
  const { origin, host } = headers
  if (typeof origin === 'string' && URL.parse(origin)?.host === host) return origin
  if (typeof host !== 'string' || !/^[\w.:[\]-]+$/.test(host)) return undefined
  const proto = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return `${proto}://${host}`
}
