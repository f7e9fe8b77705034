import { countOf, type Db, hasRows } from '@kaopei/server'
import { sql } from 'kysely'

interface Device {
  readonly tokenId: string
  readonly keyHash: string
  readonly now: Date
}

/** True where the link was opened on this device before; notes that it is used again. */
export async function updateDevice(db: Db, { tokenId, keyHash, now }: Device): Promise<boolean> {
  return hasRows(db)`
    update share.token_device
    set last_at = ${now}
    where company_id = ${db.companyId}
      and token_id = ${tokenId}
      and key_hash = ${keyHash}
    returning token_id`
}

export async function countDevices(db: Db, tokenId: string): Promise<number> {
  return countOf(db)`
    select count(*)::int as count
    from share.token_device
    where company_id = ${db.companyId}
      and token_id = ${tokenId}`
}

export async function insertDevice(db: Db, { tokenId, keyHash, now, userAgent }: Device & { userAgent: string }): Promise<void> {
  await sql`
    insert into share.token_device (company_id, token_id, key_hash, user_agent, first_at, last_at)
    values (${db.companyId}, ${tokenId}, ${keyHash}, ${userAgent}, ${now}, ${now})`.execute(db)
}
