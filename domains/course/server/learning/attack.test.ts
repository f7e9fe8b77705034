/** What a learner is refused who reaches for what is locked, over, or somebody else's: by every call, in words, and with nothing of the content in the answer. */
import { randomUUID } from 'node:crypto'
import type { PackageState } from '@kaopei/courseware/contract/package-messages'
import { isSegmented, playlistOf } from '@kaopei/courseware/contract/playlist'
import { coursewareModule } from '@kaopei/courseware/server'
import { endOfFileUrl, fileIdOfUrl, filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { questionModule } from '@kaopei/question/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { learn } from '../../contract/learn.ts'
import { learnErrors } from '../../contract/learn-errors.ts'
import { learnPackage } from '../../contract/package.ts'
import { learnPing } from '../../contract/ping.ts'
import { arrangeCourse, type CourseWish } from '../course-arrange.ts'
import { arrangeCourseware } from '../course-world.ts'
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

const secret = 'https://example.com/secret'

async function filmOf(companyId: string): Promise<string> {
  const coursewareId = await arrangeCourseware(world, companyId, { title: '消防演练', lengthSeconds: 30 })
  await world.rows(
    `insert into courseware.rendition (company_id, version_id, name, file_id, width, height, bits_per_second, codecs)
     select company_id, version_id, '720', $3, 1280, 720, 1500000, 'avc1.64001f,mp4a.40.2'
     from courseware.courseware
     where company_id = $1 and id = $2`,
    [companyId, coursewareId, randomUUID()],
  )
  return coursewareId
}

/** One task of each kind, behind a first one where they are to be locked. */
async function arrange({ isLocked = false, isBought = false } = {}) {
  const learner = await world.actor({ rights: [] })
  const { companyId, staffId } = learner
  await arrangePeople(world, companyId, [{ id: staffId }])
  const tasks = [
    ...(isLocked ? [{ title: '先学的' }] : []),
    { kind: 'courseware', targetId: await filmOf(companyId), title: '消防演练' },
    { kind: 'exam', targetId: randomUUID(), title: '章节考试' },
    { kind: 'link', content: { url: secret }, title: '外部链接' },
    { kind: 'article', content: { html: `${secret}<img src="/files/keep/${randomUUID()}">` }, title: '图文' },
  ]
  const wish: CourseWish = { unlockOrder: isLocked ? 'tasks' : 'free', chapters: [tasks] }
  const { courseId, taskIds } = await arrangeCourse(world, companyId, wish)
  await arrangeLearner(world, { companyId, courseId, staffId })
  if (isBought) await arrangeLicence({ companyId, courseId, staffId })
  const [film = '', exam = '', link = '', article = ''] = taskIds.slice(isLocked ? 1 : 0)
  return { learner, courseId, film, exam, link, article }
}

const soldUntil = new Date(Date.now() + 3_600_000)

async function arrangeLicence({ companyId, courseId, staffId }: { companyId: string; courseId: string; staffId: string }) {
  const licenceId = randomUUID()
  await world.rows('update course.course set source = 2 where company_id = $1 and id = $2', [companyId, courseId])
  await world.rows(
    `insert into course.licence (company_id, id, seller_company_id, seller_course_id, seller_version_id, course_id, limit_type, limit_count,
       valid_from, valid_until)
     values ($1, $2, $3, $4, $5, $6, 1, 1, now() - interval '1 day', $7)`,
    [companyId, licenceId, randomUUID(), randomUUID(), randomUUID(), courseId, soldUntil],
  )
  await world.rows(
    'insert into course.seat (company_id, licence_id, staff_id, state, reserved_at) values ($1, $2, $3, 1, now())',
    [companyId, licenceId, staffId],
  )
}

type Arranged = Awaited<ReturnType<typeof arrange>>

/** Each way into a task. */
async function tried(who: TestActor, { courseId: course, film, exam, link, article }: Arranged) {
  const as = world.as(who)
  return [
    await as.call(learn.open, { course, task: film }),
    await as.call(learnPackage.openPackage, { course, task: film, part: 1 }),
    await as.call(learn.openExam, { course, task: exam }),
    await as.call(learn.openLink, { course, task: link }),
    await as.call(learn.openArticle, { course, task: article }),
    await as.call(learn.readArticle, { course, task: article }),
  ]
}

const state: PackageState = {
  ...{ status: 'completed', success: 'passed', scoreHundredths: 10_000, progressPercent: 100 },
  ...{ location: '', suspendData: '', exit: '', data: {} },
}

test('nothing of a locked task is given by any call', async () => {
  const arranged = await arrange({ isLocked: true })
  const answers = await tried(arranged.learner, arranged)
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => learnErrors.locked.code))
  for (const { message } of answers) expect(message).toContain('尚未开放：需先完成“')
  expect(JSON.stringify(answers)).not.toMatch(/\/files\/|secret|:8081/)
})

