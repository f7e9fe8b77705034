import { randomUUID } from 'node:crypto'
import { type InputOf, protocolErrors } from '@kaopei/contract'
import type { PackageState } from '@kaopei/courseware/contract/package-messages'
import { coursewareModule } from '@kaopei/courseware/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { questionModule } from '@kaopei/question/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { learnPackage } from '../../contract/package.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { learningModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open(
    [orgModule, jobsModule, filesModule, questionModule, coursewareModule, courseModule, learningModule],
    (services) => ({ ...temporaryBlobs(services), contents: { address: () => ':8081' } }),
  )
})
afterAll(() => world.close())
afterEach(() => {
  world.now = () => new Date()
})

const start = new Date()
const later = (seconds: number) => {
  world.now = () => new Date(start.getTime() + seconds * 1000)
}

interface Wish {
  readonly standard?: '1.2' | '2004'
  readonly parts?: number
  readonly mastery?: number | null
  /** Numbers of parts that only show something. */
  readonly assets?: readonly number[]
}

async function arrangePackage(
  companyId: string,
  { standard = '1.2', parts = 1, mastery = null, assets = [] }: Wish,
): Promise<string> {
  const [coursewareId, versionId] = [randomUUID(), randomUUID()]
  await world.rows(`insert into courseware.courseware (company_id, id, title, type) values ($1, $2, '安全培训', 6)`, [
    companyId,
    coursewareId,
  ])
  await world.rows(
    `insert into courseware.version (company_id, id, courseware_id, number, file_id, file_name, trans_status, page_count)
     values ($1, $2, $3, 1, $4, 'a.zip', 2, $5)`,
    [companyId, versionId, coursewareId, randomUUID(), parts],
  )
  await world.rows('update courseware.courseware set version_id = $3, latest_id = $3 where company_id = $1 and id = $2', [
    companyId,
    coursewareId,
    versionId,
  ])
  await world.rows(
    `insert into courseware.package (company_id, version_id, standard, title, entry_count, unpacked_bytes) values ($1, $2, $3, '安全培训', 1, 1)`,
    [companyId, versionId, standard],
  )
  for (let number = 1; number <= parts; number++)
    await world.rows(
      `insert into courseware.package_part (company_id, version_id, number, identifier, title, href, mastery_score, is_asset)
       values ($1, $2, $3, $4, $5, 'index.html', $6, $7)`,
      [companyId, versionId, number, `i${number}`, `第 ${number} 节`, mastery, assets.includes(number)],
    )
  return coursewareId
}

interface Learning {
  readonly learner: TestActor
  readonly place: { readonly course: string; readonly task: string }
}

/** Somebody who has opened the task of a package. */
async function arrange(wish: Wish = {}): Promise<Learning> {
  later(0)
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  const targetId = await arrangePackage(companyId, wish)
  const { courseId, taskIds } = await arrangeCourse(world, companyId, { chapters: [[{ kind: 'courseware', targetId }]] })
  await arrangeLearner(world, { companyId, courseId, staffId })
  const place = { course: courseId, task: taskIds[0] ?? '' }
  await world.as(learner).get(learn.open, place)
  return { learner, place }
}

const nothing: PackageState = {
  ...{ status: 'incomplete', success: 'unknown', scoreHundredths: null, progressPercent: null },
  ...{ location: '', suspendData: '', exit: '', data: {} },
}

const openPart = ({ learner, place }: Learning, part = 1) => world.as(learner).get(learnPackage.openPackage, { ...place, part })

type Told = Partial<Omit<InputOf<typeof learnPackage.commitPackage>, 'state'>> & {
  session: string
  state?: Partial<PackageState>
}

function commit({ learner, place }: Learning, { state, ...told }: Told) {
  const usual = { part: 1, seq: 1, sessionSeconds: 0, isFinished: false }
  return world.as(learner).call(learnPackage.commitPackage, { ...place, ...usual, ...told, state: { ...nothing, ...state } })
}

test('the task gives the frame of the package and its parts', async () => {
  const { learner, place } = await arrange({ parts: 2 })
  const opened = await world.as(learner).get(learn.open, place)
  expect(opened).toMatchObject({ pageCount: 2, shown: { refusal: null, package: { standard: '1.2' } } })
  expect(opened.shown.package?.frameUrl).toMatch(/^:8081\/f\/.+\/$/)
  expect(opened.shown.package?.parts.map(({ title }) => title)).toEqual(['第 1 节', '第 2 节'])
})

