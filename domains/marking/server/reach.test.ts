import { randomUUID } from 'node:crypto'
import type { Right } from '@kaopei/contract'
import { arrangePerson } from '@kaopei/org/testing'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMarkingMenu, testMarkingRights } from '../contract/menus.ts'
import { reviewExam } from '../contract/review-exam.ts'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { examToMark, slots } from './factories.ts'
import { markingModule } from './index.ts'

// Rights to mark, reopen, release and reveal reach as far as the data scope of whoever has them; a reviewer's appointment reaches everybody of the exam.

let world: World
beforeAll(async () => {
  world = await World.open([sittingModule, markingModule])
})
afterAll(() => world.close())

const marks = (score: number) => ({ score, comment: '', keyPoints: {} })
const { markAll, reopen, release, reveal } = testMarkingRights

/** 近 sits in the department that the scope shows, 远 in none. Both are marked by the first reviewer, unless told otherwise. */
async function arrange(settings: object = {}) {
  const exam = await examToMark(world, { settings, sittings: [{ name: '近' }, { name: '远', essay: null }] })
  const { companyId } = exam
  const departmentId = randomUUID()
  await world.rows('insert into org.department (company_id, id, parent_id, name, path) values ($1, $2, null, $3, $4)', [
    companyId,
    departmentId,
    '研发部',
    `/${departmentId}/`,
  ])
  await world.rows(`update org.staff set department_id = $2 where company_id = $1 and name = '近'`, [companyId, departmentId])
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departmentId], ownStaffId: null } as const
  const holder = async (...rights: Right[]) =>
    world.as(await world.actor({ companyId, menus: [testMarkingMenu], rights, scopes: { [testMarkingMenu.name]: scope } }))
  const [near = '', far = ''] = exam.attemptIds
  return { ...exam, holder, near, far }
}

async function markEverything({ first, attemptIds }: Awaited<ReturnType<typeof arrange>>) {
  for (const attemptId of attemptIds)
    for (const slot of [slots.essay, slots.blanks]) {
      const { task } = await world.as(first).get(reviewTask.open, { attemptId, slot })
      await world.as(first).get(reviewTask.saveScore, { attemptId, slot, version: task.version, ...marks(0) })
    }
}

test('who may reopen reopens the papers of their people and meets no others', async () => {
  const exam = await arrange()
  await markEverything(exam)
  const as = await exam.holder(reopen)
  const [{ version = 0 } = {}] = await world.rows<{ version: number }>(
    'select version from marking.task where attempt_id = $1 and slot = $2',
    [exam.far, slots.essay],
  )
  const refused = { code: 1008 }
  const key = { attemptId: exam.far, slot: slots.essay }
  expect(await as.call(reviewTask.reopen, { ...key, version, reason: '越权' })).toMatchObject(refused)
  expect(await as.call(reviewTask.open, key)).toMatchObject(refused)
  expect(await as.call(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: exam.far })).toMatchObject(refused)
  expect(await as.call(reviewPaper.getMarkHistory, { attemptId: exam.far })).toMatchObject(refused)
  expect(await as.get(reviewExam.getReviewInfo, { examId: exam.examId })).toMatchObject({ paperCount: 1, taskCount: 2 })
  const papers = await as.get(reviewExam.getExamStaffList, { examId: exam.examId })
  expect(papers).toMatchObject({ totalCount: 1, dataList: [{ attemptId: exam.near, candidate: { label: '近' } }] })
  const { task } = await as.get(reviewTask.open, { ...key, attemptId: exam.near })
  const reopened = { ...key, attemptId: exam.near, version: task.version, reason: '复核' }
  expect(await as.get(reviewTask.reopen, reopened)).toMatchObject({ isWithdrawn: true })
  const states = await world.rows('select state from sitting.attempt where id = any($1) order by state', [exam.attemptIds])
  expect(states).toEqual([{ state: 'in_marking' }, { state: 'published' }])
})

