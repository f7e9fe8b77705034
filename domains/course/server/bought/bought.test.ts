import type { Right } from '@kaopei/contract'
import { staffChanged } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { emit, inTransaction } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bought, courseSale } from '../../contract/bought.ts'
import { course } from '../../contract/course.ts'
import { courseOutlineCalls as outline } from '../../contract/course-outline.ts'
import { courseStaff } from '../../contract/course-staff.ts'
import { learn } from '../../contract/learn.ts'
import { boughtManage, courseManager } from '../../contract/menus.ts'
import { publishing } from '../../contract/publishing.ts'
import { reminders } from '../../contract/reminders.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { lockCourse, updateCourse } from '../courses/course.sql.ts'
import { courseModule, coursePublished, learningModule, publishedOutline, reminderModule } from '../index.ts'
import { arrangeBought, type BoughtTerms, from, someoneWaits } from './bought-arrange.ts'
import { expireSeats, spendSeat } from './seats.ts'

let world: World
let seller: TestActor
beforeAll(async () => {
  world = await World.open([courseModule, learningModule, reminderModule])
  seller = await world.actor({ isPlatform: true })
  await world.rows('update identity.company set is_platform = true where id = $1', [seller.companyId])
})
afterAll(() => world.close())

const buy = (terms: Partial<BoughtTerms> = {}) => arrangeBought(world, seller, terms)

const counts = async (as: ReturnType<World['as']>) => {
  const [row] = (await as.get(bought.list)).dataList
  return [row?.surplusCount, row?.reservedCount, row?.usedCount]
}

test('a licence copies the outline into the buyer’s company; media stay the seller’s, and nothing of it can be changed', async () => {
  const { as, companyId, courseId, licenceId, film, given, people } = await buy()
  const { chapters } = await as.get(bought.chapters, { id: licenceId })
  expect(chapters[0]?.tasks.map(({ title, targetId }) => [title, targetId])).toEqual([
    ['看片', film],
    ['读文', null],
  ])
  expect(await as.get(bought.preview, { id: licenceId })).toMatchObject({
    courseName: '通用安全课',
    source: 2,
    licence: { surplusCount: 3 },
  })
  const rows = await world.rows('select distinct target_company_id as seller from course.task where company_id = $1', [companyId])
  expect(rows).toEqual([{ seller: seller.companyId }])
  expect(await as.call(outline.courseChapterEdit, { courseId, title: '自己加的' })).toMatchObject({ code: 3014 })
  expect(await as.call(course.copyCourse, { id: courseId })).toMatchObject({ code: 3014 })
  expect(await as.call(course.courseDelete, { id: courseId })).toMatchObject({ code: 3014 })
  expect(await world.as(seller).call(courseSale.create, given)).toMatchObject({ code: 3043 })
  expect(await as.call(courseSale.create, given)).toMatchObject({ code: 1002 })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(bought.preview, { id: licenceId })).toMatchObject({ code: 1008 })
  expect((await stranger.get(bought.boughtList)).totalCount).toBe(0)
  expect((await world.as(seller).get(courseSale.list, {})).dataList[0]).toMatchObject({ courseName: '通用安全课', limitCount: 3 })
  expect(people).toHaveLength(6)
})

test('how long a bought course takes follows the seller’s film, and so does what is missing of it', async () => {
  const { as, companyId, courseId, film, people } = await buy()
  const timeLength = async () => (await as.get(course.courseList)).dataList[0]?.timeLength
  expect(await timeLength()).toBe(90)
  await world.rows('update courseware.version set length_seconds = 125 where courseware_id = $1', [film])
  expect(await timeLength()).toBe(125)
  const [staffId = ''] = people
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [staffId] })
  const learner = world.as(await world.actor({ companyId, staffId, rights: [] }))
  expect((await learner.get(learn.page, { course: courseId })).chapters[0]?.tasks[0]).toMatchObject({ lengthSeconds: 125 })
  const { tasks } = await learner.get(learn.missing, { course: courseId })
  expect(tasks[0]?.words.join()).toContain('0:00–2:05')
})

