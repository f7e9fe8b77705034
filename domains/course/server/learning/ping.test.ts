import { randomUUID } from 'node:crypto'
import { type OwnTime, takeTime } from '@kaopei/learning/contract/own-time'
import type { Range } from '@kaopei/learning/contract/ranges'
import { inTransaction } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { creditReport, type Seen } from '../../contract/credit-report.ts'
import { coursewareRule } from '../../contract/outline.ts'
import { learnPing } from '../../contract/ping.ts'
import { taskDone } from '../../contract/task-done.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner, arrangeMedia } from '../learner-arrange.ts'
import { deriveEnrolment } from './derive.ts'
import { learningModule } from './module.ts'
import { lockLearner } from './standing.sql.ts'

let world: World
beforeAll(async () => {
  world = await World.open([courseModule, learningModule])
})
afterAll(() => world.close())
afterEach(() => {
  world.now = () => new Date()
})

const start = new Date('2026-11-22T02:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)

interface Wish {
  readonly type?: number
  readonly length?: number
  readonly pages?: number
  readonly rule?: object
  readonly tasks?: number
  readonly filmStarts?: readonly number[]
  readonly companyId?: string
}

interface Learning {
  readonly learner: TestActor
  readonly courseId: string
  readonly taskIds: readonly string[]
  readonly sessions: readonly string[]
}

/** A learner with a course of films (or what was wished), each opened at the start. */
async function arrange({
  type = 2,
  length = 600,
  pages = 0,
  rule = {},
  tasks = 1,
  filmStarts,
  companyId: of,
}: Wish = {}): Promise<Learning> {
  const learner = await world.actor({ rights: [], ...(of !== undefined && { companyId: of }) })
  const { companyId, staffId } = learner
  const task = { kind: 'courseware', targetId: randomUUID(), rule }
  const { courseId, taskIds } = await arrangeCourse(world, companyId, { chapters: [Array.from({ length: tasks }, () => task)] })
  await arrangeLearner(world, { companyId, courseId, staffId })
  const sessions: string[] = []
  for (const taskId of taskIds) {
    const wish = {
      taskId,
      coursewareType: type,
      lengthSeconds: length,
      pageCount: pages,
      openedAt: start,
      ...(filmStarts && { filmStarts }),
    }
    sessions.push((await arrangeMedia(world, { companyId, courseId, staffId }, wish)).session)
  }
  await world.inCompany(companyId, (db) => deriveEnrolment(db, courseId, staffId, start))
  return { learner, courseId, taskIds, sessions }
}

interface Report {
  readonly seconds: number
  readonly seq: number
  readonly ranges?: Range[]
  readonly pages?: [number, number][]
  readonly rate?: number
  readonly visible?: boolean
  readonly late?: { spanMs: number }
  /** Which of the tasks. */
  readonly of?: number
  readonly session?: string
}

async function tell({ learner, courseId, taskIds, sessions }: Learning, { seconds, of = 0, session, ...report }: Report) {
  world.now = () => at(seconds)
  const ranges = (report.ranges ?? []).map(([from, until]): [number, number] => [from, until])
  return await world.as(learner).call(learnPing.ping, {
    ...report,
    ranges,
    course: courseId,
    task: taskIds[of] ?? '',
    session: session ?? sessions[of] ?? '',
  })
}

const whole = async (learning: Learning, seconds: number) => {
  const answers = []
  for (let index = 0; index * 10 < seconds; index++)
    answers.push(await tell(learning, { seconds: (index + 1) * 10, seq: index + 1, ranges: [[index * 10, index * 10 + 10]] }))
  return answers
}

const enrolmentOf = async ({ learner, courseId }: Learning) => {
  const [row] = await world.rows(
    `select percent, task_states as states, completed_at is not null as completed, learned_seconds as learned, wall_seconds as wall
     from course.enrolment where company_id = $1 and course_id = $2 and staff_id = $3`,
    [learner.companyId, courseId, learner.staffId],
  )
  return row
}

test('a film honestly watched is complete, and so is the course', async () => {
  await world.runJobs()
  const learning = await arrange({ length: 60 })
  const answers = await whole(learning, 60)
  expect(answers[0]?.data).toMatchObject({
    credited: [[0, 10]],
    cutSeconds: 0,
    coveredSeconds: 10,
    percent: 17,
    isComplete: false,
  })
  expect(answers.at(-1)?.data).toMatchObject({ isComplete: true, percent: 100 })
  expect(await world.runJobs()).toEqual(['course.derive', 'course.taskCompleted', 'course.courseCompleted'])
  expect(await enrolmentOf(learning)).toEqual({ percent: 100, states: [2], completed: true, learned: 60, wall: 60 })
  const days = await world.rows('select day::text, seconds from course.learn_day where staff_id = $1', [learning.learner.staffId])
  expect(days).toEqual([{ day: '2026-11-22', seconds: 60 }])
})

test('neither the end nor sixteen times the speed nor many reports at once complete it', async () => {
  const learning = await arrange()
  const end = await tell(learning, { seconds: 10, seq: 1, ranges: [[0, 600]], rate: 16 })
  expect(end.data).toMatchObject({ credited: [[0, 22]], cutSeconds: 578, isComplete: false })
  const jump = await tell(learning, { seconds: 20, seq: 2, ranges: [[590, 600]] })
  expect(jump.data).toMatchObject({ credited: [[590, 600]], percent: 5, isComplete: false })
  for (let seq = 3; seq < 30; seq++) await tell(learning, { seconds: 20, seq, ranges: [[seq * 10, seq * 10 + 10]], rate: 16 })
  const after = await tell(learning, { seconds: 20, seq: 30 })
  expect(after.data).toMatchObject({ coveredSeconds: 32 })
})

test('the same report again changes nothing and is answered the same', async () => {
  const learning = await arrange()
  const report = { seconds: 10, seq: 1, ranges: [[0, 10]] as Range[] }
  const first = await tell(learning, report)
  const again = await tell(learning, { ...report, seconds: 25, ranges: [[0, 30]] })
  expect(again.data).toEqual(first.data)
  expect(await enrolmentOf(learning)).toMatchObject({ learned: 10, wall: 10 })
})

test('a report that comes as soon as the player is open counts no more than since then', async () => {
  const learning = await arrange({ length: 20 })
  const first = await tell(learning, { seconds: 1, seq: 1, ranges: [[0, 20]], rate: 16 })
  expect(first.data).toMatchObject({ credited: [[0, 2]], cutSeconds: 18, isComplete: false })
})

test('two players at the same time count once', async () => {
  const learning = await arrange({ tasks: 2 })
  for (let index = 0; index < 6; index++) {
    const ranges: Range[] = [[index * 10, index * 10 + 10]]
    for (const of of [0, 1]) await tell(learning, { seconds: (index + 1) * 10, seq: index + 1, ranges, of })
  }
  const row = await enrolmentOf(learning)
  expect(row).toMatchObject({ learned: 60, wall: 60 })
})

test('ten minutes offline are counted when they come, and not beside what another device told', async () => {
  const learning = await arrange()
  const kept = (seq: number): Report => ({ seconds: 600, seq, ranges: [[seq * 10 - 10, seq * 10]], late: { spanMs: 10_000 } })
  for (let seq = 60; seq > 0; seq--) await tell(learning, kept(seq))
  expect((await tell(learning, { seconds: 600, seq: 61 })).data).toMatchObject({ isComplete: true, coveredSeconds: 600 })
  expect((await tell(learning, { ...kept(62), ranges: [[0, 10]] })).data).toMatchObject({ credited: [], cutSeconds: 10 })
})

test('whatever a device with a wrong clock claims, no more counts than has passed since its player was opened', async () => {
  const learning = await arrange()
  const day: Report = { seconds: 20, seq: 1, ranges: [[0, 600]], late: { spanMs: 86_400_000 } }
  const { data } = await tell(learning, day)
  expect(data.coveredSeconds).toBeLessThanOrEqual(22)
  expect(data).toMatchObject({ isComplete: false, cutSeconds: 600 - data.coveredSeconds })
  // Seconds that the film does not have are none, and a report of the future is one of now.
  expect((await tell(learning, { seconds: 30, seq: 2, ranges: [[600, 5000]] })).data).toMatchObject({ credited: [] })
  expect((await tell(learning, { seconds: 25, seq: 3, ranges: [[22, 32]] })).data).toMatchObject({ credited: [] })
})

test('a hidden film does not count, a hidden sound does where its task lets it', async () => {
  const film = await arrange()
  expect((await tell(film, { seconds: 10, seq: 1, ranges: [[0, 10]], visible: false })).data).toMatchObject({ credited: [] })
  const sound = await arrange({ type: 3, rule: { pauseWhenHidden: false } })
  expect((await tell(sound, { seconds: 10, seq: 1, ranges: [[0, 10]], visible: false })).data).toMatchObject({
    credited: [[0, 10]],
  })
})

test('a tab that is hidden all night earns nothing, and one that was left without a sign at most a minute', async () => {
  const night = 8 * 3600
  const learning = await arrange({ length: night })
  for (let seq = 1; seq <= 16; seq++) {
    const hour = (seq * night) / 16
    const played: Range[] = [[hour - night / 16, hour]]
    const { data } = await tell(learning, { seconds: hour, seq, ranges: played, visible: false })
    expect(data).toMatchObject({ credited: [], cutSeconds: night / 16, coveredSeconds: 0, learnedSeconds: 0 })
  }
  // Looked at again in the morning, and a second night on the screen.
  const morning = await tell(learning, { seconds: night + 10, seq: 17, ranges: [[0, 10]] })
  expect(morning.data).toMatchObject({ credited: [[0, 10]] })
  const next = await tell(learning, { seconds: 2 * night, seq: 18, ranges: [[10, night]] })
  expect(next.data).toMatchObject({ coveredSeconds: 10 + 64, isComplete: false })
})

test('a report from the future stands for what has passed until now, and holds up none that is told after it', async () => {
  const learning = await arrange()
  const ahead = await tell(learning, { seconds: 10, seq: 100_000_000, ranges: [[0, 600]], late: { spanMs: 86_400_000 } })
  expect(ahead.data).toMatchObject({ credited: [[0, 11]], isComplete: false })
  const after = await tell(learning, { seconds: 20, seq: 2, ranges: [[11, 21]] })
  expect(after.data).toMatchObject({ credited: [[11, 21]], coveredSeconds: 21 })
  // The server's own clock is put back.
  expect((await tell(learning, { seconds: 5, seq: 3, ranges: [[21, 31]] })).data).toMatchObject({ credited: [] })
})

test('ten thousand ranges at once are refused, and of five hundred no more counts than the clock allows', async () => {
  const learning = await arrange({ length: 10_000 })
  const many = (count: number) => Array.from({ length: count }, (_, index): Range => [index * 2, index * 2 + 1])
  const refused = await tell(learning, { seconds: 10, seq: 1, ranges: many(10_000) })
  expect([refused.code, refused.message]).toEqual([1001, expect.stringContaining('500')])
  const counted = await tell(learning, { seconds: 10, seq: 1, ranges: many(500) })
  expect(counted.data).toMatchObject({ cutSeconds: 489, coveredSeconds: 11 })
})

test('of a film without skipping only what joins its beginning counts', async () => {
  const learning = await arrange({ rule: { noSkip: true } })
  expect((await tell(learning, { seconds: 10, seq: 1, ranges: [[300, 310]] })).data).toMatchObject({
    credited: [],
    cutSeconds: 10,
  })
  expect((await tell(learning, { seconds: 20, seq: 2, ranges: [[0, 10]] })).data).toMatchObject({ credited: [[0, 10]] })
})

test('a document is read page by page', async () => {
  const learning = await arrange({ type: 1, length: 0, pages: 3 })
  expect(
    (
      await tell(learning, {
        seconds: 10,
        seq: 1,
        pages: [
          [0, 5],
          [1, 4],
        ],
      })
    ).data,
  ).toMatchObject({ percent: 33, learnedSeconds: 9 })
  expect(
    (
      await tell(learning, {
        seconds: 20,
        seq: 2,
        pages: [
          [1, 1],
          [2, 5],
          [7, 5],
        ],
      })
    ).data,
  ).toMatchObject({ isComplete: true })
})

test('the answer says how long pages were in view as it counts: what the clock cuts is no page that was read', async () => {
  const learning = await arrange({ type: 1, length: 0, pages: 3 })
  const tell20 = (seconds: number, seq: number) =>
    tell(learning, {
      seconds,
      seq,
      pages: [
        [0, 20],
        [2, 1],
      ],
    })
  // Of two seconds: two and their tolerance.
  expect((await tell20(2, 1)).data?.pages).toEqual([
    [0, 2],
    [2, 1],
  ])
  expect((await tell20(4, 2)).data?.pages).toEqual([
    [0, 4],
    [2, 2],
  ])
  expect((await tell(learning, { seconds: 6, seq: 3, ranges: [] })).data?.pages).toEqual([])
})

test('what comes late is not where somebody goes on: they have learnt elsewhere since', async () => {
  const learning = await arrange({ tasks: 2 })
  const lastTask = async () =>
    (
      await world.rows<{ id: string }>('select last_task_id as id from course.enrolment where course_id = $1', [
        learning.courseId,
      ])
    )[0]?.id
  await tell(learning, { seconds: 30, seq: 1, of: 1, ranges: [[0, 10]] })
  const late = await tell(learning, { seconds: 40, seq: 1, ranges: [[0, 10]], late: { spanMs: 10_000 } })
  expect(late.data).toMatchObject({ coveredSeconds: 10 })
  expect(await lastTask()).toBe(learning.taskIds[1])
  await tell(learning, { seconds: 50, seq: 2, ranges: [[10, 20]] })
  expect(await lastTask()).toBe(learning.taskIds[0])
})

test('when somebody learnt last is known to the minute while they go on, and at once where they begin anew', async () => {
  const learning = await arrange({ tasks: 2 })
  const lastSecond = async () => {
    const rows = await world.rows<{ at: Date }>('select last_at as at from course.enrolment where course_id = $1', [
      learning.courseId,
    ])
    return rows.map((row) => (row.at.getTime() - start.getTime()) / 1000)[0]
  }
  const goOn = async (report: Report) => {
    await tell(learning, report)
    return lastSecond()
  }
  expect(await goOn({ seconds: 10, seq: 1, ranges: [[0, 10]] })).toBe(10)
  expect(await goOn({ seconds: 20, seq: 2, ranges: [[10, 20]] })).toBe(10)
  expect(await goOn({ seconds: 30, seq: 1, of: 1 })).toBe(30)
  expect(await goOn({ seconds: 40, seq: 3, ranges: [[20, 30]] })).toBe(40)
  expect(await goOn({ seconds: 99, seq: 4, ranges: [[30, 40]] })).toBe(40)
  expect(await goOn({ seconds: 100, seq: 5, ranges: [[40, 41]] })).toBe(100)
  const { learner, courseId, taskIds } = learning
  const player = { taskId: taskIds[0] ?? '', coursewareType: 2, lengthSeconds: 600, pageCount: 0, openedAt: at(105) }
  const { session } = await arrangeMedia(world, { companyId: learner.companyId, courseId, staffId: learner.staffId }, player)
  expect(await goOn({ seconds: 110, seq: 1, session, ranges: [[41, 42]] })).toBe(110)
})

test('pages that a shorter version no longer has are none of those that have to be read', async () => {
  const learning = await arrange({ type: 1, length: 0, pages: 3 })
  await world.rows(`update course.media_progress set page_seconds = '{6,null,null,9,9}' where staff_id = $1`, [
    learning.learner.staffId,
  ])
  const told = await tell(learning, { seconds: 2, seq: 1, pages: [[1, 2]] })
  expect(told.data).toMatchObject({ percent: 33, isComplete: false })
  expect((await enrolmentOf(learning))?.percent).toBe(33)
})

test('of a micro-course whose films may not be skipped through only what joins the beginning of each counts', async () => {
  const bound = { type: 5, length: 60, pages: 2, filmStarts: [0, 20], rule: { noSkip: true } }
  const learning = await arrange(bound)
  const first = await tell(learning, { seconds: 10, seq: 1, ranges: [[5, 15]] })
  expect(first.data).toMatchObject({ credited: [], cutSeconds: 10 })
  // The second film by itself, and it alone.
  const second = await tell(learning, { seconds: 20, seq: 2, ranges: [[18, 28]] })
  expect(second.data).toMatchObject({ credited: [[20, 28]], cutSeconds: 2 })
  const joined = await tell(learning, {
    seconds: 40,
    seq: 3,
    ranges: [
      [0, 10],
      [28, 38],
    ],
  })
  expect(joined.data).toMatchObject({
    credited: [
      [0, 10],
      [28, 38],
    ],
  })
  const free = await arrange({ ...bound, rule: {} })
  expect((await tell(free, { seconds: 10, seq: 1, ranges: [[5, 15]] })).data).toMatchObject({ credited: [[5, 15]] })
})

test('what is not one’s own player, task, course or enrolment is refused', async () => {
  const learning = await arrange({ tasks: 2 })
  const { learner, courseId } = learning
  const report = { seconds: 10, seq: 1, ranges: [[0, 10]] as Range[] }
  expect((await tell(learning, { ...report, session: randomUUID() })).code).toBe(3055)
  expect((await tell(learning, { ...report, of: 1, session: learning.sessions[0] ?? '' })).code).toBe(3055)
  const stranger = await world.actor({ companyId: learner.companyId, rights: [] })
  expect((await tell({ ...learning, learner: stranger }, report)).code).toBe(3055)
  const foreigner = await world.actor({ rights: [] })
  expect((await tell({ ...learning, learner: foreigner }, report)).code).toBe(3055)
  await world.rows('update course.enrolment set state = 3 where course_id = $1', [courseId])
  expect((await tell(learning, report)).code).toBe(3050)
  await world.rows('update course.enrolment set state = 2 where course_id = $1', [courseId])
  await world.rows('delete from course.task where id = $1', [learning.taskIds[0]])
  expect((await tell(learning, report)).code).toBe(3052)
})

test('a seat is used by the first second that counts, and refuses when its licence is over', async () => {
  const learning = await arrange()
  const { companyId, staffId } = learning.learner
  const [{ id: licence } = { id: '' }] = await world.rows<{ id: string }>(
    `insert into course.licence (company_id, seller_company_id, seller_course_id, seller_version_id, course_id, limit_type, limit_count, valid_from, valid_until)
     values ($1, $1, $2, $2, $2, 1, 1, $3, $4) returning id`,
    [companyId, learning.courseId, start, at(60)],
  )
  await world.rows('update course.course set source = 2 where id = $1', [learning.courseId])
  const report = { seconds: 10, seq: 1, ranges: [[0, 10]] as Range[] }
  expect((await tell(learning, report)).code).toBe(3054)
  await world.rows('insert into course.seat (company_id, licence_id, staff_id, state, reserved_at) values ($1, $2, $3, 1, $4)', [
    companyId,
    licence,
    staffId,
    start,
  ])
  expect((await tell(learning, report)).code).toBe(0)
  await tell(learning, { seconds: 20, seq: 2, ranges: [[10, 20]] })
  expect(await world.rows('select state from course.seat where company_id = $1', [companyId])).toEqual([{ state: 2 }])
  expect(await world.rows('select kind from course.seat_event where company_id = $1', [companyId])).toEqual([{ kind: 'used' }])
  expect((await tell(learning, { seconds: 61, seq: 3, ranges: [[20, 30]] })).code).toBe(3053)
})

test('reports that come together are credited each for itself, and nobody waits for one whose learning is held', async () => {
  const held = await arrange({ tasks: 2 })
  const { companyId } = held.learner
  const film = await arrange({ companyId, length: 11 })
  const pages = await arrange({ companyId, type: 1, length: 0, pages: 3 })
  const elsewhere = await arrange()
  await tell(held, { seconds: 10, seq: 1, ranges: [[0, 10]] })
  const stranger = { ...film, learner: await world.actor({ companyId, rights: [] }) }
  const waiting = await inTransaction(world.pools.app, companyId, async (db) => {
    await lockLearner(db, held.learner.staffId)
    const late = [
      tell(held, { seconds: 20, seq: 2, ranges: [[10, 20]] }),
      tell(held, { seconds: 20, seq: 2, ranges: [[10, 20]] }),
      tell(held, { seconds: 20, seq: 1, of: 1, ranges: [[0, 10]] }),
    ]
    const [done, read, theirs, refused, again] = await Promise.all([
      tell(film, { seconds: 20, seq: 1, ranges: [[0, 11]], rate: 2 }),
      tell(pages, { seconds: 20, seq: 1, pages: [[0, 5]] }),
      tell(elsewhere, { seconds: 20, seq: 1, ranges: [[5, 15]] }),
      tell(stranger, { seconds: 20, seq: 1, ranges: [[0, 10]] }),
      tell(film, { seconds: 20, seq: 1, ranges: [[0, 11]], rate: 2 }),
    ])
    expect(done.data).toMatchObject({ credited: [[0, 11]], isComplete: true })
    expect(read.data).toMatchObject({ percent: 33, learnedSeconds: 5 })
    expect(theirs.data).toMatchObject({ credited: [[5, 15]] })
    expect(refused.code).toBe(3055)
    expect(again.data).toEqual(done.data)
    return { late }
  })
  const [first, same, other] = await Promise.all(waiting.late)
  expect(same?.data).toEqual(first?.data)
  // One person's time counts once, whichever of their players tells it first.
  expect([first, other].map((told) => told?.data.cutSeconds).sort()).toEqual([0, 10])
  expect(await enrolmentOf(held)).toMatchObject({ learned: 20, wall: 20 })
  expect(await world.rows('select from course.ping where company_id = $1', [companyId])).toHaveLength(5)
})

const type = fc.constantFrom(1, 2, 3, 4, 5)
const second = fc.double({ min: 0, max: 70, noNaN: true })
const reports = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: 100_000 }),
    session: fc.nat(1),
    ranges: fc.array(fc.tuple(second, second), { maxLength: 6 }),
    pages: fc.array(fc.tuple(fc.nat(5), fc.nat(30)), { maxLength: 4 }),
    rate: fc.constantFrom(0.5, 1, 1.5, 2, 16),
    isVisible: fc.boolean(),
    lateMs: fc.option(fc.nat(90_000)),
  }),
  { maxLength: 12 },
)

