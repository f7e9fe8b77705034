import { z } from 'zod'
import type { ErrorDef } from './error.ts'
import { issueText } from './issue-texts.ts'
import type { Menu, Right } from './right.ts'

// Here, for every contract is made of endpoints: what a schema refuses without words of its own is said in Chinese, on both sides.
z.config({ localeError: issueText })

/**
 * `atOnce` of calls that a whole exam makes in the same minute (the way in, going on, handing in). More of them at once would be no sooner done, and
 * whoever saves meanwhile would wait beside them.
 */
export const crowdAtOnce = 5

/** Who may call: anybody, anybody signed in, holders of one right, holders of any of several. */
export type Access = 'public' | 'signedIn' | Right | readonly Right[]

/**
 * What remains of a call. `read` writes nothing. `{ action, target }` runs in a transaction with its operation-log row inside.
 * `ownTrail` keeps its own record (an answer's revisions) and writes no operation-log row.
 */
export type Audit = 'read' | 'ownTrail' | { readonly action: string; readonly target: string }

interface CallFacts {
  readonly path: string
  /** POST unless said otherwise; GET takes its input from the query string. */
  readonly method?: 'GET' | 'POST'
  /** Where the specification says so, a POST carries its input as a form or in its query; JSON is understood there too. */
  readonly carries?: 'form' | 'query'
  /** Further spellings of the path that the specification has. */
  readonly aliases?: readonly string[]
  readonly audit: Audit
  readonly summary: string
  /**
   * `request` (default): handler runs in one transaction of the actor's company. `statement`: no transaction is opened; the handler makes
   * exactly one call of a database function that sets the company itself. Only for measured hot paths.
   */
  readonly transaction?: 'request' | 'statement'
  /**
   * Of a call that writes: it knows its repetitions by itself (numbers, states), so that one signed copy sent twice changes nothing more. Every other
   * one is held to one effect by its signature, which costs two statements.
   */
  readonly isRepeatable?: boolean
  /** Unsigned calls: only those that a client makes before it can know a key. */
  readonly unsigned?: boolean
  /** Answers with a file instead of the envelope. */
  readonly download?: boolean
  /** Largest body in bytes; 1 MiB unless said otherwise. */
  readonly bodyLimit?: number
  /**
   * So many of these calls run at once in a process; others wait before they take one of its connections to the database. For what computes for
   * long (passwords), asks other servers (object storage) or comes in crowds (`crowdAtOnce`): the rest finds connections and processors.
   */
  readonly atOnce?: number
  /** May be called by a session that must change its password first. */
  readonly beforePasswordChange?: boolean
  /** May still be called when the company has been suspended or has run out: what somebody in the middle of an exam needs to hand in. */
  readonly whileSuspended?: boolean
  /**
   * May be called by a session that is confined to this (true: to anything) and has no rights at all; every call that does not say so refuses it.
   */
  readonly whileConfinedTo?: string | true
}

/** Opened by a right. `department`: the actor's data scope on that right's menu is put, typed, into the context. */
interface OfRights {
  readonly access: Right | readonly Right[]
  readonly scope?: 'department'
  readonly scopeElse?: undefined
}

/**
 * For pickers, which stand on screens of every room. The screen says which menu it is (`route-name`), and the actor's scope there counts: a claim can
 * choose only among scopes that the actor has. Where the screen's menu knows no scopes it is that on `scopeElse`. Whoever has no menu of the console
 * at all, a candidate, is refused.
 */
interface OfScreens {
  readonly access: Exclude<Access, 'public'>
  readonly scope: 'screen'
  readonly scopeElse: Menu
}

interface OfNobody {
  readonly access: 'public' | 'signedIn'
  readonly scope?: undefined
  readonly scopeElse?: undefined
}

export type EndpointFacts = CallFacts & (OfRights | OfScreens | OfNobody)

/** The menus on which one of these calls shows people by a data scope: roles have one there. */
export function scopedMenus(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  const rights = endpoints.flatMap(({ facts }) => (facts.scope === 'department' ? facts.access : []))
  return new Set(rights.map(({ menu }) => menu))
}

export interface Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Err extends ErrorDef = ErrorDef,
  Facts extends EndpointFacts = EndpointFacts,
> {
  readonly facts: Facts
  readonly input: Input
  readonly output: Output
  readonly errors: readonly Err[]
}

/**
 * Declares one call of the protocol: everything that the server, the clients, the documents and the tests need to know of it.
 * `output` is written from the handler's side: what a handler returns is its input type, what a client receives is its output type.
 */
export function endpoint<
  const Facts extends EndpointFacts,
  Input extends z.ZodType = typeof nothing,
  Output extends z.ZodType = typeof nothing,
  const Err extends ErrorDef = never,
>(definition: Facts & { input?: Input; output?: Output; errors?: readonly Err[] }): Endpoint<Input, Output, Err, Facts> {
  const { input, output, errors, ...facts } = definition
  return {
    facts: facts as unknown as Facts, // what is left of the definition after its three typed parts
    input: input ?? (nothing as unknown as Input),
    output: output ?? (nothing as unknown as Output),
    errors: errors ?? [],
  }
}

/** No input, or nothing to say in the answer. */
export const nothing = z.looseObject({}).nullish()

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
export type Contract = { readonly [name: string]: Endpoint }
