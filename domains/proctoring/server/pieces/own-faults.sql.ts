import { type Db, databaseNow, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Fault, faultKinds } from '../rules/own-fault.ts'
import type { OwnFault } from './own-faults.ts'

/** What follows within so long is the same one: a client is told with each sign of life. */
const sameWithin = sql`interval '45 seconds'`
/** An attempt is sealed within days of its end, and judged then. */
const keptFor = sql`interval '30 days'`

/** Of one company; of what is not recorded nothing can be missing. */
export async function noteFaults(db: Db, faults: readonly OwnFault[]): Promise<void> {
  const given = faults.map(({ attemptId, kind, from, until }) => ({ attemptId, kind, from, until }))
  await sql`
    with given as materialized (
      select g.*
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g ("attemptId" uuid, kind text, "from" timestamptz, until timestamptz)
      join proctoring.watch w on w.company_id = ${db.companyId} and w.attempt_id = g."attemptId"
    ), longer as (
      update proctoring.told_fault f
      set until_at = g.until
      from given g
      where f.company_id = ${db.companyId}
        and f.attempt_id = g."attemptId"
        and f.kind = g.kind
        and f.until_at >= g."from" - ${sameWithin}
        and f.until_at <= g.until
      returning f.attempt_id, f.kind
    )
    insert into proctoring.told_fault (company_id, attempt_id, kind, from_at, until_at)
    select ${db.companyId}, g."attemptId", g.kind, g."from", g.until
    from given g
    where not exists (select from longer l where l.attempt_id = g."attemptId" and l.kind = g.kind)
    order by g."attemptId"
    on conflict do nothing`.execute(db)
  await sql`
    delete from proctoring.told_fault
    where company_id = ${db.companyId} and until_at < ${databaseNow()}::timestamptz - ${keptFor}`.execute(db)
}

const faultRow = z.object({ kind: z.enum(faultKinds), from: z.date(), until: z.date() })
const toldRow = faultRow.extend({ attemptId: z.uuid() })
const spanOf = ({ kind, from, until }: z.output<typeof faultRow>): Fault => ({
  ...{ kind, from: from.getTime(), until: until.getTime() },
})

/** What each of these attempts was told. */
export async function selectToldFaults(db: Db, attemptIds: readonly string[]): Promise<ReadonlyMap<string, readonly Fault[]>> {
  const rows = await rowsOf(db, toldRow)`
    select attempt_id as "attemptId", kind, from_at as "from", until_at as until
    from proctoring.told_fault
    where company_id = ${db.companyId} and attempt_id = any(${[...attemptIds]}::uuid[])
    order by from_at`
  const byAttempt = Map.groupBy(rows, ({ attemptId }) => attemptId)
  return new Map([...byAttempt].map(([attemptId, told]) => [attemptId, told.map(spanOf)]))
}

/** What servers of before noted of themselves, for all of their attempts, that touches this time. */
export async function selectFaults(db: Db, { from, until }: { from: Date; until: Date }): Promise<readonly Fault[]> {
  const rows = await rowsOf(db, faultRow)`
    select kind, from_at as "from", until_at as until
    from proctoring.own_fault
    where until_at >= ${from} and from_at <= ${until}
    order by from_at`
  return rows.map(spanOf)
}
