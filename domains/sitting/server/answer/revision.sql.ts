import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const revisionKindRow = z.enum(['save', 'conflict', 'replaced', 'late', 'passed'])
export type RevisionKind = z.output<typeof revisionKindRow>

const revisionRow = z.object({ slot: z.int(), rev: z.int(), kind: revisionKindRow, hash: z.string(), savedAt: z.date() })
export type RevisionRow = z.output<typeof revisionRow>

/** Everything that has arrived of an attempt's answers, in the order in which it came. */
export async function selectRevisions(db: Db, attemptId: string): Promise<RevisionRow[]> {
  return rowsOf(db, revisionRow)`
    select slot, rev, kind, answer_hash as hash, server_time as "savedAt"
    from sitting.answer_revision
    where company_id = ${db.companyId}
      and attempt_id = ${attemptId}
    order by server_time, slot, rev`
}
