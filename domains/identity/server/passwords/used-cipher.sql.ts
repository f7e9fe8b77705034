import { type Db, hasRows } from '@kaopei/server'
import type { OpenedPassword } from './password-keys.ts'

/** Takes an encrypted password for the one use that it is good for; false when it was used before. What has run out is swept away with it. */
export async function takeCipher(db: Db, { hash, expiresAt }: OpenedPassword, now: Date): Promise<boolean> {
  return hasRows(db)`
    with gone as (
      delete from identity.used_cipher where company_id = ${db.companyId} and expires_at < ${now} and hash <> ${hash}
    )
    insert into identity.used_cipher (company_id, hash, expires_at)
    values (${db.companyId}, ${hash}, ${expiresAt})
    on conflict do nothing
    returning 1`
}
