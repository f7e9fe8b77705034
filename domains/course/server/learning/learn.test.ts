import { examModule, findCandidate } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { resultModule } from '@kaopei/result/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { findAttempt, finishMarking, lockAttempt, reopenMarking, sittingModule, voidAttempt } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enrolmentState } from '../../contract/codes.ts'
import { learn } from '../../contract/learn.ts'
import { learnErrors } from '../../contract/learn-errors.ts'
import type { CoursePage } from '../../contract/learn-shapes.ts'
import { type ArrangedCourse, arrangeCourse, type CourseWish } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, examModule, sittingModule, resultModule, courseModule, learningModule])
})
afterAll(() => world.close())
afterEach(() => {
  world.now = () => new Date()
})

async function somebody(companyId?: string): Promise<TestActor> {
  const learner = await world.actor({ rights: [], ...(companyId && { companyId }) })
  await arrangePeople(world, learner.companyId, [{ id: learner.staffId, name: '李工' }])
  return learner
}

async function learnerOf(wish: CourseWish, known?: TestActor): Promise<ArrangedCourse & { learner: TestActor }> {
  const learner = known ?? (await somebody())
  const arranged = await arrangeCourse(world, learner.companyId, wish)
  await arrangeLearner(world, { companyId: learner.companyId, courseId: arranged.courseId, staffId: learner.staffId })
  return { ...arranged, learner }
}

const link = { kind: 'link', content: { url: 'https://example.com/' }, title: '外部链接' } as const

test('a course page says what is locked, why, and what comes next; opening unlocks what follows', async () => {
  const { learner, courseId, taskIds } = await learnerOf({ unlockOrder: 'tasks', chapters: [[link], [{ title: '安全须知' }]] })
  const [first = '', second = ''] = taskIds
  const before = await world.as(learner).get(learn.page, { course: courseId })
  expect(before).toMatchObject({ percent: 0, nextTaskId: first, learner: { name: '李工' } })
  expect([before.chapters[0]?.tasks[0]?.lock, before.chapters[1]?.tasks[0]?.lock]).toEqual([undefined, 0])
  expect(before.locks).toEqual([{ reasons: [{ words: '需先完成“外部链接”', taskId: first }], opensAt: null }])
  const locked = await world.as(learner).call(learn.openArticle, { course: courseId, task: second })
  expect([locked.code, locked.message]).toEqual([3051, '“安全须知”尚未开放：需先完成“外部链接”'])
  expect(await world.as(learner).get(learn.openLink, { course: courseId, task: first })).toMatchObject({
    url: 'https://example.com/',
  })
  const after = await world.as(learner).get(learn.page, { course: courseId })
  expect(after).toMatchObject({ percent: 50, nextTaskId: second, locks: [] })
  expect(after.chapters[1]?.tasks[0]).not.toHaveProperty('lock')
})

test('when a task opens is said by the company’s clocks', async () => {
  const later = { conditions: [{ kind: 'from', at: '2099-01-01T00:00:00.000Z' }] } as const
  const { learner, courseId } = await learnerOf({ chapters: [[later]] })
  const words = async () => {
    const { chapters, locks } = await world.as(learner).get(learn.page, { course: courseId })
    return locks[chapters[0]?.tasks[0]?.lock ?? -1]?.reasons.map(({ words: said }) => said)
  }
  expect(await words()).toEqual(['2099-01-01 08:00 开放'])
  await world.rows(`update identity.company set time_zone = 'Asia/Tokyo' where id = $1`, [learner.companyId])
  expect(await words()).toEqual(['2099-01-01 09:00 开放'])
})

test('what holds a task up is said before what is missing of it, and until when an open one may be begun', async () => {
  const { learner, courseId } = await learnerOf({
    chapters: [
      [
        { title: '须知', conditions: [{ kind: 'until', at: '2099-01-01T00:00:00.000Z' }] },
        { title: '实操', conditions: [{ kind: 'byHand' }, { kind: 'from', at: '2099-01-01T00:00:00.000Z' }] },
      ],
    ],
  })
  const { tasks } = await world.as(learner).get(learn.missing, { course: courseId })
  expect(tasks.map(({ title, words }) => [title, words])).toEqual([
    ['须知', ['还需阅读 5 秒']],
    ['实操', ['等待管理员开放', '2099-01-01 08:00 开放', '还需阅读 5 秒']],
  ])
  const { chapters } = await world.as(learner).get(learn.page, { course: courseId })
  expect(chapters[0]?.tasks.map(({ beginUntil }) => beginUntil)).toEqual(['2099-01-01T00:00:00.000Z', undefined])
})

