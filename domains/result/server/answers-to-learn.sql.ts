import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const wrongRow = z.object({ questionId: id, versionId: id, ruleVersionId: id })
export type WrongAnswer = z.output<typeof wrongRow>

/** Of an attempt the questions that earned less than full marks, answered or not. */
export function selectWrongAnswers(db: Db, attemptId: string): Promise<WrongAnswer[]> {
  return rowsOf(db, wrongRow)`
    select i.question_id as "questionId", i.question_version_id as "versionId", i.rule_version_id as "ruleVersionId"
    from sitting.response i
    where i.company_id = ${db.companyId}
      and i.attempt_id = ${attemptId}
      and i.score_hundredths < i.max_score_hundredths
    order by i.order_index`
}
