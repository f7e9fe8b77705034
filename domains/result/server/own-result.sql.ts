import type { Db } from '@kaopei/server'

export async function selectResult(db: Db, attemptId: string) {
  return await db
    .selectFrom('sitting.attempt as a')
    .innerJoin('exam.exam as e', (join) => join.onRef('e.company_id', '=', 'a.company_id').onRef('e.id', '=', 'a.owner_id'))
    .select(['a.score_hundredths as scoreHundredths', 'a.is_passed as isPassed', 'a.has_subjective as hasSubjective'])
    .select('e.pass_score_hundredths as passScoreHundredths')
    .where('a.company_id', '=', db.companyId)
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow()
}

/** The newest comment of a marker per slot. */
export async function selectComments(db: Db, attemptId: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('sitting.evaluation')
    .select(['slot', 'comment'])
    .distinctOn('slot')
    .where('company_id', '=', db.companyId)
    .where('attempt_id', '=', attemptId)
    .where('source', '=', 'manual')
    .orderBy('slot')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.flatMap(({ slot, comment }) => (comment ? [[slot, comment] as const] : [])))
}
