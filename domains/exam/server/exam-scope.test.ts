import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { messagingModule } from '@kaopei/messaging/server'
import { examReport } from '@kaopei/result/contract/exam-report'
import { examAnalysis, examReport as reportMenu } from '@kaopei/result/contract/menus'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import type { DataScope } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempt } from '../contract/attempt.ts'
import { exam } from '../contract/exam.ts'
import { examPaper } from '../contract/exam-paper.ts'
import { examPeople } from '../contract/exam-people.ts'
import { examManage } from '../contract/menus.ts'
import { examModule } from './exam.module.ts'
import { arrangeDraft, arrangeOrganisation, arrangeStaff, base } from './exam-arrange.ts'
import { arrangeExam, startExam } from './sitting-arrange.ts'

// The figures of an exam are of the people whom the caller's data scope shows: on the list, on the exam's page, in the answer to every change,
// and the same as in the funnel, in the report, in the list of results and in the exported workbook.

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, jobsModule, filesModule, messagingModule()], temporaryBlobs)
})
afterAll(() => world.close())

const rights = [...Object.values(examManage.rights), reportMenu.rights.view, examAnalysis.rights.view]
async function managerOf(companyId: string, scope: DataScope) {
  const scopes = { examManage: scope, examReport: scope, examAnalysis: scope }
  return world.as(await world.actor({ companyId, rights, scopes }))
}
type As = Awaited<ReturnType<typeof managerOf>>

const [single] = oneOfEachType()
const essays = oneOfEachType().filter(({ type }) => type === 6)

/**
 * Six people. 研发部 has the first four: handed in and scored; handed in twice, of which the first is void; voided alone; not come. The other two
 * handed in, one of them is being marked.
 */
async function satExam() {
  const settings = { repeatCount: 3 }
  const fixed = single ? [single, ...essays] : []
  const arranged = await arrangeExam(world, { fixed, candidates: 6, passScore: 500, settings })
  const { companyId, examId, candidates } = arranged
  const departmentId = crypto.randomUUID()
  await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
    ...[companyId, departmentId, '研发部', `/${departmentId}/`],
  ])
  const inside = candidates.slice(0, 4).map(({ staffId }) => staffId)
  await world.rows('update org.staff set department_id = $2 where id = any($1)', [inside, departmentId])
  const admin = world.as(await world.actor({ companyId }))
  const handIn = async (index: number) => {
    const actor = candidates[index]
    if (!actor) throw new Error('nobody')
    const { attemptId, number } = await startExam(world, actor, examId)
    const submission = { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: `submission-${index}-${number}` }
    await world.as(actor).get(sitting.submit, submission)
    return attemptId
  }
  const markAll = `update sitting.attempt set state = 'published', score_hundredths = 1000, is_passed = true, published_at = now()
    where owner_id = $1 and state in ('auto_scored', 'in_marking')`
  await handIn(0)
  const first = await handIn(1)
  const only = await handIn(2)
  await handIn(4)
  await world.runJobs()
  await world.rows(markAll, [examId])
  for (const attemptId of [first, only]) await admin.get(attempt.void, { attemptId, reason: '设备故障' })
  await handIn(1)
  await handIn(5)
  await world.runJobs()
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departmentId], ownStaffId: null } as const
  return { ...arranged, admin, manager: await managerOf(companyId, scope) }
}

/** Every figure that speaks of the exam's people, from every call that tells it. */
async function figuresOf(as: As, examinationId: string) {
  const [row] = (await as.get(exam.list, {})).dataList
  const funnel = await as.get(results.funnel, { examinationId })
  const [reported] = (await as.get(examReport.list, { pageIndex: 1, pageSize: 10 })).dataList
  const listed = await as.get(results.list, { examinationId, pageSize: 100 })
  const { jobId } = await as.get(results.export, { examinationId })
  await world.runJobs()
  const { fileUrl } = await as.get(download.link, { id: jobId })
  const file = await world.app.inject({ method: 'GET', url: fileUrl })
  let exported = -1
  for await (const _row of readXlsx(file.rawPayload)) exported += 1
  return {
    people: [
      row?.staffCount,
      (await as.get(exam.get, { id: examinationId })).staffCount,
      (await as.get(examPeople.list, { examinationId })).totalCount,
      funnel.premiseExamCount,
      reported?.premiseExamCount,
      listed.totalCount,
      exported,
    ],
    handedIn: [
      row?.submittedCount,
      funnel.completeExamCount,
      reported?.completeExamCount,
      listed.dataList.filter(({ state }) => [2, 3, 4].includes(state)).length,
    ],
    unmarked: [
      row?.unmarkedCount,
      funnel.reviewCount,
      reported?.reviewCount,
      listed.dataList.filter(({ state }) => state === 3).length,
    ],
  }
}