test('what was bought is for those who make courses or look after what was bought, not for every learner', async () => {
  const { companyId } = await buy()
  const list = async (rights: readonly Right[]) => world.as(await world.actor({ companyId, rights })).call(bought.boughtList)
  expect(await list([])).toMatchObject({ code: 1002 })
  expect(await list([courseManager.rights.view])).toMatchObject({ code: 0, data: { totalCount: 1 } })
  expect(await list([boughtManage.rights.view])).toMatchObject({ code: 0, data: { totalCount: 1 } })
})

test('sales are found by the course and by the company that bought it', async () => {
  const { companyId } = await buy()
  await world.rows('update platform.company set name = $2 where id = $1', [companyId, '远山精密制造'])
  const found = async (name: string) => {
    const { dataList, totalCount } = await world.as(seller).get(courseSale.list, { name, pageSize: 100 })
    return [totalCount, dataList.some((row) => row.buyerCompanyId === companyId && row.buyerName === '远山精密制造')]
  }
  expect(await found('远山')).toEqual([1, true])
  expect((await found('通用安全课'))[1]).toBe(true)
  expect(await found('没有这家')).toEqual([0, false])
})

test('seats are given to all or to nobody, used by learning, taken back unused; each stands in the ledger', async () => {
  const { as, companyId, courseId, licenceId, people } = await buy()
  const assign = (staffIds: string[]) => as.call(courseStaff.updateCourseStaff, { courseId, staffIds })
  expect(await assign(people.slice(0, 4))).toMatchObject({ code: 3031, data: { left: 3, needed: 4, missing: 1 } })
  expect(await counts(as)).toEqual([3, 0, 0])
  expect((await as.get(courseStaff.getCourseStaff, { courseId })).totalCount).toBe(0)
  expect(await assign(people.slice(0, 2))).toMatchObject({ code: 0, data: { addedCount: 2 } })
  expect(await assign(people.slice(0, 2))).toMatchObject({ code: 0, data: { addedCount: 0 } })
  const [one = '', two = '', three = ''] = people
  const use = (staffId: string) => world.inCompany(companyId, (db) => spendSeat(db, { courseId, staffId, now: new Date() }))
  expect([await use(one), await use(one), await use(three)]).toEqual(['used', 'used', 'noSeat'])
  expect(await counts(as)).toEqual([1, 1, 1])
  await as.get(courseStaff.courseStaffDelete, { courseId, staffIds: [one, two] })
  expect(await counts(as)).toEqual([2, 0, 1])
  expect(await assign([one, two, three])).toMatchObject({ code: 0 })
  expect(await counts(as)).toEqual([0, 2, 1])
  const { dataList } = await as.get(bought.ledger, { id: licenceId, pageSize: 50 })
  expect(dataList.map(({ kind }) => kind).toReversed()).toEqual([
    'granted',
    'reserved',
    'reserved',
    'used',
    'released',
    'reserved',
    'reserved',
  ])
  const modify = (limitCount: number) =>
    world.as(seller).call(courseSale.modify, { id: licenceId, limitType: 1, limitCount, validFrom: from })
  expect(await modify(2)).toMatchObject({ code: 3040, data: { held: 3 } })
  expect(await modify(5)).toMatchObject({ code: 0 })
  expect(await counts(as)).toEqual([2, 2, 1])
  // What was bought is no change of something that was unlimited before.
  const told = (await as.get(bought.ledger, { id: licenceId, pageSize: 50 })).dataList
  expect([told.at(-1), told[0]]).toMatchObject([
    { kind: 'granted', toCount: 3 },
    { kind: 'limited', fromCount: 3, toCount: 5 },
  ])
  expect(await as.call(courseStaff.updateCourseStaffGroup, { courseId, departmentIds: [], groupIds: [], mode: 1 })).toMatchObject(
    { code: 1001 },
  )
})

