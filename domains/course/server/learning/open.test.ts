import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coursewareModule } from '@kaopei/courseware/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { questionModule } from '@kaopei/question/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { learnPing } from '../../contract/ping.ts'
import { type ArrangedCourse, arrangeCourse, type TaskWish } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { selectDifferences } from './audit.sql.ts'
import { auditLearning } from './audit.ts'
import { learningModule } from './module.ts'

let world: World
beforeAll(async () => {
  world = await World.open(
    [orgModule, jobsModule, filesModule, questionModule, coursewareModule, courseModule, learningModule],
    temporaryBlobs,
  )
})
afterAll(() => world.close())
afterEach(() => {
  world.now = () => new Date()
})

interface ArrangedFilm {
  readonly coursewareId: string
  readonly versionId: string
}

/** A film of 30 seconds that was converted; `coursewareId`: a further version of it. */
async function arrangeFilm(
  companyId: string,
  { length = 30, coursewareId = String(randomUUID()), number = 1, isForBegun = false } = {},
): Promise<ArrangedFilm> {
  const versionId = randomUUID()
  if (number === 1)
    await world.rows(`insert into courseware.courseware (company_id, id, title, type) values ($1, $2, '消防演练', 2)`, [
      companyId,
      coursewareId,
    ])
  await world.rows(
    `insert into courseware.version (company_id, id, courseware_id, number, file_id, file_name, trans_status, length_seconds, is_for_begun)
     values ($1, $2, $3, $4, $5, 'a.mp4', 2, $6, $7)`,
    [companyId, versionId, coursewareId, number, randomUUID(), length, isForBegun],
  )
  await world.rows('update courseware.courseware set version_id = $3 where company_id = $1 and id = $2', [
    companyId,
    coursewareId,
    versionId,
  ])
  await world.rows(
    `insert into courseware.rendition (company_id, version_id, name, file_id, width, height, bits_per_second, codecs)
     values ($1, $2, '720', $3, 1280, 720, 1500000, 'avc1.64001f,mp4a.40.2')`,
    [companyId, versionId, randomUUID()],
  )
  return { coursewareId, versionId }
}

async function arrange(
  tasks: (film: ArrangedFilm) => TaskWish[],
): Promise<ArrangedCourse & { learner: TestActor; film: ArrangedFilm }> {
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  await arrangePeople(world, companyId, [{ id: staffId }])
  const film = await arrangeFilm(companyId)
  const arranged = await arrangeCourse(world, companyId, { unlockOrder: 'tasks', chapters: [tasks(film)] })
  await arrangeLearner(world, { companyId, courseId: arranged.courseId, staffId })
  return { ...arranged, learner, film }
}

const filmTask = ({ coursewareId }: ArrangedFilm): TaskWish => ({ kind: 'courseware', targetId: coursewareId, title: '消防演练' })

test('a film is opened, reported and gone on with; another device sees what was recorded', async () => {
  const { learner, courseId, taskIds } = await arrange((film) => [filmTask(film)])
  const place = { course: courseId, task: taskIds[0] ?? '' }
  const opened = await world.as(learner).get(learn.open, place)
  expect(opened).toMatchObject({
    lengthSeconds: 30,
    watched: [],
    shown: { title: '消防演练', refusal: null, renditions: [{ name: '720' }] },
  })
  const report = { ...place, session: opened.session, seq: 1, ranges: [[0, 10]] as [number, number][], position: 10 }
  world.now = () => new Date(Date.now() + 10_000)
  expect(await world.as(learner).get(learnPing.ping, report)).toMatchObject({
    coveredSeconds: 10,
    percent: 34,
    coursePercent: 34,
  })
  const again = await world.as(learner).get(learn.open, place)
  expect(again).toMatchObject({ watched: [[0, 10]], position: 10, percent: 34 })
  expect(again.session).not.toBe(opened.session)
  const why = await world.as(learner).get(learn.missing, { course: courseId })
  expect(why.tasks[0]?.words).toEqual(['还需观看 0:19，未观看的部分：0:10–0:30', '结尾 0:25–0:30 尚未观看'])
})

