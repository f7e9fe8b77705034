import type { InputOf } from '@kaopei/contract'
import { listPlainExams } from '@kaopei/exam/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { course } from '../../contract/course.ts'
import { courseOutlineCalls as outline } from '../../contract/course-outline.ts'
import { courseManager } from '../../contract/menus.ts'
import type { StoredCondition } from '../../contract/outline.ts'
import { publishing } from '../../contract/publishing.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { arrangeCourseware } from '../course-world.ts'
import { courseModule, publishedOutline } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule])
})
afterAll(() => world.close())

type Tasks = NonNullable<InputOf<(typeof outline)['courseChapterEdit']>['tasks']>
const article = (title: string) => ({ kind: 'article' as const, title, html: '<p>正文</p>' })

async function draft() {
  const actor = await world.actor()
  const as = world.as(actor)
  const { id: courseId } = await as.get(course.courseEdit, { courseName: '安全培训' })
  const first = await as.get(outline.courseChapterEdit, { courseId, title: '一', tasks: [article('甲'), article('乙')] })
  const second = await as.get(outline.courseChapterEdit, { courseId, title: '二', tasks: [article('丙')] })
  const titles = async () =>
    (await as.get(outline.courseChapterList, { courseId })).chapters.map(({ title, tasks }) => [
      title,
      ...tasks.map((task) => task.title),
    ])
  return { actor, as, courseId, first, second, titles }
}

test('tasks and chapters move to where they are put, and what is deleted is gone with what waited for it', async () => {
  const { as, courseId, first, second, titles } = await draft()
  const [a = '', b = ''] = first.taskIds
  const [c = ''] = second.taskIds
  await as.get(outline.moveTask, { courseId, taskId: c, chapterId: first.id, beforeId: b })
  expect(await titles()).toEqual([['一', '甲', '丙', '乙'], ['二']])
  await as.get(outline.moveTask, { courseId, chapterId: second.id, beforeId: first.id })
  expect(await titles()).toEqual([['二'], ['一', '甲', '丙', '乙']])
  await as.get(outline.unlockMode, { courseId, nodes: [{ id: b, conditions: [{ kind: 'passed', taskId: a }] }] })
  await as.get(outline.deleteTask, { courseId, taskId: a })
  const { chapters } = await as.get(outline.courseChapterList, { courseId })
  expect(chapters[1]?.tasks.map(({ title, conditions }) => [title, conditions])).toEqual([
    ['丙', []],
    ['乙', []],
  ])
  expect(await as.call(outline.moveTask, { courseId, taskId: a, chapterId: first.id })).toMatchObject({ code: 1008 })
  expect(await as.get(outline.courseChapterListNoDetail, { courseId })).toMatchObject({
    chapters: [{ taskCount: 0 }, { taskCount: 2 }],
  })
})

test('conditions that wait for each other are refused with the titles, and nothing of it is kept', async () => {
  const { as, courseId, first } = await draft()
  const [a = '', b = ''] = first.taskIds
  const waits = (taskId: string) => [{ kind: 'passed' as const, taskId }]
  const answer = await as.call(outline.unlockMode, {
    courseId,
    nodes: [
      { id: a, conditions: waits(b) },
      { id: b, conditions: waits(a) },
    ],
  })
  expect(answer).toMatchObject({ code: 3016, message: expect.stringContaining('“甲” → “乙”') })
  await as.get(outline.unlockMode, { courseId, nodes: [{ id: a, conditions: waits(b) }] })
  expect(await as.call(outline.unlockMode, { courseId, unlockOrder: 'tasks' })).toMatchObject({ code: 3016 })
  expect(await as.get(outline.courseChapterList, { courseId })).toMatchObject({ unlockOrder: 'free' })
  // What is not in the course holds nobody up, and is not kept.
  const stranger = crypto.randomUUID()
  expect(await as.call(outline.unlockMode, { courseId, nodes: [{ id: a, conditions: waits(stranger) }] })).toMatchObject({
    code: 3021,
    message: '“甲”的解锁条件所选的任务不在课程中，请重新选择',
  })
  expect(await as.call(outline.unlockMode, { courseId, nodes: [{ id: stranger, conditions: [] }] })).toMatchObject({ code: 3021 })
})