test('of those who come at once exactly so many get a seat as there are', async () => {
  const { as, companyId, courseId } = await buy({ limitCount: 20 })
  await world.rows('update course.course set type = 2 where company_id = $1 and id = $2', [companyId, courseId])
  const people = await arrangePeople(
    world,
    companyId,
    Array.from({ length: 40 }, () => ({})),
  )
  const actors = await Promise.all(people.map((staffId) => world.actor({ companyId, staffId, rights: [] })))
  const answers = await Promise.all(actors.map((actor) => world.as(actor).call(courseStaff.join, { courseId })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(20)
  expect(answers.filter(({ code }) => code === 3031)).toHaveLength(20)
  expect(await counts(as)).toEqual([0, 20, 0])
})

test('a seat that nobody used by its day goes back, and with it its person; a licence that is over takes nobody', async () => {
  const { as, companyId, courseId, licenceId, people } = await buy({ startWithinDays: 7 })
  const [one = '', two = ''] = people
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [one, two] })
  await world.inCompany(companyId, (db) => spendSeat(db, { courseId, staffId: one, now: new Date() }))
  await expireSeats(world.services, new Date(Date.now() + 6 * 86_400_000))
  expect(await counts(as)).toEqual([1, 1, 1])
  await expireSeats(world.services, new Date(Date.now() + 8 * 86_400_000))
  expect(await counts(as)).toEqual([2, 0, 1])
  expect((await as.get(courseStaff.getCourseStaff, { courseId })).dataList.map(({ staffId }) => staffId)).toEqual([one])
  expect((await as.get(bought.ledger, { id: licenceId })).dataList[0]).toMatchObject({ kind: 'expired', staffName: '学员1' })
  const terms = { id: licenceId, limitType: 2 as const, validFrom: from, validUntil: '2026-02-01T00:00:00.000Z' }
  await world.as(seller).get(courseSale.modify, terms)
  expect(await as.call(courseStaff.updateCourseStaff, { courseId, staffIds: [two] })).toMatchObject({ code: 3032 })
  expect((await as.get(bought.list)).dataList[0]).toMatchObject({ state: 'over', surplusCount: null })
  const learning = await world.inCompany(companyId, (db) => spendSeat(db, { courseId, staffId: one, now: new Date() }))
  expect(learning).toBe('licenceOver')
})

test('whoever has read an article has used their seat, which no day takes back any more', async () => {
  const { as, companyId, courseId, people } = await buy({ startWithinDays: 7 })
  await world.rows(`update course.version set unlock_order = 'free' where company_id = $1 and course_id = $2`, [
    companyId,
    courseId,
  ])
  const [one = '', two = ''] = people
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [one, two] })
  const reader = world.as(await world.actor({ companyId, staffId: one, rights: [] }))
  const { chapters } = await reader.get(learn.page, { course: courseId })
  const task = chapters[0]?.tasks[1]?.id ?? ''
  await reader.get(learn.openArticle, { course: courseId, task })
  // Opened alone it is not read.
  expect(await counts(as)).toEqual([1, 2, 0])
  const opened = Date.now()
  world.now = () => new Date(opened + 10_000)
  await reader.get(learn.readArticle, { course: courseId, task })
  world.now = () => new Date()
  expect(await counts(as)).toEqual([1, 1, 1])
  await expireSeats(world.services, new Date(Date.now() + 8 * 86_400_000))
  expect((await as.get(courseStaff.getCourseStaff, { courseId })).dataList.map(({ staffId }) => staffId)).toEqual([one])
  expect(await counts(as)).toEqual([2, 0, 1])
})

test('a licence that has not begun says when it does, to whoever adds people, reminds or learns', async () => {
  const { as, companyId, courseId, licenceId, people } = await buy()
  const [one = '', two = ''] = people
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [one] })
  const validFrom = '2099-06-01T00:00:00.000Z'
  await world.as(seller).get(courseSale.modify, { id: licenceId, limitType: 2, validFrom })
  const begins = '课程的使用期从 2099-06-01 08:00 开始'
  expect(await as.call(courseStaff.updateCourseStaff, { courseId, staffIds: [two] })).toMatchObject({
    code: 3032,
    message: `${begins}，请到时再添加学员`,
  })
  const over = { validFrom: '2020-01-01T00:00:00.000Z', validUntil: '2020-06-01T00:00:00.000Z' }
  await world.as(seller).get(courseSale.modify, { id: licenceId, limitType: 2, ...over })
  expect(await as.call(courseStaff.updateCourseStaff, { courseId, staffIds: [two] })).toMatchObject({
    message: '课程的使用期已于 2020-06-01 08:00 结束，不能再添加学员，请联系平台续期',
  })
  await world.as(seller).get(courseSale.modify, { id: licenceId, limitType: 2, validFrom })
  for (const call of [reminders.touch, reminders.send])
    expect(await as.call(call, { courseId })).toMatchObject({ code: 3032, message: `${begins}，学员现在不能学习，不能催学` })
  const learner = world.as(await world.actor({ companyId, staffId: one, rights: [] }))
  expect(await learner.get(learn.page, { course: courseId })).toMatchObject({ closed: `${begins}，请到时再来学习` })
})

