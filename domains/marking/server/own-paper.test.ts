import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewExam } from '../contract/review-exam.ts'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { examToMark, slots } from './factories.ts'
import { markingModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([sittingModule, markingModule])
})
afterAll(() => world.close())

/** The first reviewer has sat the exam too and left the essay open; 李四 has written something. */
async function arrange(anonymousFlag = false) {
  const exam = await examToMark(world, {
    settings: { anonymousFlag },
    sittings: [{ name: '本人', essay: null }, { name: '李四' }],
  })
  const [own = '', other = ''] = exam.attemptIds
  const { companyId, examId, first, leader } = exam
  for (const { staffId } of [first, leader]) {
    await world.rows('insert into exam.candidate (company_id, exam_id, staff_id) values ($1, $2, $3)', [
      companyId,
      examId,
      staffId,
    ])
  }
  const sits = (staffId: string) => world.rows('update sitting.attempt set staff_id = $2 where id = $1', [own, staffId])
  await sits(first.staffId)
  return { ...exam, own, other, sits }
}
const marks = { score: 0, comment: '', keyPoints: {} }
const refused = { code: 2382, message: '这是您本人的答卷，不能由您查看或批阅，请由其他阅卷人处理' }

test.each([[false], [true]])('the queue never hands out the marker’s own paper (anonymous: %s)', async (isAnonymous) => {
  const { examId, first, other } = await arrange(isAnonymous)
  const as = world.as(first)
  const met = new Set<string>()
  let from: { attemptId: string; slot: number } | undefined
  for (let turn = 0; turn < 6; turn++) {
    const { task } = await as.get(reviewTask.next, { examId, direction: 'next', ...(from && { from }) })
    if (!task) break
    met.add(task.attemptId)
    from = { attemptId: task.attemptId, slot: task.slot }
  }
  expect([...met]).toEqual([other])
  expect((await as.get(reviewTask.nextPaper, { examId, direction: 'next' })).attemptId).toBe(other)
})

test('neither may it be opened, marked, sent back, looked at or revealed by its id', async () => {
  const { first, leader, own, sits } = await arrange(true)
  const key = { attemptId: own, slot: slots.essay }
  const as = world.as(first)
  expect(await as.call(reviewTask.open, key)).toMatchObject(refused)
  expect(await as.call(reviewTask.openPaper, { attemptId: own })).toMatchObject(refused)
  expect(await as.call(reviewTask.keepLock, { attemptId: own, slots: [slots.essay] })).toMatchObject(refused)
  expect(await as.call(reviewTask.saveDraft, { ...key, version: 1, ...marks })).toMatchObject(refused)
  expect(await as.call(reviewTask.saveScore, { ...key, version: 1, ...marks })).toMatchObject(refused)
  expect(await as.call(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: own })).toMatchObject(refused)
  expect(await as.call(reviewPaper.getMarkHistory, { attemptId: own })).toMatchObject(refused)
  // Rights over every paper are none over one's own.
  await sits(leader.staffId)
  const asLeader = world.as(leader)
  expect(await asLeader.call(reviewTask.open, key)).toMatchObject(refused)
  expect(await asLeader.call(reviewTask.reopen, { ...key, version: 1, reason: '复核' })).toMatchObject(refused)
  expect(await asLeader.call(reviewPaper.reveal, { attemptId: own, reason: '核对' })).toMatchObject(refused)
})

test('it counts for others alone, and others give it its zeros', async () => {
  const { examId, first, second } = await arrange()
  const mine = await world
    .as(first)
    .get(reviewTask.zeroUnanswered, { examId, expectedCount: 1 })
    .catch(() => undefined)
  expect(mine).toBeUndefined()
  expect((await world.as(first).get(reviewExam.examList, {})).dataList).toMatchObject([{ paperCount: 1, unansweredCount: 0 }])
  expect((await world.as(second).get(reviewExam.examList, {})).dataList).toMatchObject([{ paperCount: 2, unansweredCount: 1 }])
  expect(await world.as(second).get(reviewTask.zeroUnanswered, { examId, expectedCount: 1 })).toMatchObject({ count: 1 })
})
