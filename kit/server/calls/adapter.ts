import { createHmac, randomUUID } from 'node:crypto'
import { type Endpoint, type ErrorDef, protocolErrors } from '@kaopei/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ZodError, type z } from 'zod'
import { bindDb, type Db, enterCompany, inTransaction } from '../database/db.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { enqueue } from '../jobs/jobs.ts'
import { Turns } from '../jobs/turns.ts'
import { type Actor, type DataScope, hasConsole, mayUse, noScope, scopeOn } from './actor.ts'
import { answerShapeOf } from './answer-shape.ts'
import { authenticate, type Gate, tokenOf } from './authenticate.ts'
import { Failure, isDatabaseError, isDeclared, isRetriable, ProtocolFailure } from './failure.ts'
import { actOnce, type Outcome, signedCall } from './idempotency.ts'
import type { Context, FileAnswer, Implemented, LogEntry, RawServices, RequestFacts } from './implement.ts'
import { networkOf } from './network-of.ts'
import { writeOperationLog } from './operation-log.ts'
import { checkRate, countRate, limitRate } from './rate-limit.ts'
import { type StorageTrouble, sendUnavailable, troubleOf } from './unavailable.ts'

export interface AdapterOptions {
  readonly gate: Gate
  readonly services: RawServices
  /** Apart from the requests' own connections: whoever holds one and waits for a second would in the end wait for itself. */
  readonly ratePool: pg.Pool
  /** Who may take a connection to the database: some are always left to other companies than the one that asks most. */
  readonly connections: Turns
  readonly defaultDomain: string
  /** Menus on which some call shows people by a data scope. */
  readonly scopedMenus: ReadonlySet<string>
  readonly clock: () => Date
  readonly storage: StorageTrouble
  /** Hears of calls that ended with an error that their contract does not list: a mistake of the program. */
  readonly onUndeclared: (endpoint: Endpoint, error: ErrorDef) => void
}

const mostTries = 3

/** Gives one endpoint its HTTP route: check → run in a transaction with its log row → answer in the envelope. */
export function addRoute(app: FastifyInstance, implemented: Implemented, options: AdapterOptions): void {
  const { facts } = implemented.endpoint
  const turns = facts.atOnce === undefined ? undefined : new Turns(facts.atOnce)
  for (const url of [facts.path, ...(facts.aliases ?? [])]) {
    app.route({
      method: facts.method ?? 'POST',
      url,
      // A HEAD would run the handler with another input than the GET that it asks about.
      exposeHeadRoute: false,
      ...(facts.bodyLimit && { bodyLimit: facts.bodyLimit }),
      handler: (request, reply) => answer(request, reply, implemented, options, turns),
    })
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  implemented: Implemented,
  options: AdapterOptions,
  turns: Turns | undefined,
): Promise<FastifyReply> {
  try {
    const now = options.clock()
    const { endpoint } = implemented
    const actor = await authenticate(request, endpoint, options.gate, now)
    const given = givenInput(endpoint, request)
    const input = parseInput(endpoint, given)
    const call = { request, facts: requestFacts(request, options), actor, given, input, now }
    const party = actor?.companyId ?? call.facts.network
    // A single statement holds its connection for as long as it takes; whole exams answer through such calls, and nothing is to be waited for.
    const isBrief = endpoint.facts.transaction === 'statement'
    const whole = () => runWithRetries(implemented, call, options)
    const work = isBrief ? whole : () => options.connections.run(party, whole)
    const data = await (turns ? turns.run(party, work) : work())
    if (endpoint.facts.download) return sendFile(reply, data)
    return sendAnswer(reply, data)
  } catch (error) {
    return sendError(reply, request, error, implemented, options)
  }
}

interface Call {
  readonly request: FastifyRequest
  readonly facts: RequestFacts
  readonly actor: Actor | undefined
  /** As it was sent: body, query and the path's own parts. */
  readonly given: unknown
  readonly input: unknown
  readonly now: Date
}

async function runWithRetries(implemented: Implemented, call: Call, options: AdapterOptions): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(implemented, call, options)
    } catch (error) {
      if (attempt >= mostTries || !isRetriable(error)) throw error
    }
  }
}

