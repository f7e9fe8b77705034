import { coursewareType } from '@kaopei/courseware/contract/codes'
import type { PackageState } from '@kaopei/courseware/contract/package-messages'
import type { Handlers } from '@kaopei/server'
import { learnErrors } from '../../contract/learn-errors.ts'
import type { learnPackage } from '../../contract/package.ts'
import { packageErrors } from '../../contract/package-errors.ts'
import { learningOf } from './derive.ts'
import { enterTask } from './enter.ts'
import { deleteOldSessions, insertSession } from './open.sql.ts'
import { findPartState, findVisit, insertVisit, type PartState } from './package.sql.ts'
import { keepCommit, partRulesOf, refusalOf, standingOfPart } from './package.ts'
import { lockLearner } from './standing.sql.ts'

export const packageHandlers: Handlers<typeof learnPackage> = {
  openPackage: async ({ course, task: taskId, part }, context) => {
    const { actor, db, now, fail } = context
    const { learning, task } = await enterTask(context, { course, task: taskId }, 'courseware')
    const media = learning.media.find((one) => one.taskId === taskId)
    if (!media) return fail(learnErrors.notOpened)
    if (media.coursewareType !== coursewareType.package) return fail(learnErrors.notThisKind)
    const rules = await partRulesOf(db, task, media, part)
    if (!rules) return fail(packageErrors.noPart)
    const place = { staffId: actor.staffId, courseId: course, taskId, part }
    await deleteOldSessions(db, actor.staffId, now)
    const session = await insertSession(db, { ...place, now })
    await insertVisit(db, place, session)
    const kept = await findPartState(db, place, media.versionId)
    const state = kept ? stateOf(kept) : null
    if (!rules.isAsset || kept?.doneAt) return { session, state, ...standingOfPart(learning, taskId, kept?.totalSeconds ?? 0) }
    const visit = { begunAt: now, lastSeq: 0, seconds: 0 }
    const opened = { ...place, course, task: taskId, session, seq: 0, state: shownState, sessionSeconds: 0, isFinished: true }
    const totalSeconds = await keepCommit(
      db,
      { place, visit, kept, rules, learning, media, task, now },
      { ...opened, isShort: false },
    )
    const after = (await learningOf(db, course, actor.staffId)) ?? learning
    return { session, state: shownState, ...standingOfPart(after, taskId, totalSeconds) }
  },

  commitPackage: async (input, { actor, db, now, fail }) => {
    const { course, task: taskId, part, session, seq } = input
    const place = { staffId: actor.staffId, courseId: course, taskId, part }
    await lockLearner(db, actor.staffId)
    const visit = await findVisit(db, place, session)
    if (!visit) return fail(learnErrors.notOpened)
    const learning = await learningOf(db, course, actor.staffId)
    const media = learning?.media.find((one) => one.taskId === taskId)
    const task = learning?.tasks.find(({ id }) => id === taskId)
    const refusal = await refusalOf(db, { learning, task, courseId: course, staffId: actor.staffId, now })
    if (refusal) return fail(learnErrors[refusal])
    if (!learning || !task || !media) return fail(learnErrors.gone)
    const kept = await findPartState(db, place, media.versionId)
    if (seq <= visit.lastSeq) return standingOfPart(learning, taskId, kept?.totalSeconds ?? 0)
    // A page that stood open elsewhere must not write an old bookmark over a newer one.
    if (kept?.sessionBegunAt && kept.sessionId !== session && kept.sessionBegunAt > visit.begunAt)
      return fail(packageErrors.replaced)
    const rules = await partRulesOf(db, task, media, part)
    if (!rules) return fail(packageErrors.noPart)
    const totalSeconds = await keepCommit(db, { place, visit, kept, rules, learning, media, task, now }, input)
    const after = (await learningOf(db, course, actor.staffId)) ?? learning
    return standingOfPart(after, taskId, totalSeconds)
  },
}

/** Of a part that only shows something: opened is all that can be done with it. */
const shownState: PackageState = {
  ...{ status: 'completed', success: 'unknown', scoreHundredths: null, progressPercent: null },
  ...{ location: '', suspendData: '', exit: '', data: {} },
}

function stateOf({ totalSeconds: _, doneAt: __, sessionId: ___, sessionBegunAt: ____, ...state }: PartState): PackageState {
  return state
}
