import { emit } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { attemptVoided, sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reviewExam } from '../contract/review-exam.ts'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { examToMark, type MarkedExam, slots, tell } from './factories.ts'
import { markingModule } from './index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([sittingModule, markingModule])
})
beforeEach(() => {
  world.now = () => new Date()
})
afterAll(() => world.close())

const minutesLater = (minutes: number) => {
  const then = new Date(world.now().getTime() + minutes * 60_000)
  world.now = () => then
}
const attemptOf = ({ attemptIds }: MarkedExam, index = 0) => attemptIds[index] ?? ''
const essayOf = (exam: MarkedExam, index = 0) => ({ attemptId: attemptOf(exam, index), slot: slots.essay })
const blanksOf = (exam: MarkedExam, index = 0) => ({ attemptId: attemptOf(exam, index), slot: slots.blanks })
const marks = (score: number, comment = '') => ({ score, comment, keyPoints: {} })
const attemptRow = async (attemptId: string) =>
  (
    await world.rows<{ state: string; score: number | null; subjective: number | null; passed: boolean | null }>(
      `select state, score_hundredths as score, subjective_score_hundredths as subjective, is_passed as passed from sitting.attempt where id = $1`,
      [attemptId],
    )
  )[0]
const logActions = async (companyId: string) =>
  (
    await world.rows<{ action: string }>(`select action from kit.operation_log where company_id = $1 order by id`, [companyId])
  ).map(({ action }) => action)

test('a scored attempt opens a task for each answer that a person must mark, and the same news again opens no more', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const tasks = () =>
    world.rows('select slot, state, version from marking.task where company_id = $1 order by slot', [exam.companyId])
  expect(await tasks()).toEqual([
    { slot: slots.essay, state: 0, version: 1 },
    { slot: slots.blanks, state: 0, version: 1 },
  ])
  await world.as(exam.first).get(reviewTask.saveScore, { ...essayOf(exam), version: 1, ...marks(5) })
  await tell(world, exam.companyId, exam.examId, attemptOf(exam))
  await world.runJobs()
  expect(await tasks()).toEqual([
    { slot: slots.essay, state: 2, version: 2 },
    { slot: slots.blanks, state: 0, version: 1 },
  ])
})

test('two markers get different answers, each its own again, until none is left', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }, { name: '李四' }] })
  const query = { examId: exam.examId, questionId: exam.questionIds.essay }
  const [a, b] = await Promise.all([exam.first, exam.second].map((actor) => world.as(actor).get(reviewTask.next, query)))
  const keys = [a?.task?.attemptId, b?.task?.attemptId]
  expect(new Set(keys)).toEqual(new Set(exam.attemptIds))
  expect((await world.as(exam.first).get(reviewTask.next, query)).task?.attemptId).toBe(keys[0])
  expect((await world.as(exam.leader).get(reviewTask.next, query)).task).toBeNull()
})

test('a lock runs out after twenty minutes without activity, and activity renews it', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const query = { examId: exam.examId, questionId: exam.questionIds.essay }
  const key = essayOf(exam)
  await world.as(exam.first).get(reviewTask.next, query)
  minutesLater(15)
  expect((await world.as(exam.first).get(reviewTask.keepLock, { attemptId: key.attemptId, slots: [key.slot] })).slots).toEqual([
    key.slot,
  ])
  minutesLater(15)
  expect((await world.as(exam.second).get(reviewTask.next, query)).task).toBeNull()
  const seen = await world.as(exam.second).get(reviewTask.open, key)
  expect(seen.task).toMatchObject({ mayEdit: false, lock: { isMine: false, holderName: '阅卷甲' } })
  minutesLater(5)
  expect((await world.as(exam.second).get(reviewTask.next, query)).task).toMatchObject({ ...key, lock: { isMine: true } })
})

test('two markers on one answer: the second is told what stands, keeps the text as a draft, and the record shows both', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const key = essayOf(exam)
  await world.as(exam.first).get(reviewTask.open, key)
  minutesLater(21)
  await world.as(exam.second).get(reviewTask.open, key)
  await world.as(exam.second).get(reviewTask.saveScore, { ...key, version: 1, ...marks(7, '条理清楚') })
  const lost = await world.as(exam.first).call(reviewTask.saveScore, { ...key, version: 1, ...marks(4, '要点不全') })
  expect(lost).toMatchObject({
    code: 1007,
    data: { score: 7, comment: '条理清楚', version: 2, markerName: '阅卷乙', state: 2 },
  })
  const again = await world.as(exam.first).get(reviewTask.open, key)
  expect(again.task).toMatchObject({
    score: 7,
    mayEdit: false,
    draft: { score: 4, comment: '要点不全', isFromConflict: true },
  })
  const { dataList } = await world.as(exam.leader).get(reviewPaper.getMarkHistory, { attemptId: key.attemptId })
  expect(dataList.map(({ kind, score, actorName }) => [kind, score, actorName])).toEqual([
    ['scored', 7, '阅卷乙'],
    ['conflict', 4, '阅卷甲'],
  ])
  expect(await logActions(exam.companyId)).toEqual(['mark', 'conflict'])
})

