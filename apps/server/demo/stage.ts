import { randomBytes, randomUUID } from 'node:crypto'
import { type Actor, createApp, drainJobs, hashToken, type Session, SessionCache, signKeyOf } from '@kaopei/server'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type Assembly, menus } from '../modules.ts'
import { DemoClient, type Transport } from './client.ts'

/** The server inside this process, on a clock that the seed sets, with sessions that the seed hands out. */
export class Stage {
  now: Date
  readonly companyId: string
  readonly #app: FastifyInstance
  readonly #assembly: Assembly
  readonly #owner: pg.Pool
  readonly #sessions: Map<string, Session>
  readonly #isPlatform: boolean

  constructor(parts: {
    app: FastifyInstance
    assembly: Assembly
    owner: pg.Pool
    companyId: string
    sessions: Map<string, Session>
    isPlatform: boolean
    now: Date
  }) {
    this.#app = parts.app
    this.#assembly = parts.assembly
    this.#owner = parts.owner
    this.#sessions = parts.sessions
    this.#isPlatform = parts.isPlatform
    this.companyId = parts.companyId
    this.now = parts.now
  }

  /** `isPlatform`: the company is the platform's own. */
  static async open(
    assembly: Assembly,
    owner: pg.Pool,
    { id: companyId, isPlatform = false }: { readonly id: string; readonly isPlatform?: boolean },
  ): Promise<Stage> {
    const sessions = new Map<string, Session>()
    const clock = { read: () => new Date() }
    const app = await createApp({
      modules: assembly.modules,
      services: assembly.services,
      sessions: new SessionCache({ find: async (hash) => sessions.get(hash), touch: async () => undefined }),
      defaultDomain: 'demo',
      clock: () => clock.read(),
      isReady: async () => true,
    })
    const stage = new Stage({ app, assembly, owner, companyId, sessions, isPlatform, now: new Date() })
    clock.read = () => stage.now
    return stage
  }

  close(): Promise<void> {
    return this.#app.close()
  }

  /** A client in the name of a person, from an address; with every right of every menu when `isAdmin`. */
  as(person: { id: string; name: string; loginAccount: string }, isAdmin = false, address?: string): DemoClient {
    const token = randomBytes(16).toString('hex')
    const actor: Actor = {
      sessionId: randomUUID(),
      companyId: this.companyId,
      staffId: person.id,
      name: person.name,
      loginAccount: person.loginAccount,
      isAdmin,
      isPlatform: this.#isPlatform,
      mustChangePassword: false,
      rights: new Set(isAdmin ? menus.flatMap((menu) => Object.values(menu.rights).map((right) => right.code)) : []),
      scopes: new Map(),
      impersonatorId: null,
      confinement: null,
    }
    const { secret } = this.#assembly.services
    this.#sessions.set(hashToken(token), {
      actor,
      expiresAt: new Date(8.64e15),
      lastOperationAt: new Date(8.64e15),
      endedReason: null,
    })
    const client = this.anybody(address)
    client.enter({ token, signKey: signKeyOf(secret, token) })
    return client
  }

  /** A client without a session. */
  anybody(address?: string): DemoClient {
    const transport: Transport = async (request) => {
      const { statusCode, body } = await this.#app.inject({ ...request, ...(address && { remoteAddress: address }) })
      return { status: statusCode, body }
    }
    return new DemoClient(transport, this.#assembly.services.secret, () => this.now)
  }

  /** Bytes to an address that a call has given out; answers the status. */
  async put(url: string, contentType: string, payload: Buffer): Promise<number> {
    const { statusCode } = await this.#app.inject({ method: 'PUT', url, headers: { 'content-type': contentType }, payload })
    return statusCode
  }

  /** What a worker repeats, once. */
  async runSweep(name: string): Promise<void> {
    const sweep = this.#assembly.modules.flatMap((module) => module.sweeps ?? []).find((one) => one.name === name)
    if (!sweep) throw new Error(`no sweep is called ${name}`)
    await sweep.run(this.#assembly.services)
  }

  runJobs(): Promise<string[]> {
    return drainJobs(this.#owner, this.#assembly.modules, this.#assembly.services)
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#owner.query<Row>(text, values)).rows
  }

  get services() {
    return this.#assembly.services
  }
}