test('a locked film gives nothing of itself, and no report of it counts', async () => {
  const { learner, courseId, taskIds } = await arrange((film) => [
    { kind: 'link', content: { url: 'https://example.com/' } },
    filmTask(film),
  ])
  const place = { course: courseId, task: taskIds[1] ?? '' }
  const locked = await world.as(learner).call(learn.open, place)
  expect([locked.code, locked.data]).toEqual([3051, { reasons: [{ words: '需先完成“任务 1”', taskId: taskIds[0] }] }])
  const report = { ...place, session: randomUUID(), seq: 1, ranges: [[0, 10]] as [number, number][] }
  expect((await world.as(learner).call(learnPing.ping, report)).code).toBe(3055)
})

test('whoever began finishes their version, unless the new one is meant for them too', async () => {
  const { learner, courseId, taskIds, film } = await arrange((one) => [filmTask(one)])
  const place = { course: courseId, task: taskIds[0] ?? '' }
  await world.as(learner).get(learn.open, place)
  const { coursewareId } = film
  await arrangeFilm(learner.companyId, { coursewareId, number: 2, length: 60 })
  expect(await world.as(learner).get(learn.open, place)).toMatchObject({
    lengthSeconds: 30,
    shown: { versionId: film.versionId },
  })
  const third = await arrangeFilm(learner.companyId, { coursewareId, number: 3, length: 90, isForBegun: true })
  expect(await world.as(learner).get(learn.open, place)).toMatchObject({
    lengthSeconds: 90,
    shown: { versionId: third.versionId },
  })
})

test('what was seen counts again when a shorter version is followed by a longer one, as the reports behind it say', async () => {
  const { learner, courseId, taskIds, film } = await arrange((one) => [filmTask(one)])
  const place = { course: courseId, task: taskIds[0] ?? '' }
  const { session } = await world.as(learner).get(learn.open, place)
  for (const seq of [1, 2]) {
    world.now = () => new Date(Date.now() + seq * 10_000)
    await world.as(learner).get(learnPing.ping, { ...place, session, seq, ranges: [[seq * 10 - 10, seq * 10]] })
  }
  const { coursewareId } = film
  const seen: unknown[] = []
  for (const [number, length] of [
    [2, 8],
    [3, 60],
  ] as const) {
    await arrangeFilm(learner.companyId, { coursewareId, number, length, isForBegun: true })
    seen.push((await world.as(learner).get(learn.open, place)).watched)
  }
  expect(seen).toEqual([[[0, 8]], [[0, 20]]])
  const differences = await world.inCompany(learner.companyId, (db) =>
    selectDifferences(db, { courseId, staffId: learner.staffId }),
  )
  expect(differences).toEqual([])
})

test('a later version for those who had begun changes how far they are as soon as they open it', async () => {
  const { learner, courseId, taskIds, film } = await arrange((one) => [filmTask(one)])
  const { companyId, staffId } = learner
  const place = { course: courseId, task: taskIds[0] ?? '' }
  const { session } = await world.as(learner).get(learn.open, place)
  world.now = () => new Date(Date.now() + 10_000)
  await world.as(learner).get(learnPing.ping, { ...place, session, seq: 1, ranges: [[0, 10]] })
  const percents = async () => {
    const opened = await world.as(learner).get(learn.open, place)
    const page = await world.as(learner).get(learn.page, { course: courseId })
    const [kept] = await world.rows<{ percent: number }>(
      'select percent from course.enrolment where company_id = $1 and staff_id = $2',
      [companyId, staffId],
    )
    return [opened.percent, page.percent, kept?.percent]
  }
  expect(await percents()).toEqual([34, 34, 34])
  await arrangeFilm(companyId, { coursewareId: film.coursewareId, number: 2, length: 60, isForBegun: true })
  expect(await percents()).toEqual([17, 17, 17])
  const audited = await auditLearning(world.services, companyId, new Date(Date.now() - 86_400_000))
  expect(audited.differences).toEqual([])
})

