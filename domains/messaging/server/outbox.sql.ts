import { id } from '@kaopei/contract'
import { countOf, type Db, findOne, hasRows, idRow, lit, rowsOf } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { messageChannel, messageState } from '../contract/outbox.ts'
import { outgoingMessageShape } from './message-driver.ts'
import { dueShape } from './rules/fate.ts'

const sending = lit(messageState.sending)

export interface WantedMessage {
  readonly companyId: string
  /** 1 SMS, 2 mail. */
  readonly channel: 1 | 2
  readonly address: string
  readonly subject?: string
  readonly body: string
  /** A second message with the same key is not sent. */
  readonly dedupeKey?: string
  /** The body is markup of our own making: nothing of a receiver's or sender's reached it unescaped. */
  readonly isHtml?: boolean
  readonly templateKey?: string
  readonly providerTemplateId?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly params?: readonly (readonly [name: string, value: string])[]
  readonly signature?: string
  /** Its receiver sits and waits for it: quiet hours do not hold it up. */
  readonly isAwaited?: boolean
  /** From then on it means nothing and is not sent any more. */
  readonly expiresAt?: Date
}

/** The new row's id; undefined when a message with this key was asked for before. */
export async function insertMessage(db: Db, message: WantedMessage): Promise<string | undefined> {
  const row = await findOne(db, idRow)`
    insert into messaging.outbox (company_id, channel, address, subject, body, dedupe_key, is_html, template_key, provider_template_id,
      variables, is_awaited, expires_at, params, signature)
    values (${message.companyId}, ${message.channel}, ${message.address}, ${message.subject ?? ''}, ${message.body},
      ${message.dedupeKey ?? null}, ${message.isHtml ?? false}, ${message.templateKey ?? null}, ${message.providerTemplateId ?? null},
      ${message.variables ? JSON.stringify(message.variables) : null}::jsonb, ${message.isAwaited ?? false}, ${message.expiresAt ?? null},
      ${JSON.stringify(message.params ?? [])}::jsonb, ${message.signature ?? ''})
    on conflict (company_id, dedupe_key) do nothing
    returning id`
  return row?.id
}

/** A message whose turn it is; times are the database's, so that a worker's clock decides nothing. */
const turnRow = dueShape.extend({
  templateKey: z.string().nullable(),
  now: z.date(),
  /** Another has taken it; until then it alone decides what becomes of it. */
  isTaken: z.boolean(),
  takenUntil: z.date().nullable(),
})
export type Turn = z.output<typeof turnRow>

/** A waiting or taken message, locked: whoever comes second finds it taken. */
export async function findTurn(db: Db, id: string): Promise<Turn | undefined> {
  return findOne(db, turnRow)`
    select o.template_key as "templateKey", o.is_awaited as "isAwaited", o.expires_at as "expiresAt", now() as now,
      o.state = ${sending} as "isTaken", case when o.leased_until > now() then o.leased_until end as "takenUntil",
      c.is_closed as "isClosed", t.quiet_hours as "quietHours", c.time_zone as "timeZone"
    from messaging.outbox o
    join identity.company_card c on c.id = o.company_id
    join identity.company_terms t on t.id = o.company_id
    where o.company_id = ${db.companyId}
      and o.id = ${id}
      and o.state in ${lit(messageState.waiting, messageState.sending)}
    for update of o`
}

const claimedMessageRow = outgoingMessageShape.extend({
  /** Which taking this is: only it may say how it ended. */
  attempts: z.int(),
})
export type ClaimedMessage = z.output<typeof claimedMessageRow>

/** For a waiting message that `findTurn` has locked. */
export async function claimMessage(db: Db, id: string, leaseSeconds: number): Promise<ClaimedMessage | undefined> {
  return findOne(db, claimedMessageRow)`
    update messaging.outbox
    set state = ${sending}, attempts = attempts + 1, next_try_at = null, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where company_id = ${db.companyId}
      and id = ${id}
      and state = ${lit(messageState.waiting)}
    returning id, channel, address, subject, body, is_html as "isHtml", provider_template_id as "providerTemplateId", variables,
      template_key as "templateKey", params, signature, attempts`
}

/** A taken message whose taker did not say how it ended in all its time. */
export async function giveUp(db: Db, id: string, error: string): Promise<void> {
  await sql`
    update messaging.outbox
    set state = ${lit(messageState.failed)}, last_error = ${error}
    where company_id = ${db.companyId}
      and id = ${id}
      and state = ${sending}
      and coalesce(leased_until, '-infinity') <= now()`.execute(db)
}

/** A waiting message that does not leave now, and why, in words. */
export async function putOff(
  db: Db,
  id: string,
  { state, reason, until }: { state: number; reason: string; until: Date | null },
): Promise<void> {
  await sql`
    update messaging.outbox
    set state = ${state}, last_error = ${reason}, next_try_at = ${until}
    where company_id = ${db.companyId}
      and id = ${id}
      and state = ${lit(messageState.waiting)}`.execute(db)
}

const releasableMessagesRow = z.object({ companyId: id, id })

