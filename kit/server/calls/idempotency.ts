import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { canonicalJson, type Endpoint, type ErrorDef, protocolErrors } from '@kaopei/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { changesOf, rowsOf } from '../database/rows.ts'
import { openSecret, sealSecret } from '../database/sealed-secret.ts'
import type { Actor } from './actor.ts'
import { clockToleranceMs } from './authenticate.ts'
import { Failure, ProtocolFailure } from './failure.ts'

/** One call of a client, as it may come a second time: tried again under its key, or as a copy of the same signed bytes. */
interface SignedCall {
  readonly endpoint: Endpoint
  readonly actor: Actor | undefined
  /** The client's own name for what it wants done once. */
  readonly key: string | undefined
  readonly signature: string
  /** What is asked for, wherever the call carries it. */
  readonly given: unknown
  readonly now: Date
  /** The deployment's: answers may hold passwords and tokens of which the database otherwise has the hash alone, so they are kept sealed. */
  readonly secret: string
}

/** Of a call that writes; undefined for those that only read, are not signed, or know their repetitions by themselves. */
export function signedCall(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  { actor, given, now, secret }: Pick<SignedCall, 'actor' | 'given' | 'now' | 'secret'>,
): SignedCall | undefined {
  const { audit, isRepeatable, unsigned } = endpoint.facts
  const { sign: signature, 'idempotency-key': named } = headers
  if (audit === 'read' || isRepeatable || unsigned || typeof signature !== 'string') return undefined
  const key = typeof named === 'string' && named ? named.slice(0, 100) : undefined
  return { endpoint, actor, key, signature, given, now, secret }
}

/** What a call comes to once its transaction ends: data, or a failure that keeps its changes. */
export interface Outcome {
  readonly data?: unknown
  readonly failure?: Failure
}

type KeptCall = SignedCall & { readonly actor: Actor }

/** Longer answers are kept for clients that gave a key, and so mean to ask again; whoever copies bytes is told that it has been done. */
const longestKeptForAll = 32 * 1024

/**
 * Runs the work unless this call has acted before. A repetition gets the first outcome, or is told that there was one where none can be kept
 * (public calls, files, very long answers). A call that failed and left nothing may come again.
 */
export async function actOnce(db: Db, call: SignedCall, work: () => Promise<Outcome>): Promise<Outcome> {
  if (!hasActor(call) || call.endpoint.facts.download) {
    await spend(db, call)
    return work()
  }
  const before = await findOutcome(db, call)
  if (before) return before
  const outcome = await work()
  await keep(db, call, outcome)
  return outcome
}

const hasActor = (call: SignedCall): call is KeptCall => call.actor !== undefined

/** Whoever comes second waits here for the first to end. A timestamp may be ahead, so a signature is good for up to twice the tolerance. */
async function spend(db: Db, { signature, now }: SignedCall): Promise<void> {
  const expiresAt = new Date(now.getTime() + 2 * clockToleranceMs + 60_000)
  const changed = await changesOf(db)`
    insert into kit.used_signature (signature, expires_at)
    values (${signature}, ${expiresAt})
    on conflict do nothing`
  if (changed === 0) throw new ProtocolFailure(protocolErrors.repeated)
}

const keptRow = z.object({
  key: z.string(),
  path: z.string(),
  request_hash: z.string(),
  signature: z.string().nullable(),
  response: z.unknown(),
})
type KeptRow = z.output<typeof keptRow>

/**
 * Calls with the same signature or key wait for one another here (advisory locks until the transaction ends), so a repetition that overtakes
 * its first try gets the first answer and never a second row. Everybody locks the signature first, of which a call has one.
 */
async function findOutcome(db: Db, call: KeptCall): Promise<Outcome | undefined> {
  const { actor, signature, endpoint } = call
  const key = keyOf(call)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${actor.staffId}:${signature}`}, 7))`.execute(db)
  if (call.key) await sql`select pg_advisory_xact_lock(hashtextextended(${`${actor.staffId}:${key}`}, 7))`.execute(db)
  const rows = await rowsOf(db, keptRow)`
    select key, path, request_hash, signature, response
    from kit.idempotency
    where company_id = ${actor.companyId}
      and actor_id = ${actor.staffId}
      and (key = ${key} or signature = ${signature})`
  const known = rows.find((row) => row.signature === signature) ?? rows[0]
  if (!known) return undefined
  if (known.path !== endpoint.facts.path || known.request_hash !== hashOf(call.given))
    throw new ProtocolFailure(protocolErrors.invalid, { text: '同一个提交标识已用于另一次不同的提交，请刷新页面后重试' })
  return outcomeOf(call, known)
}

/**
 * Under the client's key only what succeeded is kept: after a refusal the same wish may come again. Under the signature alone it may not,
 * for the refusal was counted.
 */
async function keep(db: Db, call: KeptCall, { data, failure }: Outcome): Promise<void> {
  const { actor, signature, endpoint } = call
  const key = failure ? ofSignature(call) : keyOf(call)
  const text = JSON.stringify(failure ? { code: failure.error.code, detail: failure.detail } : (data ?? null))
  const isWithheld = call.key === undefined && text.length > longestKeptForAll
  const sealed = isWithheld ? {} : { sealed: sealSecret(call.secret, contextOf(actor, key), text) }
  const response = { ...sealed, ...(failure && { isFailure: true }), ...(isWithheld && { isWithheld }) }
  await sql`
    insert into kit.idempotency (company_id, actor_id, key, path, request_hash, response, signature)
    values (${actor.companyId}, ${actor.staffId}, ${key}, ${endpoint.facts.path}, ${hashOf(call.given)},
      ${JSON.stringify(response)}::jsonb, ${signature})`.execute(db)
}

function outcomeOf(call: KeptCall, { key, response }: KeptRow): Outcome {
  if (isTrue(response, 'isWithheld')) throw new ProtocolFailure(protocolErrors.repeated)
  const data = unsealed(call, key, response)
  return isTrue(response, 'isFailure') ? { failure: failureOf(call.endpoint, data) } : { data }
}

const isTrue = (kept: unknown, name: string) => typeof kept === 'object' && kept !== null && Reflect.get(kept, name) === true

function failureOf({ errors }: Endpoint, kept: unknown): Failure {
  const { code, detail } = kept as { code: number; detail: Failure['detail'] } // as `keep` wrote it
  const known: readonly ErrorDef[] = [...errors, ...Object.values(protocolErrors)]
  return new Failure(known.find((error) => error.code === code) ?? protocolErrors.repeated, detail, true)
}

function unsealed({ actor, secret }: KeptCall, key: string, kept: unknown): unknown {
  const sealed: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'sealed') : undefined
  const text = typeof sealed === 'string' ? openSecret(secret, contextOf(actor, key), sealed) : undefined
  return text === undefined ? kept : JSON.parse(text) // kept plainly by the version before
}

const ofSignature = ({ signature }: SignedCall) => `sign:${signature}`
const keyOf = (call: SignedCall) => call.key ?? ofSignature(call)

function contextOf({ companyId, staffId }: Actor, key: string): string {
  return `answer/${companyId}/${staffId}/${key}`
}

function hashOf(given: unknown): string {
  return createHash('sha256').update(canonicalJson(given)).digest('hex')
}
