import { protocolErrors } from '@kaopei/contract'
import { answerState } from '@kaopei/question/contract/content'
import { shownContent } from '@kaopei/question/server'
import { implement, type Services } from '@kaopei/server'
import { markingErrors } from '../contract/errors.ts'
import { testMarkingRights } from '../contract/menus.ts'
import { paperStatus, reviewPaper } from '../contract/review-paper.ts'
import { taskState } from '../contract/shapes.ts'
import { deskOf, shownAnswer } from './desk.service.ts'
import { candidateOf, enterAttempt } from './entry.service.ts'
import { insertEvents } from './marks.sql.ts'
import { lookingOf } from './queue.service.ts'
import { findPaperHead, type PaperItem, selectHistory, selectPaperItems } from './review-paper.sql.ts'
import { isInMarking } from './rules/may-mark.ts'

export const reviewPaperEndpoints = implement(reviewPaper, {
  getExamAnswerPaperBasicInfo: async ({ attemptId }, caller) => {
    const { db, actor, fail, services } = caller
    const exam = await enterAttempt(caller, attemptId, testMarkingRights.reopen)
    const tasks = (await deskOf(lookingOf(caller, exam), { attemptId })).map(({ task }) => task)
    const head = await findPaperHead(db, attemptId)
    // An attempt without anything to mark is no business of markers.
    if (!head || tasks.length === 0) return fail(protocolErrors.notFound)
    const items = await selectPaperItems(db, attemptId)
    return {
      examId: exam.id,
      examName: exam.name,
      attemptId,
      candidate: candidateOf(exam, actor.staffId, head),
      status: statusOf(head.state),
      maxScore: head.maxHundredths,
      passScore: head.passHundredths,
      objectiveScore: head.objectiveHundredths,
      subjectiveScore: head.subjectiveHundredths,
      score: head.scoreHundredths,
      isPassed: head.isPassed,
      taskCount: tasks.length,
      doneCount: tasks.filter(({ state }) => state === taskState.done).length,
      items: items.map((item) => ({
        ...shownItem(item, services, actor.companyId),
        task: tasks.find(({ slot }) => slot === item.slot) ?? null,
      })),
    }
  },

  getMarkHistory: async ({ attemptId }, caller) => {
    await enterAttempt(caller, attemptId, testMarkingRights.reopen)
    const rows = await selectHistory(caller.db, attemptId)
    const dataList = rows.map(({ scoreHundredths, orderIndex, ...row }) => ({
      ...row,
      number: orderIndex,
      score: scoreHundredths,
    }))
    return { dataList, totalCount: rows.length }
  },

  reveal: async ({ attemptId, reason }, caller) => {
    const { db, actor, now, fail, record } = caller
    const exam = await enterAttempt(caller, attemptId, testMarkingRights.reveal)
    if (!exam.settings.anonymousFlag) return fail(markingErrors.notAnonymous)
    const head = await findPaperHead(db, attemptId)
    const [first] = await deskOf(lookingOf(caller, exam), { attemptId })
    if (!head || !first) return fail(protocolErrors.notFound)
    const { slot } = first.row
    await insertEvents(db, [{ attemptId, slot, kind: 'revealed', actorId: actor.staffId, at: now, reason }])
    record({ targetId: attemptId, targetName: exam.name, reason })
    return { name: head.candidateName, departmentName: head.departmentName }
  },
})

function shownItem(item: PaperItem, services: Pick<Services, 'secret'>, companyId: string) {
  return {
    slot: item.slot,
    number: item.orderIndex,
    type: item.type,
    maxScore: item.maxHundredths,
    score: item.scoreHundredths,
    content: shownContent(services, { companyId }, item.content),
    optionOrder: item.optionOrder,
    answer: shownAnswer(services, companyId, item.answer),
    answerState: answerState.parse(item.answerState),
    isCorrect: item.isCorrect,
  }
}

function statusOf(attemptState: string) {
  if (isInMarking(attemptState)) return paperStatus.marking
  return attemptState === 'voided' ? paperStatus.closed : paperStatus.published
}
