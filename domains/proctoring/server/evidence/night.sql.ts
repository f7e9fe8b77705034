import { id } from '@kaopei/contract'
import { type Db, idOf, idsOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Difference } from './rebuild-attempt.ts'

const companyRow = z.object({ companyId: id })

/** Companies whose last night (02:00 of their clock) has seals that nobody has signed. `db` is in no company. */
export async function nightsDue(db: Db, now: Date): Promise<string[]> {
  const rows = await rowsOf(db, companyRow)`select company_id as "companyId" from proctoring.nights_due(${now})`
  return rows.map(({ companyId }) => companyId)
}

/**
 * Sealed attempts to which something may have been added: late pieces and what was told come for some days; acts that change an attempt (marking, a void
 * by a verdict, its taking back after an appeal) whenever somebody decides.
 */
export function attemptsToSealAgain(db: Db, since: Date): Promise<string[]> {
  return idsOf(db)`
    select s.attempt_id as id
    from (
      select attempt_id, max(at) as at, bool_or(night_id is null) as is_unsigned
      from proctoring.seal
      where company_id = ${db.companyId}
      group by attempt_id
    ) s
    join sitting.standing a on a.company_id = ${db.companyId} and a.id = s.attempt_id
    where s.at >= ${since} or s.is_unsigned or a.updated_at > s.at
    order by s.attempt_id`
}

/** Those of them that were not rebuilt since their last link. */
export function attemptsToRebuild(db: Db): Promise<string[]> {
  return idsOf(db)`
    select s.attempt_id as id
    from proctoring.seal s
    left join proctoring.rebuilding r on r.company_id = s.company_id and r.attempt_id = s.attempt_id
    where s.company_id = ${db.companyId}
      and s.night_id is null
    group by s.attempt_id
    having bool_or(r.at is null or r.at < s.at)
    order by id`
}

const againMs = 20 * 3_600_000

/** Those that were not rebuilt since the night before: where something differed first, then what was looked at longest ago. */
export function attemptsToRebuildAgain(db: Db, now: Date, most: number): Promise<string[]> {
  return idsOf(db)`
    select attempt_id as id
    from proctoring.rebuilding
    where company_id = ${db.companyId}
      and at < ${new Date(now.getTime() - againMs)}
    order by differences = '[]'::jsonb, at, attempt_id
    limit ${most}`
}

export interface Rebuilding {
  readonly attemptId: string
  readonly examId: string
  readonly staffId: string
  readonly title: string
  readonly submittedAt: Date | null
  readonly differences: readonly Difference[]
  readonly now: Date
}

export async function upsertRebuilding(db: Db, rebuilding: Rebuilding): Promise<void> {
  const { attemptId, examId, staffId, title, submittedAt, differences, now } = rebuilding
  await sql`
    insert into proctoring.rebuilding (company_id, attempt_id, exam_id, staff_id, title, submitted_at, differences, at)
    values (${db.companyId}, ${attemptId}, ${examId}, ${staffId}, ${title}, ${submittedAt}, ${JSON.stringify(differences)}::jsonb, ${now})
    on conflict (company_id, attempt_id) do update
    set differences = excluded.differences, submitted_at = excluded.submitted_at, at = excluded.at`.execute(db)
}

const headRow = z.object({ attemptId: id, number: z.int(), head: z.string() })
export type Head = z.output<typeof headRow>

/** Heads without a signature, locked: of two workers one signs. */
export function lockUnsigned(db: Db, most: number): Promise<Head[]> {
  return rowsOf(db, headRow)`
    select attempt_id as "attemptId", number, head
    from proctoring.seal
    where company_id = ${db.companyId}
      and night_id is null
    order by attempt_id, number
    limit ${most}
    for update`
}

export interface NewNight {
  readonly payload: string
  readonly signature: string
  readonly publicKey: string
  readonly heads: readonly Head[]
  readonly now: Date
}

export async function insertNight(db: Db, { payload, signature, publicKey, heads, now }: NewNight): Promise<void> {
  const nightId = await idOf(db)`
    insert into proctoring.night (company_id, payload, signature, public_key, head_count, at)
    values (${db.companyId}, ${payload}, ${signature}, ${publicKey}, ${heads.length}, ${now})
    returning id`
  await sql`
    update proctoring.seal s
    set night_id = ${nightId}
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as g("attemptId" uuid, number integer)
    where s.company_id = ${db.companyId}
      and s.attempt_id = g."attemptId"
      and s.number = g.number`.execute(db)
}
