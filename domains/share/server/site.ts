import { companySite } from '@kaopei/platform/server'
import type { Db, Services } from '@kaopei/server'
import { ownPathOf } from '../contract/own-path.ts'

/**
 * Where links that leave the house lead: what whoever runs the product has said (KAOPEI_PUBLIC_URL). Empty where nobody has: the link is then a
 * path, which the browser completes with the site that it has open. Headers of a request are never asked, because its sender writes them.
 */
export async function siteOfLinks(db: Db, services: Pick<Services, 'publicUrl'>): Promise<string> {
  return services.publicUrl.isConfigured ? companySite(db, services) : ''
}

/** The path of an address that somebody copied: a path, or an address of the company's site. */
export function ownPathFor(given: string, site: string): string | undefined {
  return ownPathOf(given, site || undefined)
}
