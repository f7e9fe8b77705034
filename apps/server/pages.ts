import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { packagePlayerPath } from '@kaopei/courseware/contract/package-messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ContentPlace, packagePlayerScript, sendPackagePlayer } from './package-player.ts'
import { type Preloads, preloadLinks, readPreloads } from './preloads.ts'

const root = join(import.meta.dirname, '..')
const clients = [
  { prefix: '/candidate', dist: join(root, 'candidate', 'dist') },
  { prefix: '', dist: join(root, 'console', 'dist') },
] as const

/** The service worker of the candidate's client: its place is its scope. */
const workerPath = '/candidate/sw.js'

/** Paths that belong to calls: a missing one is a 404, never a page. */
const callPrefixes = [
  '/api/',
  '/init/',
  '/files/',
  '/system/',
  '/admin/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets/',
  '/candidate/assets/',
]

/** What puts recordings into their bucket: it alone may reach it, by a policy of its own, which is asked for anew when it starts. */
const recordingScript = /\/store-put\.worker-[\w-]+\.js$/

export async function serveAssets(app: FastifyInstance, { evidence }: Pick<StoragePlaces, 'evidence'>): Promise<void> {
  let isFirst = true
  for (const { prefix, dist } of clients) {
    const assets = join(dist, 'assets')
    if (!existsSync(assets)) continue
    const options = {
      root: assets,
      prefix: `${prefix}/assets/`,
      immutable: true,
      maxAge: '365d',
      decorateReply: isFirst,
      preCompressed: true,
      setHeaders: (reply: FastifyReply, path: string) => {
        if (!recordingScript.test(path.replace(/\.(br|gz)$/, ''))) return
        reply.header('content-security-policy', `default-src 'none'; connect-src${listed(evidence) || " 'none'"}`)
        reply.header('cache-control', 'no-cache')
      },
    }
    await app.register(fastifyStatic, options)
    isFirst = false
  }
}

/** Where browsers send bytes to and fetch them from themselves: addresses of buckets, each with what lies in it alone. */
export interface StoragePlaces {
  readonly files: readonly string[]
  /** Only the script that brings recordings reaches it, and nobody fetches them there. */
  readonly evidence: readonly string[]
}

/** The single page of a client with a fresh nonce for its styles; deep links all get it. */
export function pageServer(storage: StoragePlaces, contents?: ContentPlace) {
  const templates = new Map<string, Template>()
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const [path = '/', query = ''] = request.url.split('?', 2)
    if (callPrefixes.some((prefix) => path.startsWith(prefix))) return undefined
    if (path === workerPath) return sendWorker(reply, storage.files)
    if (path === packagePlayerPath || path === packagePlayerScript) return sendPackagePlayer(request, reply, contents)
    if (/\.\w{2,5}$/.test(path)) return undefined
    const client = clients.find(({ prefix }) => prefix === '' || path === prefix || path.startsWith(`${prefix}/`))
    if (!client) return undefined
    const template = templateOf(client.dist, templates)
    if (template === undefined) return reply.code(503).type('text/plain; charset=utf-8').send('界面尚未构建，请运行 npm start')
    // The candidate's page outlives its answer in the device's cache, where a nonce would be used again; it needs none.
    const nonce = client.prefix === '/candidate' ? '' : randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, storage.files, playerOf(request)))
      .header('cache-control', 'no-store')
      .header('permissions-policy', 'camera=(self), microphone=(self), display-capture=(self), fullscreen=(self), geolocation=()')
      .type('text/html; charset=utf-8')
      .send(
        template.html
          .replaceAll('__CSP_NONCE__', nonce)
          .replace('</head>', `${preloadLinks(template.preloads, path, new URLSearchParams(query).get('type'))}</head>`),
      )
  }
}

/** Asked for anew every time: an old worker must not keep itself alive. It loads files and pictures, and runs nothing but itself. */
function sendWorker(reply: FastifyReply, storageOrigins: readonly string[]): FastifyReply | undefined {
  const file = join(root, 'candidate', 'dist', 'sw.js')
  if (!existsSync(file)) return undefined
  return reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', ["default-src 'none'", `connect-src 'self'${listed(storageOrigins)}`].join('; '))
    .type('text/javascript; charset=utf-8')
    .send(readFileSync(file))
}

/** Read again when the client was built anew under a running server. */
function templateOf(dist: string, templates: Map<string, Template>): Template | undefined {
  const file = join(dist, 'index.html')
  const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt === undefined) return undefined
  const known = templates.get(dist)
  if (known?.builtAt === builtAt) return known
  const template = { builtAt, html: readFileSync(file, 'utf8'), preloads: readPreloads(dist) }
  templates.set(dist, template)
  return template
}

interface Template {
  readonly builtAt: number
  readonly html: string
  readonly preloads: Preloads
}

const listed = (origins: readonly string[]) => origins.map((origin) => ` ${origin}`).join('')

/** A policy names a path only behind a host: the one that the page itself is asked of. */
function playerOf({ host, protocol }: FastifyRequest): string {
  return /^[\w.:[\]-]+$/.test(host) ? ` ${protocol}://${host}${packagePlayerPath}` : ''
}

/** No inline scripts, ever. Style attributes stay allowed for the colours that authors give to text; the sanitiser bounds them. */
function contentSecurityPolicy(nonce: string, files: readonly string[], player: string): string {
  const storage = listed(files)
  return [
    "default-src 'self'",
    "script-src 'self'",
    nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${storage}`,
    `media-src 'self' blob:${storage}`,
    `connect-src 'self'${storage}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    // A PDF that the page has read itself, in the browser's own viewer (DocumentViewer), and the player of packages; no other page of ours.
    `frame-src blob:${player}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
