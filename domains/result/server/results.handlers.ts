import { protocolErrors } from '@kaopei/contract'
import { examStatus } from '@kaopei/exam/contract/exam-codes'
import { examErrors } from '@kaopei/exam/contract/exam-errors'
import { examSettings, titleOfExam } from '@kaopei/exam/contract/exam-settings'
import { examStatusAt, findExam, searchFor, withShownContacts } from '@kaopei/exam/server'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, departmentCondition } from '@kaopei/org/server'
import { showing } from '@kaopei/question/server'
import { type Handlers, implement } from '@kaopei/server'
import { results } from '../contract/results.ts'
import { analyseItems } from './item-analysis.ts'
import { distributionOf, inPoints, selectPopulation, sumsByType } from './results.service.ts'
import { countResults, type ResultRow, selectFunnel, selectResultPage } from './results.sql.ts'
import { conditionsOf, exportResultsJob } from './results-export.job.ts'
import { readEvents, readResultPaper } from './results-paper.service.ts'
import { examFunnel } from './rules/funnel.ts'
import { populationNote } from './rules/statistics-population.ts'

const handlers: Handlers<typeof results> = {
  list: async ({ pageIndex, pageSize, sort, examinationId, keyWords, ...query }, { actor, db, now, scope }) => {
    const filter = { ...query, search: searchFor(actor, scope, keyWords), examId: examinationId, scope }
    const page = { filter, sort, now, limit: pageSize, offset: (pageIndex - 1) * pageSize }
    return {
      dataList: (await withShownContacts(db, actor, await selectResultPage(db, page))).map(answerRow),
      totalCount: await countResults(db, filter, now),
    }
  },

  get: async ({ examinationId, staffId, attemptId }, { actor, db, now, scope, services }) => {
    const { companyId } = actor
    const pictures = showing(services, companyId)
    return readResultPaper(db, { actor, examId: examinationId, staffId, attemptId, scope, now, pictures })
  },

  events: async ({ examinationId: examId, ...wish }, { db, scope, fail }) =>
    (await readEvents(db, { ...wish, examId, scope })) ?? fail(protocolErrors.notFound),

  funnel: async ({ examinationId: examId }, { db, now, scope, fail }) => {
    if (!(await findExam(db, examId))) return fail(protocolErrors.notFound)
    const counts = await selectFunnel(db, { examId, scope })
    if (!counts) return fail(protocolErrors.notFound)
    return { asOf: now, ...examFunnel(counts), aveScore: counts.aveScore }
  },

  distribution: async ({ examinationId: examId, attemptPolicy: policy }, { db, now, scope }) => {
    const population = await selectPopulation(db, { examId, scope, policy, now })
    return { ...population.named, ...distributionOf(population) }
  },

  byType: async ({ examinationId: examId, attemptPolicy: policy }, { db, now, scope }) => {
    const { named, attempts } = await selectPopulation(db, { examId, scope, policy, now })
    return { ...named, dataList: await sumsByType(db, attempts) }
  },

  itemAnalysis: async ({ examinationId: examId, attemptPolicy: policy }, { db, now, scope }) => {
    const { named, attempts } = await selectPopulation(db, { examId, scope, policy, now })
    const { test, unseenCount, ...rest } = await analyseItems(db, { examId, attemptIds: attempts.map(({ id }) => id) })
    const points = { mean: inPoints(test.mean), median: inPoints(test.median), sd: inPoints(test.sd) }
    const note = populationNote(policy, { count: attempts.length, unseenCount })
    // Which option is right is the author's until nobody sits the exam any more.
    const found = await findExam(db, examId)
    const isRunning = found !== undefined && examStatusAt(found, now) !== examStatus.ended
    return {
      ...named,
      ...rest,
      items: isRunning ? rest.items.map(withoutRightOption) : rest.items,
      unseenCount,
      populationNote: note,
      test: { ...test, ...points, standardError: inPoints(test.standardError) },
    }
  },

  export: async ({ examinationId: examId, ...query }, { actor, db, now, scope, fail, record }) => {
    const exam = await findExam(db, examId)
    if (!exam) return fail(protocolErrors.notFound)
    const { keyWords, ...rest } = query
    const search = searchFor(actor, scope, keyWords)
    const count = await countResults(db, { ...rest, search, examId, scope }, now)
    if (count === 0) return fail(examErrors.nothingToExport)
    const examName = titleOfExam(exam.name, examSettings.parse(exam.settings))
    const payload = { ...query, examId, scope, examName, count, sight: contactSight(actor) }
    const conditions = { ...conditionsOf(payload), ...(await departmentCondition(db, query.departmentId)) }
    const { jobId } = await startTrackedJob(db, actor, exportResultsJob, payload, { conditions })
    record({ targetId: examId, targetName: exam.name, after: { jobId, count, ...query } })
    return { jobId }
  },
}

export const resultEndpoints = implement(results, handlers)

function withoutRightOption<Item extends { readonly distractors: readonly { readonly isKey: boolean }[] }>(item: Item) {
  return { ...item, distractors: item.distractors.map((one) => ({ ...one, isKey: false })) }
}

function answerRow({
  scoreHundredths,
  maxScoreHundredths,
  startedAt,
  submittedAt,
  phone: _phone,
  email: _email,
  ...row
}: ResultRow) {
  return {
    ...row,
    score: scoreHundredths,
    maxScore: maxScoreHundredths,
    startTime: startedAt,
    submitTime: submittedAt,
    durationSeconds: startedAt && submittedAt ? Math.round((submittedAt.getTime() - startedAt.getTime()) / 1000) : null,
  }
}