test('an article is read after its seconds, by the server’s clock', async () => {
  const { learner, courseId, taskIds } = await learnerOf({ chapters: [[{ rule: { seconds: 30 } }]] })
  const place = { course: courseId, task: taskIds[0] ?? '' }
  await world.runJobs()
  const start = Date.now()
  expect(await world.as(learner).get(learn.openArticle, place)).toMatchObject({ html: '<p>正文</p>', secondsLeft: 30 })
  expect((await world.as(learner).call(learn.readArticle, place)).code).toBe(3058)
  expect(await world.as(learner).get(learn.missing, { course: courseId })).toMatchObject({
    tasks: [{ words: ['还需阅读 30 秒'] }],
  })
  world.now = () => new Date(start + 40_000)
  expect(await world.as(learner).get(learn.readArticle, place)).toEqual({ isComplete: true, percent: 100 })
  expect(await world.as(learner).get(learn.missing, { course: courseId })).toEqual({ percent: 100, isComplete: true, tasks: [] })
  expect(await world.runJobs()).toEqual(['course.taskCompleted', 'course.courseCompleted'])
  const { dataList } = await world.as(learner).get(learn.trace, { course: courseId })
  expect(dataList.map(({ words }) => words)).toEqual(['“任务 1” 完成（读完图文）', '“任务 1” 开始学习'])
})

test('whoever is not in the course, or in another company, gets nothing of it', async () => {
  const { learner, courseId, taskIds } = await learnerOf({ chapters: [[link]] })
  const stranger = await somebody(learner.companyId)
  const foreigner = await somebody()
  const place = { course: courseId, task: taskIds[0] ?? '' }
  for (const other of [stranger, foreigner]) {
    expect((await world.as(other).call(learn.page, { course: courseId })).code).toBe(1008)
    expect((await world.as(other).call(learn.openLink, place)).code).toBe(1008)
    expect((await world.as(other).call(learn.trace, { course: courseId })).code).toBe(1008)
  }
  await world.rows('update course.enrolment set state = 3 where course_id = $1', [courseId])
  expect((await world.as(learner).call(learn.openLink, place)).code).toBe(3050)
})

test('my courses come by their dates, go on where one was, and are filtered', async () => {
  const first = await learnerOf({ name: '消防安全', chapters: [[link, {}]] })
  const { learner } = first
  const second = await learnerOf({ name: '用电安全', chapters: [[link]] }, learner)
  await world.rows('update course.enrolment set due_at = $2 where course_id = $1', [second.courseId, new Date(Date.now() - 1000)])
  await world.as(learner).get(learn.openLink, { course: first.courseId, task: first.taskIds[0] ?? '' })
  const mine = await world.as(learner).get(learn.myCourses, {})
  expect(mine.dataList.map(({ name, percent, isOverdue }) => [name, percent, isOverdue])).toEqual([
    ['用电安全', 0, true],
    ['消防安全', 50, false],
  ])
  expect(mine.goOn).toMatchObject({ courseId: first.courseId, lastTaskTitle: '外部链接', taskCount: 2 })
  // The link is complete: what comes next is the other task.
  expect(mine.goOn?.nextTask?.id).toBe(first.taskIds[1])
  const namesOf = async (only: 'overdue' | 'underWay' | 'notBegun' | 'complete', keyword = '') =>
    (await world.as(learner).get(learn.myCourses, { only, keyword })).dataList.map(({ name }) => name)
  expect(await namesOf('overdue')).toEqual(['用电安全'])
  expect(await namesOf('underWay', '消防')).toEqual(['消防安全'])
  expect(await namesOf('underWay', '用电')).toEqual([])
  expect(await namesOf('complete')).toEqual([])
})

