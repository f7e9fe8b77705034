import { randomUUID } from 'node:crypto'
import { id } from '@kaopei/contract'
import { type Db, databaseNow, findOne, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { source } from '../../contract/capture.ts'
import { wantedStream } from './wanted.ts'

const watchRow = z.object({
  attemptId: id,
  examId: id,
  staffId: id,
  startedAt: z.date(),
  title: z.string(),
  streams: z.array(wantedStream),
})
export type WatchRow = z.output<typeof watchRow>

export async function findWatch(db: Db, attemptId: string): Promise<WatchRow | undefined> {
  return findOne(db, watchRow)`
    select attempt_id as "attemptId", exam_id as "examId", staff_id as "staffId", started_at as "startedAt", title, streams
    from proctoring.watch
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}`
}

/** Whoever comes second leaves what the first has written. */
export async function insertWatch(
  db: Db,
  { attemptId, examId, staffId, startedAt, title, streams }: WatchRow,
  agreedDays: Readonly<Record<number, number>>,
): Promise<void> {
  await sql`select proctoring.make_piece_month(${startedAt})`.execute(db)
  await sql`
    insert into proctoring.watch (company_id, attempt_id, exam_id, staff_id, started_at, title, streams, kept_days, from_result)
    values (${db.companyId}, ${attemptId}, ${examId}, ${staffId}, ${startedAt}, ${title}, ${JSON.stringify(streams)}::jsonb,
      ${JSON.stringify(agreedDays)}::jsonb, true)
    on conflict do nothing`.execute(db)
}

const lastRow = z.object({ source: source.schema, kind: z.string(), number: z.int() })

interface Numbers {
  readonly from: number
  readonly until: number
}
const all: Numbers = { from: 0, until: 2_000_000_000 }

/** The highest number that is there of each stream, of those within. */
export async function selectLastNumbers(
  db: Db,
  { attemptId, startedAt }: WatchRow,
  { from, until }: Numbers = all,
): Promise<z.output<typeof lastRow>[]> {
  return rowsOf(db, lastRow)`
    select source, kind, max(number) as number
    from proctoring.piece
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and started_at = ${startedAt}
      and number >= ${from}
      and number < ${until}
    group by source, kind`
}

const process = randomUUID()

/** How busy this server process is. */
export async function noteLoad(db: Db, level: number): Promise<void> {
  await sql`
    insert into proctoring.server_load (process, level, told_at)
    values (${process}, ${level}, ${databaseNow()})
    on conflict (process) do update
    set level = excluded.level, told_at = excluded.told_at`.execute(db)
  await sql`delete from proctoring.server_load where told_at < ${databaseNow()}::timestamptz - interval '1 hour'`.execute(db)
}