test('two saves at the same instant: one stands, the other is answered 1007', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const key = essayOf(exam)
  const saves = await Promise.all([
    world.as(exam.first).call(reviewTask.saveScore, { ...key, version: 1, ...marks(3) }),
    world.as(exam.second).call(reviewTask.saveScore, { ...key, version: 1, ...marks(9) }),
  ])
  expect(saves.map(({ code }) => code).sort()).toEqual([0, 1007])
  const [evaluations] = await world.rows<{ count: number }>(
    `select count(*)::integer as count from sitting.evaluation where attempt_id = $1 and source = 'manual'`,
    [key.attemptId],
  )
  expect(evaluations?.count).toBe(1)
})

test('marks under another marker’s lock are refused and kept as a draft', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const key = essayOf(exam)
  await world.as(exam.first).get(reviewTask.open, key)
  const refused = await world.as(exam.second).call(reviewTask.saveScore, { ...key, version: 1, ...marks(6, '好') })
  expect(refused).toMatchObject({ code: 2400, message: '该答卷正由阅卷甲批阅，您的评分已存为草稿', data: { version: 1 } })
  expect((await world.as(exam.second).get(reviewTask.open, key)).task.draft).toMatchObject({ score: 6, comment: '好' })
})

test('the same marks sent twice by one marker are taken once', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const save = { ...essayOf(exam), version: 1, ...marks(6) }
  const first = await world.as(exam.first).get(reviewTask.saveScore, save)
  expect(await world.as(exam.first).get(reviewTask.saveScore, save)).toEqual(first)
})

test('a draft comes back to its marker alone and shows as begun', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const key = essayOf(exam)
  await world.as(exam.first).get(reviewTask.open, key)
  const draft = { score: null, comment: '先看一遍', keyPoints: { know: 6 } }
  await world.as(exam.first).get(reviewTask.saveDraft, { ...key, version: 1, ...draft })
  const mine = await world.as(exam.first).get(reviewTask.open, key)
  expect(mine.task).toMatchObject({ state: 1, draft: { ...draft, isFromConflict: false } })
  expect(mine.progress).toMatchObject({ draftCount: 1, doneCount: 0 })
  expect((await world.as(exam.second).get(reviewTask.open, key)).task.draft).toBeNull()
})

test('a score lies within the question, in hundredths, and is the sum of its key points', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const save = (input: object) =>
    world.as(exam.first).call(reviewTask.saveScore, { ...essayOf(exam), version: 1, ...marks(0), ...input })
  expect(await save({ score: 10.5 })).toMatchObject({ code: 2403, message: '得分不能超过本题满分 10 分' })
  expect(await save({ score: -1 })).toMatchObject({ code: 1001 })
  expect(await save({ score: 1.234 })).toMatchObject({ code: 1001, message: '分数最多两位小数' })
  expect(await save({ score: 9, keyPoints: { know: 6, can: 2 } })).toMatchObject({
    code: 2404,
    message: '得分应等于各得分点之和（8 分）',
  })
  expect(await save({ score: 7, keyPoints: { know: 7 } })).toMatchObject({ code: 2403 })
  expect(await save({ score: 1, keyPoints: { nowhere: 1 } })).toMatchObject({ code: 2405 })
  expect(await save({ score: 7.75, keyPoints: { know: 5.5, can: 2.25 } })).toMatchObject({ code: 0 })
})

test('of a fill-in question the machine has judged its own blanks, which a marker cannot change', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const { task } = await world.as(exam.first).get(reviewTask.open, blanksOf(exam))
  expect(task.points).toEqual([
    { id: 'tel', text: '第1空', score: 2, isAutomatic: true, earned: 2 },
    { id: 'what', text: '第2空', score: 2, isAutomatic: false, earned: null },
  ])
  const save = (input: object) =>
    world.as(exam.first).call(reviewTask.saveScore, { ...blanksOf(exam), version: 1, ...marks(0), ...input })
  expect(await save({ score: 0, keyPoints: { tel: 0 } })).toMatchObject({ code: 2405 })
  expect(await save({ score: 3.5, keyPoints: { what: 1.5 } })).toMatchObject({ code: 0 })
})

