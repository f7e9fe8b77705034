import type { Db } from '@kaopei/server'
import { sql } from 'kysely'

export async function selectResult(db: Db, companyId: string, attemptId: string) {
  return await db
    .selectFrom('exam.attempt as a')
    .innerJoin('exam.exam as e', (join) => join.onRef('e.company_id', '=', 'a.company_id').onRef('e.id', '=', 'a.exam_id'))
    .select(['a.score_hundredths as scoreHundredths', 'a.is_passed as isPassed', 'a.has_subjective as hasSubjective'])
    .select('e.pass_score_hundredths as passScoreHundredths')
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow()
}

export type RevisionKind = 'save' | 'conflict' | 'replaced' | 'late' | 'passed'

export interface RevisionRow {
  readonly slot: number
  readonly rev: number
  readonly kind: RevisionKind
  readonly hash: string
  readonly savedAt: Date
}

/** Everything that has arrived of an attempt's answers, in the order in which it came. */
export async function selectRevisions(db: Db, companyId: string, attemptId: string): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select slot, rev, kind, answer_hash as hash, server_time as "savedAt"
    from exam.answer_revision
    where company_id = ${companyId}
      and attempt_id = ${attemptId}
    order by server_time, slot, rev`.execute(db)
  return rows
}

/** The newest comment of a marker per slot. */
export async function selectComments(db: Db, companyId: string, attemptId: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('exam.evaluation')
    .select(['slot', 'comment'])
    .distinctOn('slot')
    .where('company_id', '=', companyId)
    .where('attempt_id', '=', attemptId)
    .where('source', '=', 'manual')
    .orderBy('slot')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.flatMap(({ slot, comment }) => (comment ? [[slot, comment] as const] : [])))
}