test('characters that a database cannot hold do not cost the state of a package', async () => {
  const learning = await arrange()
  const { session } = await openPart(learning)
  later(60)
  const state = { location: 'p\0', suspendData: '第三\ud83d页', data: { 'a\0': '\0b' } } as const
  expect(await commit(learning, { session, state, sessionSeconds: 40 })).toMatchObject({ code: 0 })
  expect((await openPart(learning)).state).toMatchObject({ location: 'p', suspendData: '第三\ufffd页', data: { a: 'b' } })
})

test('what was suspended is given back, and the end completes the task, with news', async () => {
  await world.runJobs()
  const learning = await arrange()
  const first = await openPart(learning)
  expect(first).toMatchObject({ state: null, partsDone: [], totalSeconds: 0, percent: 0, isComplete: false })
  later(60)
  const state = { location: 'p3', suspendData: '第三页', exit: 'suspend', data: { 'interactions.0.id': 'q1' } } as const
  const saved = await commit(learning, { session: first.session, state, sessionSeconds: 40, isFinished: true })
  expect(saved.data).toEqual({ partsDone: [], totalSeconds: 40, percent: 0, isComplete: false })
  const second = await openPart(learning)
  expect(second).toMatchObject({ state: { ...nothing, ...state }, totalSeconds: 40 })
  expect(second.session).not.toBe(first.session)
  later(100)
  const end = { session: second.session, state: { status: 'completed' }, sessionSeconds: 30, isFinished: true } as const
  expect((await commit(learning, end)).data).toEqual({ partsDone: [1], totalSeconds: 70, percent: 100, isComplete: true })
  expect((await world.runJobs()).sort()).toEqual(['course.courseCompleted', 'course.taskCompleted'])
  const events = await world.rows(
    `select kind, cause ->> 'source' as source from course.task_event where task_id = $1 order by at, id`,
    [learning.place.task],
  )
  expect(events).toEqual([
    { kind: 'begun', source: 'open' },
    { kind: 'done', source: 'scorm' },
  ])
  const trace = await world.as(learning.learner).get(learn.trace, { course: learning.place.course, pageIndex: 1, pageSize: 20 })
  expect(trace.dataList.map(({ words }) => words)).toContain('“任务 1” 完成（标准课件）')
})

test.each([
  ['passed', 8000, 'completed'],
  ['failed', 7999, 'completed'],
  ['failed', 7999, 'passed'],
  ['passed', 8000, 'incomplete'],
] as const)(
  '1.2 with a mastery score of 80 is %s with %i, whatever the package calls it: %s',
  async (expected, scoreHundredths, status) => {
    const learning = await arrange({ mastery: 80 })
    const { session } = await openPart(learning)
    const answer = await commit(learning, { session, state: { status, scoreHundredths }, isFinished: true })
    expect(answer.data).toMatchObject({ isComplete: expected === 'passed' })
    expect((await openPart(learning)).state).toMatchObject({ status: expected, success: expected })
  },
)

test('whoever breaks off in the middle has neither passed nor failed', async () => {
  const learning = await arrange({ mastery: 80 })
  const { session } = await openPart(learning)
  const state = { scoreHundredths: 9000, exit: 'suspend' } as const
  expect((await commit(learning, { session, state, isFinished: true })).data).toMatchObject({ isComplete: false })
  expect((await openPart(learning)).state).toMatchObject({ status: 'incomplete', success: 'unknown' })
})

test('1.2 that ends without ever telling a status has completed, 2004 has not', async () => {
  for (const [standard, isComplete] of [
    ['1.2', true],
    ['2004', false],
  ] as const) {
    const learning = await arrange({ standard })
    const { session } = await openPart(learning)
    const state = { status: 'not attempted' } as const
    expect((await commit(learning, { session, state })).data).toMatchObject({ isComplete: false })
    expect((await commit(learning, { session, seq: 2, state, isFinished: true })).data).toMatchObject({ isComplete })
  }
})

