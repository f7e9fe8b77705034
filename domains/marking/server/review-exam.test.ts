import { randomUUID } from 'node:crypto'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewExam } from '../contract/review-exam.ts'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { examToMark, type MarkedExam, slots } from './factories.ts'
import { markingModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([sittingModule, markingModule])
})
afterAll(() => world.close())

const marks = (score: number) => ({ score, comment: '', keyPoints: {} })
const attemptOf = ({ attemptIds }: MarkedExam, index = 0) => attemptIds[index] ?? ''

test('the list of exams shows how far each is, to its reviewers and to those who may mark all', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }, { name: '李四', essay: null }] })
  const key = { attemptId: attemptOf(exam), slot: slots.essay }
  await world.as(exam.first).get(reviewTask.saveScore, { ...key, version: 1, ...marks(6) })
  const { dataList, totalCount } = await world.as(exam.first).get(reviewExam.examList, {})
  expect(totalCount).toBe(1)
  expect(dataList[0]).toMatchObject({
    examId: exam.examId,
    examName: '消防安全考试',
    status: 1,
    taskCount: 4,
    doneCount: 1,
    mineCount: 1,
    unansweredCount: 1,
    paperCount: 2,
    paperDoneCount: 0,
    reviewerNames: ['阅卷乙', '阅卷甲'],
  })
  expect((await world.as(exam.leader).get(reviewExam.examList, {})).totalCount).toBe(1)
  expect((await world.as(exam.outsider).get(reviewExam.examList, {})).totalCount).toBe(0)
  expect((await world.as(exam.first).get(reviewExam.examList, { status: 2 })).totalCount).toBe(0)
  expect((await world.as(exam.first).get(reviewExam.examList, { status: 1, examName: '消防' })).totalCount).toBe(1)
})

test('the progress of an exam counts by question, by marker and by paper', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }, { name: '李四' }] })
  for (const [slot, score] of [
    [slots.essay, 6],
    [slots.blanks, 3],
  ] as const) {
    await world.as(exam.first).get(reviewTask.saveScore, { attemptId: attemptOf(exam), slot, version: 1, ...marks(score) })
  }
  await world.as(exam.second).get(reviewTask.open, { attemptId: attemptOf(exam, 1), slot: slots.essay })
  const info = await world.as(exam.first).get(reviewExam.getReviewInfo, { examId: exam.examId })
  expect(info).toMatchObject({ taskCount: 4, doneCount: 2, paperDoneCount: 1, lockedCount: 1 })
  expect(await world.as(exam.first).get(reviewExam.waiting, {})).toEqual({ examCount: 1, paperCount: 1 })
  expect(await world.as(exam.outsider).get(reviewExam.waiting, {})).toEqual({ examCount: 0, paperCount: 0 })
  expect(info.questions).toMatchObject([
    { questionId: exam.questionIds.blanks, type: 4, taskCount: 2, doneCount: 1, maxScore: 4, averageScore: 3 },
    { questionId: exam.questionIds.essay, type: 6, taskCount: 2, doneCount: 1, maxScore: 10, averageScore: 6 },
  ])
  expect(info.markers.map(({ name, doneCount, lockedCount }) => [name, doneCount, lockedCount])).toEqual([
    ['阅卷乙', 0, 1],
    ['阅卷甲', 2, 0],
  ])
  const papers = await world.as(exam.first).get(reviewExam.getExamStaffList, { examId: exam.examId })
  const [done, open] = [...papers.dataList].sort((a, b) => b.doneCount - a.doneCount)
  expect(done).toMatchObject({ candidate: { label: '张三' }, state: 2, subjectiveScore: 9, subjectiveMaxScore: 14 })
  expect(open).toMatchObject({ candidate: { label: '李四' }, state: 0, lockedByName: '阅卷乙', isLockedByMe: false })
  expect((await world.as(exam.first).get(reviewExam.getExamStaffList, { examId: exam.examId, state: 2 })).totalCount).toBe(1)
  const behind = await world.as(exam.first).get(reviewExam.getExamStaffList, { examId: exam.examId, pageIndex: 5 })
  expect(behind).toEqual({ dataList: [], totalCount: 2 })
})