test('where nothing is required each task is named that is not complete', async () => {
  const optional = [
    { title: '选修一', isRequired: false },
    { title: '选修二', isRequired: false },
  ]
  const { learner, courseId } = await learnerOf({ chapters: [optional] })
  const { isComplete, tasks } = await world.as(learner).get(learn.missing, { course: courseId })
  expect([isComplete, tasks.map(({ title }) => title)]).toEqual([false, ['选修一', '选修二']])
})

test('the library has open courses on the shelf, with the state of whoever looks', async () => {
  const { learner, courseId } = await learnerOf({ name: '公开课', type: 2, chapters: [[link]] })
  await arrangeCourse(world, learner.companyId, { name: '指派课', chapters: [[link]] })
  const { dataList, totalCount } = await world.as(learner).get(learn.library, {})
  expect(totalCount).toBe(1)
  expect(dataList).toMatchObject([{ courseId, name: '公开课', state: 2, taskCount: 1, placesLeft: null }])
  const other = await somebody(learner.companyId)
  expect((await world.as(other).get(learn.library, { keyword: '公开' })).dataList).toMatchObject([{ state: null }])
})

async function settle(): Promise<void> {
  await world.runJobs()
}

test('whoever learns a course may sit its exams; before the task is open the exam stays closed', async () => {
  const { companyId, examId } = await arrangeExam(world, {
    fixed: oneOfEachType().filter(({ type }) => type === 1),
    passScore: 0,
  })
  const learner = await somebody(companyId)
  const wish: CourseWish = { unlockOrder: 'tasks', chapters: [[link, { kind: 'exam', targetId: examId, title: '章节考试' }]] }
  const { courseId, taskIds } = await learnerOf(wish, learner)
  const [first = '', exam = ''] = taskIds
  expect(await world.as(learner).call(learn.openExam, { course: courseId, task: exam })).toMatchObject({
    code: learnErrors.locked.code,
  })
  expect(await isOnList(companyId, examId, learner.staffId)).toBe(false)
  await world.as(learner).get(learn.openLink, { course: courseId, task: first })
  await world.as(learner).get(learn.openExam, { course: courseId, task: exam })
  await world.as(learner).get(learn.openExam, { course: courseId, task: exam })
  expect(await isOnList(companyId, examId, learner.staffId)).toBe(true)
  expect(await startExam(world, learner, examId)).toHaveProperty('attemptId')
})

const isOnList = (companyId: string, examId: string, staffId: string) =>
  world.inCompany(companyId, async (db) => (await findCandidate(db, { examId, staffId, scope: { kind: 'all' } })) !== undefined)