test.each([
  [{ status: 'completed', success: 'unknown' }, true],
  [{ status: 'incomplete', success: 'passed' }, true],
  [{ status: 'completed', success: 'failed' }, true],
  [{ status: 'incomplete', success: 'failed' }, false],
  [{ status: 'unknown', success: 'unknown' }, false],
] as const)('2004: %o is complete: %s', async (state, isComplete) => {
  const learning = await arrange({ standard: '2004' })
  const { session } = await openPart(learning)
  expect((await commit(learning, { session, state, isFinished: true })).data).toMatchObject({ isComplete })
})

test('2004: the manifest’s score decides about success', async () => {
  const learning = await arrange({ standard: '2004', mastery: 75 })
  const { session } = await openPart(learning)
  const told = { session, state: { success: 'passed', scoreHundredths: 7400 } } as const
  expect((await commit(learning, told)).data).toMatchObject({ isComplete: false })
  expect((await commit(learning, { session, seq: 2, state: { scoreHundredths: 7500 } })).data).toMatchObject({ isComplete: true })
})

test('each part counts; what is missing is named, and a part once done stays so', async () => {
  const learning = await arrange({ parts: 3 })
  const one = await openPart(learning, 1)
  const two = await openPart(learning, 2)
  const three = await openPart(learning, 3)
  const done = { status: 'passed' } as const
  const after = await commit(learning, { session: two.session, part: 2, state: done })
  expect(after.data).toMatchObject({ partsDone: [2], percent: 33, isComplete: false })
  const missing = () => world.as(learning.learner).get(learn.missing, { course: learning.place.course })
  expect((await missing()).tasks[0]?.words).toEqual(['还需学完第 1、3 节'])
  await commit(learning, { session: two.session, part: 2, seq: 2, state: { status: 'incomplete' } })
  await commit(learning, { session: one.session, part: 1, state: done })
  expect((await missing()).tasks[0]?.words).toEqual(['还需学完第 3 节'])
  const last = await commit(learning, { session: three.session, part: 3, state: done })
  expect(last.data).toMatchObject({ partsDone: [1, 2, 3], percent: 100, isComplete: true })
  expect(await missing()).toMatchObject({ percent: 100, isComplete: true, tasks: [] })
})

test('an older commit that comes late changes nothing and is answered as things stand', async () => {
  const learning = await arrange()
  const { session } = await openPart(learning)
  later(60)
  const newest = await commit(learning, { session, seq: 5, state: { location: 'p5' }, sessionSeconds: 50 })
  const late = await commit(learning, { session, seq: 4, state: { status: 'completed', location: 'p4' }, sessionSeconds: 55 })
  expect(late.data).toEqual(newest.data)
  expect(await openPart(learning)).toMatchObject({ state: { location: 'p5', status: 'incomplete' }, totalSeconds: 50 })
})

test('a session counts once, and never more than the time since it was opened', async () => {
  const learning = await arrange()
  const { session } = await openPart(learning)
  later(30)
  const total = async (seq: number, sessionSeconds: number, of = session) =>
    (await commit(learning, { session: of, seq, sessionSeconds })).data?.totalSeconds
  expect(await total(1, 20)).toBe(20)
  expect(await total(2, 25)).toBe(25)
  expect(await total(3, 3600)).toBe(30)
  expect(await total(4, 10)).toBe(30)
  const again = await openPart(learning)
  later(40)
  expect(await total(1, 999, again.session)).toBe(40)
})

test('a window left open elsewhere does not write over what was saved after it', async () => {
  const learning = await arrange()
  const old = await openPart(learning)
  later(10)
  const fresh = await openPart(learning)
  await commit(learning, { session: old.session, state: { location: 'p1' } })
  await commit(learning, { session: fresh.session, state: { location: 'p9' } })
  expect((await commit(learning, { session: old.session, seq: 2, state: { location: 'p2' } })).code).toBe(3091)
  expect((await openPart(learning)).state).toMatchObject({ location: 'p9' })
})

test('64,000 characters are kept, more are refused, and a short last call leaves them as they were', async () => {
  const learning = await arrange()
  const { session } = await openPart(learning)
  const suspendData = '安'.repeat(64_000)
  expect((await commit(learning, { session, state: { suspendData } })).code).toBe(0)
  expect((await commit(learning, { session, seq: 2, state: { suspendData: `${suspendData}全` } })).code).toBe(1001)
  expect((await commit(learning, { session, seq: 3, state: { location: 'p2' }, isShort: true })).code).toBe(0)
  expect((await openPart(learning)).state).toMatchObject({ location: 'p2', suspendData })
})

