import { changesOf, type Db } from '@kaopei/server'
import { sql } from 'kysely'
import { transStatus } from '../../contract/codes.ts'

/** The version waits from now on, behind everybody else. */
export async function askConversion(db: Db, versionId: string, askedBy: string | null): Promise<void> {
  await sql`
    insert into courseware.conversion (company_id, version_id, state, asked_by)
    values (${db.companyId}, ${versionId}, 'waiting', ${askedBy})
    on conflict (company_id, version_id) do update
    set state = 'waiting', progress = 0, failure = null, failure_text = null, run_id = null, queued_at = now(), started_at = null,
      ended_at = null, asked_by = excluded.asked_by`.execute(db)
  await sql`
    update courseware.version
    set trans_status = ${transStatus.running}
    where company_id = ${db.companyId} and id = ${versionId}`.execute(db)
}

/** Ends what waits or runs, whose run finds its row ended; false: it had ended before. */
export async function cancelConversion(db: Db, versionId: string, text: string): Promise<boolean> {
  const done = await changesOf(db)`
    update courseware.conversion
    set state = 'cancelled', failure = 'cancelled', failure_text = ${text}, run_id = null, ended_at = now()
    where company_id = ${db.companyId} and version_id = ${versionId} and state in ('waiting', 'running')`
  if (done === 0) return false
  await sql`
    update courseware.version
    set trans_status = ${transStatus.failed}
    where company_id = ${db.companyId} and id = ${versionId}`.execute(db)
  return true
}
