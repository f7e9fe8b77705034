import { randomUUID } from 'node:crypto'
import { type Db, databaseNow, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type FaultKind, faultKinds } from '../rules/own-fault.ts'
import type { FaultSpan } from './own-faults.ts'

const process = randomUUID()

/** What follows within so long is the same one. */
const sameWithin = sql`interval '30 seconds'`
/** An attempt is sealed within days of its end, and judged then. */
const keptFor = sql`interval '30 days'`

export async function noteFault(db: Db, kind: FaultKind, { from, until }: FaultSpan): Promise<void> {
  await sql`
    with longer as (
      update proctoring.own_fault
      set until_at = ${until}
      where process = ${process} and kind = ${kind} and until_at >= ${from}::timestamptz - ${sameWithin} and until_at <= ${until}
      returning 1
    )
    insert into proctoring.own_fault (process, kind, from_at, until_at)
    select ${process}, ${kind}, ${from}::timestamptz, ${until}::timestamptz
    where not exists (select from longer)
    on conflict do nothing`.execute(db)
  await sql`delete from proctoring.own_fault where until_at < ${databaseNow()}::timestamptz - ${keptFor}`.execute(db)
}

const faultRow = z.object({ kind: z.enum(faultKinds), from: z.date(), until: z.date() })

/** Of every server, that touch this time. */
export async function selectFaults(db: Db, { from, until }: { from: Date; until: Date }) {
  const rows = await rowsOf(db, faultRow)`
    select kind, from_at as "from", until_at as until
    from proctoring.own_fault
    where until_at >= ${from} and from_at <= ${until}
    order by from_at`
  return rows.map((fault) => ({ kind: fault.kind, from: fault.from.getTime(), until: fault.until.getTime() }))
}
