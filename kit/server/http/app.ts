import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import helmet from '@fastify/helmet'
import { answerMark, type Endpoint, type ErrorDef, protocolErrors, scopedMenus } from '@kaopei/contract'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pg from 'pg'
import secureJson from 'secure-json-parse'
import { addRoute } from '../calls/adapter.ts'
import type { Module, RawServices } from '../calls/implement.ts'
import type { SessionCache } from '../calls/session-cache.ts'
import { refuseWhileClosing, StorageTrouble, sendUnavailable, troubleOf } from '../calls/unavailable.ts'
import { databaseClock, databaseNow } from '../database/database-clock.ts'
import { Turns } from '../jobs/turns.ts'
import { type Certificate, createServer } from './create-server.ts'
import { longText } from './json-answer.ts'
import { observeRequests } from './metrics.ts'

export interface AppOptions {
  readonly modules: readonly Module[]
  readonly services: RawServices
  readonly sessions: SessionCache
  readonly defaultDomain: string
  readonly clock?: () => Date
  /** How many proxies stand in front, each of which adds whom it heard to `X-Forwarded-For`. What is further left anybody may have written. */
  readonly proxies?: number
  readonly https?: Certificate
  /** Answers requests for pages; everything else that has no route gets 404 in the envelope. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply> | undefined
  /** Ready to take work: migrations done, the database takes writes. */
  readonly isReady: () => Promise<boolean>
  /** Of a call that ended with an error that its contract does not list; it is written into the log unless said otherwise. */
  readonly onUndeclared?: (endpoint: Endpoint, error: ErrorDef) => void
}

const notUnderstood = { code: protocolErrors.invalid.code, message: '请求格式不正确', data: null }

/** The router's refusals come before any hook. */
function refuseAddress({ statusCode = 400 }: { statusCode?: number }, _request: unknown, { raw }: { raw: ServerResponse }): void {
  raw.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' })
  raw.end(JSON.stringify(notUnderstood))
}

/** The HTTP server of the rooms' modules, with nothing of its own but the protocol. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, proxies = 0 } = options
  const loggerInstance: FastifyBaseLogger = services.log
  const app = createServer(
    {
      loggerInstance,
      logController: new LogController({ disableRequestLogging: true }),
      genReqId: () => randomUUID(),
      trustProxy: proxies > 0 && ((_address, hop) => hop < proxies),
      bodyLimit: 1024 * 1024,
      requestTimeout: 120_000,
      // Its own answer while stopping has neither envelope nor Retry-After.
      return503OnClosing: false,
      // Addresses that the router does not take: broken escapes, ids longer than any id.
      frameworkErrors: refuseAddress,
    },
    options.https,
  )
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    reply.header('x-request-id', request.id).header(answerMark.name, answerMark.value)
    return asBytes(payload)
  })
  acceptEmptyJson(app)
  acceptForms(app)
  const storage = new StorageTrouble()
  refuseWhileClosing(app)
  answerProblemsInTheEnvelope(app, options.page, storage)
  observeRequests(app)
  addHealth(app, options, storage)
  checkCodes(options.modules)
  const ratePool = new pg.Pool({ ...services.pool.options, max: 3 })
  ratePool.on('error', (error) => services.log.warn({ err: error }, 'connection of the rate limits lost'))
  endAfterLastAnswer(app, ratePool)
  const adapter = {
    ratePool,
    connections: connectionTurns(services.pool),
    gate: { sessions: options.sessions, secret: services.secret },
    services,
    defaultDomain: options.defaultDomain,
    scopedMenus: scopedMenus(options.modules.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))),
    clock: options.clock ?? databaseNow,
    storage,
    onUndeclared: options.onUndeclared ?? logUndeclared(services),
  }
  for (const module of options.modules) {
    for (const implemented of module.endpoints) addRoute(app, implemented, adapter)
    module.routes?.(app, services)
  }
  return app
}

/** A long answer as its bytes; what is short goes out in one piece with its headers as it is. */
function asBytes(payload: unknown): unknown {
  return typeof payload === 'string' && payload.length > longText ? Buffer.from(payload) : payload
}

function logUndeclared({ log }: RawServices): NonNullable<AppOptions['onUndeclared']> {
  return ({ facts: { path } }, { name }) =>
    log.error({ path, error: name }, 'answered with an error that the call does not declare')
}

