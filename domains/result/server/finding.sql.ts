import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

/** `anomaly`: something is found at the attempt that nobody has dismissed; `cheat`: a confirmed verdict stands against it. */
export type FindingKind = 'anomaly' | 'cheat'

export interface Finding {
  readonly attemptId: string
  readonly examId: string
  readonly staffId: string
  readonly kind: FindingKind
  readonly holds: boolean
  readonly now: Date
}

/** Door: what a room above holds, or no longer holds, against an attempt. Figures, lists and exports of results count it. */
export async function keepFinding(db: Db, { attemptId, examId, staffId, kind, holds, now }: Finding): Promise<void> {
  if (!holds) {
    await sql`
      delete from result.finding
      where company_id = ${db.companyId}
        and attempt_id = ${attemptId}
        and kind = ${kind}`.execute(db)
    return
  }
  await sql`
    insert into result.finding (company_id, attempt_id, kind, exam_id, staff_id, at)
    values (${db.companyId}, ${attemptId}, ${kind}, ${examId}, ${staffId}, ${now})
    on conflict do nothing`.execute(db)
}
