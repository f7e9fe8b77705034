import { admitCandidate } from '@kaopei/exam/server'
import { type FileAddress, pictureUrl, showPictures } from '@kaopei/files/server'
import { admitToPractice } from '@kaopei/practice/server'
import { admitToQuestionnaire } from '@kaopei/questionnaire/server'
import { tasksHidingScores } from '@kaopei/result/server'
import type { Db, Handlers, Services } from '@kaopei/server'
import { z } from 'zod'
import { courseSource } from '../../contract/codes.ts'
import type { learn } from '../../contract/learn.ts'
import { learnErrors } from '../../contract/learn-errors.ts'
import { articleRule } from '../../contract/outline.ts'
import { whyNotLearnt } from '../bought/licence-words.ts'
import { findLicence } from './course-facts.sql.ts'
import { completionOf, learningOf } from './derive.ts'
import { completeTask, enterTask, ownLearning, ownPage, secondsSinceBegun } from './enter.ts'
import { countLibrary, countMine, findGoOn, selectLibrary, selectLibraryCategories, selectMine } from './lists.sql.ts'
import { openCourseware } from './open.ts'
import { takePractices } from './practices.ts'
import { takeQuestionnaires } from './questionnaires.ts'
import { takeResults } from './results.ts'
import { cardsOf, goOnTask, locksOf, lockWords, missingWords, nextTaskOf, outlineShown, traceWordsOf, zoneFor } from './shown.ts'
import { countTrace, selectTrace } from './trace.sql.ts'

const link = z.object({ url: z.string() })
const article = z.object({ html: z.string() })

