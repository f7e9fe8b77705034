import { databaseNow, inTransaction, type RawServices } from '@kaopei/server'
import type { FastifyInstance } from 'fastify'
import { ownPathOf } from '../contract/own-path.ts'
import { findLinkOwner, visitLink } from './link.sql.ts'
import { linkPath } from './short-link.ts'

/** Where every code leads that leads nowhere: unknown, expired and revoked ones are not told apart. */
const overPage = '/linkExpired'

/** `/s/{code}`: counts the visit and leads to a page of this product, never anywhere else. */
export function addLinkRoute(app: FastifyInstance, services: RawServices): void {
  app.get<{ Params: { code: string } }>(`${linkPath}/:code`, { exposeHeadRoute: false }, async (request, reply) => {
    const path = await targetOf(services, request.params.code)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(path ?? overPage, 302)
  })
}

async function targetOf({ pool }: RawServices, code: string): Promise<string | undefined> {
  if (!/^[0-9A-Za-z]{11}$/.test(code)) return undefined
  const owner = await inTransaction(pool, undefined, (db) => findLinkOwner(db, code))
  if (!owner) return undefined
  const { companyId, id } = owner
  const kept = await inTransaction(pool, companyId, (db) => visitLink(db, id, databaseNow()))
  // Looked at once more: what leaves here is a path of ours, whatever a row may hold.
  return kept === undefined ? undefined : ownPathOf(kept)
}