test('the figures of one exam are the same wherever they stand, for everybody and for one department', async () => {
  const { examId, admin, manager } = await satExam()
  const same = (figure: number, count: number) => Array.from({ length: count }, () => figure)
  expect(await figuresOf(admin, examId)).toEqual({ people: same(6, 7), handedIn: same(4, 4), unmarked: same(2, 4) })
  expect(await figuresOf(manager, examId)).toEqual({ people: same(4, 7), handedIn: same(2, 4), unmarked: same(1, 4) })
})

test('nobody is counted for whom nothing is shown, and the exam itself is listed', async () => {
  const { companyId, examId } = await satExam()
  const as = await managerOf(companyId, { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null })
  const { dataList, totalCount } = await as.get(exam.list, {})
  expect(totalCount).toBe(1)
  expect(dataList).toMatchObject([{ id: examId, questionCount: 2, staffCount: 0, submittedCount: 0, unmarkedCount: 0 }])
  // What may be changed follows from everybody's attempts.
  expect(await as.get(exam.get, { id: examId })).toMatchObject({ staffCount: 0, hasAttempts: true })
})

test('every answer to a change counts the caller’s people, a refused one too; the check before publishing counts all', async () => {
  const given = await arrangeOrganisation(world)
  const { companyId, departments } = given
  const { draft, questions } = await arrangeDraft(world, given)
  const others = await arrangeStaff(world, companyId, { count: 2, departmentId: departments.other })
  await world.as(given.admin).get(examPeople.add, { examinationId: draft.id, staffIds: others })
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departments.root], ownStaffId: null } as const
  const as = await managerOf(companyId, scope)
  const { id } = draft
  const saved = await as.get(exam.save, { id, version: draft.version, name: base.name })
  expect(saved.staffCount).toBe(3)
  const changed = { code: 1007, data: { staffCount: 3 } }
  expect(await as.call(exam.save, { id, version: 1, name: base.name })).toMatchObject(changed)
  const paper = { examinationId: id, version: 0, questions: [] }
  expect(await as.call(examPaper.save, paper)).toMatchObject(changed)
  const [question] = questions
  const more = { ...paper, questions: [{ questionId: question?.id ?? '', score: 3 }] }
  expect(await as.call(examPaper.saveOrUpdate, more)).toMatchObject(changed)
  expect(await as.call(exam.publish, { id, version: 0 })).toMatchObject(changed)
  expect(await as.get(exam.checkPublish, { id })).toMatchObject({ mayPublish: true, candidateCount: 5 })
  const published = await as.get(exam.publish, { id, version: saved.version, ignoreWarnings: true })
  expect(published.staffCount).toBe(3)
  expect(await as.call(exam.cancel, { id, version: 0, reason: '改期' })).toMatchObject(changed)
  const cancelled = await as.get(exam.cancel, { id, version: published.version, reason: '改期' })
  expect(cancelled.staffCount).toBe(3)
  expect(JSON.stringify([saved, published, cancelled])).not.toContain('"staffCount":5')
})

test('the candidates of a scope are replaced without the others, and a refusal names nobody else', async () => {
  const { companyId, examId, candidates, manager } = await satExam()
  const staffIds = candidates.map(({ staffId }) => staffId)
  const [, , , absent = '', stranger = '', other = ''] = staffIds
  const listed = async () =>
    (
      await world.rows<{ id: string }>('select staff_id as id from exam.candidate where company_id = $1 and exam_id = $2', [
        companyId,
        examId,
      ])
    )
      .map(({ id }) => id)
      .sort()
  const before = await listed()
  expect(await manager.get(examPeople.remove, { examinationId: examId, staffIds: [stranger, other] })).toMatchObject({
    removedCount: 0,
    leftOut: { count: 2, isAll: true },
  })
  const { version, name } = await manager.get(exam.get, { id: examId })
  const inside = staffIds.slice(0, 4)
  const emptied = await manager.call(exam.save, { id: examId, version, name, staffIds: inside })
  expect(emptied).toMatchObject({ code: 0, data: { staffCount: 4 } })
  expect(await listed()).toEqual(before)
  const kept = inside.filter((id) => id !== absent)
  const fresh = await manager.get(exam.get, { id: examId })
  expect(await manager.get(exam.save, { id: examId, version: fresh.version, name, staffIds: kept })).toMatchObject({
    staffCount: 3,
  })
  expect(await listed()).toEqual(before.filter((id) => id !== absent))
})

test('the picker of exams is the console’s: candidates are shown no exam by it, and no draft', async () => {
  const { candidates } = await satExam()
  const [candidate] = candidates
  if (!candidate) throw new Error('nobody')
  for (const quote of [0, 1]) expect(await world.as(candidate).call(exam.listSearch, { quote })).toMatchObject({ code: 1002 })
})
