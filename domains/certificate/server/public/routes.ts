/** Pages without a login: a certificate's, and what a credential's verifier asks for. */
import { companiesByIds } from '@kaopei/platform/server'
import { bindDb, type Db, databaseNow, networkOf, type RawServices, siteOf } from '@kaopei/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicJwk } from '../document/signing-key.ts'
import { credentialUrn, issuerUrl, revocationUrl } from '../rules/badge.ts'
import { isCode } from '../rules/new-code.ts'
import { mayLook } from './look-rate.ts'
import { busyPage, pagePolicy, verificationPage } from './page.ts'
import { findPublicKey, findShown, selectRevoked } from './shown.sql.ts'

/** No code is this one, and the database is asked for it all the same: a malformed code takes as long as an unknown one. */
const nobodysCode = '0000000000000000'

interface OfPage {
  Params: { '*': string }
}
interface OfId {
  Params: { id: string }
}

export function addPublicRoutes(app: FastifyInstance, services: RawServices): void {
  // A wildcard, because the router's limit of 100 characters is for named parameters: too long a code is a malformed one.
  app.get<OfPage>('/certificate/*', { exposeHeadRoute: false }, (request, reply) => sendPage(request, reply, services))
  const json = (path: string, find: (db: Db, id: string) => Promise<object | undefined>) =>
    app.get<OfId>(`/certificate/${path}/:id`, { exposeHeadRoute: false }, async (request, reply) => {
      if (!(await mayLook(networkOf(request.ip), services)))
        return tooMany(reply).send({ code: 1006, message: '查询过于频繁，请稍后再试', data: null })
      const { id } = request.params
      const found = isUuid.test(id) ? await find(bindDb(services.pool), id) : undefined
      // Verifiers of other sites read these too.
      reply.header('access-control-allow-origin', '*')
      if (found) return reply.header('cache-control', 'public, max-age=300').send(found)
      return reply.code(404).header('cache-control', 'no-store').send({ code: 404, message: '不存在', data: null })
    })
  json('keys', async (db, id) => {
    const key = await findPublicKey(db, id)
    return key && publicJwk(id, key)
  })
  // By the addresses that credentials name: never by what a request calls this server, for the answers are cached for everybody.
  json('issuers', async (db, id) => {
    const [company] = await companiesByIds(db, [id])
    return company && { id: issuerUrl(siteOf(services.publicUrl, company.domain), id), type: ['Profile'], name: company.name }
  })
  json('revocations', async (db, id) => {
    const [company] = await companiesByIds(db, [id])
    if (!company) return undefined
    const site = siteOf(services.publicUrl, company.domain)
    const revoked = await selectRevoked(db, id)
    return {
      id: revocationUrl(site, id),
      type: '1EdTechRevocationList',
      issuer: issuerUrl(site, id),
      revokedCredentials: revoked.map((one) => ({ id: credentialUrn(one), revoked: true })),
    }
  })
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

async function sendPage(request: FastifyRequest<OfPage>, reply: FastifyReply, services: RawServices): Promise<FastifyReply> {
  reply
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
  if (!(await mayLook(networkOf(request.ip), services))) return tooMany(reply).send(busyPage())
  const code = readCode(request.params['*'])
  const shown = await findShown(bindDb(services.pool), isCode(code) ? code : nobodysCode)
  return reply.send(verificationPage(shown, databaseNow()))
}

/** As people type it: small letters, spaces and dashes, and what is mistaken for digits. */
const readCode = (given: string) =>
  given.slice(0, 64).toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

const tooMany = (reply: FastifyReply) => reply.code(429).header('retry-after', '60')
