import { protocolErrors } from '@kaopei/contract'
import { implement } from '@kaopei/server'
import { markingErrors } from '../contract/errors.ts'
import { testMarkingRights } from '../contract/menus.ts'
import { reviewTask } from '../contract/review-task.ts'
import { enterAttempt, enterExam } from './entry.service.ts'
import { insertEvents, markAsDraft, upsertDraft } from './marks.sql.ts'
import { findOnDesk, nextPaper, progressOf, queueOf, takeNext } from './queue.service.ts'
import { releaseLocks, renewLocks, takeThese } from './queue.sql.ts'
import { reopen } from './reopen.service.ts'
import { isInMarking } from './rules/may-mark.ts'
import { filledMarks, saveScore } from './save-score.service.ts'
import { zeroUnanswered } from './zero-unanswered.service.ts'

export const reviewTaskEndpoints = implement(reviewTask, {
  saveScore,
  zeroUnanswered,
  reopen,

  next: async ({ examId, questionId, ...step }, caller) => {
    const exam = await enterExam(caller, examId)
    const key = await takeNext(caller.db, queueOf(caller, exam, questionId), step)
    const found = key && (await findOnDesk(caller, exam, key))
    return { task: found?.task ?? null, progress: await progressOf(caller, exam, questionId) }
  },

  open: async (key, caller) => {
    const exam = await enterAttempt(caller, key.attemptId, testMarkingRights.reopen)
    await takeThese(caller.db, queueOf(caller, exam), key)
    const found = await findOnDesk(caller, exam, key)
    if (!found) return caller.fail(protocolErrors.notFound)
    return { task: found.task, progress: await progressOf(caller, exam) }
  },

  nextPaper: async ({ examId, ...step }, caller) => {
    const exam = await enterExam(caller, examId)
    const queue = queueOf(caller, exam)
    const attemptId = await nextPaper(caller.db, queue, step)
    if (attemptId !== undefined) await takeThese(caller.db, queue, { attemptId })
    return { attemptId: attemptId ?? null, progress: await progressOf(caller, exam) }
  },

  openPaper: async ({ attemptId }, caller) => {
    const exam = await enterAttempt(caller, attemptId)
    const lockedCount = await takeThese(caller.db, queueOf(caller, exam), { attemptId })
    return { lockedCount, progress: await progressOf(caller, exam) }
  },

  keepLock: async (input, caller) => {
    const exam = await enterAttempt(caller, input.attemptId)
    const queue = queueOf(caller, exam)
    return { lockedUntil: queue.until, slots: await renewLocks(caller.db, queue, input) }
  },

  saveDraft: async ({ attemptId, slot, version, score, ...said }, caller) => {
    const { db, actor, now, fail } = caller
    const key = { attemptId, slot }
    const exam = await enterAttempt(caller, attemptId)
    await takeThese(db, queueOf(caller, exam), key)
    const found = await findOnDesk(caller, exam, key)
    if (!found) return fail(protocolErrors.notFound)
    if (!isInMarking(found.row.attemptState)) return fail(markingErrors.attemptClosed)
    const draft = filledMarks({ score, ...said }, found.task.draft)
    const saved = { ...key, ...draft, scoreHundredths: score, baseVersion: version, isFromConflict: false, savedAt: now }
    await upsertDraft(db, actor.staffId, saved)
    await markAsDraft(db, key)
    return { savedAt: now, lockedUntil: found.task.lock?.isMine ? found.task.lock.until : null }
  },

  release: async ({ examId, attemptId }, caller) => {
    await enterExam(caller, examId)
    const { db, actor } = caller
    const keys = await releaseLocks(db, { examId, attemptId, holderId: actor.staffId })
    return { count: keys.length }
  },

  releaseOthers: async ({ examId, attemptId, staffId }, caller) => {
    const exam = await enterExam(caller, examId, testMarkingRights.release)
    const { db, actor, now, record } = caller
    const keys = await releaseLocks(db, { examId, attemptId, holderId: staffId, reach: queueOf(caller, exam) })
    const events = keys.map((key) => ({ ...key, kind: 'released' as const, actorId: actor.staffId, at: now }))
    await insertEvents(db, events)
    record({ targetId: attemptId ?? examId, targetName: exam.name, after: { count: keys.length, staffId } })
    return { count: keys.length }
  },
})
