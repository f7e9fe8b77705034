import type { Db } from '@kaopei/server'
import { type RawBuilder, sql } from 'kysely'
import type { Contact } from './presence.ts'

/** Contact is lost after so much silence. */
export const lostContactMs = 45_000

/**
 * Of one company. That an attempt is heard of from another address than before is an event, once for each pair of addresses; and so is silence that
 * has lasted longer than contact may be lost (`heartbeatGap`).
 */
export async function upsertContacts(db: Db, contacts: readonly Contact[]): Promise<void> {
  await sql`
    with heard as (
      select g.attempt_id, g.heard_at, g.ip
      from jsonb_to_recordset(${JSON.stringify(contacts.map(rowOf))}::jsonb) as g(attempt_id uuid, heard_at timestamptz, ip text)
    ), moved as (
      insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
      select p.company_id, p.attempt_id, 'addressChange', h.heard_at, jsonb_build_object('from', p.ip, 'ip', h.ip)
      from heard h
      join sitting.presence p on p.company_id = ${db.companyId} and p.attempt_id = h.attempt_id
      where p.ip <> h.ip
        and not exists (
          select from sitting.attempt_event e
          where e.company_id = p.company_id
            and e.attempt_id = p.attempt_id
            and e.type = 'addressChange'
            and e.data = jsonb_build_object('from', p.ip, 'ip', h.ip)
        )
    ), silent as (
      insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
      select p.company_id, p.attempt_id, 'heartbeatGap', h.heard_at, ${silenceOf(sql`p.heard_at`, sql`h.heard_at`)}
      from heard h
      join sitting.presence p on p.company_id = ${db.companyId} and p.attempt_id = h.attempt_id
      where ${isSilence(sql`p.heard_at`, sql`h.heard_at`)}
    )
    insert into sitting.presence (company_id, attempt_id, heard_at, ip)
    select ${db.companyId}, attempt_id, heard_at, ip
    from heard
    order by 2
    on conflict (company_id, attempt_id) do update
    set heard_at = greatest(presence.heard_at, excluded.heard_at), ip = excluded.ip
  `.execute(db)
}

/** Whoever is handed in by the server may have been silent until then. */
export async function noteLastSilence(db: Db, attemptId: string, until: Date): Promise<void> {
  await sql`
    insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
    select p.company_id, p.attempt_id, 'heartbeatGap', ${until}, ${silenceOf(sql`p.heard_at`, sql`${until}::timestamptz`)}
    from sitting.presence p
    where p.company_id = ${db.companyId}
      and p.attempt_id = ${attemptId}
      and ${isSilence(sql`p.heard_at`, sql`${until}::timestamptz`)}
  `.execute(db)
}

type Sql = RawBuilder<unknown>

const isSilence = (from: Sql, until: Sql): Sql =>
  sql`${until} > ${from} + make_interval(secs => ${lostContactMs / 1000}::integer)`

/** In milliseconds, as spans of an attempt are. */
const silenceOf = (from: Sql, until: Sql): Sql =>
  sql`jsonb_build_object('from', round(extract(epoch from ${from}) * 1000), 'until', round(extract(epoch from ${until}) * 1000))`

function rowOf({ attemptId, heardAt, ip }: Contact) {
  return { attempt_id: attemptId, heard_at: heardAt, ip }
}