async function run(implemented: Implemented, call: Call, options: AdapterOptions): Promise<unknown> {
  const { endpoint } = implemented
  const { pool } = options.services
  if (endpoint.facts.transaction === 'statement') {
    const state = newState()
    const result = await implemented.handle(
      call.input,
      contextOf(bindDb(pool, call.actor?.companyId), endpoint, call, options, state),
    )
    runAfter(state, options)
    return answerShape(endpoint)(result)
  }
  const state = newState()
  const done = await inTransaction(pool, call.actor?.companyId, async (db) => {
    const context = contextOf(db, endpoint, call, options, state)
    const work = async (): Promise<Outcome> => {
      const kept = await runKeeping(() => implemented.handle(call.input, context))
      const { audit } = endpoint.facts
      if (typeof audit === 'object' && (!kept.failure || state.entries.length > 0)) {
        const entry = { ...audit, path: endpoint.facts.path, actor: call.actor, request: call.facts }
        await writeOperationLog(db, entry, state.entries)
      }
      if (kept.failure) return { failure: kept.failure }
      return { data: endpoint.facts.download ? kept.result : answerShape(endpoint)(kept.result) }
    }
    const signed = signedCall(endpoint, call.request.headers, { ...call, secret: options.services.secret })
    return signed ? actOnce(db, signed, work) : work()
  })
  if (typeof endpoint.facts.audit === 'object') await options.gate.sessions.catchUp()
  if (done.failure) throw done.failure
  runAfter(state, options)
  return done.data
}

const answerShapes = new WeakMap<Endpoint, (value: unknown) => unknown>()

function answerShape(endpoint: Endpoint): (value: unknown) => unknown {
  const shape = answerShapes.get(endpoint) ?? answerShapeOf(endpoint.output, process.env.NODE_ENV)
  answerShapes.set(endpoint, shape)
  return shape
}

/** A failure that keeps its changes must not undo the transaction: it travels as a value. */
async function runKeeping(work: () => Promise<unknown>): Promise<{ result?: unknown; failure?: Failure }> {
  try {
    return { result: await work() }
  } catch (error) {
    if (error instanceof Failure && error.keepsChanges) return { failure: error }
    throw error
  }
}

interface CallState {
  readonly entries: LogEntry[]
  readonly afterwards: (() => void | Promise<void>)[]
}
const newState = (): CallState => ({ entries: [], afterwards: [] })
function runAfter(state: CallState, options: AdapterOptions): void {
  for (const work of state.afterwards) {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => options.services.log.warn({ err: error }, 'work after a commit failed'))
  }
}

function contextOf(db: Db, endpoint: Endpoint, call: Call, options: AdapterOptions, state: CallState): Context<Endpoint> {
  const { actor } = call
  const context: Context<Endpoint> = {
    actor: actor as Actor, // 'public' endpoints are typed to receive it as possibly undefined
    db,
    now: call.now,
    request: call.facts,
    scope: scopeOf(endpoint, actor, call.facts.scopedMenu) as undefined, // typed per endpoint in implement.ts
    fail: (error, detail) => {
      throw new Failure(error, detail)
    },
    refuse: (error, detail) => {
      throw new Failure(error, detail, true)
    },
    record: (entry) => void state.entries.push(entry),
    enqueue: async (job, payload, jobOptions) => {
      if (!actor) throw new Error('a call without a session cannot enqueue through its context')
      await enqueue(db, job, actor.companyId, payload, jobOptions)
    },
    after: (work) => void state.afterwards.push(work),
    enterCompany: (companyId) => enterCompany(db, companyId),
    limitRate: (key, allowed, windowSeconds) => limitRate(options.ratePool, key, allowed, windowSeconds),
    checkRate: (key, allowed) => checkRate(options.ratePool, key, allowed),
    countRate: (key, windowSeconds) => countRate(options.ratePool, key, windowSeconds),
    services: options.services,
  }
  return context
}

function scopeOf({ facts }: Endpoint, actor: Actor | undefined, screen: string | undefined): DataScope | undefined {
  if (!facts.scope || !actor) return undefined
  if (facts.scope === 'screen') return scopeOnScreen(actor, screen, facts.scopeElse.name)
  // Of several rights that open a call, the one that the actor holds says on which menu, and so how far.
  const rights = [facts.access].flat()
  const right = rights.find(({ code }) => mayUse(actor, code)) ?? rights[0]
  return right ? scopeOn(actor, right.menu) : noScope
}

function scopeOnScreen(actor: Actor, screen: string | undefined, otherwise: string): DataScope {
  if (!hasConsole(actor)) throw new ProtocolFailure(protocolErrors.noPermission)
  return scopeOn(actor, screen !== undefined && actor.scopes.has(screen) ? screen : otherwise)
}

