import { type Db, findOne, oneOf, rowsOf } from '@kaopei/server'
import { happenedIn } from '@kaopei/sitting/server'
import { z } from 'zod'

const resultRow = z.object({
  scoreHundredths: z.int().nullable(),
  isPassed: z.boolean().nullable(),
  hasSubjective: z.boolean(),
  passScoreHundredths: z.int(),
})
export type OwnResult = z.output<typeof resultRow>

export async function selectResult(db: Db, attemptId: string): Promise<OwnResult> {
  return oneOf(db, resultRow)`
    select a.score_hundredths as "scoreHundredths", a.is_passed as "isPassed", a.has_subjective as "hasSubjective",
      e.pass_score_hundredths as "passScoreHundredths"
    from sitting.standing a
    join exam.exam_card e on e.company_id = a.company_id and e.id = a.owner_id
    where a.company_id = ${db.companyId} and a.id = ${attemptId}`
}

const commentRow = z.object({ slot: z.int(), comment: z.string().nullable() })

/** The newest comment of a marker per slot. */
export async function selectComments(db: Db, attemptId: string): Promise<Map<number, string>> {
  const rows = await rowsOf(db, commentRow)`
    select distinct on (j.slot) j.slot, j.comment
    from sitting.judgement j
    where j.company_id = ${db.companyId} and j.attempt_id = ${attemptId} and j.source = 'manual'
    order by j.slot, j.number desc`
  return new Map(rows.flatMap(({ slot, comment }) => (comment ? [[slot, comment] as const] : [])))
}

const forcedRow = z.object({ reason: z.string().nullable() })

/** Why it was taken in; of one that was opened again and taken in once more, the last reason. */
export async function selectForcedReason(db: Db, attemptId: string): Promise<string | null> {
  const row = await findOne(db, forcedRow)`
    select v.data ->> 'reason' as reason
    from (${happenedIn(db, attemptId)}) v
    where v.type = 'force'
    order by v."serverTime" desc
    limit 1`
  return row?.reason ?? null
}
