import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** Something that the server saw of an attempt in another room. Once for each `data`, however often it is seen. */
export async function noteServerEvent(
  db: Db,
  { attemptId, type, now, data }: { attemptId: string; type: string; now: Date; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  const told = JSON.stringify(data)
  await sql`
    insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
    select ${db.companyId}, ${attemptId}, ${type}, ${now}, ${told}::jsonb
    where not exists (
      select from sitting.attempt_event
      where company_id = ${db.companyId}
        and attempt_id = ${attemptId}
        and type = ${type}
        and data = ${told}::jsonb
    )`.execute(db)
}
