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
export async function recordUse(db: Db, { companyId, ...use }: Use): Promise<void> {
  await recordUses(db, [use])
}

/** Many uses of one company in one statement; of several of one person and subject the first is kept. */
export async function recordUses(db: Db, uses: readonly Omit<Use, 'companyId'>[]): Promise<void> {
  await sql`
    insert into platform.consumption (company_id, kind, subject_id, subject_name, staff_id, at)
    select ${db.companyId}, x.kind, x."subjectId", x."subjectName", x."staffId", x.at
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      as x(kind text, "subjectId" uuid, "subjectName" text, "staffId" uuid, at timestamptz)
    order by x.at
    on conflict do nothing`.execute(db)
}
