import type { Readable } from 'node:stream'
import type { Contract, Endpoint, ErrorDef } from '@kaopei/contract'
import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Db } from '../database/db.ts'
import type { PublicUrl } from '../http/public-url.ts'
import type { Listener, RoomEvent } from '../jobs/events.ts'
import type { Job, JobOptions } from '../jobs/jobs.ts'
import type { Actor, DataScope } from './actor.ts'
import type { Fail, ProtocolError } from './failure.ts'

type ErrorsOf<E extends Endpoint> = E['errors'][number] | ProtocolError

export interface RequestFacts {
  readonly id: string
  readonly ip: string
  /** What limits count as one caller: `networkOf` the address. */
  readonly network: string
  readonly userAgent: string
  /** First label of the host, or the deployment's default company. */
  readonly orgDomain: string
  readonly token: string | undefined
  /** The menu on whose screen the caller stands (`route-name`), if people are shown there by a data scope: of other menus a scope says nothing. */
  readonly scopedMenu: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface LogEntry {
  readonly targetId?: string | null
  readonly targetName?: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string | null
  /** For calls without a session (a login): in whose company and name the row is written. */
  readonly by?: { readonly companyId: string; readonly id: string; readonly name: string }
  /** Replaces the endpoint's action where one call does several things. */
  readonly action?: string
}

export interface Context<E extends Endpoint> {
  readonly actor: E['facts']['access'] extends 'public' ? Actor | undefined : Actor
  /** The request's transaction (with `transaction: 'statement'`: single statements on the pool). */
  readonly db: Db
  readonly now: Date
  readonly request: RequestFacts
  /** The actor's data scope on the endpoint's menu, or on the caller's screen. */
  readonly scope: E['facts']['scope'] extends 'department' | 'screen' ? DataScope : undefined
  /** Ends the request with a declared error; nothing that it wrote remains. */
  readonly fail: Fail<ErrorsOf<E>>
  /** Ends the request with a declared error, but keeps what it wrote (a counted failed login). */
  readonly refuse: Fail<ErrorsOf<E>>
  /** The operation-log row of this call; several calls write several rows. Written inside the transaction. */
  readonly record: (entry: LogEntry) => void
  /** Asks for a job in this transaction: it runs if, and only if, the transaction commits. */
  readonly enqueue: <P extends z.ZodType>(job: Job<P>, payload: z.input<P>, options?: JobOptions) => Promise<void>
  /** Runs after the commit; failures are logged, never shown. */
  readonly after: (work: () => void | Promise<void>) => void
  /** Enters a company where the call had no session to say which (login, public pages). */
  readonly enterCompany: (companyId: string) => Promise<void>
  /** Counts a use of `key`; beyond `allowed` in the window the request ends with 1006. Counted even when the request fails. */
  readonly limitRate: (key: string, allowed: number, windowSeconds: number) => Promise<void>
  /** The two halves of it, where only what comes out says whether it was a use: ends with 1006 once `key` was counted `allowed` times. */
  readonly checkRate: (key: string, allowed: number) => Promise<void>
  /** Counts a use of `key`, even when the request fails, and ends nothing. */
  readonly countRate: (key: string, windowSeconds: number) => Promise<void>
  readonly services: Services
}

/** What the deployment gives to every handler. Rooms extend this interface with what they bring (files, mail). */
export interface Services {
  /** Signs links and receipts; the same on every process of the deployment. */
  readonly secret: string
  readonly log: Logger
  /** For links that leave the house: mails, SMS, QR codes. */
  readonly publicUrl: PublicUrl
}

/** The answer of an endpoint with `download: true`. */
export interface FileAnswer {
  readonly fileName: string
  readonly contentType: string
  readonly body: Readable | Buffer
}

type Answer<E extends Endpoint> = E['facts']['download'] extends true ? FileAnswer : z.input<E['output']>
export type Handler<E extends Endpoint> = (input: z.output<E['input']>, context: Context<E>) => Promise<Answer<E>>
export type Handlers<C extends Contract> = { readonly [Name in keyof C]: Handler<C[Name]> }

export interface Implemented {
  readonly endpoint: Endpoint
  readonly handle: (input: unknown, context: Context<Endpoint>) => Promise<unknown>
  readonly constraints: Readonly<Record<string, ErrorDef>>
}

export interface RawServices extends Services {
  readonly pool: pg.Pool
}

/** What a room brings to the server. */
export interface Module {
  readonly endpoints: readonly Implemented[]
  readonly jobs?: readonly Job[]
  /** News this room tells; declared so that it is taken from the queue even when nobody listens. */
  readonly events?: readonly RoomEvent[]
  readonly listeners?: readonly Listener[]
  /** Work that every worker repeats at a pace; must be harmless when several do it at once. */
  readonly sweeps?: readonly Sweep[]
  /** Work that waits in the room's own rows, not in the queue: nothing is written to ask for it. */
  readonly backlogs?: readonly Backlog[]
  /** A query of id and name: what the room's things are called that have these ids, for changes in the log. */
  readonly logNames?: (db: Db, ids: readonly string[]) => RawBuilder<unknown>
  /** HTTP that is not of the envelope: slices of uploads, signed file links. */
  readonly routes?: (app: FastifyInstance, services: RawServices) => void
}

/** What a state of a row asks for (an attempt that is closed and not scored). Workers look every second and take as much as is there. */
export interface Backlog {
  readonly name: string
  /** Where a second between two looks is too long. */
  readonly everySeconds?: number
  /** It looks at the same moments as all others of its pace that do, so that they can share a look. */
  readonly isInStep?: boolean
  /** Takes some and answers how many were done; 0 ends the turn. Several workers do it at once, and each again: that must change nothing. */
  readonly work: (services: RawServices) => Promise<number>
}

export interface Sweep {
  readonly name: string
  readonly everySeconds: number
  /** It asks no clock but the database's own, so a machine whose clock is wrong runs it too. */
  readonly isClockless?: boolean
  /** As of `Backlog`. */
  readonly isInStep?: boolean
  readonly run: (services: RawServices) => Promise<void>
}

/**
 * Joins a contract with its handlers; a missing, extra or wrongly typed handler is a type error.
 * `constraints` names the declared error that a violated database constraint means.
 */
export function implement<const C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  constraints: Readonly<Record<string, ErrorDef>> = {},
): readonly Implemented[] {
  return Object.entries(contract).map(([name, endpoint]) => {
    const handle: unknown = Reflect.get(handlers, name)
    if (typeof handle !== 'function') throw new Error(`${endpoint.facts.path} has no handler`)
    return { endpoint, handle: handle as Implemented['handle'], constraints } // the types above proved the match; here it is erased
  })
}