test('anonymous marking sends no name and no number of the candidate anywhere, and two markers see two pseudonyms', async () => {
  const exam = await examToMark(world, { settings: { anonymousFlag: true }, sittings: [{ name: '欧阳娜娜' }] })
  const attemptId = attemptOf(exam)
  const key = { attemptId, slot: slots.essay }
  const [person] = await world.rows<{ id: string }>('select staff_id as id from sitting.attempt where id = $1', [attemptId])
  const as = world.as(exam.first)
  const payloads = [
    await as.call(reviewExam.examList, {}),
    await as.call(reviewExam.getReviewInfo, { examId: exam.examId }),
    await as.call(reviewExam.getExamStaffList, { examId: exam.examId }),
    await as.call(reviewTask.next, { examId: exam.examId }),
    await as.call(reviewTask.open, key),
    await as.call(reviewTask.nextPaper, { examId: exam.examId }),
    await as.call(reviewTask.saveDraft, { ...key, version: 1, ...marks(1) }),
    await as.call(reviewTask.saveScore, { ...key, version: 1, ...marks(2) }),
    await as.call(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId }),
    await as.call(reviewPaper.getMarkHistory, { attemptId }),
  ]
  expect(payloads.map(({ code }) => code)).toEqual(payloads.map(() => 0))
  const sent = JSON.stringify(payloads)
  expect(sent).not.toContain('欧阳娜娜')
  expect(sent).not.toContain(person?.id)
  const label = async (actor: typeof exam.first) => (await world.as(actor).get(reviewTask.open, key)).task.candidate
  const mine = await label(exam.first)
  expect(mine).toEqual({ label: expect.stringMatching(/^考生 [2-9A-Z]{7}$/), isAnonymous: true, departmentName: null })
  expect(await label(exam.first)).toEqual(mine)
  expect((await label(exam.second)).label).not.toBe(mine.label)
})

test('revealing a candidate needs its right and a reason, and is recorded', async () => {
  const exam = await examToMark(world, { settings: { anonymousFlag: true }, sittings: [{ name: '欧阳娜娜' }] })
  const input = { attemptId: attemptOf(exam), reason: '核对身份' }
  expect(await world.as(exam.first).call(reviewPaper.reveal, input)).toMatchObject({ code: 1002 })
  expect(await world.as(exam.leader).get(reviewPaper.reveal, input)).toMatchObject({ name: '欧阳娜娜' })
  const logs = await world.rows('select action, reason from kit.operation_log where company_id = $1', [exam.companyId])
  expect(logs).toEqual([{ action: 'reveal', reason: '核对身份' }])
})

/** Every call of the room with the ids of this exam. */
function everyCall(exam: MarkedExam, actor: MarkedExam['first']) {
  const { examId } = exam
  const attemptId = attemptOf(exam)
  const key = { attemptId, slot: slots.essay }
  const as = world.as(actor)
  return {
    getReviewInfo: as.call(reviewExam.getReviewInfo, { examId }),
    progress: as.call(reviewExam.progress, { examId }),
    getExamStaffList: as.call(reviewExam.getExamStaffList, { examId }),
    next: as.call(reviewTask.next, { examId }),
    open: as.call(reviewTask.open, key),
    nextPaper: as.call(reviewTask.nextPaper, { examId }),
    openPaper: as.call(reviewTask.openPaper, { attemptId }),
    keepLock: as.call(reviewTask.keepLock, { attemptId, slots: [slots.essay] }),
    saveDraft: as.call(reviewTask.saveDraft, { ...key, version: 1, ...marks(1) }),
    saveScore: as.call(reviewTask.saveScore, { ...key, version: 1, ...marks(1) }),
    zeroUnanswered: as.call(reviewTask.zeroUnanswered, { examId, expectedCount: 1 }),
    release: as.call(reviewTask.release, { examId }),
    paper: as.call(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId }),
    history: as.call(reviewPaper.getMarkHistory, { attemptId }),
  }
}

async function codesOf(calls: Record<string, Promise<{ code: number; data: unknown }>>) {
  const entries = await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await call] as const))
  return Object.fromEntries(entries.map(([name, { code }]) => [name, code]))
}

test('somebody who is no reviewer of the exam can neither see nor write anything of it', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const codes = await codesOf(everyCall(exam, exam.outsider))
  expect(new Set(Object.values(codes))).toEqual(new Set([1002]))
  expect(await untouched(exam)).toBe(true)
})

test('another company’s exam does not exist, whatever rights one has at home', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const stranger = await world.actor()
  const codes = await codesOf({
    ...everyCall(exam, stranger),
    reopen: world
      .as(stranger)
      .call(reviewTask.reopen, { attemptId: attemptOf(exam), slot: slots.essay, version: 1, reason: '试试' }),
    releaseOthers: world.as(stranger).call(reviewTask.releaseOthers, { examId: exam.examId }),
    reveal: world.as(stranger).call(reviewPaper.reveal, { attemptId: attemptOf(exam), reason: '试试' }),
  })
  expect(new Set(Object.values(codes))).toEqual(new Set([1008]))
  expect((await world.as(stranger).get(reviewExam.examList, {})).totalCount).toBe(0)
  expect(await untouched(exam)).toBe(true)
})

test('an attempt that nobody must mark is not shown to markers', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  await world.rows('delete from marking.task where attempt_id = $1', [attemptOf(exam)])
  const answer = await world.as(exam.first).call(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: attemptOf(exam) })
  expect(answer.code).toBe(1008)
  expect((await world.as(exam.first).call(reviewTask.open, { attemptId: randomUUID(), slot: 1 })).code).toBe(1008)
})

async function untouched({ companyId }: MarkedExam): Promise<boolean> {
  const tasks = await world.rows('select 1 from marking.task where company_id = $1 and (state > 0 or locked_by is not null)', [
    companyId,
  ])
  const drafts = await world.rows('select 1 from marking.draft where company_id = $1', [companyId])
  return tasks.length === 0 && drafts.length === 0
}
