import { randomBytes } from 'node:crypto'
import { closedExams, countClosedExams } from '@kaopei/exam/server'
import { countItems, countOfficial, countPointPeople, pointFigures, selectPointPeople } from '@kaopei/result/server'
import { type Handlers, implement } from '@kaopei/server'
import { xlsxType } from '@kaopei/sheet'
import { loopErrors } from '../../contract/errors.ts'
import { loop } from '../../contract/loop.ts'
import { scopesOf, usableExam } from './access.ts'
import { createFromExam, setAfterExam } from './create.service.ts'
import { effectOf, examNames, pointsIn, removed } from './effect.service.ts'
import { effectWorkbook } from './effect.sheet.ts'
import { countLoopPeople, findLoop } from './loop.sql.ts'
import { planOf } from './plan.service.ts'
import { percentOf, proposalOf, shownPoint } from './proposal.ts'

const handlers: Handlers<typeof loop> = {
  exams: async ({ name, pageIndex, pageSize }, { actor, db, now, scope, fail }) => {
    const scopes = scopesOf({ actor, scope, fail })
    const exams = await closedExams(db, { name, now, limit: pageSize, offset: (pageIndex - 1) * pageSize })
    const dataList = []
    for (const { id, name: examName, closeAt } of exams)
      dataList.push({ id, name: examName, closeTime: closeAt, resultCount: await countOfficial(db, { examId: id, scopes }) })
    return { dataList, totalCount: await countClosedExams(db, { name, now }) }
  },

  weakPoints: async ({ examId }, context) => {
    const { db } = context
    const { exam, scopes } = await usableExam(db, examId, context)
    const whose = { examId, scopes }
    const { itemCount, unlinkedCount } = await countItems(db, whose)
    return {
      examName: exam.name,
      peopleCount: await countOfficial(db, whose),
      itemCount,
      unlinkedItemCount: unlinkedCount,
      points: (await pointFigures(db, whose)).map(shownPoint),
    }
  },

  people: async ({ examId, knowledgeIds: pointIds, keyWords, belowPercent, pageIndex, pageSize }, context) => {
    const { db } = context
    const { scopes } = await usableExam(db, examId, context)
    const below = belowPercent === undefined ? undefined : belowPercent / 100
    const wish = { examId, pointIds, scopes, below, keyWords }
    const rows = await selectPointPeople(db, wish, { limit: pageSize, offset: (pageIndex - 1) * pageSize })
    return {
      dataList: rows.map(({ share, max, ...row }) => ({ ...row, percent: percentOf(share), maxScore: max })),
      totalCount: await countPointPeople(db, wish),
    }
  },

  propose: async ({ seed: given, ...wish }, context) => {
    const seed = given ?? randomBytes(16).toString('hex')
    const plan = await planOf(context.db, { ...wish, seed }, context)
    return proposalOf(plan, { actor: context.actor, seed, names: plan.pointNames })
  },

  create: async (input, context) => createFromExam(input, context),

  get: async ({ projectId }, { db, scope }) => {
    const found = await findLoop(db, projectId)
    if (!found) return { loop: null }
    const names = await examNames(db, found)
    const named = (id: string) => ({ id, name: names.get(id) ?? removed })
    const { version, isChosenByScore, examId, afterExamId } = found
    return {
      loop: {
        ...{ version, isChosenByScore, exam: named(examId) },
        peopleCount: await countLoopPeople(db, found.id, scope),
        afterExam: afterExamId === null ? null : named(afterExamId),
        points: await pointsIn(db, found.knowledgeIds),
        createTime: found.createdAt,
      },
    }
  },

  setAfterExam: async (input, context) => setAfterExam(input, context),

  effect: async ({ projectId }, { db, fail, now, scope }) => {
    const found = await findLoop(db, projectId)
    if (!found) return fail(loopErrors.notLoop)
    return effectOf(db, found, { projectId, scope, now })
  },

  exportEffect: async ({ projectId }, { db, fail, now, scope, record }) => {
    const found = await findLoop(db, projectId)
    if (!found) return fail(loopErrors.notLoop)
    const effect = await effectOf(db, found, { projectId, scope, now })
    record({ targetId: projectId, targetName: effect.examName })
    return { fileName: `培训效果-${effect.examName}.xlsx`, contentType: xlsxType, body: effectWorkbook(effect) }
  },
}

export const loopEndpoints = implement(loop, handlers)