/** Of the connections one company gets seven in ten: its slow calls wait for one another, and those of others find some that are free. */
function connectionTurns({ options: { max, connectionTimeoutMillis } }: pg.Pool): Turns {
  return new Turns(max, connectionTimeoutMillis, Math.floor(max * 0.7))
}

/** Hooks of the end run before the last requests are answered, which may still count their rate. */
function endAfterLastAnswer(app: FastifyInstance, pool: pg.Pool): void {
  app.addHook('onClose', async () => {
    if (!app.server.listening) await pool.end()
    else app.server.once('close', () => void pool.end())
  })
}

/** Many clients send `content-type: application/json` with nothing behind it. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, parseJson(String(body)))
    } catch {
      done(Object.assign(new Error('body is not JSON'), { statusCode: 400 }))
    }
  })
}

const deepest = 100
/** Values of a body, by the commas between them; of calls that have many, the largest choose ten thousand people. */
const mostValues = 50_000

/** Without `__proto__` keys, however they are spelled. */
function parseJson(text: string): unknown {
  if (isTooLarge(text)) throw new SyntaxError('nested too deeply, or of too many values')
  return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'ignore' })
}

/**
 * What walks a body calls itself once for each level and would run out of stack; what checks its values takes longer than reading them.
 * Brackets and commas within texts count for nothing.
 */
function isTooLarge(text: string): boolean {
  if (text.length <= 2 * deepest) return false
  let depth = 0
  let values = 0
  let isText = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (isText) {
      if (character === backslash) index++
      else if (character === quote) isText = false
    } else if (character === quote) isText = true
    else if (character === openBracket || character === openBrace) {
      if (++depth > deepest) return true
    } else if (character === closeBracket || character === closeBrace) depth--
    else if (character === comma && ++values > mostValues) return true
  }
  return false
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace, comma] = [34, 92, 91, 93, 123, 125, 44] as const

/** For the few calls that declare `carries: 'form'`; their inputs are flat. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries([...new URLSearchParams(String(body))].filter(([key]) => key !== '__proto__'))),
  )
}

function answerProblemsInTheEnvelope(app: FastifyInstance, page: AppOptions['page'], storage: StorageTrouble): void {
  app.setNotFoundHandler((request, reply) => {
    const answer = request.method === 'GET' ? page?.(request, reply) : undefined
    return answer ?? reply.code(404).send({ code: 404, message: '请求的地址不存在', data: null })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413) return reply.code(413).send({ code: 413, message: '提交的内容过大', data: null })
    if (status < 500) return reply.code(status).send(notUnderstood)
    const trouble = troubleOf(error)
    if (trouble) {
      storage.note(trouble)
      request.log.warn({ err: error }, 'too busy, or without a store that takes writes')
      return sendUnavailable(reply, trouble)
    }
    request.log.error({ err: error }, 'request failed outside its handler')
    return reply
      .code(500)
      .send({ code: 9999, message: `${protocolErrors.unexpected.text}（编号 ${request.id.slice(0, 8)}）`, data: null })
  })
}

function addHealth(app: FastifyInstance, options: AppOptions, storage: StorageTrouble): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await options.isReady().catch(() => false)
    // Whoever serves with a wrong clock serves by the database's: it is told, and no reason to leave.
    const clock = databaseClock.isOff ? { clockAheadSeconds: Math.round(databaseClock.aheadMs / 1000) } : {}
    if (isReady && !storage.isRecent()) return { status: 'ready', ...clock }
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({ status: isReady ? 'notWritable' : 'notReady', ...clock })
  })
}

/** Two errors with one number would be told apart by nobody. */
function checkCodes(modules: readonly Module[]): void {
  const names = new Map<number, string>()
  const paths = new Set<string>()
  for (const { endpoint } of modules.flatMap((module) => module.endpoints)) {
    const key = `${endpoint.facts.method ?? 'POST'} ${endpoint.facts.path}`
    if (paths.has(key)) throw new Error(`${key} is declared twice`)
    paths.add(key)
    for (const error of endpoint.errors) {
      if (error.code === protocolErrors.silent.code || error.code === 6004) continue
      const other = names.get(error.code)
      if (other !== undefined && other !== error.name) throw new Error(`code ${error.code} means both ${other} and ${error.name}`)
      names.set(error.code, error.name)
    }
  }
}
