/** What becomes of the parts of an assessment, each way that they can go, and what the report says of it. */
import { attempt } from '@kaopei/exam/contract/attempt'
import { entry } from '@kaopei/exam/contract/entry'
import { examModule } from '@kaopei/exam/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { testMarkingMenu } from '@kaopei/marking/contract/menus'
import { reviewTask } from '@kaopei/marking/contract/review-task'
import { markingModule } from '@kaopei/marking/server'
import type { QuestionContent } from '@kaopei/question/contract/content'
import { resultModule } from '@kaopei/result/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { postModel } from '@kaopei/skill/contract/post-model'
import { skillModule } from '@kaopei/skill/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postAssessment, postPeople } from '../../contract/post.ts'
import { partState } from '../../contract/post-codes.ts'
import { postLearn } from '../../contract/post-learn.ts'
import { postResult } from '../../contract/post-result.ts'
import { evaluationResult } from '../../contract/result.ts'
import { device, publishedScale, shortDefinition } from '../evaluation-arrange.ts'
import { evaluationModule } from '../index.ts'
import { settleCompany } from '../settle.ts'
import { arrangePosts, blueprint, examOfPart, openedPost, type PostStage, sitExam, takeScale } from './post-arrange.ts'

const essay: QuestionContent = {
  ...{ type: 6, stem: '<p>简述动火作业的审批要点。</p>', referenceAnswer: '', analysis: '' },
  keyPoints: [{ id: 'k', text: '要点', scoreShare: 1 }],
}

let world: World
let stage: PostStage

beforeAll(async () => {
  world = await World.open(
    [filesModule, jobsModule, examModule, sittingModule, resultModule, markingModule, skillModule, evaluationModule],
    temporaryBlobs,
  )
  stage = await arrangePosts(world)
})
afterAll(() => world.close())

const asAdmin = () => world.as(stage.admin)
const person = (at: number) => stage.people[at] ?? stage.admin
const rowsOf = async (assessmentId: string, as = asAdmin()) => (await as.get(postResult.list, { assessmentId })).dataList
const detailOf = async (assessmentId: string, as = asAdmin()) => {
  const [row] = await rowsOf(assessmentId, as)
  return as.get(postResult.detail, { postResultId: row?.postResultId ?? '' })
}
const retained = (later: number) => new Date(world.now().getTime() + later * 365 * 86_400_000)

test('whoever does not agree to be recorded does not sit that exam: the others count, and the report says what is missing', async () => {
  const settings = { permitCamera: true }
  const skillExamId = await blueprint(world, stage.organisation, { name: '拍照的考试', count: 2, settings })
  const id = await openedPost(stage, [person(0)], { name: '有采集的测评', skillExamId })
  const as = world.as(person(0))
  await sitExam(world, person(0), await examOfPart(stage, id, 1), 2)
  await takeScale(world, person(0), id)
  const examId = await examOfPart(stage, id, 2)
  const { hash, consents } = await as.get(entry.notice, { examId })
  expect(consents.length).toBeGreaterThan(0)
  await as.get(entry.confirmNotice, { examId, hash, consents: consents.map(({ kind }) => ({ kind, isAgreed: false })) })
  expect(await as.call(entry.start, { examId, device })).not.toMatchObject({ code: 0 })
  await world.runJobs()
  expect(await rowsOf(id)).toEqual([])
  expect(await as.get(postLearn.get, { id })).toMatchObject({ next: 2, parts: [{ state: 3 }, { state: 0 }, { state: 3 }] })
  await asAdmin().get(postAssessment.close, { id })
  await world.runJobs()
  expect(await rowsOf(id)).toMatchObject([
    { knowledgeScore: 100, skillState: partState.missed, personalityState: partState.done, isComplete: false },
  ])
})

test('the skills may be a scale: its levels are evidence, its figures stand in the report with its own', async () => {
  const [welding = '', power = ''] = stage.skillIds
  const skillScaleId = await publishedScale(world, stage.admin, {
    ...{ name: '安全技能自评', kind: 4 },
    skillMap: [
      { dimension: 'a', skillId: welding, level: 3 },
      { dimension: 'b', skillId: power, level: 2 },
    ],
  })
  const id = await openedPost(stage, [person(1)], { name: '技能用量表', skillExamId: null, skillScaleId })
  await sitExam(world, person(1), await examOfPart(stage, id, 1), 2)
  await takeScale(world, person(1), id, 2)
  await takeScale(world, person(1), id)
  await world.runJobs()
  const detail = await detailOf(id)
  expect(detail).toMatchObject({ skillState: partState.done, isComplete: true })
  expect(detail.skillResult?.report.dimensions.map(({ name }) => name)).toEqual(['甲', '乙'])
  const [first, second] = detail.skillResult?.report.dimensions ?? []
  const shareOf = (one: typeof first) => ((one?.raw ?? 0) - (one?.min ?? 0)) / ((one?.max ?? 1) - (one?.min ?? 0))
  expect(detail.skillScore).toBe(Math.round(((shareOf(first) + shareOf(second)) / 2) * 1000) / 10)
  // Answered within a moment: it has to be looked at, and is no evidence until somebody keeps it.
  expect(detail.report.fit?.skills.map(({ class: kind }) => kind)).toEqual([null, null])
  expect(detail.notices).toEqual(['专业技能的测评结果需复核，复核保留后计入匹配度，并出具新的报告'])
  const evaluationResultId = detail.skillResult?.evaluationResultId ?? ''
  await asAdmin().get(evaluationResult.review, { evaluationResultId, isKept: true, note: '已与本人核对' })
  await world.runJobs()
  const kept = await detailOf(id)
  expect(kept).toMatchObject({ number: 2, notices: [] })
  expect(kept.report.fit?.skills.map(({ class: kind }) => kind)).toEqual([2, 2])
})