test('what was sold is taken off the shelf, not deleted', async () => {
  const { offered } = await buy()
  expect(await world.as(seller).call(course.courseDelete, { id: offered.courseId })).toMatchObject({
    code: 3013,
    message: '课程已授权给 1 家企业，不能删除，请改为下架',
  })
})

test('seats whose day has passed all go back in one round, however many there are', async () => {
  const { as, companyId, courseId } = await buy({ limitCount: 3000, startWithinDays: 7 })
  const crowd = Array.from({ length: 2100 }, () => ({}))
  const staffIds = await arrangePeople(world, companyId, crowd)
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds })
  expect(await counts(as)).toEqual([900, 2100, 0])
  await expireSeats(world.services, new Date(Date.now() + 8 * 86_400_000))
  expect(await counts(as)).toEqual([3000, 0, 0])
})

test('whoever is removed from the company gives back a seat that they never used', async () => {
  const { as, companyId, courseId, licenceId, people } = await buy()
  const [one = '', two = '', three = '', four = ''] = people
  await as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [one, two, three] })
  await world.inCompany(companyId, (db) => spendSeat(db, { courseId, staffId: one, now: new Date() }))
  await world.rows('update org.staff set removed_at = now() where id = any($1)', [[one, two]])
  await world.inCompany(companyId, (db) => emit(db, staffChanged, companyId, { staffIds: [one, two] }))
  await world.runJobs()
  expect(await counts(as)).toEqual([1, 1, 1])
  const { dataList } = await as.get(bought.ledger, { id: licenceId })
  expect(dataList[0]).toMatchObject({ kind: 'released', actorName: null })
  expect(await as.call(courseStaff.updateCourseStaff, { courseId, staffIds: [four] })).toMatchObject({ code: 0 })
})

test('only a shelved course of one’s own without exams is sold, to another company', async () => {
  const { given } = await buy()
  const sell = (wish: object) => world.as(seller).call(courseSale.create, { ...given, ...wish })
  const draft = await world.as(seller).get(course.courseEdit, { courseName: '草稿' })
  expect(await sell({ courseId: draft.id })).toMatchObject({ code: 3041 })
  const examined = await arrangeCourse(world, seller.companyId, { chapters: [[{ kind: 'exam' }]] })
  expect(await sell({ courseId: examined.courseId })).toMatchObject({ code: 3042 })
  expect(await sell({ companyId: seller.companyId })).toMatchObject({ code: 3044 })
  expect(await sell({ validUntil: from })).toMatchObject({ code: 3045 })
  expect(await sell({ limitCount: null })).toMatchObject({ code: 1001 })
})

/** The seller adds a chapter with an article. */
const addChapter = (courseId: string) =>
  world.as(seller).get(outline.courseChapterEdit, {
    courseId,
    title: '第二章',
    tasks: [{ kind: 'article', title: '新增的图文', html: '<p>新</p>' }],
  })

/** What learners of a copy see. */
async function copied(companyId: string, courseId: string) {
  const found = await world.inCompany(companyId, (db) => publishedOutline(db, courseId))
  return (
    found?.chapters.flatMap(({ tasks }) => tasks.map(({ id, title, targetCompanyId }) => ({ id, title, targetCompanyId }))) ?? []
  )
}