test('the last mark of a paper sums it, passes it and publishes it', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const one = await world.as(exam.first).get(reviewTask.saveScore, { ...essayOf(exam), version: 1, ...marks(8) })
  expect(one.isPaperDone).toBe(false)
  expect(await attemptRow(attemptOf(exam))).toMatchObject({ state: 'in_marking', score: null })
  const two = await world.as(exam.second).get(reviewTask.saveScore, { ...blanksOf(exam), version: 1, ...marks(4) })
  expect(two).toMatchObject({ isPaperDone: true, progress: { taskCount: 2, doneCount: 2, mineCount: 1 } })
  expect(await attemptRow(attemptOf(exam))).toEqual({ state: 'published', score: 1400, subjective: 1200, passed: true })
  const late = await world.as(exam.second).call(reviewTask.saveScore, { ...blanksOf(exam), version: 2, ...marks(1) })
  expect(late.code).toBe(2402)
})

test('two markers who finish one paper at the same instant publish it', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  await Promise.all([
    world.as(exam.first).get(reviewTask.saveScore, { ...essayOf(exam), version: 1, ...marks(8) }),
    world.as(exam.second).get(reviewTask.saveScore, { ...blanksOf(exam), version: 1, ...marks(4) }),
  ])
  expect((await attemptRow(attemptOf(exam)))?.state).toBe('published')
})

test('a marker may correct own marks while the paper is open, but not another’s', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  await world.as(exam.first).get(reviewTask.saveScore, { ...essayOf(exam), version: 1, ...marks(8) })
  expect(await world.as(exam.second).call(reviewTask.saveScore, { ...essayOf(exam), version: 2, ...marks(2) })).toMatchObject({
    code: 2401,
  })
  await world.as(exam.first).get(reviewTask.saveScore, { ...essayOf(exam), version: 2, ...marks(9) })
  await world.as(exam.second).get(reviewTask.saveScore, { ...blanksOf(exam), version: 1, ...marks(2) })
  expect(await attemptRow(attemptOf(exam))).toMatchObject({ state: 'published', score: 1300 })
})

test('reopening asks for its right, a reason and the present version, and starts from the marks that were', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const key = essayOf(exam)
  await world.as(exam.first).get(reviewTask.saveScore, { ...key, version: 1, ...marks(8, '好') })
  expect(await world.as(exam.first).call(reviewTask.reopen, { ...key, version: 2, reason: '漏看' })).toMatchObject({ code: 1002 })
  expect(await world.as(exam.leader).call(reviewTask.reopen, { ...key, version: 2, reason: ' ' })).toMatchObject({ code: 1001 })
  expect(await world.as(exam.leader).call(reviewTask.reopen, { ...key, version: 1, reason: '漏看' })).toMatchObject({
    code: 1007,
  })
  const { version } = await world.as(exam.leader).get(reviewTask.reopen, { ...key, version: 2, reason: '漏看要点' })
  const { task } = await world.as(exam.second).get(reviewTask.open, key)
  expect(task).toMatchObject({ state: 0, version, score: 8, comment: '好', mayEdit: true })
  await world.as(exam.second).get(reviewTask.saveScore, { ...key, version, ...marks(5) })
  await world.as(exam.second).get(reviewTask.saveScore, { ...blanksOf(exam), version: 1, ...marks(4) })
  expect(await attemptRow(key.attemptId)).toMatchObject({ state: 'published', score: 1100 })
  const { dataList } = await world.as(exam.leader).get(reviewPaper.getMarkHistory, { attemptId: key.attemptId })
  expect(dataList.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['scored', null],
    ['reopened', '漏看要点'],
    ['scored', null],
    ['scored', null],
  ])
})

