/**
 * The origin of contents: packages run here, with their scripts, apart from the product. It knows no sessions, sets no cookies, has none of the product's calls, and
 * shows nothing but what a signed address names. Pages here can be framed by the product alone.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { stillHolds } from '@kaopei/files/server'
import { type Certificate, createServer, databaseNow, inTransaction, isHostname, type RawServices, siteOf } from '@kaopei/server'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { findEntry, findPart } from './entry.sql.ts'
import { framePage, frameScript } from './frame-page.ts'
import { type PackageAddress, readPackageToken } from './package-link.ts'
import { sendEntry } from './send-entry.ts'

export interface ContentAppOptions {
  /** Where the product listens: its pages frame these, from the same host unless KAOPEI_PUBLIC_URL says another. */
  readonly productPort: number
  readonly https?: Certificate
  readonly proxies?: number
}

const gone = '课件链接已失效，请返回课程重新打开'

export async function createContentApp(services: RawServices, options: ContentAppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = services.log
  const { proxies = 0, https } = options
  const app = createServer(
    {
      loggerInstance,
      logController: new LogController({ disableRequestLogging: true }),
      trustProxy: proxies > 0 && ((_address, hop) => hop < proxies),
      bodyLimit: 1024,
      requestTimeout: 120_000,
      routerOptions: { maxParamLength: 400 },
    },
    https,
  )
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), display-capture=()')
    // One that lives on would answer for packages that are opened later.
    if (request.headers['service-worker'] !== undefined) return refuse(reply, 403, '不允许')
  })
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, '内容不存在'))
  app.setErrorHandler((error, _request, reply) => {
    services.log.warn({ err: error }, 'a file of a package could not be sent')
    return refuse(reply, 500, '读取失败，请稍后再试')
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  for (const [path, text] of scripts()) {
    app.get(path, (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text),
    )
  }
  app.get<{ Params: { token: string; part: string } }>('/f/:token/:part', (request, reply) =>
    sendFrame(request, reply, services, options),
  )
  app.get<{ Params: { token: string; '*': string } }>('/p/:token/*', (request, reply) =>
    sendFile(request, reply, services, options),
  )
  return app
}

/** Undefined: not ours, over, or what it rests on holds no longer. */
async function readableAddress(services: RawServices, token: string): Promise<PackageAddress | undefined> {
  const link = readPackageToken(services, token)
  if (!link?.grant) return link
  const { companyId, id } = link.grant
  return (await inTransaction(services.pool, companyId, (db) => stillHolds(db, id, databaseNow()))) ? link : undefined
}

async function sendFrame(
  request: FastifyRequest<{ Params: { token: string; part: string } }>,
  reply: FastifyReply,
  services: RawServices,
  options: ContentAppOptions,
): Promise<FastifyReply> {
  const { token, part } = request.params
  const address = await readableAddress(services, token)
  if (!address) return refuse(reply, 403, gone)
  const { companyId, versionId } = address
  const number = /^\d{1,4}$/.test(part) ? Number(part) : 0
  const found = await inTransaction(services.pool, companyId, (db) => findPart(db, versionId, number))
  if (!found) return refuse(reply, 404, gone)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "frame-src 'self'",
    ancestors(request, services, options),
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(framePage(found, `/p/${token}/`))
}

async function sendFile(
  request: FastifyRequest<{ Params: { token: string; '*': string } }>,
  reply: FastifyReply,
  services: RawServices,
  options: ContentAppOptions,
): Promise<FastifyReply> {
  const address = await readableAddress(services, request.params.token)
  if (!address) return refuse(reply, 403, gone)
  const { companyId, versionId } = address
  const entry = await inTransaction(services.pool, companyId, (db) => findEntry(db, versionId, request.params['*']))
  if (!entry) return refuse(reply, 404, '课件中没有这个文件')
  // What packages need to run; what they may reach is their own origin, and pictures, films and scripts of others by https.
  const own = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: https:"
  const policy = [own, "base-uri 'self'", "form-action 'self'", ancestors(request, services, options)]
  reply.header('content-security-policy', policy.join('; '))
  return sendEntry(request, reply, services, { companyId, entry })
}

/** Every page around this one, up to the window, must be one of these. What the request calls us counts only where nobody has said how we are called. */
function ancestors(
  { protocol, hostname }: FastifyRequest,
  { publicUrl }: RawServices,
  { productPort }: ContentAppOptions,
): string {
  if (publicUrl.isConfigured) return `frame-ancestors 'self' ${siteOf(publicUrl, '*')}`
  return isHostname(hostname) ? `frame-ancestors 'self' ${protocol}://${hostname}:${productPort}` : "frame-ancestors 'self'"
}

function refuse(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store')
    .send(text)
}

function scripts(): [string, string][] {
  const require = createRequire(import.meta.url)
  const libraryOf = (name: string) => readFileSync(require.resolve(`scorm-again/${name}/min`), 'utf8')
  return [
    ['/scorm/frame.js', frameScript()],
    ['/scorm/1.2.js', libraryOf('scorm12')],
    ['/scorm/2004.js', libraryOf('scorm2004')],
  ]
}
