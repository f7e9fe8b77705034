/** The wrong book follows the results of exams: in once their answers may be seen, out again when a result no longer stands. */
import { answersToLearn, resultNews } from '@kaopei/result/server'
import { type Backlog, type Db, databaseNow, inTransaction, readNews, Troubles } from '@kaopei/server'
import { enterLearner } from '../learn/learner.sql.ts'
import {
  awaitResults,
  bringWrong,
  examResultState,
  holdWaiting,
  resultsToLookAt,
  takeBack,
  updateLook,
} from './exam-results.sql.ts'

export const followResults = readNews({
  name: 'practice.results',
  feed: resultNews,
  read: async (db, news) => {
    const ofExams = news.filter(({ ownerKind, kind }) => ownerKind === 'exam' && kind !== 'begun')
    const attempts = new Map(ofExams.map((one) => [one.attemptId, one]))
    // What stands now, somebody finds out who looks; whatever it was, what it had brought is taken back first.
    for (const attemptId of attempts.keys()) await takeBack(db, attemptId)
    const waiting = [...attempts.values()].map(({ attemptId, ownerId: examId, staffId }) => ({ attemptId, examId, staffId }))
    if (waiting.length > 0) await awaitResults(db, waiting, databaseNow())
  },
})

const atOnce = 100
const troubles = new Troubles('practice.lookAtResults')

export const lookAtResults: Backlog = {
  name: 'practice.lookAtResults',
  work: async (services) => {
    const now = databaseNow()
    const found = await inTransaction(services.pool, undefined, (db) => resultsToLookAt(db, now, atOnce + troubles.size))
    const attempts = found.map(({ companyId, attemptId }) => ({ companyId, id: attemptId }))
    return troubles.each(services, attempts, (db, { id }) => lookAt(db, id, now))
  },
}

/** After so long nobody allows it any more. */
const longestWaitMs = 180 * 24 * 60 * 60 * 1000

export async function lookAt(db: Db, attemptId: string, now: Date): Promise<void> {
  const waiting = await holdWaiting(db, attemptId)
  if (!waiting) return
  const { staffId, comeAt } = waiting
  const found = await answersToLearn(db, attemptId, now)
  if (found.kind === 'seen') {
    await enterLearner(db, staffId)
    await bringWrong(db, { attemptId, staffId, wrong: found.wrong, now })
    return updateLook(db, attemptId, { state: examResultState.taken, lookAt: null })
  }
  const isOver = found.kind === 'never' || now.getTime() - comeAt.getTime() > longestWaitMs
  return updateLook(
    db,
    attemptId,
    isOver ? { state: examResultState.givenUp, lookAt: null } : { state: examResultState.waits, lookAt: found.at },
  )
}
