import { type Db, runPrepared, type Statement } from '@kaopei/server'

const insertUnsentStatement: Statement = {
  name: 'sitting_insert_unsent',
  text: `
    insert into sitting.attempt_event (company_id, attempt_id, type, actor_id, lease_epoch, server_time, data)
    select $1::uuid, $2::uuid, 'unsent', $3::uuid, $4::integer, $5::timestamptz, $6::jsonb
    where not exists (
      select from sitting.attempt_event
      where company_id = $1
        and attempt_id = $2
        and type = 'unsent'
    )`,
}

/** What the client said it still held when the paper was taken in; the first word counts. The caller holds the attempt's lock. */
export async function insertUnsent(
  db: Db,
  told: { attemptId: string; staffId: string; leaseEpoch: number; now: Date; data: unknown },
): Promise<void> {
  const { attemptId, staffId, leaseEpoch, now, data } = told
  await runPrepared(db, insertUnsentStatement, [db.companyId, attemptId, staffId, leaseEpoch, now, JSON.stringify(data)])
}
