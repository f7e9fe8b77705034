import { id } from '@kaopei/contract'
import { questionTypeCodes } from '@kaopei/question/contract/codes'
/** Making tasks from a scored attempt. */
import { type Db, findOne, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { taskState } from '../contract/shapes.ts'

const scoredItemRow = z.object({
  slot: z.int(),
  questionId: id,
  content: z.unknown(),
  answer: z.unknown(),
  /** Nothing, machine or person, has given it a score. */
  isUnscored: z.boolean(),
})
export type ScoredItem = z.output<typeof scoredItemRow>

const scoredAttemptRow = z.object({ examId: id, state: z.string(), examSecret: z.string() })
export type ScoredAttempt = z.output<typeof scoredAttemptRow>

export async function findScoredAttempt(db: Db, attemptId: string): Promise<ScoredAttempt | undefined> {
  return findOne(db, scoredAttemptRow)`
    select a.owner_id as "examId", a.state, e.secret as "examSecret"
    from sitting.standing a
    join exam.exam_card e on e.company_id = a.company_id and e.id = a.owner_id
    where a.company_id = ${db.companyId} and a.id = ${attemptId}
  `
}

/** The items that may need a person: short answers, blanks, and whatever is still without a score. */
export async function selectScoredItems(db: Db, attemptId: string): Promise<ScoredItem[]> {
  return rowsOf(db, scoredItemRow)`
    select i.slot, i.question_id as "questionId", v.content, i.answer, i.score_hundredths is null as "isUnscored"
    from sitting.response i
    join question.version_content v on v.company_id = i.company_id and v.id = i.question_version_id
    where i.company_id = ${db.companyId}
      and i.attempt_id = ${attemptId}
      and (i.type in ${lit(questionTypeCodes.blank, questionTypeCodes.short)} or i.score_hundredths is null)
    order by i.slot
  `
}

export interface NewTask {
  readonly slot: number
  readonly questionId: string
  readonly isAnswered: boolean
  readonly shuffle: number
}

export async function insertTasks(
  db: Db,
  paper: { attemptId: string; examId: string; paperShuffle: number },
  tasks: readonly NewTask[],
): Promise<void> {
  if (tasks.length === 0) return
  await db
    .insertInto('marking.task')
    .values(
      tasks.map((task) => ({
        company_id: db.companyId,
        attempt_id: paper.attemptId,
        exam_id: paper.examId,
        paper_shuffle: paper.paperShuffle,
        slot: task.slot,
        question_id: task.questionId,
        is_answered: task.isAnswered,
        shuffle: task.shuffle,
      })),
    )
    // An attempt that was opened again may have been answered since.
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'attempt_id', 'slot'])
        .doUpdateSet(({ ref }) => ({ is_answered: ref('excluded.is_answered') }))
        .where('marking.task.state', '=', taskState.open),
    )
    .execute()
}