test('nobody writes into another person’s session, part, task or company', async () => {
  const learning = await arrange({ parts: 2 })
  const { session } = await openPart(learning)
  const { companyId } = learning.learner
  const colleague = await world.actor({ rights: [], companyId })
  await arrangeLearner(world, { companyId, courseId: learning.place.course, staffId: colleague.staffId })
  const done = { session, state: { status: 'completed' } } as const
  expect((await commit({ ...learning, learner: colleague }, done)).code).toBe(3055)
  expect((await commit({ ...learning, learner: await world.actor({ rights: [] }) }, done)).code).toBe(3055)
  expect((await commit(learning, { ...done, part: 2 })).code).toBe(3055)
  expect((await commit(learning, { ...done, session: randomUUID() })).code).toBe(3055)
  const stranger = await world.actor({ rights: [] })
  const foreign = await world.as(stranger).call(learnPackage.openPackage, { ...learning.place, part: 1 })
  expect(foreign.code).toBe(protocolErrors.notFound.code)
  const unknown = await world.as(learning.learner).call(learnPackage.openPackage, { ...learning.place, part: 3 })
  expect(unknown.code).toBe(3090)
  expect((await openPart(learning)).state).toBeNull()
})

test('whoever is taken out of the course, and whose task is gone, is refused', async () => {
  const learning = await arrange()
  const { session } = await openPart(learning)
  const { course, task } = learning.place
  await world.rows('update course.enrolment set state = 3 where course_id = $1', [course])
  expect((await commit(learning, { session })).code).toBe(3050)
  await world.rows('update course.enrolment set state = 2 where course_id = $1', [course])
  await world.rows('delete from course.task where id = $1', [task])
  expect((await commit(learning, { session })).code).toBe(3052)
})

test('without a seat nothing is saved, a part that is done uses it, and a licence that runs out while somebody learns ends the saving', async () => {
  const learning = await arrange()
  const { session } = await openPart(learning)
  const { companyId } = learning.learner
  await world.rows(
    `insert into course.licence (company_id, seller_company_id, seller_course_id, seller_version_id, course_id, limit_type, limit_count, valid_from, valid_until)
     values ($1, $1, $2, $3, $4, 1, 5, now() - interval '2 days', now() + interval '1 hour')`,
    [companyId, randomUUID(), randomUUID(), learning.place.course],
  )
  expect((await commit(learning, { session })).code).toBe(3054)
  await world.rows(
    `insert into course.seat (company_id, licence_id, staff_id, state, reserved_at) select company_id, id, $2, 1, now() from course.licence where company_id = $1`,
    [companyId, learning.learner.staffId],
  )
  const seat = () => world.rows('select state from course.seat where company_id = $1', [companyId])
  expect((await commit(learning, { session })).code).toBe(0)
  expect(await seat()).toEqual([{ state: 1 }])
  // Its part is done before a second of it was reported.
  expect((await commit(learning, { session, seq: 2, state: { status: 'completed' }, isFinished: true })).code).toBe(0)
  expect(await seat()).toEqual([{ state: 2 }])
  later(7200)
  expect((await commit(learning, { session, seq: 3 })).code).toBe(3053)
})

test('a part that only shows something is complete when it is opened, with the last one the task', async () => {
  const learning = await arrange({ parts: 2, assets: [1, 2] })
  expect(await openPart(learning, 1)).toMatchObject({ partsDone: [1], percent: 50, isComplete: false })
  expect(await openPart(learning, 1)).toMatchObject({ partsDone: [1], percent: 50, state: { status: 'completed' } })
  expect(await openPart(learning, 2)).toMatchObject({ partsDone: [1, 2], percent: 100, isComplete: true })
  const events = await world.rows(
    `select kind, cause->>'source' as source from course.task_event where staff_id = $1 and kind = 'done'`,
    [learning.learner.staffId],
  )
  expect(events).toEqual([{ kind: 'done', source: 'scorm' }])
})