/** Held messages of all companies that need not be held any longer. */
export async function releasableMessages(db: Db, most: number): Promise<{ companyId: string; id: string }[]> {
  return rowsOf(db, releasableMessagesRow)`
    select company_id as "companyId", id from messaging.releasable(${most})`
}

export interface Ending {
  readonly state: number
  readonly error: string | null
  /** The supplier's own number of a message that it took. */
  readonly supplierId?: string
  /** Seconds until the next try of a message that waits again. */
  readonly pauseSeconds?: number
}

/** How a taking ended, said by the taker. That a message was sent is true even when others had given it up meanwhile. */
export async function settleMessage(
  db: Db,
  { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>,
  { state, error, supplierId, pauseSeconds }: Ending,
): Promise<void> {
  const isSent = state === messageState.sent
  await sql`
    update messaging.outbox
    set state = ${state}, last_error = ${error}, leased_until = null, sent_at = case when ${isSent} then now() end, supplier_id = ${supplierId || null},
      next_try_at = now() + make_interval(secs => ${pauseSeconds ?? null})
    where company_id = ${db.companyId}
      and id = ${id}
      and (state = ${sending} and attempts = ${attempts} or state = ${lit(messageState.failed)} and ${isSent})`.execute(db)
}

/** Messages of all companies that nothing moves any more. */
export async function stuckMessages(db: Db, silentSeconds: number, most: number): Promise<{ companyId: string; id: string }[]> {
  return rowsOf(db, releasableMessagesRow)`
    select company_id as "companyId", id from messaging.stuck(make_interval(secs => ${silentSeconds}), ${most})`
}

/** Those of them in the given state wait again; the others stay as they are. */
export async function reopenMessages(db: Db, ids: readonly string[], from: number): Promise<ReopenedMessage[]> {
  return rowsOf(db, reopenedMessageRow)`
    update messaging.outbox
    set state = ${lit(messageState.waiting)}, last_error = null, next_try_at = null
    where company_id = ${db.companyId}
      and id = any (${ids}::uuid[])
      and state = ${from}
    returning id, template_key as "templateKey", channel, address, subject`
}

const reopenedMessageRow = z.object({
  id,
  channel: messageChannel.schema,
  address: z.string(),
  subject: z.string(),
  templateKey: z.string().nullable(),
})
export type ReopenedMessage = z.output<typeof reopenedMessageRow>

export async function hasMessage(db: Db, id: string): Promise<boolean> {
  return hasRows(db)`select from messaging.outbox where company_id = ${db.companyId} and id = ${id}`
}

export interface OutboxFilter {
  readonly keyWords?: string | undefined
  readonly channel?: number | undefined
  readonly state?: number | undefined
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
  readonly pageIndex: number
  readonly pageSize: number
}

const storedMessageRow = z.object({
  id,
  channel: messageChannel.schema,
  address: z.string(),
  subject: z.string(),
  body: z.string(),
  isHtml: z.boolean(),
  variables: z.record(z.string(), z.string()).nullable(),
  templateKey: z.string().nullable(),
  state: messageState.schema,
  attempts: z.int(),
  nextTryAt: z.date().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
  supplierId: z.string().nullable(),
})
export type StoredMessage = z.output<typeof storedMessageRow>

/** Newest first. Days are those of the company's time zone. */
export async function pageOfMessages(db: Db, filter: OutboxFilter) {
  const where = conditions(db.companyId, filter)
  const dataList = await rowsOf(db, storedMessageRow)`
    select id, channel, address, subject, body, is_html as "isHtml", variables, template_key as "templateKey", state, attempts, next_try_at as "nextTryAt", last_error as "lastError", created_at as "createdAt",
      sent_at as "sentAt", supplier_id as "supplierId"
    from messaging.outbox o
    where ${where}
    order by id desc
    limit ${filter.pageSize}
    offset ${(filter.pageIndex - 1) * filter.pageSize}`
  const totalCount = await countOf(db)`
    select count(*)::int as count from messaging.outbox o where ${where}`
  return { dataList, totalCount }
}

function conditions(companyId: string, { keyWords, channel, state, beginTime, endTime }: OutboxFilter): RawBuilder<unknown> {
  const zone = sql`(select time_zone from identity.company_card where id = ${companyId})`
  const parts = [sql`o.company_id = ${companyId}`]
  if (channel !== undefined) parts.push(sql`o.channel = ${channel}`)
  if (state !== undefined) parts.push(sql`o.state = ${state}`)
  if (beginTime) parts.push(sql`o.created_at >= ${beginTime}::date::timestamp at time zone ${zone}`)
  if (endTime) parts.push(sql`o.created_at < (${endTime}::date + 1)::timestamp at time zone ${zone}`)
  if (keyWords) {
    // Half an address finds nothing, in the subject neither: both are shown masked.
    const isInSubject = sql`strpos(lower(o.subject), lower(${keyWords})) > 0 and strpos(lower(kit.mask_contacts(o.subject)), lower(${keyWords})) > 0`
    parts.push(sql`(lower(o.address) = lower(${keyWords}) or ${isInSubject})`)
  }
  return sql.join(parts, sql` and `)
}