test('a task is opened by its own kind alone', async () => {
  const { learner, courseId, film, link } = await arrange()
  const as = world.as(learner)
  expect((await as.call(learn.openLink, { course: courseId, task: film })).code).toBe(learnErrors.notThisKind.code)
  expect((await as.call(learn.open, { course: courseId, task: link })).code).toBe(learnErrors.notThisKind.code)
})

test('a licence that runs out while somebody plays refuses the next report and everything after it, in words', async () => {
  const arranged = await arrange({ isBought: true })
  const { learner, courseId: course, film: task } = arranged
  const as = world.as(learner)
  const { session, shown } = await as.get(learn.open, { course, task })
  expect(new Date(shown.expiresAt).getTime()).toBeLessThanOrEqual(soldUntil.getTime())
  const report = { course, task, session, ranges: [[0, 10]] as [number, number][] }
  world.now = () => new Date(Date.now() + 10_000)
  expect(await as.get(learnPing.ping, { ...report, seq: 1 })).toMatchObject({ coveredSeconds: 10 })
  world.now = () => new Date(soldUntil.getTime() + 1000)
  const refused = [
    await as.call(learnPing.ping, { ...report, seq: 2, ranges: [[10, 20]] }),
    await as.call(learnPing.ping, { ...report, seq: 3, ranges: [[10, 20]], late: { spanMs: 10_000 } }),
    ...(await tried(learner, arranged)),
  ]
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([learnErrors.licenceOver.code]))
  // A report is answered in a statement that knows no clock of the company.
  const [told, kept, ...opened] = refused.map(({ message }) => message)
  expect([told, kept]).toEqual([learnErrors.licenceOver.text, learnErrors.licenceOver.text])
  for (const words of opened) expect(words).toMatch(/^课程的使用期已于 [\d-]+ [\d:]+ 结束，学习记录已保留，请联系课程管理员$/)
  const page = await as.get(learn.page, { course })
  expect(page).toMatchObject({ closed: opened[0], nextTaskId: null })
  expect(await as.get(learn.myCourses, {})).toMatchObject({ goOn: null, dataList: [{ isClosed: true }] })
  const [{ watched } = { watched: '' }] = await world.rows<{ watched: string }>(
    'select watched::text from course.media_progress where company_id = $1 and task_id = $2',
    [learner.companyId, task],
  )
  expect(watched).toBe('{[0,10)}')
})

test('a seat that was taken back ends the playing too', async () => {
  const { learner, courseId: course, film: task } = await arrange({ isBought: true })
  const { session } = await world.as(learner).get(learn.open, { course, task })
  await world.rows('update course.seat set state = 3 where company_id = $1', [learner.companyId])
  const report = { course, task, session, seq: 1, ranges: [[0, 1]] as [number, number][] }
  expect((await world.as(learner).call(learnPing.ping, report)).code).toBe(learnErrors.noSeat.code)
  expect(await world.as(learner).get(learn.page, { course })).toMatchObject({
    closed: expect.stringContaining('没有为您保留账号'),
  })
})

test('whoever is in another company, or not in the course, gets nothing by ids that they know', async () => {
  const arranged = await arrange()
  const { learner, courseId: course, film: task } = arranged
  const { session } = await world.as(learner).get(learn.open, { course, task })
  const neighbour = await world.actor({ rights: [], companyId: learner.companyId })
  await arrangePeople(world, neighbour.companyId, [{ id: neighbour.staffId }])
  for (const other of [neighbour, await world.actor({ rights: [] })]) {
    const answers = await tried(other, arranged)
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1008))
    const place = { course, task, session, seq: 1 }
    const ping = await world.as(other).call(learnPing.ping, { ...place, ranges: [[0, 10]] })
    const commit = await world
      .as(other)
      .call(learnPackage.commitPackage, { ...place, part: 1, state, sessionSeconds: 1, isFinished: false })
    expect([ping.code, commit.code]).toEqual([learnErrors.notOpened.code, learnErrors.notOpened.code])
  }
})

