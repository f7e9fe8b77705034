import { id } from '@kaopei/contract'
import { changesOf, type Db, hasRows, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { type AnomalyKind, anomalyKind, anomalyState } from '../../contract/verdicts/verdict-codes.ts'
import { lastMarks } from '../review/recording.sql.ts'

export interface AttemptOfExam {
  readonly attemptId: string
  readonly examId: string
  readonly staffId: string
}

/** So often by now. What was settled is open again when more of it has come since; what nobody has settled is gone when nothing of it is left. */
export async function upsertAnomaly(
  db: Db,
  { attemptId, examId, staffId }: AttemptOfExam,
  { kind, count, now }: { kind: AnomalyKind; count: number; now: Date },
): Promise<void> {
  if (count === 0) {
    await sql`
      update proctoring.anomaly
      set count = 0
      where company_id = ${db.companyId}
        and attempt_id = ${attemptId}
        and kind = ${kind}
        and state = 'open'`.execute(db)
    return
  }
  await sql`
    insert into proctoring.anomaly as kept (company_id, attempt_id, kind, exam_id, staff_id, count, opened_at)
    values (${db.companyId}, ${attemptId}, ${kind}, ${examId}, ${staffId}, ${count}, ${now})
    on conflict (company_id, attempt_id, kind) do update
    set count = excluded.count,
      state = case when excluded.count > kept.settled_count then 'open' else kept.state end,
      opened_at = case when excluded.count > kept.settled_count then excluded.opened_at else kept.opened_at end,
      settled_at = case when excluded.count > kept.settled_count then null else kept.settled_at end,
      settled_by = case when excluded.count > kept.settled_count then null else kept.settled_by end,
      settled_count = case when excluded.count > kept.settled_count then null else kept.settled_count end
    where kept.count <> excluded.count`.execute(db)
}

export interface Settling {
  readonly attemptId: string
  readonly kinds: readonly AnomalyKind[]
  readonly state: 'confirmed' | 'dismissed'
  readonly note: string
  /** Of which more has come since nothing is settled. */
  readonly most?: number | undefined
  readonly byId: string
  readonly now: Date
}

/** Answers how many of them were not so before. */
export function settleAnomalies(db: Db, { attemptId, kinds, state, note, most, byId, now }: Settling): Promise<number> {
  return changesOf(db)`
    update proctoring.anomaly
    set state = ${state}, settled_by = ${byId}, settled_at = ${now}, settled_count = count, note = ${note}
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and kind = any(${kinds}::text[])
      and count <= ${most ?? 2_147_483_647}
      and state <> ${state}`
}

/** Something is found at the attempt that nobody has dismissed. */
export function isAnomalous(db: Db, attemptId: string): Promise<boolean> {
  return hasRows(db)`
    select from proctoring.anomaly
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
      and state <> 'dismissed'
      and count > 0
    limit 1`
}

const markedRow = z.object({ count: z.int() })

export async function countMarks(db: Db, attemptId: string): Promise<number> {
  const [row] = await rowsOf(db, markedRow)`
    select count(*)::int as count
    from (${lastMarks(db, sql`attempt_id = ${attemptId}`)}) m
    where is_marked`
  return row?.count ?? 0
}

const anomalyRow = z.object({
  kind: anomalyKind,
  state: anomalyState,
  count: z.int(),
  openedAt: z.date(),
  settledById: id.nullable(),
  settledByName: z.string().nullable(),
  settledAt: z.date().nullable(),
  note: z.string(),
})
export type AnomalyRow = z.output<typeof anomalyRow>

export function selectAnomalies(db: Db, attemptId: string): Promise<AnomalyRow[]> {
  return rowsOf(db, anomalyRow)`
    select a.kind, a.state, a.count, a.opened_at as "openedAt", a.settled_by as "settledById", p.name as "settledByName",
      a.settled_at as "settledAt", a.note
    from proctoring.anomaly a
    left join org.person p on p.company_id = a.company_id and p.id = a.settled_by
    where a.company_id = ${db.companyId}
      and a.attempt_id = ${attemptId}
      and a.count > 0
    order by a.kind`
}
