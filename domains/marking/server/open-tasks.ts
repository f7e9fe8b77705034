/** Hears that an attempt was scored and puts what a person must mark into the queue. */

import { examKind } from '@kaopei/exam/server'
import { answer, isBlank, needsMarker, questionContent } from '@kaopei/question/contract/content'
import { type Db, databaseNow, listener } from '@kaopei/server'
import { attemptScored, attemptVoided, finishMarking } from '@kaopei/sitting/server'
import { lockAttempts } from './access.sql.ts'
import { finishedAttempts } from './marks.sql.ts'
import { findScoredAttempt, insertTasks, type ScoredItem, selectScoredItems } from './opening.sql.ts'
import { releaseLocks } from './queue.sql.ts'
import { isInMarking } from './rules/may-mark.ts'
import { placeInQueue } from './rules/pseudonym.ts'

export const openTasksOfScored = listener({
  name: 'marking.openTasks',
  event: attemptScored,
  run: async ({ ownerKind, attemptId }, { transaction }) => {
    if (ownerKind !== examKind) return
    await transaction((db) => openTasks(db, attemptId, databaseNow()))
  },
})

/** What is voided goes off every desk; what comes back may have been scored meanwhile without anybody hearing of it. */
export const followVoided = listener({
  name: 'marking.followVoided',
  event: attemptVoided,
  run: async ({ ownerKind, ownerId: examId, attemptId, isVoided }, { transaction }) => {
    if (ownerKind !== examKind) return
    await transaction(async (db) => {
      if (isVoided) await releaseLocks(db, { examId, attemptId })
      else await openTasks(db, attemptId, databaseNow())
    })
  },
})

/** Makes the tasks of an attempt that have not been made yet; hearing the same news again changes nothing. */
export async function openTasks(db: Db, attemptId: string, now: Date): Promise<void> {
  await lockAttempts(db, [attemptId])
  const attempt = await findScoredAttempt(db, attemptId)
  if (!attempt || !isInMarking(attempt.state)) return
  const { examId, examSecret } = attempt
  const items = (await selectScoredItems(db, attemptId)).filter(asksForMarker)
  const tasks = items.map(({ slot, questionId, answer: given }) => ({
    slot,
    questionId,
    isAnswered: hasAnswer(given),
    shuffle: placeInQueue(examSecret, attemptId, slot),
  }))
  const paperShuffle = placeInQueue(examSecret, attemptId, 'paper')
  await insertTasks(db, { attemptId, examId, paperShuffle }, tasks)
  // Nothing to mark after all, or the news came again after the last mark: do not leave the candidate waiting.
  const isFinished = tasks.length === 0 || (await finishedAttempts(db, [attemptId])).length > 0
  if (isFinished) await finishMarking(db, attemptId, now)
}

/** What nobody has scored, and what was left empty: a machine's 0 for it stands only when a marker says so (一键判零). */
function asksForMarker({ content, answer: given, isUnscored }: ScoredItem): boolean {
  return isUnscored || (!hasAnswer(given) && needsMarker(questionContent.parse(content)))
}

function hasAnswer(stored: unknown): boolean {
  const given = answer.nullable().parse(stored)
  return given !== null && !isBlank(given)
}
