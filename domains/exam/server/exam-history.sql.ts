import type { Db } from '@kaopei/server'

/** The targets under which this room logs what is done with an exam. */
const targets = ['exam', 'examPaper', 'examResult']

const rowsOf = (db: Db, examId: string) =>
  db
    .selectFrom('kit.operation_log')
    .where('company_id', '=', db.companyId)
    .where('target', 'in', targets)
    .where('target_id', '=', examId)
    // Candidates' own acts, one each: they are in the timeline of their attempts.
    .where('action', '<>', 'confirmNotice')

export function selectHistory(db: Db, { examId, limit, offset }: { examId: string; limit: number; offset: number }) {
  return rowsOf(db, examId)
    .select(['id', 'at', 'actor_name as actorName', 'action', 'target', 'before', 'after', 'reason'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countHistory(db: Db, examId: string): Promise<number> {
  const { count } = await rowsOf(db, examId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
