/** 退回重阅: with a reason; a result that is out is withdrawn until the paper is marked again. */
import { protocolErrors } from '@kaopei/contract'
import type { Handler } from '@kaopei/server'
import { reopenMarking } from '@kaopei/sitting/server'
import { markingErrors } from '../contract/errors.ts'
import { testMarkingRights } from '../contract/menus.ts'
import type { reviewTask } from '../contract/review-task.ts'
import { currentMarks, taskState } from '../contract/shapes.ts'
import { lockAttempts } from './access.sql.ts'
import { currentMarksOf } from './desk.service.ts'
import { enterAttempt } from './entry.service.ts'
import { insertEvents, reopenTask } from './marks.sql.ts'
import { findOnDesk } from './queue.service.ts'
import { isInMarking } from './rules/may-mark.ts'

export const reopen: Handler<typeof reviewTask.reopen> = async ({ attemptId, slot, version, reason }, caller) => {
  const { db, actor, now, fail, record } = caller
  const key = { attemptId, slot }
  const exam = await enterAttempt(caller, attemptId, testMarkingRights.reopen)
  await lockAttempts(db, [attemptId])
  const found = await findOnDesk(caller, exam, key)
  if (!found) return fail(protocolErrors.notFound)
  const { row } = found
  const current = currentMarksOf(row)
  if (row.version !== version) return fail(protocolErrors.changed, { data: currentMarks.parse(current) })
  if (row.state !== taskState.done) return fail(markingErrors.notDone)
  const isWithdrawn = !isInMarking(row.attemptState)
  if (isWithdrawn) {
    const { isReopened } = await reopenMarking(db, { attemptId, reason, actorId: actor.staffId, now })
    if (!isReopened) return fail(markingErrors.attemptClosed)
  }
  const marks = { scoreHundredths: row.scoreHundredths, comment: row.comment, keyPoints: current.keyPoints }
  const reopened = await reopenTask(db, key)
  await insertEvents(db, [{ ...key, kind: 'reopened', actorId: actor.staffId, at: now, marks, reason }])
  record({
    targetId: `${attemptId}/${slot}`,
    targetName: exam.name,
    before: { ...currentMarks.parse(current) },
    after: { isWithdrawn },
    reason,
  })
  return { version: reopened, isWithdrawn }
}
