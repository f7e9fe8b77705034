import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export type RevisionKind = 'save' | 'conflict' | 'replaced' | 'late' | 'passed'

export interface RevisionRow {
  readonly slot: number
  readonly rev: number
  readonly kind: RevisionKind
  readonly hash: string
  readonly savedAt: Date
}

/** Everything that has arrived of an attempt's answers, in the order in which it came. */
export async function selectRevisions(db: Db, attemptId: string): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select slot, rev, kind, answer_hash as hash, server_time as "savedAt"
    from sitting.answer_revision
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
    order by server_time, slot, rev`.execute(db)
  return rows
}
