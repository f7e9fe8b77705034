import { type Db, databaseNow } from '@kaopei/server'
import { ownPathOf } from '../contract/own-path.ts'
import { findSameLink, insertLink } from './link.sql.ts'
import { randomText } from './random-text.ts'

export const linkPath = '/s'

export interface WantedLink {
  readonly companyId: string
  /** Who may revoke it. */
  readonly actorId: string
  /** A path of this product. */
  readonly originUrl: string
  readonly title: string
  readonly expiresAt?: Date | null
}

/**
 * A short address for a page of this product; `url` is relative (`/s/…`). The same person's living link to the same page is given again.
 * Throws for anything that is no path of ours: callers that take addresses from people ask `ownPathOf` first.
 */
export async function createShortLink(db: Db, wanted: WantedLink, now = databaseNow()): Promise<{ code: string; url: string }> {
  const originUrl = ownPathOf(wanted.originUrl)
  if (originUrl === undefined) throw new Error('a short link leads to a page of this product alone')
  const link = { ...wanted, originUrl, expiresAt: wanted.expiresAt ?? null }
  const code = (await findSameLink(db, link, now)) ?? (await insertNew(db, link))
  return { code, url: `${linkPath}/${code}` }
}

async function insertNew(db: Db, link: WantedLink & { expiresAt: Date | null }): Promise<string> {
  for (;;) {
    const code = randomText(11)
    if (await insertLink(db, { ...link, code })) return code
  }
}