export const learnHandlers: Handlers<typeof learn> = {
  myCourses: async ({ keyword, only, ...query }, { actor, db, now, services }) => {
    const filter = { staffId: actor.staffId, keyword, only, now }
    const rows = await selectMine(db, filter, placeOf(query))
    const goOn = await findGoOn(db, actor.staffId, now)
    const learning = goOn && (await learningOf(db, goOn.courseId, actor.staffId))
    return {
      dataList: rows.map((row) => withCover(services, db, row)),
      totalCount: await countMine(db, filter),
      goOn: goOn
        ? { ...withCover(services, db, goOn), nextTask: learning ? goOnTask(learning, goOn.lastTaskId, now) : null }
        : null,
    }
  },

  library: async ({ keyword, categoryId, ...query }, { actor, db, services }) => {
    const filter = { staffId: actor.staffId, keyword, categoryId: categoryId ?? null }
    const rows = await selectLibrary(db, filter, placeOf(query))
    return {
      dataList: rows.map((row) => withCover(services, db, row)),
      totalCount: await countLibrary(db, filter),
      categories: await selectLibraryCategories(db),
    }
  },

  page: async ({ course }, context) => {
    const { actor, db, now, services } = context
    const { learning, page } = await ownPage(context, course)
    const locks = locksOf(learning, now)
    const isScored = ({ id }: { id: string }) => typeof learning.learner.tasks.get(id)?.scoreHundredths === 'number'
    const shown = outlineShown(learning, {
      ...{ locks, zone: await zoneFor(db, locks), cards: await cardsOf(db, learning.tasks) },
      hiddenScores: await tasksHidingScores(db, learning.tasks.filter(isScored), now),
    })
    const { percent, completedAt } = completionOf(learning, now)
    const { name, hasWatermark, enrolledAt, dueAt, learnedSeconds, lastTaskId } = page
    const licence = page.source === courseSource.bought ? await findLicence(db, course, actor.staffId, now) : undefined
    const closed = licence && (await whyNotLearnt(db, licence, now))
    return {
      ...{ courseId: course, name, hasWatermark, enrolledAt, dueAt, learnedSeconds, lastTaskId, completedAt, percent, ...shown },
      descript: showPictures(services, { companyId: db.companyId }, page.descript),
      coverUrl: coverOf(services, db, page.coverFileId),
      learner: { name: page.personName, account: page.account },
      isOverdue: completedAt === null && dueAt !== null && dueAt < now,
      closed: closed?.text ?? null,
      nextTaskId: closed
        ? null
        : nextTaskOf(
            shown.chapters.flatMap(({ tasks }) => tasks),
            lastTaskId,
          ),
    }
  },

  open: async (input, context) => {
    const { actor, db, services, now, fail } = context
    const entered = await enterTask(context, input, 'courseware')
    const opened = await openCourseware({ db, services, now, staffId: actor.staffId }, entered)
    if (!opened) return fail(learnErrors.gone)
    const { isUnmeasured, ...given } = opened
    // Neither seconds nor pages of it can be counted: opening it is all that can be known.
    return isUnmeasured ? { ...given, ...(await completeTask(context, entered, actor.staffId, 'file')) } : given
  },

  openLink: async (input, context) => {
    const entered = await enterTask(context, input, 'link')
    const { url } = link.parse(entered.task.content)
    return { url, ...(await completeTask(context, entered, context.actor.staffId, 'link')) }
  },

  openArticle: async (input, context) => {
    const { actor, db, now, services } = context
    const { task, learning, grant } = await enterTask(context, input, 'article')
    const { html } = article.parse(task.content)
    const { isComplete = false, percent = 0 } = learning.learner.tasks.get(task.id)?.own ?? {}
    const passed = await secondsSinceBegun(db, { courseId: input.course, staffId: actor.staffId, taskId: task.id }, now)
    const secondsLeft = isComplete ? 0 : Math.max(0, Math.ceil(articleRule.parse(task.rule).seconds - passed))
    // Pictures of what was bought end with its licence.
    const reader = { companyId: task.targetCompanyId ?? db.companyId, grant }
    return { title: task.title, html: showPictures(services, reader, html), secondsLeft, isComplete, percent }
  },

  readArticle: async (input, context) => {
    const { actor, db, now, fail } = context
    const entered = await enterTask(context, input, 'article')
    const { seconds } = articleRule.parse(entered.task.rule)
    const passed = await secondsSinceBegun(db, { courseId: input.course, staffId: actor.staffId, taskId: entered.task.id }, now)
    if (passed < seconds) return fail(learnErrors.tooSoon)
    return await completeTask(context, entered, actor.staffId, 'article')
  },

  openExam: async (input, context) => {
    const { actor, db, now, fail } = context
    const { task } = await enterTask(context, input, 'exam')
    if (task.targetId === null) return fail(learnErrors.gone)
    await admitCandidate(db, { examId: task.targetId, staffId: actor.staffId, now, fail })
    // It may have been sat before the course was begun.
    await takeResults(db, [{ ownerId: task.targetId, staffId: actor.staffId }], now)
    return { examId: task.targetId }
  },

  openPractice: async (input, context) => {
    const { actor, db, now, fail } = context
    const { task } = await enterTask(context, input, 'practice')
    if (task.targetId === null) return fail(learnErrors.gone)
    await admitToPractice(db, { practiceId: task.targetId, staffId: actor.staffId, now })
    // It may have been practised before the course was begun.
    await takePractices(db, { staffId: actor.staffId, practiceIds: [task.targetId] }, now)
    return { practiceId: task.targetId }
  },

  openQuestionnaire: async (input, context) => {
    const { actor, db, now, fail } = context
    const { task } = await enterTask(context, input, 'questionnaire')
    if (task.targetId === null) return fail(learnErrors.gone)
    await admitToQuestionnaire(db, { questionnaireId: task.targetId, staffId: actor.staffId })
    // It may have been answered before the course was begun.
    await takeQuestionnaires(db, { staffId: actor.staffId, questionnaireIds: [task.targetId] }, now)
    return { questionnaireId: task.targetId }
  },

  missing: async ({ course, task }, context) => {
    const learning = await ownLearning(context, course)
    const cards = await cardsOf(context.db, learning.tasks)
    const locks = locksOf(learning, context.now)
    const held = { locks, zone: await zoneFor(context.db, locks) }
    const { percent, completedAt } = completionOf(learning, context.now)
    // Where nothing is required, everything counts.
    const hasRequired = learning.tasks.some(({ isRequired }) => isRequired)
    const tasks = learning.tasks.flatMap(({ id, title, isRequired }) => {
      const done = learning.learner.tasks.get(id)?.done
      const isAsked = task ? id === task : isRequired || !hasRequired
      return !done || done.isComplete || !isAsked
        ? []
        : [
            {
              ...{ taskId: id, title, percent: done.percent, isRequired },
              words: [...lockWords(held, id), ...missingWords(learning, cards, id)],
            },
          ]
    })
    return { percent, isComplete: completedAt !== null, tasks }
  },

  trace: async ({ course, task, ...query }, context) => {
    const { actor, db, now } = context
    const filter = { courseId: course, staffId: actor.staffId, taskId: task ?? null }
    const learning = await ownLearning(context, course)
    const wordsOf = await traceWordsOf(db, learning)
    const rows = await selectTrace(db, filter, placeOf(query))
    const scored = new Set(rows.flatMap(({ taskId, scoreHundredths }) => (scoreHundredths === null ? [] : [taskId])))
    const told = learning.tasks.filter(({ id }) => scored.has(id))
    const hidden = await tasksHidingScores(db, told, now)
    return {
      dataList: rows.map((row) => ({
        at: row.at,
        isLate: row.isLate,
        words: wordsOf(hidden.has(row.taskId) ? { ...row, scoreHundredths: null } : row),
      })),
      totalCount: await countTrace(db, filter),
    }
  },
}

const placeOf = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => ({
  offset: (pageIndex - 1) * pageSize,
  limit: pageSize,
})

function coverOf(services: Pick<Services, 'secret'>, { companyId }: Db, fileId: string | null): string | null {
  const address: FileAddress | null = fileId === null ? null : { companyId, fileId }
  return address && pictureUrl(services, address)
}

function withCover<Row extends { readonly coverFileId: string | null }>(services: Pick<Services, 'secret'>, db: Db, row: Row) {
  const { coverFileId, ...facts } = row
  return { ...facts, coverUrl: coverOf(services, db, coverFileId) }
}
