import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { Contact } from './presence.ts'

/** Of one company. */
export async function upsertContacts(db: Db, contacts: readonly Contact[]): Promise<void> {
  await sql`
    insert into sitting.presence (company_id, attempt_id, heard_at, ip)
    select ${db.companyId}, g."attemptId", g."heardAt", g.ip
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as g("attemptId" uuid, "heardAt" timestamptz, ip text)
    order by 2
    on conflict (company_id, attempt_id) do update
    set heard_at = greatest(presence.heard_at, excluded.heard_at), ip = excluded.ip
  `.execute(db)
}