test('who may mark all exams is handed out, counts and gives zero to the answers of their people alone', async () => {
  const exam = await arrange()
  const as = await exam.holder(markAll)
  const { examId } = exam
  const { dataList, totalCount } = await as.get(reviewExam.examList, {})
  expect([totalCount, dataList[0]?.paperCount, dataList[0]?.taskCount]).toEqual([1, 1, 2])
  expect(await as.get(reviewExam.waiting, {})).toEqual({ examCount: 1, paperCount: 1 })
  expect(await world.as(exam.first).get(reviewExam.waiting, {})).toEqual({ examCount: 1, paperCount: 2 })
  expect(await as.get(reviewExam.progress, { examId })).toMatchObject({ taskCount: 2, unansweredCount: 0 })
  // The empty answer is 远's.
  expect(await as.call(reviewTask.zeroUnanswered, { examId, expectedCount: 1 })).toMatchObject({ code: 2408 })
  const seen = new Set<string>()
  let from: { attemptId: string; slot: number } | undefined
  for (let turn = 0; turn < 4; turn += 1) {
    const { task } = await as.get(reviewTask.next, { examId, ...(from && { from }) })
    if (!task) break
    seen.add(task.attemptId)
    from = { attemptId: task.attemptId, slot: task.slot }
  }
  expect([...seen]).toEqual([exam.near])
  expect((await as.get(reviewTask.nextPaper, { examId })).attemptId).toBe(exam.near)
  expect((await as.get(reviewTask.nextPaper, { examId, from: exam.near })).attemptId).toBeNull()
  for (const call of [
    as.call(reviewTask.openPaper, { attemptId: exam.far }),
    as.call(reviewTask.keepLock, { attemptId: exam.far, slots: [slots.essay] }),
    as.call(reviewTask.saveDraft, { attemptId: exam.far, slot: slots.essay, version: 1, ...marks(1) }),
    as.call(reviewTask.saveScore, { attemptId: exam.far, slot: slots.essay, version: 1, ...marks(0) }),
  ])
    expect(await call).toMatchObject({ code: 1008 })
})

test('locks are released and names revealed within the scope', async () => {
  const exam = await arrange({ anonymousFlag: true })
  for (const attemptId of exam.attemptIds) await world.as(exam.first).get(reviewTask.open, { attemptId, slot: slots.essay })
  const as = await exam.holder(release, reveal)
  expect(await as.call(reviewPaper.reveal, { attemptId: exam.far, reason: '越权' })).toMatchObject({ code: 1008 })
  expect(await as.get(reviewPaper.reveal, { attemptId: exam.near, reason: '核对' })).toMatchObject({ name: '近' })
  expect(await as.get(reviewTask.releaseOthers, { examId: exam.examId })).toEqual({ count: 1 })
  const held = await world.rows('select attempt_id as id from marking.task where exam_id = $1 and locked_by is not null', [
    exam.examId,
  ])
  expect(held).toEqual([{ id: exam.far }])
})

test('an exam that nobody of the scope sits is closed to every right', async () => {
  const exam = await arrange()
  await world.rows(`update org.staff set department_id = null where company_id = $1`, [exam.companyId])
  const as = await exam.holder(markAll, reopen, release, reveal)
  expect((await as.get(reviewExam.examList, {})).totalCount).toBe(0)
  expect(await as.get(reviewExam.waiting, {})).toEqual({ examCount: 0, paperCount: 0 })
  for (const call of [reviewExam.getReviewInfo, reviewExam.progress, reviewExam.getExamStaffList, reviewTask.releaseOthers])
    expect(await as.call(call, { examId: exam.examId })).toMatchObject({ code: 1002 })
})

test('a reviewer with a small scope marks the whole exam, by appointment', async () => {
  const exam = await arrange()
  const staffId = await arrangePerson(world, exam.companyId, { name: '阅卷丙' })
  await world.rows('insert into exam.reviewer (company_id, exam_id, staff_id) values ($1, $2, $3)', [
    exam.companyId,
    exam.examId,
    staffId,
  ])
  const as = world.as(await world.actor({ companyId: exam.companyId, staffId, menus: [testMarkingMenu], rights: [reopen] }))
  expect((await as.get(reviewExam.examList, {})).dataList).toMatchObject([{ paperCount: 2, taskCount: 4 }])
  expect((await as.get(reviewExam.getExamStaffList, { examId: exam.examId })).totalCount).toBe(2)
  expect((await as.get(reviewTask.open, { attemptId: exam.far, slot: slots.essay })).task.attemptId).toBe(exam.far)
})
