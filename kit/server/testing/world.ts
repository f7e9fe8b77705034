import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint, InputOf, Menu, OutputOf, Right } from '@kaopei/contract'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import type { Actor, DataScope } from '../calls/actor.ts'
import type { Module, RawServices } from '../calls/implement.ts'
import { type Session, SessionCache, type SessionSource } from '../calls/session-cache.ts'
import { appKeyOf, hashToken, sign, signKeyOf } from '../calls/signature.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { createApp } from '../http/app.ts'
import { drainJobs } from '../jobs/drain-jobs.ts'
import { appLoginOf, openPools, type Pools } from '../postgres/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export interface Answer<Data> {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: Data
}

/** What every deployment has before rooms add their own. */
type BaseServices = Pick<RawServices, 'secret' | 'log' | 'pool'>

export interface ActorWish {
  readonly companyId?: string
  readonly staffId?: string
  readonly name?: string
  readonly isAdmin?: boolean
  readonly isPlatform?: boolean
  readonly mustChangePassword?: boolean
  readonly rights?: readonly Right[]
  readonly menus?: readonly Menu[]
  readonly scopes?: Readonly<Record<string, DataScope>>
  /** Somebody looking through this person's eyes. */
  readonly impersonatorId?: string | null
  readonly confinement?: Actor['confinement']
}

export interface TestActor extends Actor {
  readonly token: string
}

/**
 * A whole server on a real database of its own, with the protocol as it is: calls are signed, rights are checked, rows are protected.
 * Only where sessions come from is the test's own: a table in memory.
 */
export class World {
  readonly app: FastifyInstance
  readonly pools: Pools
  readonly services: RawServices
  readonly modules: readonly Module[]
  /** The server's clock; set it to travel. */
  now: () => Date = () => new Date()
  readonly #database: TestDatabase
  readonly #sessions: Map<string, Session>
  readonly #cache: SessionCache
  readonly #undeclared: string[]
  readonly #everyRight: ReadonlySet<string>
  #stamped = 0
  readonly url: string