test('a task keeps its id while it is changed; its target must be there, its content safe', async () => {
  const { actor, as, courseId, first } = await draft()
  const [a = ''] = first.taskIds
  const film = await arrangeCourseware(world, actor.companyId, { title: '消防视频' })
  const foreign = await arrangeCourseware(world, await world.company())
  const save = (tasks: Tasks) => as.call(outline.courseChapterEdit, { courseId, id: first.id, title: '一', tasks })
  const saved = await save([
    { ...article('甲改'), id: a, isRequired: false, weight: 3 },
    { kind: 'courseware', targetId: film, rule: { percent: 80, noSkip: true } },
    { kind: 'link', title: '官网', url: 'https://example.cn/a' },
  ])
  expect(saved).toMatchObject({ code: 0, data: { taskIds: [a, expect.any(String), expect.any(String)] } })
  const { tasks } = await as.get(outline.courseChapterDetail, { courseId, id: first.id })
  expect(tasks).toMatchObject([
    { id: a, title: '甲改', isRequired: false, weight: 3, html: '<p>正文</p>' },
    { title: '消防视频', rule: { percent: 80, noSkip: true, pauseWhenHidden: true }, refusal: null },
    { title: '官网', url: 'https://example.cn/a' },
  ])
  expect(await save([{ kind: 'courseware', targetId: foreign }])).toMatchObject({ code: 3015 })
  expect(await save([{ kind: 'courseware' }])).toMatchObject({ code: 3015 })
  expect(await save([{ kind: 'courseware', targetId: film, rule: { percent: 30 } }])).toMatchObject({
    code: 3015,
    message: expect.stringContaining('60 到 100'),
  })
  expect(await save([{ kind: 'link', title: '坏', url: 'javascript:alert(1)' }])).toMatchObject({ code: 1001 })
  expect(await save([article('')])).toMatchObject({ code: 3015 })
})

test('another courseware, or another kind, is another task: what was done of the one is nothing of the other', async () => {
  const { actor, as, courseId, first, second } = await draft()
  const [film, other] = [
    await arrangeCourseware(world, actor.companyId, { title: '消防视频' }),
    await arrangeCourseware(world, actor.companyId, { title: '急救视频' }),
  ]
  const whole = { courseId, id: first.id, title: '一' }
  const save = async (tasks: Tasks) => (await as.get(outline.courseChapterEdit, { ...whole, tasks })).taskIds[0] ?? ''
  const a = await save([{ kind: 'courseware', targetId: film, isRequired: false, weight: 3 }])
  const waits = async () => (await as.get(outline.courseChapterDetail, { courseId, id: second.id })).conditions
  const conditions = [{ kind: 'passed' as const, taskId: a }]
  await as.get(outline.courseChapterEdit, { courseId, id: second.id, title: '二', conditions })
  expect(await save([{ id: a, kind: 'courseware', targetId: film, weight: 4 }])).toBe(a)
  const b = await save([{ id: a, kind: 'courseware', targetId: other }])
  expect(b).not.toBe(a)
  const { tasks } = await as.get(outline.courseChapterDetail, { courseId, id: first.id })
  expect(tasks).toMatchObject([{ id: b, title: '急救视频', isRequired: false, weight: 4 }])
  expect(await waits()).toEqual([{ kind: 'passed', taskId: b }])
  const c = await save([{ ...article('改为图文'), id: b }])
  expect(c).not.toBe(b)
  expect(await waits()).toEqual([{ kind: 'passed', taskId: c }])
})

test('an exam of the company becomes a task, and the shelf waits until it can be sat', async () => {
  const { actor, as, courseId, second } = await draft()
  const examId = await arrangedExam(actor.companyId)
  const { taskId } = await as.get(outline.chapterExam, { courseId, chapterId: second.id, examId })
  expect(await as.call(course.upShelf, { id: courseId })).toMatchObject({
    code: 3010,
    message: expect.stringContaining('考试尚未发布'),
  })
  const rule = { needs: 'handedIn' as const, passScoreHundredths: null }
  await as.get(outline.chapterExam, { courseId, chapterId: second.id, taskId, examId, title: '期末', rule })
  const { tasks } = await as.get(outline.courseChapterDetail, { courseId, id: second.id })
  expect(tasks.at(-1)).toMatchObject({ id: taskId, kind: 'exam', title: '期末', rule, refusal: '考试尚未发布' })
  await world.rows('update exam.exam set status = 1 where id = $1', [examId])
  await as.get(course.upShelf, { id: courseId })
  const ofSource = (examSource: number) =>
    world.inCompany(actor.companyId, async (db) => {
      const wish = { companyId: actor.companyId, now: new Date(), query: { examSource }, pageIndex: 1, pageSize: 10 }
      return (await listPlainExams(db, wish)).dataList.map(({ id }) => id)
    })
  expect([await ofSource(3), await ofSource(4), await ofSource(5)]).toEqual([[], [examId], []])
})