test('a course that is changed just as it is sold is sold as it is then', async () => {
  const { courseId } = await arrangeCourse(world, seller.companyId, { name: '旧名', chapters: [[{}]] })
  const { companyId } = await world.actor()
  const given = { companyId, courseId, limitType: 2 as const, validFrom: from }
  const { selling } = await inTransaction(world.pools.app, seller.companyId, async (db) => {
    const before = await lockCourse(db, courseId)
    if (!before) throw new Error('no course')
    const sold = world.as(seller).get(courseSale.create, given)
    await vi.waitFor(async () => expect(await someoneWaits(world)).toBe(true), { timeout: 20_000, interval: 20 })
    await updateCourse(db, courseId, { ...before, courseName: '新名' }, new Date())
    return { selling: sold }
  })
  await selling
  expect(await world.rows('select name from course.course where company_id = $1', [companyId])).toEqual([{ name: '新名' }])
})

test('what the seller publishes reaches every copy, whose tasks stay the same ones; who had completed it stays so', async () => {
  const first = await buy()
  const { companyId, courseId, people, offered } = first
  const other = await world.actor()
  const selling = world.as(seller)
  await selling.get(courseSale.create, { ...first.given, companyId: other.companyId })
  const [otherCopy] = (await world.as(other).get(bought.list)).dataList
  const before = await copied(companyId, courseId)
  const [one = ''] = people
  await first.as.get(courseStaff.updateCourseStaff, { courseId, staffIds: [one] })
  await world.rows('update course.enrolment set completed_at = now(), percent = 100 where staff_id = $1', [one])
  await addChapter(offered.courseId)
  const touch = await selling.get(publishing.touch, { id: offered.courseId })
  expect(touch).toMatchObject({ soldCount: 2, isSellable: true })
  const { version } = touch
  await selling.get(publishing.publish, { id: offered.courseId, version, forCompleted: 'owe' })
  await world.runJobs()
  for (const place of [
    { companyId, courseId },
    { companyId: other.companyId, courseId: otherCopy?.courseId ?? '' },
  ]) {
    const after = await copied(place.companyId, place.courseId)
    expect(after.map(({ title }) => title)).toEqual(['看片', '读文', '新增的图文'])
    expect(after.every(({ targetCompanyId }) => targetCompanyId === seller.companyId)).toBe(true)
  }
  const after = await copied(companyId, courseId)
  expect(after.slice(0, 2)).toEqual(before)
  const [learner] = (await first.as.get(courseStaff.getCourseStaff, { courseId })).dataList
  expect(learner).toMatchObject({ percent: 100, progress: 2 })
  expect((await first.as.get(publishing.history, { id: courseId })).dataList[0]).toMatchObject({
    number: 2,
    note: '平台更新了课程内容',
  })
  // Told once more, nothing is left to do.
  await world.inCompany(seller.companyId, (db) =>
    emit(db, coursePublished, seller.companyId, {
      courseId: offered.courseId,
      versionId: offered.versionId,
      forCompleted: 'keep',
    }),
  )
  await world.runJobs()
  expect(await copied(companyId, courseId)).toEqual(after)
  const stranger = await world.actor()
  expect((await world.as(stranger).get(bought.boughtList)).totalCount).toBe(0)
})

test('a change that cannot be sold leaves the copies as they are, and the next one that can reaches them', async () => {
  const { companyId, courseId, offered } = await buy()
  const before = await copied(companyId, courseId)
  await addChapter(offered.courseId)
  const { version } = await world.as(seller).get(publishing.touch, { id: offered.courseId })
  await world.as(seller).get(publishing.publish, { id: offered.courseId, version, forCompleted: 'keep' })
  const turnInto = (kind: string) =>
    world.rows(`update course.task set kind = $2 where company_id = $1 and title = '新增的图文'`, [seller.companyId, kind])
  await turnInto('exam')
  await world.runJobs()
  expect(await copied(companyId, courseId)).toEqual(before)
  await turnInto('article')
  await world.inCompany(seller.companyId, (db) =>
    emit(db, coursePublished, seller.companyId, {
      courseId: offered.courseId,
      versionId: offered.versionId,
      forCompleted: 'keep',
    }),
  )
  await world.runJobs()
  expect((await copied(companyId, courseId)).map(({ title }) => title)).toEqual(['看片', '读文', '新增的图文'])
})