  // made by open()
  constructor(
    parts: Pick<World, 'app' | 'pools' | 'services' | 'modules' | 'url'> & {
      database: TestDatabase
      sessions: Map<string, Session>
      cache: SessionCache
      undeclared: string[]
    },
  ) {
    this.app = parts.app
    this.pools = parts.pools
    this.services = parts.services
    this.modules = parts.modules
    this.url = parts.url
    this.#database = parts.database
    this.#sessions = parts.sessions
    this.#cache = parts.cache
    this.#undeclared = parts.undeclared
    this.#everyRight = new EveryRight(
      parts.modules.flatMap((module) => module.endpoints.flatMap(({ endpoint }) => rightCodes(endpoint))),
    )
  }

  /**
   * `extend` adds what rooms put on Services (files, mail). `sessionSource` is asked for tokens that are not of `actor()`. `from` is a database to
   * begin with a copy of, as `leave()` gave it.
   */
  static async open(
    modules: readonly Module[],
    extend: (services: BaseServices) => object = () => ({}),
    sessionSource?: (pool: RawServices['pool']) => SessionSource,
    from?: TestDatabase,
  ): Promise<World> {
    const database = await createTestDatabase(from)
    const pools = await openPools({ url: database.url })
    const log = pino({ level: process.env.KAOPEI_TEST_LOG ?? 'silent' })
    const publicUrl = { pattern: 'https://{company}.kaopei.test', isConfigured: true }
    const base = { secret: 'test-secret', log, publicUrl, pool: pools.app }
    const services = { ...base, ...extend(base) } as RawServices // a test gives only the parts that its modules use
    const sessions = new Map<string, Session>()
    const stored = sessionSource?.(pools.app)
    const source: SessionSource = {
      find: async (hash) => sessions.get(hash) ?? stored?.find(hash),
      touch: async (session, at) => stored?.touch(session, at),
    }
    const cache = new SessionCache(source)
    if (stored) await cache.listen(() => new pg.Client({ connectionString: appLoginOf(database.url)?.url ?? database.url }), log)
    const undeclared: string[] = []
    const clock: { read: () => Date } = { read: () => new Date() }
    const app = await createApp({
      modules,
      services,
      sessions: cache,
      defaultDomain: 'demo',
      clock: () => clock.read(),
      isReady: async () => true,
      onUndeclared: ({ facts: { path } }, { name, code }) => undeclared.push(`${path} answered ${name} (${code})`),
    })
    await app.ready()
    const world = new World({ app, pools, services, modules, url: database.url, database, sessions, cache, undeclared })
    clock.read = () => world.now()
    return world
  }

  async close(): Promise<void> {
    const database = await this.leave()
    await database.drop()
    this.#refuseUndeclared()
  }

  /** Ends as `close()` does, but for its database, which others may begin with. */
  async leave(): Promise<TestDatabase> {
    await this.app.close()
    await this.#cache.close()
    await this.pools.close()
    return this.#database
  }

  /** Whatever a call may answer stands in its contract: one that answers something else fails the test that made it, or at the end its file. */
  #refuseUndeclared(): void {
    const told = this.#undeclared.splice(0)
    if (told.length > 0) throw new Error(`errors that no contract lists: ${told.join('; ')}`)
  }

  /** A new company, so that no test sees another's rows. */
  async company(name = '测试公司'): Promise<string> {
    const id = randomUUID()
    await this.pools.owner.query('insert into identity.company (id, domain, name) values ($1, $2, $3)', [
      id,
      `t${id.slice(0, 8)}`,
      name,
    ])
    return id
  }

  /** Somebody signed in. By default an administrator of a new company with every right that the modules ask for. */
  async actor(wish: ActorWish = {}): Promise<TestActor> {
    const token = randomBytes(16).toString('hex')
    const companyId = wish.companyId ?? (await this.company())
    const menuRights = (wish.menus ?? []).map((menu) => `${menu.name}:view`)
    const chosen = [...(wish.rights ?? []).map((right) => right.code), ...menuRights]
    const isAdmin = wish.isAdmin ?? (wish.rights === undefined && wish.menus === undefined)
    const actor: TestActor = {
      token,
      companyId,
      sessionId: randomUUID(),
      staffId: wish.staffId ?? randomUUID(),
      name: wish.name ?? '测试员',
      loginAccount: 'tester',
      isAdmin,
      isPlatform: wish.isPlatform ?? false,
      mustChangePassword: wish.mustChangePassword ?? false,
      rights: isAdmin ? this.#everyRight : new Set(chosen),
      scopes: new Map(Object.entries(wish.scopes ?? {})),
      impersonatorId: wish.impersonatorId ?? null,
      confinement: wish.confinement ?? null,
    }
    const session = { actor, expiresAt: new Date(Date.now() + 1e9), lastOperationAt: this.now(), endedReason: null }
    this.#sessions.set(hashToken(token), session)
    return actor
  }

  /** `await world.as(admin).call(staff.create, {…})`: the envelope as a client gets it. */
  as(actor: Pick<TestActor, 'token'> | undefined) {
    return {
      call: <E extends Endpoint>(endpoint: E, input?: InputOf<E>, headers: Record<string, string> = {}) =>
        this.#call(actor, endpoint, input, headers),
      /** The data of a call that must succeed. */
      get: async <E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<OutputOf<E>> => {
        const answer = await this.#call(actor, endpoint, input, {})
        if (answer.code !== 0)
          throw new Error(`${endpoint.facts.path} answered ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
        return answer.data
      },
      raw: <E extends Endpoint>(endpoint: E, input?: InputOf<E>, headers: Record<string, string> = {}) =>
        this.#inject(actor, endpoint, input, headers),
    }
  }

  /** Runs `work` as the server's role in one company, to arrange or to look. */
  inCompany<T>(companyId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return inTransaction(this.pools.app, companyId, work)
  }

  /** Rows as the owner sees them, past row-level security. */
  async rows<Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.pools.owner.connect()
    try {
      const { rows } = await client.query<Row>(text, values)
      return rows
    } finally {
      client.release()
    }
  }

  /** Runs every waiting job, in order, until none is left; a job that fails fails the test. Answers the names that ran. */
  runJobs(): Promise<string[]> {
    return drainJobs(this.pools.owner, this.modules, this.services)
  }

  /** Of calls made within one millisecond each has its own, as with every client: the same bytes again would be a copy of the same call. */
  #stamp(): string {
    const now = this.now().getTime()
    const isTravelling = Math.abs(now - this.#stamped) > 10_000
    this.#stamped = isTravelling ? now : Math.max(now, this.#stamped + 1)
    return String(this.#stamped)
  }

  async #call<E extends Endpoint>(
    actor: Pick<TestActor, 'token'> | undefined,
    endpoint: E,
    input: InputOf<E> | undefined,
    headers: Record<string, string>,
  ) {
    const response = await this.#inject(actor, endpoint, input, headers)
    const body = response.json<Omit<Answer<OutputOf<E>>, 'status'>>()
    return { ...body, status: response.statusCode }
  }

  async #inject(
    actor: Pick<TestActor, 'token'> | undefined,
    endpoint: Endpoint,
    input: unknown,
    headers: Record<string, string>,
  ) {
    const method = endpoint.facts.method ?? 'POST'
    const isGet = method === 'GET'
    const isQuery = isGet || (endpoint.facts.carries === 'query' && isFlat(input))
    const form = endpoint.facts.carries === 'form' && isFlat(input) ? formOf(input) : undefined
    const url = isQuery ? withQuery(endpoint.facts.path, input) : withParams(endpoint.facts.path, input)
    const timestamp = this.#stamp()
    const { secret } = this.services
    const key = actor ? signKeyOf(secret, actor.token) : appKeyOf(secret)
    const signature = sign(key, { method, url, timestamp, body: isQuery ? undefined : form ? Object.fromEntries(form) : input })
    const response = await this.app.inject({
      method,
      url,
      headers: {
        timestamp,
        sign: signature,
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(actor && { token: actor.token, authorization: `Bearer ${actor.token}` }),
        ...headers,
      },
      ...(!isQuery && input !== undefined && { payload: form ? form.toString() : JSON.stringify(input) }),
    })
    this.#refuseUndeclared()
    return response
  }
}

/** An administrator has also the rights that no endpoint's access names, which handlers ask for themselves. */
class EveryRight extends Set<string> {
  override has(): boolean {
    return true
  }
}

function rightCodes(endpoint: Endpoint): string[] {
  const { access } = endpoint.facts
  if (typeof access === 'string') return []
  return 'code' in access ? [access.code] : access.map((right) => right.code)
}

/** What fits into a form or a query; tests also send what does not. */
function isFlat(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && Object.values(input).every((value) => typeof value !== 'object')
}

function formOf(input: Record<string, unknown>): URLSearchParams {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))
}

function withQuery(path: string, input: unknown): string {
  const entries = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const query = new URLSearchParams(
    entries.filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]),
  )
  return entries.length > 0 ? `${path}?${query}` : path
}

function withParams(path: string, input: unknown): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
    return encodeURIComponent(String(value ?? '').toWellFormed())
  })
}