test('a player that was passed on tells nothing for a colleague', async () => {
  const { learner, courseId: course, film: task } = await arrange()
  const { companyId } = learner
  const colleague = await world.actor({ rights: [], companyId })
  await arrangePeople(world, companyId, [{ id: colleague.staffId }])
  await arrangeLearner(world, { companyId, courseId: course, staffId: colleague.staffId })
  const opened = await world.as(learner).get(learn.open, { course, task })
  const report = { course, task, session: opened.session, seq: 1, ranges: [[0, 10]] as [number, number][] }
  expect((await world.as(colleague).call(learnPing.ping, report)).code).toBe(learnErrors.notOpened.code)
})

test('a playlist that was passed on ends with its links: after some hours, and with the licence', async () => {
  const { learner, courseId: course, film: task, article } = await arrange({ isBought: true })
  const { companyId } = learner
  const [{ file_id: fileId } = { file_id: '' }] = await world.rows<{ file_id: string }>(
    'update courseware.rendition set init_bytes = 10, segments = $2 where company_id = $1 returning file_id',
    [companyId, JSON.stringify([[10, 20, 4000]])],
  )
  const { shown } = await world.as(learner).get(learn.open, { course, task })
  const passedOn = shown.renditions.filter(isSegmented).map((rendition) => playlistOf(rendition, 'https://exam.example.com'))
  const addresses = [...new Set(passedOn.join('\n').match(/https:[^"\s]+/g))].map((address) => new URL(address).pathname)
  expect(addresses).toHaveLength(1)
  const [address = ''] = addresses
  expect(fileIdOfUrl(world.services, companyId, address)).toBe(fileId)
  const end = Math.floor(soldUntil.getTime() / 1000) * 1000
  expect(endOfFileUrl(world.services, companyId, address)).toEqual(new Date(end))
  expect(shown.expiresAt).toBe(soldUntil.toISOString())
  const read = await world.as(learner).get(learn.openArticle, { course, task: article })
  const picture = read.html.match(/src="([^"]+)"/)?.[1] ?? ''
  expect(endOfFileUrl(world.services, companyId, picture)).toEqual(new Date(end))
  const own = await arrange()
  const free = await world.as(own.learner).get(learn.open, { course: own.courseId, task: own.film })
  const ownEnd = endOfFileUrl(world.services, own.learner.companyId, free.shown.renditions[0]?.url ?? '')
  expect((ownEnd?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThanOrEqual(4.25 * 3_600_000)
})

test('links that are out end with a licence that is shortened, or begins later, at once', async () => {
  const { learner, courseId: course, film: task, article } = await arrange({ isBought: true })
  const { companyId } = learner
  const { shown } = await world.as(learner).get(learn.open, { course, task })
  const { html } = await world.as(learner).get(learn.openArticle, { course, task: article })
  const links = [shown.renditions[0]?.url ?? '', html.match(/src="([^"]+)"/)?.[1] ?? '']
  // No bytes stand behind them here: whoever may have them is told that they are gone.
  const statuses = () => Promise.all(links.map(async (url) => (await world.app.inject({ url })).statusCode))
  const change = (column: string, to: string) =>
    world.rows(`update course.licence set ${column} = ${to} where company_id = $1`, [companyId])
  expect(await statuses()).toEqual([404, 404])
  await change('valid_until', `now() - interval '1 minute'`)
  expect(await statuses()).toEqual([403, 403])
  const answer = await world.app.inject({ url: links[0] ?? '' })
  expect(answer.json()).toMatchObject({ message: '使用期已结束或已变更，请重新打开页面' })
  await change('valid_until', `now() + interval '1 hour'`)
  expect(await statuses()).toEqual([404, 404])
  await change('valid_from', `now() + interval '1 minute'`)
  expect(await statuses()).toEqual([403, 403])
})