test('whoever began a micro-course finishes the films in it that they began, unless a new one is meant for them too', async () => {
  const { learner, courseId, taskIds, film } = await arrange((one) => [filmTask(one)])
  const { companyId } = learner
  const films = [film, await arrangeFilm(companyId, { length: 20 })]
  const blocks = films.map(({ coursewareId }, n) => ({
    ...{ id: String(n), type: 3, fenmianImgPath: '', content: '', fileId: null, coursewareId, filmName: '消防演练' },
  }))
  const micro = await arrangeFilm(companyId, { length: 0 })
  await world.rows('delete from courseware.rendition where version_id = $1', [micro.versionId])
  await world.rows('update courseware.courseware set type = 5 where id = $1', [micro.coursewareId])
  await world.rows('update courseware.version set file_id = null, content = $2 where id = $1', [
    micro.versionId,
    { title: '一分钟', contentList: blocks },
  ])
  await world.rows('update course.task set target_id = $2 where id = $1', [taskIds[0], micro.coursewareId])
  const place = { course: courseId, task: taskIds[0] ?? '' }
  const second = await world.actor({ companyId, rights: [] })
  await arrangePeople(world, companyId, [{ id: second.staffId }])
  await arrangeLearner(world, { companyId, courseId, staffId: second.staffId })
  const opened = async (who: TestActor) => {
    const { lengthSeconds, shown, watched } = await world.as(who).get(learn.open, place)
    return { lengthSeconds, films: shown.blocks.map((block) => block.film?.versionId), watched }
  }
  const [first, other] = films.map(({ versionId }) => versionId)
  expect(await opened(learner)).toEqual({ lengthSeconds: 50, films: [first, other], watched: [] })
  // Whoever began before it was kept goes on with what was given when it came to be.
  await world.rows(`update course.media_progress set films = '{}' where staff_id = $1`, [learner.staffId])
  const migration = readFileSync(
    join(import.meta.dirname, '../../../../db/migrations/20270131000000_course__begun_films.sql'),
    'utf8',
  )
  await world.rows(migration.slice(migration.indexOf('update course.media_progress')))
  const replaced = await arrangeFilm(companyId, { coursewareId: film.coursewareId, number: 2, length: 60 })
  expect(await opened(learner)).toMatchObject({ lengthSeconds: 50, films: [first, other] })
  expect(await opened(second)).toMatchObject({ lengthSeconds: 80, films: [replaced.versionId, other] })
  await world.rows(`update course.media_progress set watched = '{[0,50)}' where staff_id = $1`, [learner.staffId])
  const third = await arrangeFilm(companyId, { coursewareId: film.coursewareId, number: 3, length: 10, isForBegun: true })
  for (const who of [learner, second])
    expect(await opened(who)).toMatchObject({ lengthSeconds: 30, films: [third.versionId, other] })
  expect((await opened(learner)).watched).toEqual([[0, 30]])
  // What it is made of are no pages.
  const { session } = await world.as(learner).get(learn.open, place)
  const report = { ...place, session, seq: 1, ranges: [], rate: 1, visible: true, position: 0 }
  await world.as(learner).get(learnPing.ping, { ...report, pages: [] })
  await world.rows(`update course.ping set page_seconds = '{1,5}' where session_id = $1`, [session])
  const { dataList } = await world.as(learner).get(learn.trace, { course: courseId })
  expect(dataList[0]?.words).toContain('第 2 节 5 秒')
})

test('what nothing here could convert or measure is complete when it is opened, and says so', async () => {
  const { learner, courseId, taskIds, film } = await arrange((one) => [filmTask(one)])
  const place = { course: courseId, task: taskIds[0] ?? '' }
  await world.rows('delete from courseware.rendition where version_id = $1', [film.versionId])
  await world.rows(`update courseware.version set trans_status = 0, length_seconds = null, file_name = 'a.avi' where id = $1`, [
    film.versionId,
  ])
  expect(await world.as(learner).get(learn.open, place)).toMatchObject({ isComplete: false })
  await world.rows(`insert into courseware.conversion (company_id, version_id, state) values ($1, $2, 'done')`, [
    learner.companyId,
    film.versionId,
  ])
  const opened = await world.as(learner).get(learn.open, place)
  expect(opened).toMatchObject({ isComplete: true, percent: 100, shown: { refusal: '课件不能在线播放，请下载后查看' } })
  const { dataList } = await world.as(learner).get(learn.trace, { course: courseId })
  expect(dataList[0]?.words).toBe('“消防演练” 完成（打开文件）')
})