test('a published result that is reopened is withdrawn until it is marked again, and everybody can see why', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  const key = essayOf(exam)
  await world.as(exam.first).get(reviewTask.saveScore, { ...key, version: 1, ...marks(8) })
  await world.as(exam.first).get(reviewTask.saveScore, { ...blanksOf(exam), version: 1, ...marks(4) })
  expect(await attemptRow(key.attemptId)).toMatchObject({ state: 'published', score: 1400, passed: true })
  expect(await world.as(exam.leader).call(reviewTask.reopen, { ...key, version: 2, reason: '' })).toMatchObject({ code: 1001 })
  const reopened = await world.as(exam.leader).get(reviewTask.reopen, { ...key, version: 2, reason: '考生申诉' })
  expect(reopened).toEqual({ version: 3, isWithdrawn: true })
  expect(await attemptRow(key.attemptId)).toEqual({ state: 'in_marking', score: null, subjective: null, passed: null })
  const paper = await world.as(exam.leader).get(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: key.attemptId })
  expect(paper).toMatchObject({ status: 1, score: null, doneCount: 1, taskCount: 2 })
  const events = await world.rows(`select type, data ->> 'reason' as reason from sitting.attempt_event where attempt_id = $1`, [
    key.attemptId,
  ])
  expect(events).toContainEqual({ type: 'reopenMarking', reason: '考生申诉' })
  await world.as(exam.second).get(reviewTask.saveScore, { ...key, version: 3, ...marks(2) })
  expect(await attemptRow(key.attemptId)).toEqual({ state: 'published', score: 800, subjective: 600, passed: false })
  const { dataList } = await world.as(exam.leader).get(reviewPaper.getMarkHistory, { attemptId: key.attemptId })
  expect(dataList.map(({ kind, score, reason }) => [kind, score, reason])).toEqual([
    ['scored', 8, null],
    ['scored', 4, null],
    ['reopened', 8, '考生申诉'],
    ['scored', 2, null],
  ])
  expect(await logActions(exam.companyId)).toEqual(['mark', 'mark', 'reopen', 'mark'])
})

test('a voided attempt is nobody’s work and counts nowhere; restored, it is in the queue again', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三', essay: null }, { name: '李四' }] })
  const query = { examId: exam.examId }
  await world.as(exam.first).get(reviewTask.open, essayOf(exam, 0))
  const voided = (isVoided: boolean) =>
    world.inCompany(exam.companyId, async (db) => {
      const standing = isVoided
        ? { state: 'voided', state_before_void: 'auto_scored' }
        : { state: 'auto_scored', state_before_void: null }
      await db.updateTable('sitting.attempt').set(standing).where('id', '=', attemptOf(exam, 0)).execute()
      await emit(db, attemptVoided, exam.companyId, {
        ...{ ownerKind: 'exam', ownerId: exam.examId, attemptId: attemptOf(exam, 0), isVoided },
      })
    })
  await voided(true)
  const { task, progress } = await world.as(exam.first).get(reviewTask.next, query)
  expect(task?.attemptId).toBe(attemptOf(exam, 1))
  expect(progress).toMatchObject({ taskCount: 2, doneCount: 0, unansweredCount: 0 })
  const info = await world.as(exam.leader).get(reviewExam.getReviewInfo, query)
  expect(info).toMatchObject({ paperCount: 1, taskCount: 2, questions: [{ taskCount: 1 }, { taskCount: 1 }] })
  expect((await world.as(exam.leader).get(reviewExam.getExamStaffList, query)).totalCount).toBe(1)
  expect(await world.as(exam.first).call(reviewTask.saveScore, { ...essayOf(exam, 0), version: 1, ...marks(0) })).toMatchObject({
    code: 2402,
  })
  await world.runJobs()
  const locks = await world.rows('select locked_by from marking.task where attempt_id = $1 and locked_by is not null', [
    attemptOf(exam, 0),
  ])
  expect(locks).toEqual([])
  await voided(false)
  await world.runJobs()
  expect((await world.as(exam.leader).get(reviewExam.progress, query)).taskCount).toBe(4)
})

test('answers without a word get 0 only when a marker confirms how many there are', async () => {
  const exam = await examToMark(world, {
    sittings: [{ name: '张三', essay: null }, { name: '李四', essay: ' ' }, { name: '王五' }],
  })
  const query = { examId: exam.examId }
  await world.as(exam.first).get(reviewTask.saveScore, { ...blanksOf(exam, 0), version: 1, ...marks(4) })
  const { progress } = await world.as(exam.first).get(reviewTask.open, essayOf(exam, 0))
  expect(progress).toMatchObject({ taskCount: 6, doneCount: 1, unansweredCount: 2 })
  const generous = await world.as(exam.first).call(reviewTask.saveScore, { ...essayOf(exam, 0), version: 1, ...marks(5) })
  expect(generous).toMatchObject({ code: 2409, message: '未作答的题目只能判 0 分' })
  expect(await world.as(exam.first).call(reviewTask.zeroUnanswered, { ...query, expectedCount: 3 })).toMatchObject({
    code: 2408,
    data: { count: 2 },
  })
  const done = await world.as(exam.first).get(reviewTask.zeroUnanswered, { ...query, expectedCount: 2 })
  expect(done).toMatchObject({ count: 2, remaining: 0, finishedPaperCount: 1, progress: { doneCount: 3, unansweredCount: 0 } })
  expect(await attemptRow(attemptOf(exam, 0))).toEqual({ state: 'published', score: 600, subjective: 400, passed: false })
  expect((await attemptRow(attemptOf(exam, 1)))?.state).toBe('auto_scored')
  expect(await logActions(exam.companyId)).toEqual(['mark', 'zero'])
})

