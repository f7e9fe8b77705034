import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export interface Use {
  readonly companyId: string
  readonly kind: 'exam' | 'measurement'
  readonly subjectId: string
  /** What the subject is called now; the ledger keeps it. */
  readonly subjectName?: string
  readonly staffId: string
  readonly at: Date
}

/** Writes a use into the company's ledger, once for each person and subject however often it is told. */
export async function recordUse(db: Db, { companyId, kind, subjectId, subjectName, staffId, at }: Use): Promise<void> {
  await sql`
    insert into platform.consumption (company_id, kind, subject_id, subject_name, staff_id, at)
    values (${companyId}, ${kind}, ${subjectId}, ${subjectName ?? null}, ${staffId}, ${at})
    on conflict do nothing`.execute(db)
}
