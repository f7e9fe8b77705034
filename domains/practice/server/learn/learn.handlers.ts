import { protocolErrors } from '@kaopei/contract'
import { questionCards, secondsOfSitting, showing } from '@kaopei/question/server'
import { type Context, type Handlers, implement, storable } from '@kaopei/server'
import { learnErrors } from '../../contract/errors.ts'
import { learn } from '../../contract/learn.ts'
import { countReports, insertReport, isRepeated, selectReports } from '../reports/report.sql.ts'
import { tellKeeper } from '../reports/tell-keeper.ts'
import { type Answering, takeAnswer, takeJudgement } from './answering.ts'
import { beginRun } from './beginning.ts'
import { findMet, keepMet, leaveWrongBook, markFavourite, writeNote } from './books.sql.ts'
import { favouritesOf, questionSheetOf, wrongBookOf } from './books.ts'
import { endRun } from './finishing.ts'
import { enterLearner, updateDaily } from './learner.sql.ts'
import { curveOf, pointsOf } from './mastery.ts'
import { minePage } from './mine.ts'
import { findLaid } from './run.sql.ts'
import { shownRun } from './shown-run.ts'
import { readToday } from './today.ts'
import { sayTooEasy } from './too-easy.ts'

type Caller = Pick<Context<typeof learn.run>, 'actor' | 'services' | 'now'>

/** Pictures of a round can be looked at for a day. */
const pictures = ({ services, actor, now }: Caller) => showing(services, actor.companyId, secondsOfSitting(null, now))
const readerOf = (caller: Caller) => ({ staffId: caller.actor.staffId, now: caller.now, pictures: pictures(caller) })

const handlers: Handlers<typeof learn> = {
  mine: ({ pageIndex, pageSize, keyword, only, practiceId }, { actor, db, now }) =>
    minePage(db, { staffId: actor.staffId, keyword, only, practiceId, now }, { pageIndex, pageSize }),

  dueToday: (_, { actor, db, now }) => readToday(db, actor.staffId, now),

  begin: async ({ practiceId, knowledgePointId, mode, isAnew }, context) => {
    const { actor, db, fail, now } = context
    const kind = { practiceId: practiceId ?? null, knowledgePointId: knowledgePointId ?? null, mode }
    const runId = await beginRun(db, { ...kind, isAnew, staffId: actor.staffId, now, fail })
    return shownRun(db, runId, readerOf(context))
  },

  run: ({ runId }, context) => shownRun(context.db, runId, readerOf(context)),

  answer: async ({ answer, ...given }, context) => {
    const told = await takeAnswer(context.db, { ...answering(given, context), fail: context.fail }, storable(answer))
    return told ?? context.fail(protocolErrors.notFound)
  },

  judge: async ({ ownScore, ...given }, context) => {
    const told = await takeJudgement(
      context.db,
      { ...answering({ ...given, seconds: 0 }, context), fail: context.fail },
      ownScore,
    )
    return told ?? context.fail(protocolErrors.notFound)
  },

  tooEasy: async ({ runId, item }, context) => {
    const { db, fail } = context
    const feedback = await sayTooEasy(db, { runId, item, ...readerOf(context), fail })
    return feedback ? { feedback } : fail(protocolErrors.notFound)
  },

  finish: async ({ runId }, context) => {
    const { actor, db, fail, now } = context
    if (!(await endRun(db, actor.staffId, runId, now))) return fail(protocolErrors.notFound)
    return shownRun(db, runId, readerOf(context))
  },

  wrongBook: ({ pageIndex, pageSize, ...filter }, context) =>
    wrongBookOf(context.db, { ...filter, staffId: context.actor.staffId }, { pageIndex, pageSize, pictures: pictures(context) }),

  removeFromWrongBook: async ({ questionIds }, { actor, db }) => ({
    removedCount: await leaveWrongBook(db, actor.staffId, questionIds),
  }),

  favourites: ({ pageIndex, pageSize, ...filter }, context) =>
    favouritesOf(context.db, { ...filter, staffId: context.actor.staffId }, { pageIndex, pageSize, pictures: pictures(context) }),

  setFavourite: async ({ questionId, isFavourite }, context) => {
    const { actor, db, now } = context
    await meet(questionId, context)
    await markFavourite(db, { staffId: actor.staffId, questionId }, isFavourite, now)
    return {}
  },

  setNote: async ({ questionId, note }, context) => {
    await meet(questionId, context)
    await writeNote(context.db, { staffId: context.actor.staffId, questionId }, note)
    return {}
  },

  question: async ({ questionId }, context) => {
    const { actor, db, fail } = context
    const met = await findMet(db, actor.staffId, questionId)
    if (!met) return fail(protocolErrors.notFound)
    return questionSheetOf(db, actor.staffId, met, pictures(context))
  },

  report: async ({ questionId, kind, text }, context) => {
    const { actor, db, fail, now, services } = context
    const met = await meet(questionId, context)
    const report = { staffId: actor.staffId, questionId, ...met, kind, text, now }
    const reportId = await insertReport(db, report)
    if (reportId) await tellKeeper(db, services, { reportId, ...report })
    else if (!(await isRepeated(db, report))) return fail(learnErrors.reportedAlready)
    return {}
  },

  myReports: async ({ pageIndex, pageSize }, { actor, db }) => {
    const filter = { staffId: actor.staffId, readerId: actor.staffId, scope: { kind: 'all' as const } }
    const rows = await selectReports(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const cards = new Map(
      (
        await questionCards(
          db,
          rows.map(({ questionId }) => questionId),
        )
      ).map((card) => [card.id, card]),
    )
    const dataList = rows.map((row) => ({ ...row, stemText: cards.get(row.questionId)?.stemText ?? '（已删除）' }))
    return { dataList, totalCount: await countReports(db, filter) }
  },

  mastery: async ({ knowledgePointId }, { actor, db, now }) => ({
    points: await pointsOf(db, actor.staffId, now, { seesAll: false }),
    curve: await curveOf(db, actor.staffId, now, knowledgePointId ?? null),
  }),

  setDaily: async ({ dailyCount }, { actor, db, now }) => {
    await enterLearner(db, actor.staffId)
    await updateDaily(db, actor.staffId, dailyCount)
    return readToday(db, actor.staffId, now)
  },
}

export const learnEndpoints = implement(learn, handlers)

interface Given {
  readonly runId: string
  readonly item: number
  readonly seq: number
  readonly seconds: number
  readonly answeredAt?: Date | null | undefined
}

function answering(given: Given, context: Caller): Answering {
  const { staffId, now, pictures: shown } = readerOf(context)
  return { ...given, answeredAt: given.answeredAt ?? null, staffId, now, pictures: shown }
}

type Meeting = Pick<Context<typeof learn.setNote>, 'actor' | 'db' | 'now' | 'fail'>

/** Only what was put before somebody can be marked by them. */
async function meet(questionId: string, { actor, db, now, fail }: Meeting) {
  const { staffId } = actor
  const met = await findMet(db, staffId, questionId)
  if (met) return { versionId: met.versionId, practiceId: met.practiceId }
  const laid = (await findLaid(db, staffId, questionId)) ?? fail(learnErrors.notMet)
  await keepMet(db, { staffId, questionId, laid, now })
  return { versionId: laid.versionId, practiceId: laid.practiceId }
}
