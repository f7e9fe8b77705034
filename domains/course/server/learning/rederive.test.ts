import { randomUUID } from 'node:crypto'
import { defaultTimeZone } from '@kaopei/contract'
import { emit } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { learnErrors } from '../../contract/learn-errors.ts'
import { learnPing } from '../../contract/ping.ts'
import { type ArrangedCourse, arrangeCourse } from '../course-arrange.ts'
import { courseModule, coursePublished } from '../index.ts'
import { arrangeLearner, arrangeMedia } from '../learner-arrange.ts'
import { auditLearning } from './audit.ts'
import { insertEvents } from './course-facts.sql.ts'
import { deriveEnrolment, learningOf } from './derive.ts'
import { learningModule } from './module.ts'
import { outlineShown } from './shown.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule, learningModule])
})
afterAll(() => world.close())

type Arranged = ArrangedCourse & { readonly learner: TestActor }

/** The first of these tasks is done by the first of two learners. */
async function completed(tasks: Parameters<typeof arrangeCourse>[2]['chapters'][number] = [{}]): Promise<Arranged> {
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  const arranged = await arrangeCourse(world, companyId, { chapters: [tasks] })
  const { courseId, taskIds } = arranged
  await arrangeLearner(world, { companyId, courseId, staffId })
  await arrangeLearner(world, { companyId, courseId, staffId: randomUUID() })
  await world.inCompany(companyId, async (db) => {
    const done = {
      courseId,
      staffId,
      taskId: taskIds[0] ?? '',
      kind: 'done',
      cause: { source: 'person' },
      at: new Date(),
    } as const
    await insertEvents(db, [done])
    await deriveEnrolment(db, courseId, staffId, new Date())
  })
  await world.runJobs()
  return { ...arranged, learner }
}

/** The course has one more task from now on; with `isSame`, the same ones in another version. */
async function publishMore(
  { learner, courseId }: Arranged,
  forCompleted: 'keep' | 'owe',
  { isSame = false } = {},
): Promise<string[]> {
  const [next, added] = [randomUUID(), randomUUID()]
  const before = `(select published_id from course.course where id = $1)`
  await world.rows(
    `insert into course.version (company_id, id, course_id, number, state, for_completed, published_at)
     select company_id, $2, course_id, max(number) + 1, 1, $3, now() from course.version where course_id = $1 group by company_id, course_id`,
    [courseId, next, forCompleted],
  )
  await world.rows(
    `insert into course.chapter select company_id, $2, id, title, descript, sort, conditions from course.chapter where version_id = ${before}`,
    [courseId, next],
  )
  await world.rows(
    `insert into course.task (company_id, version_id, id, chapter_id, title, kind, sort, is_required, content)
     select company_id, $2, id, chapter_id, title, kind, sort, is_required, content from course.task where version_id = ${before}`,
    [courseId, next],
  )
  if (!isSame)
    await world.rows(
      `insert into course.task (company_id, version_id, id, chapter_id, title, kind, sort, content)
       select company_id, version_id, $2, chapter_id, '新任务', kind, sort + 1, content
       from course.task where version_id = $1 order by sort desc limit 1`,
      [next, added],
    )
  await world.rows('update course.course set published_id = $2 where id = $1', [courseId, next])
  await world.inCompany(learner.companyId, (db) =>
    emit(db, coursePublished, db.companyId, { courseId, versionId: next, forCompleted }),
  )
  return world.runJobs()
}

const standing = ({ courseId, learner }: Arranged) =>
  world.rows(
    `select percent, task_states as states, completed_at is not null as completed, whole_weight as whole from course.enrolment
     where course_id = $1 order by staff_id = $2 desc`,
    [courseId, learner.staffId],
  )

/** Of each task, whether the learner is told that they need not do it. */
const sparesIn = ({ courseId, learner }: Arranged) =>
  world.inCompany(learner.companyId, async (db) => {
    const learning = await learningOf(db, courseId, learner.staffId)
    const shown = learning && outlineShown(learning, { locks: new Map(), zone: defaultTimeZone, cards: new Map() })
    return shown?.chapters.flatMap(({ tasks }) => tasks).map(({ isSpared = false }) => isSpared)
  })

test('who had completed the course stays so where its author says so, and whoever had not begun owes the new task', async () => {
  const arranged = await completed()
  expect(await publishMore(arranged, 'keep')).not.toContain('course.courseCompleted')
  expect(await standing(arranged)).toEqual([
    { percent: 100, states: [2, 0], completed: true, whole: 2 },
    { percent: 0, states: [0, 0], completed: false, whole: 2 },
  ])
})

test('otherwise they owe what is new, and keep what they did', async () => {
  const arranged = await completed()
  await publishMore(arranged, 'owe')
  expect((await standing(arranged))[0]).toEqual({ percent: 50, states: [2, 0], completed: false, whole: 2 })
})

test('whoever was spared a task goes on owing only what is new since, and completes the course with it', async () => {
  const arranged = await completed()
  await publishMore(arranged, 'keep')
  await publishMore(arranged, 'owe', { isSame: true })
  expect((await standing(arranged))[0]).toEqual({ percent: 100, states: [2, 0], completed: true, whole: 2 })
  await publishMore(arranged, 'owe')
  expect((await standing(arranged))[0]).toEqual({ percent: 66, states: [2, 0, 0], completed: false, whole: 3 })
  const { learner, courseId } = arranged
  const { companyId, staffId } = learner
  const asked = await world.as(learner).get(learn.missing, { course: courseId })
  expect(asked.tasks.map(({ title }) => title)).toEqual(['新任务'])
  await world.inCompany(companyId, async (db) => {
    const done = { kind: 'done', cause: { source: 'person' }, at: new Date() } as const
    await insertEvents(db, [{ ...done, courseId, staffId, taskId: asked.tasks[0]?.taskId ?? '' }])
    await deriveEnrolment(db, courseId, staffId, new Date())
  })
  expect((await standing(arranged))[0]).toEqual({ percent: 100, states: [2, 0, 2], completed: true, whole: 3 })
  expect((await auditLearning(world.services, companyId, new Date(0))).differences).toEqual([])
})