test('only who manages exams puts one into a course or copies a course with one; what stands there stays', async () => {
  const { actor, as, courseId, second } = await draft()
  const examId = await arrangedExam(actor.companyId)
  const author = await world.actor({
    companyId: actor.companyId,
    isAdmin: false,
    rights: [courseManager.rights.add, courseManager.rights.edit],
    menus: [courseManager],
  })
  const their = world.as(author)
  const refused = { code: 3015, message: expect.stringContaining('您没有管理考试的权限') }
  const exam = { courseId, chapterId: second.id, examId }
  expect(await their.call(outline.chapterExam, exam)).toMatchObject(refused)
  const task = { kind: 'exam' as const, targetId: examId, title: '结业' }
  const wish = { courseId, id: second.id, title: '二' }
  expect(await their.call(outline.courseChapterEdit, { ...wish, tasks: [task] })).toMatchObject(refused)
  const { taskId } = await as.get(outline.chapterExam, exam)
  await their.get(outline.courseChapterEdit, { ...wish, tasks: [{ ...task, id: taskId, title: '期末' }] })
  expect(await their.call(course.copyCourse, { id: courseId })).toMatchObject(refused)
  expect(await their.get(course.courseList, {})).toMatchObject({ totalCount: 1 })
  await as.get(course.copyCourse, { id: courseId })
})

test('what a change of a chapter or a task does not name stays', async () => {
  const { actor, as, courseId, second } = await draft()
  const examId = await arrangedExam(actor.companyId)
  const rule = { needs: 'handedIn' as const, passScoreHundredths: null }
  const facts = { isRequired: false, weight: 3, conditions: [{ kind: 'fromDay' as const, days: 2 }] }
  const wish = { courseId, chapterId: second.id, examId }
  const { taskId } = await as.get(outline.chapterExam, { ...wish, title: '期末', rule, ...facts })
  const shown = async () => as.get(outline.courseChapterDetail, { courseId, id: second.id })
  const kept = { id: taskId, title: '期末', rule, ...facts }
  await as.get(outline.chapterExam, { ...wish, taskId })
  expect((await shown()).tasks.at(-1)).toMatchObject(kept)
  await as.get(outline.courseChapterEdit, { courseId, id: second.id, title: '二', descript: '第二章' })
  const { tasks } = await shown()
  const least = tasks.map(({ id, kind }) => ({ id, kind: kind as 'exam', weight: 4 }))
  await as.get(outline.courseChapterEdit, { courseId, id: second.id, title: '二', tasks: least })
  const after = await shown()
  expect(after.descript).toBe('第二章')
  expect(after.tasks).toMatchObject(
    tasks.map(({ title, rule: one, html, url, targetId }) => ({ title, rule: one, html, url, targetId, weight: 4 })),
  )
  await as.get(outline.chapterExam, { ...wish, taskId, title: '', conditions: [] })
  expect((await shown()).tasks.at(-1)).toMatchObject({ title: '结业考试', conditions: [], isRequired: false, weight: 4 })
})

async function arrangedExam(companyId: string): Promise<string> {
  const [paperId, examId] = [crypto.randomUUID(), crypto.randomUUID()]
  await world.rows('insert into paper.paper (company_id, id) values ($1, $2)', [companyId, paperId])
  const text = `insert into exam.exam (company_id, id, paper_id, name) values ($1, $2, $3, '结业考试')`
  await world.rows(text, [companyId, examId, paperId])
  return examId
}

test('a new title alone is named among what a publishing would change', async () => {
  const { as, courseId, first } = await draft()
  const [a = '', b = ''] = first.taskIds
  await as.get(course.upShelf, { id: courseId })
  await as.get(outline.courseChapterEdit, {
    courseId,
    id: first.id,
    title: '一',
    tasks: [
      { ...article('甲（修订）'), id: a },
      { ...article('乙'), id: b },
    ],
  })
  expect(await as.get(publishing.touch, { id: courseId })).toMatchObject({
    ...{ added: [], removed: [], owedTaskCount: 0 },
    changed: [{ id: a, title: '甲（修订）' }],
  })
})

test('what would close before it opens is refused', async () => {
  const { as, courseId, first } = await draft()
  const [a = ''] = first.taskIds
  const save = (...conditions: StoredCondition[]) => as.call(outline.unlockMode, { courseId, nodes: [{ id: a, conditions }] })
  const refused = { code: 1001, message: '开放时间应早于截止时间，否则永远不会开放' }
  const at = (day: number) => `2027-03-0${day}T00:00:00.000Z`
  expect(await save({ kind: 'until', at: at(2) }, { kind: 'from', at: at(2) })).toMatchObject(refused)
  expect(await save({ kind: 'fromDay', days: 7 }, { kind: 'untilDay', days: 3 })).toMatchObject(refused)
  expect(await save({ kind: 'from', at: at(2) }, { kind: 'until', at: at(3) }, { kind: 'fromDay', days: 7 })).toMatchObject({
    code: 0,
  })
})

