import { createHash } from 'node:crypto'
import { canonicalJson } from '@kaopei/contract'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './db.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

interface KeyedCall {
  readonly actor: Actor
  readonly key: string
  readonly path: string
  /** What is asked for, wherever the call carries it. */
  readonly given: unknown
  /** The deployment's: answers may hold passwords and tokens of which the database otherwise has the hash alone, so they are kept sealed. */
  readonly secret: string
}

export type Replay =
  | { readonly kind: 'first' }
  | { readonly kind: 'again'; readonly response: unknown }
  | { readonly kind: 'misused' }

/**
 * Has this key been used before? Calls with the same key wait for one another here (an advisory lock until the transaction ends), so a
 * retry that overtakes its first try gets the first answer and never a second row.
 */
export async function findReplay(db: Db, call: KeyedCall): Promise<Replay> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${call.actor.staffId}:${call.key}`}, 7))`.execute(db)
  const { rows } = await sql<{ path: string; request_hash: string; response: unknown }>`
    select path, request_hash, response
    from kit.idempotency
    where company_id = ${call.actor.companyId}
      and actor_id = ${call.actor.staffId}
      and key = ${call.key}`.execute(db)
  const known = rows[0]
  if (!known) return { kind: 'first' }
  if (known.path !== call.path || known.request_hash !== hashOf(call.given)) return { kind: 'misused' }
  return { kind: 'again', response: unsealed(call, known.response) }
}

export async function keepResponse(db: Db, call: KeyedCall, response: unknown): Promise<void> {
  await sql`
    insert into kit.idempotency (company_id, actor_id, key, path, request_hash, response)
    values (${call.actor.companyId}, ${call.actor.staffId}, ${call.key}, ${call.path}, ${hashOf(call.given)},
      ${JSON.stringify({ sealed: sealSecret(call.secret, contextOf(call), JSON.stringify(response ?? null)) })}::jsonb)`.execute(
    db,
  )
}

function unsealed(call: KeyedCall, kept: unknown): unknown {
  const sealed: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'sealed') : undefined
  const text = typeof sealed === 'string' ? openSecret(call.secret, contextOf(call), sealed) : undefined
  return text === undefined ? kept : JSON.parse(text) // kept plainly by the version before
}

function contextOf({ actor, key }: KeyedCall): string {
  return `answer/${actor.companyId}/${actor.staffId}/${key}`
}

function hashOf(given: unknown): string {
  return createHash('sha256').update(canonicalJson(given)).digest('hex')
}