test('skipping puts an answer back and returns to it last; going back shows what was seen before', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }, { name: '李四' }, { name: '王五' }] })
  const query = { examId: exam.examId, questionId: exam.questionIds.essay }
  const step = async (from: { attemptId: string; slot: number } | undefined, direction: 'next' | 'previous' = 'next') => {
    const { task } = await world.as(exam.first).get(reviewTask.next, { ...query, from, direction })
    return task ? { attemptId: task.attemptId, slot: task.slot } : undefined
  }
  const one = await step(undefined)
  const two = await step(one)
  const three = await step(two)
  expect(new Set([one, two, three].map((key) => key?.attemptId)).size).toBe(3)
  expect(await step(three)).toEqual(one)
  expect(await step(three, 'previous')).toEqual(two)
  const { progress } = await world.as(exam.second).get(reviewTask.next, query)
  expect(progress.lockedCount).toBeLessThanOrEqual(1)
})

test('a paper is taken whole, and nobody else gets a part of it', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }, { name: '李四' }] })
  const query = { examId: exam.examId }
  const mine = await world.as(exam.first).get(reviewTask.nextPaper, query)
  const theirs = await world.as(exam.second).get(reviewTask.nextPaper, query)
  expect(new Set([mine.attemptId, theirs.attemptId])).toEqual(new Set(exam.attemptIds))
  expect((await world.as(exam.leader).get(reviewTask.nextPaper, query)).attemptId).toBeNull()
  expect((await world.as(exam.first).get(reviewTask.nextPaper, query)).attemptId).toBe(mine.attemptId)
  const skipped = { ...query, from: mine.attemptId ?? '' }
  expect((await world.as(exam.first).get(reviewTask.nextPaper, skipped)).attemptId).toBeNull()
  await world.as(exam.second).get(reviewTask.release, query)
  expect((await world.as(exam.first).get(reviewTask.nextPaper, skipped)).attemptId).toBe(theirs.attemptId)
  expect((await world.as(exam.second).get(reviewTask.nextPaper, query)).attemptId).toBe(mine.attemptId)
  const paper = await world.as(exam.first).get(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: theirs.attemptId ?? '' })
  expect(paper.items.map(({ slot, task }) => [slot, task?.mayEdit ?? false])).toEqual([
    [slots.choice, false],
    [slots.essay, true],
    [slots.blanks, true],
  ])
})

test('a leader takes a forgotten answer off another’s desk, which leaves a record', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }] })
  await world.as(exam.first).get(reviewTask.open, essayOf(exam))
  expect(await world.as(exam.second).call(reviewTask.releaseOthers, { examId: exam.examId })).toMatchObject({ code: 1002 })
  expect(await world.as(exam.leader).get(reviewTask.releaseOthers, { examId: exam.examId })).toEqual({ count: 1 })
  expect((await world.as(exam.second).get(reviewTask.open, essayOf(exam))).task.lock?.isMine).toBe(true)
  expect(await logActions(exam.companyId)).toEqual(['release'])
})

test('remarks used before on a question are offered again, each marker their own', async () => {
  const exam = await examToMark(world, { sittings: [{ name: '张三' }, { name: '李四' }] })
  await world.as(exam.first).get(reviewTask.saveScore, { ...essayOf(exam, 0), version: 1, ...marks(8, '要点完整') })
  expect((await world.as(exam.first).get(reviewTask.open, essayOf(exam, 1))).task.phrases).toEqual(['要点完整'])
  await world.as(exam.first).get(reviewTask.release, { examId: exam.examId })
  expect((await world.as(exam.second).get(reviewTask.open, essayOf(exam, 1))).task.phrases).toEqual([])
})
