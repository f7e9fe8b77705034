/** 一键判零: nothing written earns nothing, but only after a marker has seen how many there are and said so. */

import type { Context, Handler } from '@kaopei/server'
import { finishMarking } from '@kaopei/sitting/server'
import { markingErrors } from '../contract/errors.ts'
import type { reviewTask } from '../contract/review-task.ts'
import { lockAttempts } from './access.sql.ts'
import { enterExam } from './entry.service.ts'
import { countUnanswered, finishedAttempts, insertEvents, selectUnanswered, zeroTasks } from './marks.sql.ts'
import { progressOf } from './queue.service.ts'
import type { TaskKey } from './queue.sql.ts'
import { tellExam } from './tell-exam.service.ts'

type ZeroUnanswered = typeof reviewTask.zeroUnanswered

/** A call stays short; clients repeat it until nothing remains. */
const mostAtOnce = 200
const noMarks = { scoreHundredths: 0, comment: '', keyPoints: {} }

export const zeroUnanswered: Handler<ZeroUnanswered> = async ({ examId, questionId, expectedCount }, caller) => {
  const { db, actor, now, fail, record } = caller
  const exam = await enterExam(caller, examId)
  const wanted = { companyId: actor.companyId, examId, scope: exam.scope, questionId, markerId: actor.staffId, now }
  const count = await countUnanswered(db, wanted)
  if (count !== expectedCount) {
    return fail(markingErrors.countChanged, { text: `未作答的答卷现为 ${count} 份，请核对后再确认`, data: { count } })
  }
  const { keys, finished } = await giveZero(caller, await selectUnanswered(db, wanted, mostAtOnce))
  record({ targetId: examId, targetName: exam.name, after: { questionId, count: keys.length, answers: keys.map(nameOf) } })
  return {
    count: keys.length,
    remaining: count - keys.length,
    finishedPaperCount: finished.length,
    progress: await progressOf(caller, exam, questionId),
  }
}

async function giveZero({ db, actor, now }: Context<ZeroUnanswered>, wanted: readonly TaskKey[]) {
  const { staffId: markerId } = actor
  await lockAttempts(
    db,
    wanted.map(({ attemptId }) => attemptId),
  )
  const keys = await zeroTasks(db, { keys: wanted, markerId, now })
  await insertEvents(
    db,
    keys.map(({ attemptId, slot }) => ({ attemptId, slot, kind: 'zeroed', actorId: markerId, at: now, marks: noMarks })),
  )
  for (const key of keys) {
    await tellExam(db, { ...key, marks: noMarks, markerId, now })
  }
  const finished = await finishedAttempts(db, [...new Set(keys.map(({ attemptId }) => attemptId))])
  for (const attemptId of finished) await finishMarking(db, attemptId, now)
  return { keys, finished }
}

function nameOf({ attemptId, slot }: TaskKey): string {
  return `${attemptId}/${slot}`
}