test('an essay waits for its marker: the part has no result before, and the report comes with the mark', async () => {
  const skillExamId = await blueprint(world, stage.organisation, {
    name: '有论述题的考试',
    count: 1,
    contents: [essay],
    settings: { notifyReviewer: false },
  })
  await world.rows('insert into exam.reviewer (company_id, exam_id, staff_id) values ($1, $2, $3)', [
    ...[stage.organisation.companyId, skillExamId, person(5).staffId],
  ])
  const id = await openedPost(stage, [person(2)], { name: '有论述题的测评', knowledgeExamId: null, skillExamId })
  const examId = await examOfPart(stage, id, 2)
  await sitExam(world, person(2), examId, [{ type: 6, format: 'text', text: '先审批，再作业' }])
  await takeScale(world, person(2), id)
  await world.runJobs()
  expect(await rowsOf(id)).toEqual([])
  expect(await world.as(person(2)).get(postLearn.get, { id })).toMatchObject({ parts: [{ state: partState.scoring }, {}] })
  const asMarker = world.as(
    await world.actor({
      companyId: stage.organisation.companyId,
      staffId: person(5).staffId,
      rights: [testMarkingMenu.rights.view],
    }),
  )
  const { task } = await asMarker.get(reviewTask.next, { examId })
  const key = { attemptId: task?.attemptId ?? '', slot: task?.slot ?? 0, version: task?.version ?? 0 }
  await asMarker.get(reviewTask.saveScore, { ...key, score: 8, keyPoints: { k: 8 }, comment: '要点齐全' })
  await world.runJobs()
  expect(await rowsOf(id)).toMatchObject([{ knowledgeState: null, skillState: partState.done, skillScore: 80, isComplete: true }])
})

test('what was kept long enough is deleted: before the report it says so, after it the report stays and the figures are gone', async () => {
  const { companyId } = stage.organisation
  const scaleId = await publishedScale(world, stage.admin, { name: '短期保存', retentionMonths: 6, definition: shortDefinition })
  const brief = { ...stage, scaleId }
  const early = await openedPost(brief, [person(3)], { name: '先删后出' })
  const late = await openedPost(brief, [person(4)], { name: '先出后删' })
  await takeScale(world, person(3), early)
  for (const part of [1, 2] as const) await sitExam(world, person(4), await examOfPart(stage, late, part), 2)
  await takeScale(world, person(4), late)
  await world.runJobs()
  const before = await detailOf(late)
  expect(before.personalityResult).not.toBeNull()
  await settleCompany(world.services, companyId, retained(1))
  for (const part of [1, 2] as const) await sitExam(world, person(3), await examOfPart(stage, early, part), 2)
  await world.runJobs()
  expect(await rowsOf(early)).toMatchObject([{ personalityState: partState.erased, isComplete: false, number: 1 }])
  const after = await detailOf(late)
  expect(after).toMatchObject({ number: 1, personalityResult: null, personalityState: partState.done })
  expect(after.report).toEqual(before.report)
  // A paper that is voided afterwards makes another report, which says what is deleted as it was known.
  await asAdmin().get(attempt.void, { attemptId: before.report.skill?.exam?.attemptId ?? '', reason: '替考' })
  await world.runJobs()
  expect(await rowsOf(late)).toMatchObject([{ number: 2, skillState: partState.voided }])
})

test('another model after the report changes nothing of it: the page says by which one it was issued', async () => {
  const own = await arrangePosts(world)
  const as = world.as(own.admin)
  const [one = own.admin, another = own.admin] = own.people
  const id = await openedPost(own, [one], { name: '模型以后会变' })
  await as.get(postPeople.add, { id, staffIds: [another.staffId] })
  const sitBoth = async (who: TestActor) => {
    for (const part of [1, 2] as const) await sitExam(world, who, await examOfPart(own, id, part), 4)
    await takeScale(world, who, id)
    await world.runJobs()
  }
  await sitBoth(one)
  const before = await detailOf(id, as)
  const [welding = ''] = own.skillIds
  const { postId } = own
  const skills = [{ skillId: welding, requiredLevel: 5, weight: 1, isKey: true }]
  const { number } = await as.get(postModel.save, { postId, number: before.report.fit?.modelNumber ?? 0, skills })
  await sitBoth(another)
  const after = await as.get(postResult.detail, { postResultId: before.postResultId })
  expect(after.report).toEqual(before.report)
  expect(after.notices).toEqual([`岗位模型现为第 ${number} 版，本报告按第 ${number - 1} 版模型出具`])
  const newer = (await rowsOf(id, as)).find(({ staffId }) => staffId === another.staffId)
  expect(await as.get(postResult.detail, { postResultId: newer?.postResultId ?? '' })).toMatchObject({
    ...{ verdict: 'below', notices: [], report: { fit: { modelNumber: number } } },
  })
})