test('the database credits exactly what the rules say, and 100 % is reached exactly when the task is complete', async () => {
  const rules = fc.record({ percent: fc.integer({ min: 60, max: 100 }), noSkip: fc.boolean(), pauseWhenHidden: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(type, fc.integer({ min: 0, max: 60 }), rules, reports, async (coursewareType, length, given, told) => {
      const rule = coursewareRule.parse(given)
      const filmStarts = coursewareType === 5 ? [0, 20, 45].filter((start) => start < length) : undefined
      const learning = await arrange({ type: coursewareType, length, pages: 5, rule, ...(filmStarts && { filmStarts }) })
      const { learner, courseId, taskIds } = learning
      const wish = { taskId: taskIds[0] ?? '', openedAt: start }
      const second = await arrangeMedia(world, { companyId: learner.companyId, courseId, staffId: learner.staffId }, wish)
      const sessions = [learning.sessions[0] ?? '', second.session]
      let own: OwnTime = { used: [], lastMs: null }
      let seen: Seen = {
        ...{ coursewareType, rule, filmStarts, lengthSeconds: length, pageCount: 5 },
        ...{ watched: [], pageSeconds: [], repeatedSeconds: 0 },
      }
      let isComplete = false
      let percent = 0
      const begun = new Set<number>()
      let nowMs = 0
      for (const [index, report] of told.entries()) {
        nowMs += report.wait
        const times = { nowMs: start.getTime() + nowMs, sessionBeganMs: start.getTime() }
        const time = takeTime(
          own,
          report.lateMs === null
            ? { kind: 'live', isFirst: !begun.has(report.session), ...times }
            : { kind: 'late', ownSpanMs: report.lateMs, ...times },
        )
        begun.add(report.session)
        own = time.own
        const credit = creditReport(report, seen, time.spanSeconds)
        seen = { ...seen, ...credit, repeatedSeconds: seen.repeatedSeconds + credit.repeatedSeconds }
        const work = { ...seen, partsDone: [], isDone: isComplete, isExempted: false }
        const done = taskDone({ kind: 'courseware', rule, coursewareType }, work)
        isComplete = done.isComplete
        percent = Math.max(percent, done.percent)
        const { data } = await tell(learning, {
          seconds: nowMs / 1000,
          seq: index + 1,
          ranges: report.ranges,
          pages: report.pages,
          rate: report.rate,
          visible: report.isVisible,
          session: sessions[report.session] ?? '',
          ...(report.lateMs !== null && { late: { spanMs: report.lateMs } }),
        })
        expect(data).toEqual({
          credited: credit.credited,
          pages: report.pages.map(([page]) => [page, credit.pageSeconds[page] ?? 0]),
          cutSeconds: credit.cutSeconds,
          coveredSeconds: credit.watched.reduce((sum, [from, until]) => sum + until - from, 0),
          percent,
          isComplete,
          coursePercent: Math.min(99, percent),
          learnedSeconds: credit.newSeconds + credit.repeatedSeconds,
        })
      }
      await world.inCompany(learner.companyId, (db) => deriveEnrolment(db, courseId, learner.staffId, start))
      const enrolled = await enrolmentOf(learning)
      expect([enrolled?.percent === 100, enrolled?.completed]).toEqual([isComplete, isComplete])
    }),
    { numRuns: 40 },
  )
})
