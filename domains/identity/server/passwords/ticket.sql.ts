import { id } from '@kaopei/contract'
import { type Db, findOne, hasRows } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

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
  const isNew = await hasRows(db)`
    insert into identity.ticket (company_id, id, kind, account_id, address, secret_hash, payload, created_at, expires_at)
    values (${companyId}, ${id}, ${kind}, ${accountId}, ${ticket.address ?? null}, ${ticket.secretHash},
      ${JSON.stringify(ticket.payload ?? {})}::jsonb, ${now}, ${ticket.expiresAt})
    on conflict do nothing
    returning id`
  if (!isNew) return false
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

const usedTicketRow = z.object({ accountId: id, payload: z.record(z.string(), z.unknown()) })
export type UsedTicket = z.output<typeof usedTicketRow>

/** Uses a ticket up. Of several at once one gets it. */
export async function takeTicket(
  db: Db,
  { companyId, kind, secretHash, now }: { companyId: string; kind: TicketKind; secretHash: string; now: Date },
): Promise<UsedTicket | undefined> {
  return findOne(db, usedTicketRow)`
    update identity.ticket
    set used_at = ${now}
    where company_id = ${companyId}
      and kind = ${kind}
      and secret_hash = ${secretHash}
      and used_at is null
      and expires_at > ${now}
    returning account_id as "accountId", payload`
}

const openCodeRow = z.object({ id, address: z.string(), secretHash: z.string(), failures: z.int() })
export type OpenCode = z.output<typeof openCodeRow>

/** The account's latest code that still counts. Locked, so that guesses are counted one after another. */
export async function findOpenCode(
  db: Db,
  { companyId, kind, accountId, now }: { companyId: string; kind: TicketKind; accountId: string; now: Date },
): Promise<OpenCode | undefined> {
  return findOne(db, openCodeRow)`
    select id, address, secret_hash as "secretHash", failures
    from identity.ticket
    where company_id = ${companyId}
      and kind = ${kind}
      and account_id = ${accountId}
      and used_at is null
      and expires_at > ${now}
    order by id desc
    limit 1
    for update`
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