test('what somebody was spared can still be done: it is opened as not done, and done it is complete', async () => {
  const arranged = await completed()
  await publishMore(arranged, 'keep')
  const { learner, courseId } = arranged
  const [spared] = await world.rows<{ id: string }>(
    `select t.id from course.task t join course.course c on c.published_id = t.version_id where c.id = $1 and t.title = '新任务'`,
    [courseId],
  )
  const place = { course: courseId, task: spared?.id ?? '' }
  expect(await world.as(learner).get(learn.openArticle, place)).toMatchObject({ isComplete: false, percent: 0 })
  expect((await standing(arranged))[0]).toMatchObject({ percent: 100, states: [2, 1], completed: true })
  const spares = () => sparesIn(arranged)
  expect(await spares()).toEqual([false, true])
  world.now = () => new Date(Date.now() + 3_600_000)
  expect(await world.as(learner).get(learn.openArticle, place)).toMatchObject({ isComplete: false, secondsLeft: 0 })
  await world.as(learner).get(learn.readArticle, place)
  expect((await standing(arranged))[0]).toMatchObject({ percent: 100, states: [2, 2], completed: true })
  expect(await world.as(learner).get(learn.openArticle, place)).toMatchObject({ isComplete: true })
  expect(await spares()).toEqual([false, false])
  world.now = () => new Date()
})

test('an optional task that was there before is nothing new that somebody was spared', async () => {
  const arranged = await completed([{}, { isRequired: false }])
  await publishMore(arranged, 'keep')
  expect((await standing(arranged))[0]).toEqual({ percent: 100, states: [2, 0, 0], completed: true, whole: 2 })
  expect(await sparesIn(arranged)).toEqual([false, false, true])
})

test('tasks that are moved, deleted and added while somebody plays take nothing that was done away, and players that are open go on', async () => {
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  const film = { kind: 'courseware', targetId: randomUUID() }
  const arranged = await arrangeCourse(world, companyId, { chapters: [[{}, film], [film]] })
  const { courseId, versionId, taskIds, chapterIds } = arranged
  const [done = '', deleted = '', moved = ''] = taskIds
  await arrangeLearner(world, { companyId, courseId, staffId })
  await world.inCompany(companyId, async (db) => {
    const event = { courseId, staffId, kind: 'done', cause: { source: 'person' }, at: new Date() } as const
    await insertEvents(db, [{ ...event, taskId: done }])
    await deriveEnrolment(db, courseId, staffId, new Date())
  })
  const of = { ...arranged, learner }
  expect(await standing(of)).toEqual([{ percent: 33, states: [2, 0, 0], completed: false, whole: 3 }])
  const openedAt = new Date(Date.now() - 60_000)
  const play = async (task: string) => {
    const { session } = await arrangeMedia(
      world,
      { companyId, courseId, staffId },
      { taskId: task, lengthSeconds: 100, openedAt },
    )
    return (seq: number) =>
      world
        .as(learner)
        .call(learnPing.ping, { course: courseId, task, session, seq, ranges: [[0, 10]], late: { spanMs: 10_000 } })
  }
  const tellMoved = await play(moved)
  const tellDeleted = await play(deleted)
  for (const tell of [tellMoved, tellDeleted]) expect((await tell(1)).data).toMatchObject({ credited: [[0, 10]] })
  const [next, added] = [randomUUID(), randomUUID()]
  await world.rows(
    `insert into course.version (company_id, id, course_id, number, state, for_completed, published_at) values ($1, $2, $3, 2, 1, 'keep', now())`,
    [companyId, next, courseId],
  )
  await world.rows(
    `insert into course.chapter select company_id, $2, id, title, descript, sort, conditions from course.chapter where version_id = $1`,
    [versionId, next],
  )
  // What stood last is first now, what was done stands in the other chapter.
  await world.rows(
    `insert into course.task (company_id, version_id, id, chapter_id, title, kind, target_id, sort, content)
     select t.company_id, $2, t.id, case when t.id = $3 then $4::uuid else $5::uuid end, t.title, t.kind, t.target_id, 0, t.content
     from course.task t where t.version_id = $1 and t.id <> $6
     union all
     select t.company_id, $2::uuid, $7::uuid, $4::uuid, '后来加的', 'link', null, 1, '{}' from course.task t where t.version_id = $1 and t.id = $6`,
    [versionId, next, moved, chapterIds[0], chapterIds[1], deleted, added],
  )
  await world.rows('update course.course set published_id = $2 where id = $1', [courseId, next])
  await world.inCompany(companyId, (db) =>
    emit(db, coursePublished, companyId, { courseId, versionId: next, forCompleted: 'keep' }),
  )
  await world.runJobs()
  // One of three is done, of another a tenth.
  expect(await standing(of)).toEqual([{ percent: 36, states: [1, 0, 2], completed: false, whole: 3 }])
  expect((await tellMoved(2)).code).toBe(0)
  expect((await tellDeleted(2)).code).toBe(learnErrors.gone.code)
})