function parseInput(endpoint: Endpoint, given: unknown): unknown {
  const parsed = endpoint.input.safeParse(given ?? {})
  if (!parsed.success) throw new ProtocolFailure(protocolErrors.invalid, fieldMessages(parsed.error))
  return parsed.data
}

function givenInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const { params } = request
  const given = carriedInput(endpoint, request)
  const hasParams = typeof params === 'object' && params !== null && Object.keys(params).length > 0
  return hasParams && (given === undefined || typeof given === 'object') ? { ...params, ...given } : given
}

function carriedInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (request.method === 'GET') return request.query
  const { carries } = endpoint.facts
  // JSON `null` is a body, and no input.
  if (request.body === null) throw new ProtocolFailure(protocolErrors.invalid, { text: '请求格式不正确' })
  if (isForm(request) && carries !== 'form') throw new ProtocolFailure(protocolErrors.invalid, { text: '请求格式不正确' })
  if (carries === 'query' && request.body === undefined) return request.query
  return request.body
}

const isForm = (request: FastifyRequest) =>
  Boolean(request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))

function fieldMessages(error: z.ZodError): { text: string; data: unknown } {
  const fields = error.issues.slice(0, 100).map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
  return { text: fields[0]?.message ?? protocolErrors.invalid.text, data: { fields } }
}

function requestFacts(request: FastifyRequest, options: AdapterOptions): RequestFacts {
  const domain = request.headers['org-domain']
  return {
    id: request.id,
    ip: request.ip,
    network: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    orgDomain: typeof domain === 'string' && isDomainLabel(domain) ? domain.toLowerCase() : options.defaultDomain,
    token: tokenOf(request),
    scopedMenu: scopedMenuOf(request, options.scopedMenus),
    headers: request.headers,
  }
}

function scopedMenuOf({ headers }: FastifyRequest, scopedMenus: ReadonlySet<string>): string | undefined {
  const given = headers['route-name']
  return typeof given === 'string' && scopedMenus.has(given) ? given : undefined
}

/** `localhost` and addresses name no company. */
function isDomainLabel(label: string): boolean {
  return label !== '' && label.toLowerCase() !== 'localhost' && !/^[\d.]+$|:/.test(label)
}

function sendAnswer(reply: FastifyReply, data: unknown): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(jsonAnswer({ code: 0, message: 'success', data }))
}

function sendFile(reply: FastifyReply, data: unknown): FastifyReply {
  const file = data as FileAnswer // the handler's type says so for every endpoint with `download`
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition(file.fileName))
    .header('cache-control', 'no-store')
    .send(file.body)
}

function sendError(
  reply: FastifyReply,
  request: FastifyRequest,
  error: unknown,
  implemented: Implemented,
  options: AdapterOptions,
): FastifyReply {
  const failure = failureOf(error, implemented)
  reply.header('cache-control', 'no-store')
  if (failure) {
    const { error: def, detail } = failure
    if (!isDeclared(implemented.endpoint, def)) options.onUndeclared(implemented.endpoint, def)
    if (def === protocolErrors.tooMany) reply.code(429).header('retry-after', String(retryAfter(detail.data)))
    return reply.send({ code: def.code, message: detail.text ?? def.text, data: detail.data ?? null })
  }
  const trouble = troubleOf(error)
  if (trouble) {
    options.storage.note(trouble)
    const told = { err: error, requestId: request.id, path: implemented.endpoint.facts.path }
    options.services.log.warn(told, 'too busy, or without a database that takes writes')
    return sendUnavailable(reply, trouble)
  }
  const reference = createHmac('sha256', randomUUID()).digest('hex').slice(0, 8).toUpperCase()
  // Without its query, which may name people.
  const [path] = request.url.split('?', 1)
  options.services.log.error({ err: error, requestId: request.id, reference, path }, 'request failed unexpectedly')
  return reply
    .code(500)
    .send({ code: 9999, message: `${protocolErrors.unexpected.text}（编号 ${reference}）`, data: { reference } })
}

function failureOf(error: unknown, implemented: Implemented): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof ZodError) return undefined
  if (isDatabaseError(error) && error.constraint) {
    const meant: ErrorDef | undefined = implemented.constraints[error.constraint]
    if (meant) return new Failure(meant)
  }
  return undefined
}

function retryAfter(data: unknown): number {
  return typeof data === 'object' && data !== null && 'retryAfterSeconds' in data ? Number(data.retryAfterSeconds) : 1
}
