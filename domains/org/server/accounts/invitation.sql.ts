import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'

const invitableRow = z.object({
  id,
  name: z.string(),
  loginAccount: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  isEnabled: z.boolean(),
  /** Has logged in: whoever did has a password that no link may replace. */
  hasLoggedIn: z.boolean(),
  lastSentAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  usedAt: z.date().nullable(),
})
export type Invitable = z.output<typeof invitableRow>

/** These people with their last invitation. */
export async function selectInvitable(db: Db, ids: readonly string[]): Promise<Invitable[]> {
  return rowsOf(db, invitableRow)`
    select s.id, s.name, s.login_account as "loginAccount", s.phone, s.email, s.is_enabled as "isEnabled",
      a.last_login_at is not null as "hasLoggedIn",
      i.sent_at as "lastSentAt", i.expires_at as "expiresAt", i.used_at as "usedAt"
    from org.staff s
    join identity.account_state a on a.company_id = s.company_id and a.id = s.id
    left join lateral (
      select i.sent_at, i.expires_at, i.used_at
      from org.invitation i
      where i.company_id = s.company_id and i.staff_id = s.id
      order by i.sent_at desc
      limit 1
    ) i on true
    where s.company_id = ${db.companyId}
      and s.id = any (${ids}::uuid[])
      and s.removed_at is null
    order by s.id desc`
}

export interface NewInvitation {
  readonly staffId: string
  readonly tokenHash: string
  readonly smsAddress: string | null
  readonly mailAddress: string | null
}

/** Ends the open invitations of these people and begins new ones. */
export async function insertInvitations(
  db: Db,
  invitations: readonly NewInvitation[],
  { by, now, expiresAt }: { by: string; now: Date; expiresAt: Date },
): Promise<void> {
  const column = <Key extends keyof NewInvitation>(key: Key) => invitations.map((one) => one[key])
  await sql`
    update org.invitation
    set revoked_at = ${now}
    where company_id = ${db.companyId}
      and staff_id = any (${column('staffId')}::uuid[])
      and used_at is null
      and revoked_at is null`.execute(db)
  await sql`
    insert into org.invitation (company_id, staff_id, token_hash, sms_address, mail_address, sent_by, sent_at, expires_at)
    select ${db.companyId}, x.*, ${by}::uuid, ${now}::timestamptz, ${expiresAt}::timestamptz
    from unnest(
      ${column('staffId')}::uuid[], ${column('tokenHash')}::text[], ${column('smsAddress')}::text[], ${column('mailAddress')}::text[]
    ) as x`.execute(db)
}

const idRow = z.object({ id: id.nullable() })

export async function companyOfInvitation(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await findOne(db, idRow)`select org.company_of_invitation(${tokenHash}) as id`
  return row?.id ?? undefined
}

const openInvitationRow = z.object({
  id,
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  companyName: z.string(),
  domain: z.string(),
  expiresAt: z.date(),
})
export type OpenInvitation = z.output<typeof openInvitationRow>

/** The invitation behind a link while it may be used; the row stays locked, so that of two uses the second waits and finds it used. */
export async function findOpenInvitation(db: Db, tokenHash: string, now: Date): Promise<OpenInvitation | undefined> {
  return findOne(db, openInvitationRow)`
    select i.id, i.staff_id as "staffId", s.name, s.login_account as "loginAccount", c.name as "companyName", c.domain,
      i.expires_at as "expiresAt"
    from org.invitation i
    join org.staff s on s.company_id = i.company_id and s.id = i.staff_id
    join identity.account_state a on a.company_id = s.company_id and a.id = s.id
    join identity.company_card c on c.id = i.company_id
    where i.company_id = ${db.companyId}
      and i.token_hash = ${tokenHash}
      and i.used_at is null
      and i.revoked_at is null
      and i.expires_at > ${now}
      and s.removed_at is null
      and s.is_enabled
      and a.is_enabled
      and a.last_login_at is null
      and not c.is_suspended
    for update of i`
}

export async function setInvitationUsed(db: Db, id: string, now: Date): Promise<void> {
  await sql`update org.invitation set used_at = ${now} where company_id = ${db.companyId} and id = ${id}`.execute(db)
}
