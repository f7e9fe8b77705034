import { type Confinement, changesOf, type Db } from '@kaopei/server'
import { sql } from 'kysely'

export async function insertVirtualAccounts(
  db: Db,
  rows: readonly { readonly accountId: string; readonly tokenHash: string }[],
  { confinement, expiresAt, now }: { confinement: Confinement; expiresAt: Date; now: Date },
): Promise<void> {
  await sql`
    with given as materialized (
      select g."accountId" as id, g."tokenHash" as hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("accountId" uuid, "tokenHash" text)
    ), accounts as (
      insert into identity.account (company_id, id, login_account, must_change_password, is_virtual)
      select ${db.companyId}, g.id, '#' || g.id, false, true
      from given g
      returning id
    )
    insert into identity.session (company_id, account_id, token_hash, created_at, last_operation_at, expires_at, ip, user_agent, system,
      confined_to, subject_id, key_id)
    select ${db.companyId}, g.id, g.hash, ${now}, ${now}, ${expiresAt}, '', '', ${confinement.kind},
      ${confinement.kind}, ${confinement.subjectId}, ${confinement.keyId}
    from given g
    join accounts a on a.id = g.id`.execute(db)
}

export function deleteVirtualAccounts(db: Db, keyId: string): Promise<number> {
  return changesOf(db)`
    delete from identity.account a
    using identity.session s
    where a.company_id = ${db.companyId}
      and a.is_virtual
      and s.company_id = a.company_id
      and s.account_id = a.id
      and s.key_id = ${keyId}`
}
