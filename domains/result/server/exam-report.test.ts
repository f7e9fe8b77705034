import { entry } from '@kaopei/exam/contract/entry'
import { exam } from '@kaopei/exam/contract/exam'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examReport } from '../contract/exam-report.ts'
import { examAnalysis, examReport as reportMenu } from '../contract/menus.ts'
import { ownResult } from '../contract/own-result.ts'
import { results } from '../contract/results.ts'
import { resultModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule])
})
afterAll(() => world.close())

const objective = oneOfEachType().filter(({ type }) => type !== 6)

/** Three candidates: one passed, one handed in an empty paper, one has not come. */
async function satExam() {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: objective, candidates: 3, passScore: 1000 })
  for (const [index, actor] of candidates.slice(0, 2).entries()) {
    const { attemptId, items } = await startExam(world, actor, examId)
    const slot = items.find(({ view }) => view.type === 1)?.slot ?? 0
    const answer = { type: 1 as const, optionId: 'b' }
    if (index === 0)
      await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: [{ slot, answer, baseRev: 0, clientSeq: 1 }] })
    await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
  }
  await world.runJobs()
  return { companyId, examId, candidates }
}

test('the report has the figures of each published exam, and no draft', async () => {
  const { companyId, examId } = await satExam()
  await world.rows(
    `with paper as (insert into paper.paper (company_id) values ($1) returning id)
     insert into exam.exam (company_id, paper_id, name) select $1, id, '草稿' from paper`,
    [companyId],
  )
  const admin = world.as(await world.actor({ companyId }))
  const { dataList, totalCount } = await admin.get(examReport.list, { pageIndex: 1, pageSize: 10 })
  expect(totalCount).toBe(1)
  const figures = {
    ...{ premiseExamCount: 3, hasExamCount: 2, hasExamRatio: 66, completeExamCount: 2, completeExamRatio: 66 },
    ...{ passExamCount: 1, passExamRatio: 33, reviewCount: 0, aveScore: 5 },
  }
  expect(dataList).toMatchObject([{ id: examId, status: 5, sumScore: 50, ...figures }])
  expect(await admin.get(examReport.get, { examinationId: examId })).toMatchObject({ id: examId, ...figures })
  const { reviewCount: _review, ...funnel } = figures
  expect(await admin.get(results.funnel, { examinationId: examId })).toMatchObject(funnel)
})

test('a simulation is no part of the report, unless somebody asks for simulations; its candidates are told what it is', async () => {
  const { companyId, examId, candidates } = await satExam()
  await world.rows(`update exam.exam set settings = settings || '{"examUseWay": 2}' where id = $1`, [examId])
  const admin = world.as(await world.actor({ companyId }))
  const page = { pageIndex: 1, pageSize: 10 }
  expect(await admin.get(examReport.list, page)).toEqual({ dataList: [], totalCount: 0 })
  expect(await admin.get(examReport.list, { ...page, examUseWay: 2 })).toMatchObject({
    totalCount: 1,
    dataList: [{ id: examId, examUseWay: 2 }],
  })
  expect(await admin.get(exam.list, { ...page, examUseWay: 1 })).toMatchObject({ totalCount: 0 })
  const [candidate] = candidates
  const as = world.as(candidate)
  expect((await as.get(entry.myExams)).dataList).toMatchObject([{ isSimulation: true }])
  const notice = await as.get(entry.notice, { examId })
  expect(notice).toMatchObject({ isSimulation: true, terms: expect.arrayContaining(['本场为模拟考试，成绩不计入正式成绩。']) })
  const [attempt] = await world.rows<{ id: string }>('select id from sitting.attempt where staff_id = $1', [candidate?.staffId])
  expect(await as.get(ownResult.result, { attemptId: attempt?.id ?? '' })).toMatchObject({ isSimulation: true })
})

test('who reads reports alone sees the people of their own scope, in the list and behind it', async () => {
  const { companyId, examId, candidates } = await satExam()
  const own = { kind: 'some' as const, departmentIds: [], subtreeIds: [], ownStaffId: candidates[0]?.staffId ?? '' }
  const rights = [reportMenu.rights.view, examAnalysis.rights.view]
  const scopes = { examReport: own, examAnalysis: own }
  const reader = world.as(await world.actor({ companyId, rights, scopes }))
  const { dataList } = await reader.get(examReport.list, { pageIndex: 1, pageSize: 10 })
  expect(dataList).toMatchObject([{ premiseExamCount: 1, hasExamCount: 1, passExamCount: 1, aveScore: 10 }])
  expect(await reader.get(results.funnel, { examinationId: examId })).toMatchObject({ premiseExamCount: 1, passExamCount: 1 })
  expect(await reader.get(results.distribution, { examinationId: examId })).toMatchObject({ population: 1, mean: 10 })
  expect(await reader.call(results.list, { examinationId: examId })).toMatchObject({ code: 1002 })
})
