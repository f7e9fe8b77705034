import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** login: enters once by an address; bind: proves a contact; reset: proves who forgot a password; proof: may set a new one; link: proves who a link was sent to. */
export type TicketKind = 'login' | 'bind' | 'reset' | 'proof' | 'link'

export interface NewTicket {
  readonly companyId: string
  readonly id: string
  readonly kind: TicketKind
  readonly accountId: string
  readonly address?: string
  readonly secretHash: string
  readonly payload?: { readonly [key: string]: string }
  readonly now: Date
  readonly expiresAt: Date
}

/** False when this very ticket exists already: its job ran before. Older tickets of the kind stop working. */
export async function insertTicket(db: Db, ticket: NewTicket): Promise<boolean> {
  const { companyId, id, kind, accountId, now } = ticket
  const { rows } = await sql`
    insert into identity.ticket (company_id, id, kind, account_id, address, secret_hash, payload, created_at, expires_at)
    values (${companyId}, ${id}, ${kind}, ${accountId}, ${ticket.address ?? null}, ${ticket.secretHash},
      ${JSON.stringify(ticket.payload ?? {})}::jsonb, ${now}, ${ticket.expiresAt})
    on conflict do nothing
    returning id`.execute(db)
  if (rows.length === 0) return false
  if (kind === 'login') return true // several windows may each be on their way
  await sql`
    update identity.ticket
    set used_at = ${now}
    where company_id = ${companyId}
      and kind = ${kind}
      and account_id = ${accountId}
      and id <> ${id}
      and used_at is null`.execute(db)
  return true
}

export interface UsedTicket {
  readonly accountId: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Uses a ticket up. Of several at once one gets it. */
export async function takeTicket(
  db: Db,
  { companyId, kind, secretHash, now }: { companyId: string; kind: TicketKind; secretHash: string; now: Date },
): Promise<UsedTicket | undefined> {
  const { rows } = await sql<UsedTicket>`
    update identity.ticket
    set used_at = ${now}
    where company_id = ${companyId}
      and kind = ${kind}
      and secret_hash = ${secretHash}
      and used_at is null
      and expires_at > ${now}
    returning account_id as "accountId", payload`.execute(db)
  return rows[0]
}

export interface OpenCode {
  readonly id: string
  readonly address: string
  readonly secretHash: string
  readonly failures: number
}

/** The account's latest code that still counts. Locked, so that guesses are counted one after another. */
export async function findOpenCode(
  db: Db,
  { companyId, kind, accountId, now }: { companyId: string; kind: TicketKind; accountId: string; now: Date },
): Promise<OpenCode | undefined> {
  const { rows } = await sql<OpenCode>`
    select id, address, secret_hash as "secretHash", failures
    from identity.ticket
    where company_id = ${companyId}
      and kind = ${kind}
      and account_id = ${accountId}
      and used_at is null
      and expires_at > ${now}
    order by id desc
    limit 1
    for update`.execute(db)
  return rows[0]
}

export async function countCodeFailure(db: Db, { id, most }: { id: string; most: number }): Promise<void> {
  await sql`
    update identity.ticket
    set failures = least(failures + 1, ${most}::int)
    where company_id = ${db.companyId}
      and id = ${id}`.execute(db)
}

export async function markUsed(db: Db, id: string, now: Date): Promise<void> {
  await sql`update identity.ticket set used_at = ${now} where company_id = ${db.companyId} and id = ${id}`.execute(db)
}