test('chapters with other words and tasks that went into another chapter are named too', async () => {
  const { as, courseId, first } = await draft()
  const [, b = ''] = first.taskIds
  const second = await as.get(outline.courseChapterEdit, { courseId, title: '二', tasks: [article('丙')] })
  await as.get(course.upShelf, { id: courseId })
  const touch = () => as.get(publishing.touch, { id: courseId })
  await as.get(outline.courseChapterEdit, { courseId, id: first.id, title: '一', descript: '先读这一章' })
  expect(await touch()).toMatchObject({ changed: [], changedChapters: [{ id: first.id, title: '一' }], isReordered: false })
  // The last of one chapter becomes the first of the next: all tasks still stand in the same order.
  const [c = ''] = second.taskIds
  await as.get(outline.moveTask, { courseId, taskId: b, chapterId: second.id, beforeId: c })
  expect(await touch()).toMatchObject({ changed: [], isReordered: true })
})

test('a change of a shelved course is seen by nobody until it is published, and says whom it touches', async () => {
  const { actor, as, courseId, first } = await draft()
  const [a = '', b = ''] = first.taskIds
  await as.get(course.upShelf, { id: courseId })
  const enrol = (begunAt: Date | null, completedAt: Date | null) =>
    world.rows(
      'insert into course.enrolment (company_id, course_id, staff_id, begun_at, completed_at) values ($1, $2, $3, $4, $5)',
      [actor.companyId, courseId, crypto.randomUUID(), begunAt, completedAt],
    )
  await enrol(null, null)
  await enrol(new Date(), null)
  await enrol(new Date(), new Date())
  expect(await as.call(publishing.touch, { id: courseId })).toMatchObject({ code: 3017 })
  await as.get(outline.courseChapterEdit, {
    courseId,
    id: first.id,
    title: '一',
    tasks: [{ ...article('乙'), id: b }, { ...article('丁') }],
  })
  const seen = await world.inCompany(actor.companyId, (db) => publishedOutline(db, courseId))
  expect(seen?.chapters[0]?.tasks.map(({ id }) => id)).toEqual([a, b])
  expect(await as.get(outline.courseChapterList, { courseId, isPublished: true })).toMatchObject({ isDraft: false })
  const touch = await as.get(publishing.touch, { id: courseId })
  expect(touch).toMatchObject({
    added: [{ title: '丁', isRequired: true }],
    removed: [{ id: a, title: '甲' }],
    changed: [],
    owedTaskCount: 1,
    ...{ learnerCount: 3, begunCount: 2, completedCount: 1 },
  })
  const { version } = touch
  expect(await as.call(publishing.publish, { id: courseId, version: 1, forCompleted: 'owe' })).toMatchObject({ code: 1007 })
  await as.get(publishing.publish, { id: courseId, version, forCompleted: 'owe', note: '新增丁' })
  const now = await world.inCompany(actor.companyId, (db) => publishedOutline(db, courseId))
  expect(now).toMatchObject({ forCompleted: 'owe', number: 2 })
  expect(now?.chapters[0]?.tasks.map(({ title }) => title)).toEqual(['乙', '丁'])
  expect(await as.get(publishing.history, { id: courseId })).toMatchObject({
    dataList: [{ number: 2, note: '新增丁' }, { number: 1 }],
    totalCount: 2,
  })
})

test('a change that is given up leaves what learners see', async () => {
  const actor = await world.actor()
  const as = world.as(actor)
  const { courseId, taskIds } = await arrangeCourse(world, actor.companyId, { chapters: [[{}, {}]] })
  const { version } = await as.get(outline.deleteTask, { courseId, taskId: taskIds[0] ?? '' })
  expect(await as.call(outline.deleteTask, { courseId, taskId: taskIds[1] ?? '', version: version - 1 })).toMatchObject({
    code: 1007,
  })
  expect((await as.get(course.courseList, {})).dataList[0]).toMatchObject({ hasChange: true, taskCount: 2 })
  expect((await as.get(course.courseList, { waiting: 1 })).totalCount).toBe(1)
  await as.get(course.courseEdit, { courseName: '草稿' })
  await as.get(publishing.discard, { id: courseId, version })
  expect((await as.get(outline.courseChapterList, { courseId })).chapters[0]?.tasks).toHaveLength(2)
  expect((await as.get(course.getCourse, { id: courseId })).hasChange).toBe(false)
  expect((await as.get(course.courseList, { waiting: 1 })).totalCount).toBe(0)
  const stranger = world.as(await world.actor())
  expect(await stranger.call(outline.deleteTask, { courseId, taskId: taskIds[0] ?? '' })).toMatchObject({ code: 1008 })
})