test('a score is shown in the course when its exam shows it: not while others may still sit', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, {
    fixed: oneOfEachType().filter(({ type }) => type === 1),
    passScore: 0,
  })
  const [learner] = candidates
  if (!learner) throw new Error('a candidate is needed')
  const { courseId } = await learnerOf({ chapters: [[{ kind: 'exam', targetId: examId, title: '章节考试' }]] }, learner)
  const { attemptId, lease } = await startExam(world, learner, examId)
  const handIn = { attemptId, leaseEpoch: lease.epoch, lastRevs: [], submissionKey: `submit-${attemptId}` }
  await world.as(learner).get(sitting.submit, handIn)
  await settle()
  const shown = async () => {
    const { chapters } = await world.as(learner).get(learn.page, { course: courseId })
    const { dataList } = await world.as(learner).get(learn.trace, { course: courseId, pageIndex: 1, pageSize: 20 })
    const [task] = chapters[0]?.tasks ?? []
    return { state: task?.state, score: task?.score, isTold: dataList.some(({ words }) => / 分/.test(words)) }
  }
  expect(await shown()).toEqual({ state: 2, score: undefined, isTold: false })
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '3 hours', admission_end_at = now() - interval '2 hours'
     where company_id = $1 and id = $2`,
    [companyId, examId],
  )
  expect(await shown()).toEqual({ state: 2, score: 0, isTold: true })
})

test('an exam that is passed completes its task and opens the next; withdrawn or voided, it is taken back until it is out again', async () => {
  const arranged = await arrangeExam(world, { fixed: oneOfEachType().filter(({ type }) => type === 1), passScore: 0 })
  const [learner] = arranged.candidates
  if (!learner) throw new Error('a candidate is needed')
  const wish: CourseWish = {
    unlockOrder: 'tasks',
    chapters: [[{ kind: 'exam', targetId: arranged.examId, title: '章节考试' }, link]],
  }
  const { courseId, taskIds } = await learnerOf(wish, learner)
  const place = { course: courseId, task: taskIds[0] ?? '' }
  expect(await world.as(learner).get(learn.openExam, place)).toEqual({ examId: arranged.examId })
  const sheet = await startExam(world, learner, arranged.examId)
  const submissionKey = `submit-${sheet.attemptId}`
  const handIn = { attemptId: sheet.attemptId, leaseEpoch: sheet.lease.epoch, lastRevs: [], submissionKey }
  await world.as(learner).get(sitting.submit, handIn)
  await settle()
  const shown = () => world.as(learner).get(learn.page, { course: courseId })
  const isPassed = [2, 'open']
  const isTakenBack = [1, 'locked']
  const standingOf = ({ chapters }: CoursePage) => {
    const [exam, behind] = chapters[0]?.tasks ?? []
    return [exam?.state, behind && 'lock' in behind ? 'locked' : 'open']
  }
  expect(standingOf(await shown())).toEqual(isPassed)
  const why = { reason: '复核', actorId: sheet.attemptId, now: new Date() }
  await world.inCompany(arranged.companyId, (db) => reopenMarking(db, { attemptId: sheet.attemptId, ...why }))
  await settle()
  const withdrawn = await shown()
  expect([withdrawn.percent, standingOf(withdrawn)]).toEqual([0, isTakenBack])
  const behind = { course: courseId, task: taskIds[1] ?? '' }
  expect((await world.as(learner).call(learn.openLink, behind)).code).toBe(learnErrors.locked.code)
  await world.inCompany(arranged.companyId, (db) => finishMarking(db, sheet.attemptId, new Date()))
  await settle()
  expect(standingOf(await shown())).toEqual(isPassed)
  await world.inCompany(arranged.companyId, async (db) => {
    await lockAttempt(db, sheet.attemptId)
    const found = await findAttempt(db, sheet.attemptId)
    if (!found) throw new Error('the attempt was handed in before')
    await voidAttempt(db, found, { reason: '查验身份', actorId: sheet.attemptId, now: new Date() })
  })
  await settle()
  const voided = await shown()
  expect([voided.percent, standingOf(voided)]).toEqual([0, isTakenBack])
})

test('a result that is withdrawn while somebody is out of the course no longer counts when they come back', async () => {
  const arranged = await arrangeExam(world, { fixed: oneOfEachType().filter(({ type }) => type === 1), passScore: 0 })
  const { companyId, examId, candidates } = arranged
  const [learner] = candidates
  if (!learner) throw new Error('a candidate is needed')
  const { courseId } = await learnerOf({ chapters: [[{ kind: 'exam', targetId: examId, title: '章节考试' }]] }, learner)
  const sheet = await startExam(world, learner, examId)
  const submissionKey = `submit-${sheet.attemptId}`
  const handIn = { attemptId: sheet.attemptId, leaseEpoch: sheet.lease.epoch, lastRevs: [], submissionKey }
  await world.as(learner).get(sitting.submit, handIn)
  await settle()
  const shown = () => world.as(learner).get(learn.page, { course: courseId })
  expect(await shown()).toMatchObject({ percent: 100, chapters: [{ tasks: [{ state: 2 }] }] })
  const setState = (state: number) =>
    world.rows('update course.enrolment set state = $3 where course_id = $1 and staff_id = $2', [
      courseId,
      learner.staffId,
      state,
    ])
  await setState(enrolmentState.takenOut)
  const why = { reason: '复核', actorId: sheet.attemptId, now: new Date() }
  await world.inCompany(companyId, (db) => reopenMarking(db, { attemptId: sheet.attemptId, ...why }))
  await settle()
  await setState(enrolmentState.learns)
  expect(await shown()).toMatchObject({ percent: 0, completedAt: null, chapters: [{ tasks: [{ state: 1 }] }] })
})
