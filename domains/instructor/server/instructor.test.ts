import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import type { Db } from '@kaopei/server'
import type { TestActor, World } from '@kaopei/server/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { teacherCategory } from '../contract/category.ts'
import { bookingState } from '../contract/codes.ts'
import { cooperation } from '../contract/cooperation.ts'
import {
  cooperationErrors,
  hoursErrors,
  promotionErrors,
  scheduleErrors,
  teacherCategoryErrors,
  teacherErrors,
  teacherFileErrors,
} from '../contract/errors.ts'
import { teacherGrowth } from '../contract/growth.ts'
import { teacherHours } from '../contract/hours.ts'
import { instructorManage } from '../contract/menus.ts'
import { schedule, teacherBooking } from '../contract/schedule.ts'
import { teacher } from '../contract/teacher.ts'
import { teacherFile } from '../contract/teacher-file.ts'
import { alertEnding } from './files/alerts.sweep.ts'
import { bookInstructor, giveUpInstructor, instructorCards, tellHeld, tellRating } from './index.ts'
import {
  addExternal,
  addInternal,
  arrangeCompany,
  arrangeUpload,
  type Company,
  openInstructorWorld,
} from './instructor-arrange.ts'
import { selectTeachersAfter } from './teachers/list.sql.ts'

let world: World
let company: Company
beforeAll(async () => {
  world = await openInstructorWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.now = () => noon
  company = await arrangeCompany(world)
})

const { rights } = instructorManage
const noon = new Date('2026-11-02T12:00:00+08:00')
const codeOf = async (answer: Promise<{ code: number }>) => (await answer).code
const scoped = (subtreeId: string, wish: object = {}) =>
  world.actor({
    companyId: company.companyId,
    rights: Object.values(rights),
    scopes: { [instructorManage.name]: { kind: 'some', departmentIds: [], subtreeIds: [subtreeId], ownStaffId: null } },
    ...wish,
  })
const staffOf = (index: number) => company.staffIds[index] ?? ''
const at = (text: string) => `2026-11-${text}:00+08:00`

test('nobody is there twice: by person, by phone, by name with institution', async () => {
  const as = world.as(company.admin)
  await addInternal(world, company, staffOf(0))
  await addExternal(world, company, { phone: '13911111111' })
  const check = (wish: object) => as.get(teacher.repeatCheck, wish)
  expect(await check({ staffId: staffOf(0) })).toMatchObject({ isRepeat: true, by: 'person', teacher: { name: '王小明' } })
  expect(await check({ phone: '13800000000' })).toMatchObject({ by: 'phone', teacher: { name: '王小明' } })
  expect(await check({ name: '钱教授', institution: '北方大学' })).toMatchObject({ by: 'nameInstitution' })
  expect(await check({ name: '钱教授', institution: '南方大学' })).toEqual({
    ...{ isRepeat: false, by: null, teacher: null, employee: null },
  })
  expect(await codeOf(as.call(teacher.create, { origin: 1, staffId: staffOf(0) }))).toBe(teacherErrors.repeated.code)
  const answer = await as.call(teacher.create, { origin: 2, name: '别人', phone: '13911111111' })
  expect([answer.code, answer.message]).toEqual([teacherErrors.repeated.code, '手机号与已有讲师相同：钱教授，请勿重复添加'])
  const many = await Promise.all(['甲', '甲', '甲'].map((name) => as.call(teacher.create, { origin: 2, name })))
  expect(many.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('the phone of an employee who is no instructor is told, by name to whoever sees them, and refused to nobody', async () => {
  const phone = '13800000001'
  const wish = { name: '外聘甲', phone }
  const check = async (actor: TestActor, more: object = {}) => world.as(actor).get(teacher.repeatCheck, { ...wish, ...more })
  const [employee] = await world.rows<{ name: string }>('select name from org.staff where company_id = $1 and phone = $2', [
    company.companyId,
    phone,
  ])
  expect(await check(company.admin)).toMatchObject({ isRepeat: false, by: null, teacher: null, employee })
  expect(await check(await scoped(randomUUID()))).toMatchObject({ isRepeat: false, employee: { name: null } })
  expect(await check(company.admin, { phone: '13800009999' })).toMatchObject({ employee: null })
  expect(await codeOf(world.as(company.admin).call(teacher.create, { origin: 2, ...wish }))).toBe(0)
  // Who has left has their number no longer.
  await world.rows('update org.staff set removed_at = now() where company_id = $1 and phone = $2', [company.companyId, phone])
  expect(await check(company.admin)).toMatchObject({ isRepeat: true, by: 'phone', employee: null })
})

test('a batch makes instructors of employees and names those who are already', async () => {
  await addInternal(world, company, staffOf(0))
  const { id: tag } = await world.as(company.admin).get(teacherCategory.saveOrUpdateTag, { name: '安全' })
  const answer = await world
    .as(company.admin)
    .get(teacher.createBatch, { staffIds: [...company.staffIds], level: 2, tagIds: [tag] })
  expect(answer).toEqual({ createdCount: 2, repeatedNames: ['王小明'], keptLevels: [] })
  const { dataList, totalCount } = await world.as(company.admin).get(teacher.list, { tagId: tag })
  expect([totalCount, dataList.map(({ level, tags }) => [level, tags[0]?.name])]).toEqual([
    2,
    [
      [2, '安全'],
      [2, '安全'],
    ],
  ])
  const east = await scoped(company.departments.west)
  expect(await codeOf(world.as(east).call(teacher.createBatch, { staffIds: [staffOf(0)] }))).toBe(teacherErrors.staffMissing.code)
})

test('the scope shows internal ones by their departments, external ones by the one that looks after them', async () => {
  const internal = await addInternal(world, company, staffOf(0))
  const external = await addExternal(world, company, { departmentId: company.departments.west })
  const nobody = await addExternal(world, company, { name: '孙教授' })
  const seen = async (actor: TestActor) => (await world.as(actor).get(teacher.list, {})).dataList.map(({ id }) => id)
  expect(await seen(await scoped(company.departments.east))).toEqual([internal])
  const west = await scoped(company.departments.west)
  expect(await seen(west)).toEqual([external])
  expect((await seen(await scoped(company.departments.head))).toSorted()).toEqual([internal, external].toSorted())
  expect(await seen(company.admin)).toContain(nobody)
  expect(await codeOf(world.as(west).call(teacher.get, { id: internal }))).toBe(protocolErrors.notFound.code)
  const calls = [
    world.as(west).call(schedule.calendar, { teacherId: internal, from: '2026-11-02' }),
    world
      .as(west)
      .call(teacherBooking.create, { teacherId: internal, title: '课', beginTime: at('02T09:00'), endTime: at('02T10:00') }),
    world.as(west).call(cooperation.create, {
      teacherId: internal,
      beginDate: '2026-01-01',
      rates: [{ validFrom: '2026-01-01', perHour: 1 }],
    }),
    world.as(west).call(teacherGrowth.propose, { teacherId: internal, reason: '好' }),
    world.as(west).call(teacher.remove, { ids: [internal], isConfirmed: true }),
    world.as(await world.actor()).call(teacher.get, { id: internal }),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => protocolErrors.notFound.code))
  const mayNot = await world.as(west).call(teacher.create, { origin: 2, name: '周', departmentId: company.departments.east })
  expect(mayNot.code).toBe(teacherErrors.departmentMissing.code)
})

test('contacts are masked, a masked form changes none, and pickers get none', async () => {
  const id = await addExternal(world, company, {
    phone: '13911111111',
    email: 'qian@example.com',
    departmentId: company.departments.east,
  })
  const east = await scoped(company.departments.east)
  const shown = await world.as(east).get(teacher.get, { id })
  expect([shown.phone, shown.email?.includes('***')]).toEqual(['139****1111', true])
  const { version, phone, email } = shown
  await world.as(east).get(teacher.modify, {
    id,
    version,
    name: '钱教授',
    institution: '北方大学',
    phone,
    email,
    departmentId: company.departments.east,
  })
  expect((await world.as(company.admin).get(teacher.get, { id })).phone).toBe('13911111111')
  const picker = await world.actor({
    companyId: company.companyId,
    rights: [{ code: 'courseManager:edit', menu: 'courseManager', label: '' }],
    scopes: { [instructorManage.name]: { kind: 'all' } },
  })
  const { dataList } = await world.as(picker).get(teacher.list, {})
  expect(dataList.map((row) => [row.name, row.phone])).toEqual([['钱教授', null]])
  const log = await world.rows(
    "select after::text as after from kit.operation_log where company_id = $1 and target = 'teacher'",
    [company.companyId],
  )
  expect(log.every(({ after }) => !String(after).includes('13911111111'))).toBe(true)
})

test('the level rises by no form, and versions are kept', async () => {
  const id = await addExternal(world, company)
  const as = world.as(company.admin)
  const form = { id, version: 1, name: '钱教授', institution: '北方大学' }
  expect(await codeOf(as.call(teacher.modify, { ...form, level: 2 }))).toBe(teacherErrors.raisedByForm.code)
  await as.get(teacher.modify, { ...form, title: '教授' })
  expect(await codeOf(as.call(teacher.modify, form))).toBe(protocolErrors.changed.code)
})

test('nobody adds themselves above the first level, and whoever comes back has the level of before at most', async () => {
  const as = world.as(company.admin)
  const own = { origin: 1 as const, staffId: company.admin.staffId }
  expect(await codeOf(as.call(teacher.create, { ...own, level: 4 }))).toBe(teacherErrors.ownLevel.code)
  const batch = await as.call(teacher.createBatch, { staffIds: [staffOf(0), company.admin.staffId], level: 2 })
  expect([batch.code, batch.message.includes(company.admin.name)]).toEqual([teacherErrors.ownLevel.code, true])
  const removed = async (id: string) => {
    await as.get(teacher.remove, { ids: [id], isConfirmed: true })
    return id
  }
  await removed((await as.get(teacher.create, own)).id)
  expect(await as.get(teacher.create, own)).toMatchObject({ keptLevel: null })
  const id = await removed((await as.get(teacher.create, { origin: 1, staffId: staffOf(0), level: 2 })).id)
  expect(await as.get(teacher.create, { origin: 1, staffId: staffOf(0), level: 4 })).toEqual({ id, keptLevel: 2 })
  await removed(id)
  const again = await as.get(teacher.createBatch, { staffIds: [staffOf(0), staffOf(1)], level: 3 })
  expect(again).toEqual({ createdCount: 2, repeatedNames: [], keptLevels: [{ name: '王小明', level: 2 }] })
  expect((await as.get(teacher.get, { id })).level).toBe(2)
  // The same person from outside gets a new row; by phone, or by name with institution.
  await removed(await addExternal(world, company, { phone: '13911111111' }))
  const outside = { origin: 2 as const, level: 4 as const }
  const renamed = { ...outside, name: '钱先生', phone: '13911111111' }
  expect(await as.get(teacher.create, renamed)).toMatchObject({ keptLevel: 1 })
  expect(await as.get(teacher.create, { ...outside, name: '钱教授', institution: '北方大学' })).toMatchObject({ keptLevel: 1 })
  expect(await as.get(teacher.create, { ...outside, name: '孙教授' })).toMatchObject({ keptLevel: null })
})

test('categories stand in a tree, and a tag goes while an instructor is edited only where nobody else has it', async () => {
  const as = world.as(company.admin)
  const { id: root } = await as.get(teacherCategory.saveOrUpdate, { name: '专业' })
  const { id: child } = await as.get(teacherCategory.saveOrUpdate, { name: '电气', parentId: root })
  expect(await codeOf(as.call(teacherCategory.saveOrUpdate, { id: root, name: '专业', parentId: child }))).toBe(
    teacherCategoryErrors.intoItself.code,
  )
  const { id: tag } = await as.get(teacherCategory.saveOrUpdateTag, { name: '幽默' })
  const one = await addExternal(world, company, { categoryId: child, tagIds: [tag] })
  await addExternal(world, company, { name: '孙教授', tagIds: [tag] })
  expect((await as.get(teacher.list, { categoryId: root })).totalCount).toBe(1)
  expect(await codeOf(as.call(teacherCategory.remove, { id: child }))).toBe(teacherCategoryErrors.notEmpty.code)
  await as.get(teacherCategory.remove, { id: child, targetId: root })
  const refused = await as.call(teacherCategory.removeTag, { id: tag, systemTeacherId: one })
  expect([refused.code, refused.message]).toEqual([
    teacherCategoryErrors.tagOfOthers.code,
    '还有 1 位讲师使用标签“幽默”，请到讲师配置中删除',
  ])
  await as.get(teacherCategory.removeTag, { id: tag })
  expect((await as.get(teacher.get, { id: one })).tags).toEqual([])
})

test('a file is the uploader’s own, is renewed, and tells once before it ends', async () => {
  const as = world.as(company.admin)
  const id = await addInternal(world, company, staffOf(0))
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const fields = { teacherId: id, kind: 1 as const, name: '高级电工证', validUntil: until }
  expect(await codeOf(as.call(teacherFile.reUploadTeacherFile, { ...fields, fileId: randomUUID() }))).toBe(
    teacherFileErrors.uploadMissing.code,
  )
  const first = await as.get(teacherFile.reUploadTeacherFile, { ...fields, fileId: await arrangeUpload(world, company.admin) })
  const alerts = async () => {
    await Promise.all([alertEnding(world.services, new Date()), alertEnding(world.services, new Date())])
    return (
      await world.rows("select address from messaging.outbox where company_id = $1 and template_key = 'teacherFileEnds'", [
        company.companyId,
      ])
    ).map(({ address }) => address)
  }
  expect(await alerts()).toEqual(['t0@example.com'])
  expect(await alerts()).toHaveLength(1)
  const renewed = { ...fields, id: first.id, validUntil: null, fileId: await arrangeUpload(world, company.admin) }
  await as.get(teacherFile.reUploadTeacherFile, renewed)
  const { dataList } = await as.get(teacherFile.listTeacherFile, { teacherId: id })
  expect(dataList.map(({ validUntil, validity }) => [validUntil, validity])).toEqual([[null, 1]])
  expect((await as.get(teacherFile.listTeacherFile, { teacherId: id, hasReplaced: true })).totalCount).toBe(2)
})

test('a file tells 60, 30 and 7 days before it ends, once each', async () => {
  const as = world.as(company.admin)
  const teacherId = await addInternal(world, company, staffOf(0))
  const fileId = await arrangeUpload(world, company.admin)
  const validUntil = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10)
  await as.get(teacherFile.reUploadTeacherFile, { teacherId, kind: 1, name: '高级电工证', validUntil, fileId })
  const told: number[] = []
  for (const daysLeft of [61, 60, 45, 30, 20, 7, 1]) {
    await alertEnding(world.services, new Date(Date.parse(`${validUntil}T04:00:00Z`) - daysLeft * 86_400_000))
    const rows = await world.rows("select 1 from messaging.outbox where company_id = $1 and template_key = 'teacherFileEnds'", [
      company.companyId,
    ])
    told.push(rows.length)
  }
  expect(told).toEqual([0, 1, 1, 2, 2, 3, 3])
})

test('terms of cooperation do not meet, and rates lie within them', async () => {
  const as = world.as(company.admin)
  const teacherId = await addExternal(world, company)
  const add = (beginDate: string, endDate: string | null, rate = beginDate) =>
    as.call(cooperation.create, { teacherId, beginDate, endDate, rates: [{ validFrom: rate, perHour: 300 }] })
  expect(await codeOf(add('2026-01-01', '2026-06-30'))).toBe(0)
  expect(await codeOf(add('2026-06-30', null))).toBe(cooperationErrors.overlapping.code)
  expect(await codeOf(add('2026-07-01', null, '2026-06-01'))).toBe(cooperationErrors.rateOutside.code)
  expect(await codeOf(add('2026-07-01', null))).toBe(0)
  const { dataList } = await as.get(cooperation.list, { teacherId })
  expect(dataList.map(({ beginDate, rates }) => [beginDate, rates[0]?.perHour])).toEqual([
    ['2026-07-01', 300],
    ['2026-01-01', 300],
  ])
})

test('bookings of one instructor never meet, also of many at once, and touch at their ends', async () => {
  const as = world.as(company.admin)
  const teacherId = await addExternal(world, company)
  const book = (from: string, to: string) =>
    as.call(teacherBooking.create, { teacherId, title: '用电安全', beginTime: at(from), endTime: at(to) })
  const answers = await Promise.all([book('02T09:00', '02T11:00'), book('02T10:00', '02T12:00'), book('02T09:30', '02T10:30')])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code !== 0).every(({ code }) => code === scheduleErrors.overlapping.code)).toBe(true)
  await world.rows('delete from instructor.hour_entry where company_id = $1', [company.companyId])
  await world.rows('delete from instructor.booking where company_id = $1', [company.companyId])
  const first = await book('02T09:00', '02T10:00')
  expect(await codeOf(book('02T10:00', '02T11:00'))).toBe(0)
  const moved = await as.call(teacherBooking.modify, {
    id: first.data.id,
    version: 1,
    title: '用电安全',
    beginTime: at('02T09:30'),
    endTime: at('02T10:30'),
  })
  expect([moved.code, moved.message]).toEqual([
    scheduleErrors.overlapping.code,
    '讲师 2026-11-02 10:00 至 2026-11-02 11:00 已有安排“用电安全”，请换一个时间',
  ])
  // Two others are moved onto the same hour at once: one stays where it was.
  const [second, third] = [await book('02T13:00', '02T14:00'), await book('02T15:00', '02T16:00')]
  const time = { title: '用电安全', beginTime: at('02T17:00'), endTime: at('02T18:00') }
  const both = await Promise.all(
    [second, third].map(({ data }) => as.call(teacherBooking.modify, { id: data.id, version: 1, ...time })),
  )
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, scheduleErrors.overlapping.code])
  const { dataList } = await as.get(teacherBooking.list, { teacherId })
  expect(dataList.filter(({ beginTime }) => beginTime === new Date(at('02T17:00')).toISOString())).toHaveLength(1)
  const insert = world.rows(
    `insert into instructor.booking (company_id, instructor_id, begin_at, end_at, title) values ($1, $2, $3, $4, '绕过')`,
    [company.companyId, teacherId, at('02T09:59'), at('02T10:01')],
  )
  await expect(insert).rejects.toThrow('booking_no_overlap')
})

test('what cannot be taught is not booked, what is booked is not closed, and free slots follow', async () => {
  const as = world.as(company.admin)
  const teacherId = await addExternal(world, company)
  await as.get(schedule.saveWeek, { teacherId, weekHours: [{ weekday: 1, fromMinute: 540, toMinute: 1080 }] })
  await as.get(schedule.addRange, { teacherId, kind: 2, beginTime: at('02T12:00'), endTime: at('02T14:00'), reason: '例会' })
  const book = (from: string, to: string) =>
    as.call(teacherBooking.create, { teacherId, title: '课', beginTime: at(from), endTime: at(to) })
  const refused = await book('02T11:00', '02T13:00')
  expect([refused.code, refused.message.includes('例会')]).toEqual([scheduleErrors.unavailable.code, true])
  await book('02T14:00', '02T16:00')
  const closed = as.call(schedule.addRange, { teacherId, kind: 2, beginTime: at('02T15:00'), endTime: at('02T17:00') })
  expect(await codeOf(closed)).toBe(scheduleErrors.overlapping.code)
  const { days } = await as.get(schedule.calendar, { teacherId, from: '2026-11-02', days: 2 })
  expect(days.map(({ day, freeMinutes, bookings }) => [day, freeMinutes, bookings.length])).toEqual([
    ['2026-11-02', 300, 1],
    ['2026-11-03', 0, 0],
  ])
  const free = await as.get(schedule.free, { day: '2026-11-02', minutes: 180 })
  expect(free.dataList).toMatchObject([
    { id: teacherId, slots: [{ beginTime: '2026-11-02T01:00:00.000Z', endTime: '2026-11-02T04:00:00.000Z' }], moreCount: 0 },
  ])
  expect((await as.get(schedule.free, { day: '2026-11-02', minutes: 181 })).totalCount).toBe(0)
})

/** Taught on 2 November from nine to half past ten, at 300 an hour until the first and 400 from the second. */
async function taught(wish: { hold?: boolean } = {}) {
  const as = world.as(company.admin)
  const teacherId = await addExternal(world, company)
  const rates = [
    { validFrom: '2026-01-01', perHour: 300 },
    { validFrom: '2026-11-02', perHour: 400 },
  ]
  await as.get(cooperation.create, { teacherId, beginDate: '2026-01-01', rates })
  const { id: bookingId } = await as.get(teacherBooking.create, {
    teacherId,
    title: '用电安全',
    beginTime: at('02T09:00'),
    endTime: at('02T10:30'),
  })
  if (wish.hold !== false) {
    await as.get(teacherBooking.hold, { id: bookingId })
  }
  return { as, teacherId, bookingId, line: { bookingId, day: '2026-11-02' } }
}

test('hours go from planned to settled at the rate of their day, and corrections only add rows', async () => {
  const { as, bookingId, line } = await taught()
  expect(await codeOf(as.call(teacherHours.settle, { month: '2026-11' }))).toBe(hoursErrors.nothing.code)
  await as.get(teacherHours.confirm, { lines: [line] })
  expect(await codeOf(as.call(teacherHours.confirm, { lines: [line] }))).toBe(hoursErrors.wrongStage.code)
  expect(await as.get(teacherHours.settle, { month: '2026-11' })).toEqual({
    settledCount: 1,
    amount: 600,
    withoutRate: [],
    ownCount: 0,
  })
  const entries = await as.get(teacherHours.entries, { bookingId })
  expect(entries.map(({ stage, minutes, mayCorrect }) => [stage, minutes, mayCorrect])).toEqual([
    [1, 90, false],
    [2, 90, false],
    [3, 90, false],
    [4, 90, true],
  ])
  const notLast = as.call(teacherHours.correct, { entryId: entries[2]?.id ?? '', minutes: 60, reason: '提前结束' })
  expect(await codeOf(notLast)).toBe(hoursErrors.notLast.code)
  const last = entries[3]?.id ?? ''
  const both = await Promise.all(
    [60, 61].map((minutes) => as.call(teacherHours.correct, { entryId: last, minutes, reason: '提前结束' })),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, hoursErrors.notLast.code])
  const settled = await world.rows(
    'select minutes, amount_cents::int as amount, reverses_id is not null as reversal from instructor.hour_entry where booking_id = $1 and stage = 4',
    [bookingId],
  )
  expect(settled).toHaveLength(3)
  expect(settled).toContainEqual({ minutes: 90, amount: 60_000, reversal: false })
  expect(settled).toContainEqual({ minutes: -90, amount: -60_000, reversal: true })
  const { dataList, sum } = await as.get(teacherHours.statement, { month: '2026-11' })
  expect(dataList).toHaveLength(1)
  expect([sum.plannedMinutes, sum.heldMinutes, sum.confirmedMinutes]).toEqual([90, 90, 90])
  expect(sum.amount).toBeCloseTo(sum.settledMinutes * (400 / 60), 1)
  // Of the instructors that the list shows alone.
  const nobody = await as.call(teacherHours.exportStatement, { month: '2026-11', keyWords: '没有这位' })
  expect(nobody.code).toBe(hoursErrors.nothingToExport.code)
  const { jobId } = await as.get(teacherHours.exportStatement, { month: '2026-11', keyWords: '钱教授' })
  await world.runJobs()
  expect(await world.rows('select state, conditions from jobs.background_job where id = $1', [jobId])).toEqual([
    { state: 2, conditions: { 月份: '2026-11', 讲师: '钱教授' } },
  ])
  const change = world.inCompany(company.companyId, (db) => sql`update instructor.hour_entry set minutes = 1`.execute(db))
  await expect(change).rejects.toThrow('permission denied')
})

test('nobody confirms their own hours, and a day without a rate is named', async () => {
  const teacherId = await addInternal(world, company, staffOf(0))
  const as = world.as(company.admin)
  const { id } = await as.get(teacherBooking.create, {
    teacherId,
    title: '课',
    beginTime: at('01T23:00'),
    endTime: at('02T01:00'),
  })
  await as.get(teacherBooking.hold, { id })
  const lines = [
    { bookingId: id, day: '2026-11-01' },
    { bookingId: id, day: '2026-11-02' },
  ]
  const oneself = await world.actor({ companyId: company.companyId, staffId: staffOf(0) })
  expect(await codeOf(world.as(oneself).call(teacherHours.confirm, { lines }))).toBe(hoursErrors.own.code)
  await as.get(teacherHours.confirm, { lines })
  expect(await codeOf(world.as(oneself).call(teacherHours.settle, { month: '2026-11' }))).toBe(hoursErrors.own.code)
  const refused = await as.call(teacherHours.settle, { month: '2026-11' })
  expect([refused.code, refused.message]).toEqual([
    hoursErrors.noRate.code,
    '王小明 2026-11-02、王小明 2026-11-01 没有课酬标准，请先补充合作与课酬',
  ])
})

test('what a change does not name stays: of an instructor, a booking, a category, a cooperation', async () => {
  const as = world.as(company.admin)
  const teacherId = await addExternal(world, company, {
    name: '留教授',
    phone: '13955550001',
    title: '教授',
    introduction: '消防',
  })
  const { version, ...whole } = await as.get(teacher.get, { id: teacherId })
  await as.get(teacher.modify, { id: teacherId, version, introduction: '' })
  const { updateTime: _time, ...same } = whole
  expect(await as.get(teacher.get, { id: teacherId })).toMatchObject({ ...same, introduction: '' })
  const lesson = { title: '用电安全', beginTime: at('20T09:00'), endTime: at('20T10:00') }
  const { id } = await as.get(teacherBooking.create, { teacherId, ...lesson, place: '二楼' })
  await as.get(teacherBooking.modify, { id, version: 1, ...lesson, title: '用火安全' })
  expect((await as.get(teacherBooking.list, { teacherId })).dataList).toMatchObject([{ title: '用火安全', place: '二楼' }])
  const { id: parentId } = await as.get(teacherCategory.saveOrUpdate, { name: '上级分类' })
  const { id: below } = await as.get(teacherCategory.saveOrUpdate, { name: '下级分类', parentId })
  await as.get(teacherCategory.saveOrUpdate, { id: below, name: '下级（改）' })
  const parents = await world.rows('select parent_id from instructor.category where id = $1', [below])
  expect(parents).toEqual([{ parent_id: parentId }])
  const terms = { beginDate: '2026-01-01', rates: [{ validFrom: '2026-01-01', perHour: 100 }] }
  const more = { institution: '北方大学', endDate: '2027-01-01', note: '两年一签' }
  const made = await as.get(cooperation.create, { teacherId, ...terms, ...more })
  await as.get(cooperation.modify, { id: made.id, version: 1, ...terms })
  expect((await as.get(cooperation.list, { teacherId })).dataList).toMatchObject([more])
  await as.get(cooperation.modify, { id: made.id, version: 2, ...terms, endDate: null, note: '' })
  expect((await as.get(cooperation.list, { teacherId })).dataList).toMatchObject([{ ...more, endDate: null, note: '' }])
})

test('a booking that is moved or given up takes its planned hours along', async () => {
  const { as, bookingId } = await taught({ hold: false })
  await as.get(teacherBooking.modify, {
    id: bookingId,
    version: 1,
    title: '用电安全',
    beginTime: at('03T09:00'),
    endTime: at('03T10:00'),
  })
  const planned = async () =>
    (await as.get(teacherHours.list, { month: '2026-11' })).dataList.map(({ day, plannedMinutes }) => [day, plannedMinutes])
  expect(await planned()).toEqual([['2026-11-03', 60]])
  await as.get(teacherBooking.cancel, { id: bookingId, reason: '停电' })
  expect(await planned()).toEqual([])
  expect(await codeOf(as.call(teacherBooking.hold, { id: bookingId }))).toBe(scheduleErrors.wrongState.code)
})

test('another room books, moves, tells held, and gives up; this room leaves its bookings alone', async () => {
  const instructorId = await addExternal(world, company)
  const thing = { source: 'training.session', sourceId: randomUUID() }
  const time = (from: string, to: string) => ({ beginTime: new Date(at(from)), endTime: new Date(at(to)) })
  const wish = { ...thing, title: '消防演练', place: '一号楼', by: null, ...time('02T09:00', '02T11:00') }
  const inCompany = <Answer>(work: (db: Db) => Promise<Answer>) => world.inCompany(company.companyId, work)
  const book = (more: object) => inCompany((db) => bookInstructor(db, { ...wish, instructorId, ...more }))
  expect(await book({})).toEqual({ name: '钱教授' })
  expect(await book({})).toEqual({ name: '钱教授' })
  const { problem } = await book({ sourceId: randomUUID() })
  expect(problem).toContain('已有安排“消防演练”')
  await book(time('02T10:00', '02T12:00'))
  // Moved onto another, it is told, and stays where it was.
  const sourceId = randomUUID()
  expect(await book({ ...time('03T09:00', '03T10:00'), sourceId })).toEqual({ name: '钱教授' })
  expect((await book(time('03T09:30', '03T11:00'))).problem).toContain('已有安排')
  await inCompany((db) => giveUpInstructor(db, { source: thing.source, sourceId, reason: '取消', by: null }))
  const as = world.as(company.admin)
  const { dataList } = await as.get(teacherBooking.list, { teacherId: instructorId, state: bookingState.booked })
  expect(dataList.map(({ beginTime, isOfAnother }) => [beginTime, isOfAnother])).toEqual([['2026-11-02T02:00:00.000Z', true]])
  expect(await codeOf(as.call(teacherBooking.cancel, { id: dataList[0]?.id ?? '', reason: '换人' }))).toBe(
    scheduleErrors.ofAnother.code,
  )
  await inCompany((db) => tellHeld(db, { ...thing, by: null }))
  await inCompany((db) => tellHeld(db, { ...thing, by: null }))
  await inCompany((db) => giveUpInstructor(db, { ...thing, reason: '删除', by: null }))
  const lines = await as.get(teacherHours.list, { teacherId: instructorId })
  expect(lines.dataList).toMatchObject([{ heldMinutes: 120, stage: 2 }])
  const stranger = await arrangeCompany(world)
  expect((await world.inCompany(stranger.companyId, (db) => bookInstructor(db, { ...wish, instructorId }))).problem).toContain(
    '不存在',
  )
})

test('removing says what hurts, gives up what is booked and keeps the ledger', async () => {
  const { as, teacherId } = await taught()
  await as.get(teacherBooking.create, { teacherId, title: '下一课', beginTime: at('21T09:00'), endTime: at('21T10:00') })
  expect(await as.get(teacher.removeImpact, { ids: [teacherId] })).toMatchObject([
    { bookedCount: 1, openMinutes: 90, useCount: 0 },
  ])
  expect(await codeOf(as.call(teacher.remove, { ids: [teacherId] }))).toBe(teacherErrors.inUse.code)
  await as.get(teacher.remove, { ids: [teacherId], isConfirmed: true })
  expect((await as.get(teacher.list, {})).totalCount).toBe(0)
  expect((await as.get(teacherHours.list, { month: '2026-11', stage: 2 })).totalCount).toBe(1)
  expect((await as.get(teacherBooking.list, { state: 1 })).totalCount).toBe(0)
  const back = await addInternal(world, company, staffOf(0))
  await as.get(teacher.remove, { ids: [back], isConfirmed: true })
  expect(await addInternal(world, company, staffOf(0))).toBe(back)
})

test('an employee who has left is neither offered nor booked; what stands is shown as to be replaced, and history stays', async () => {
  const as = world.as(company.admin)
  const [teacherId, other] = [await addInternal(world, company, staffOf(0)), await addInternal(world, company, staffOf(1))]
  for (const id of [teacherId, other])
    await as.get(schedule.saveWeek, { teacherId: id, weekHours: [{ weekday: 1, fromMinute: 540, toMinute: 1080 }] })
  const lesson = { title: '课', beginTime: at('02T09:00'), endTime: at('02T10:00') }
  const { id: bookingId } = await as.get(teacherBooking.create, { teacherId, ...lesson })
  const session = { source: 'training.session', sourceId: randomUUID(), title: '消防', place: '', by: null }
  const time = { beginTime: new Date(at('03T09:00')), endTime: new Date(at('03T10:00')) }
  const book = (more: object = {}) =>
    world.inCompany(company.companyId, (db) => bookInstructor(db, { ...session, ...time, instructorId: teacherId, ...more }))
  expect(await book()).toEqual({ name: '王小明' })
  await world.rows('update org.staff set removed_at = now() where company_id = $1 and id = $2', [company.companyId, teacherId])

  const offered = await as.get(teacher.list, { state: 1 })
  expect(offered.dataList.map(({ id }) => id)).toEqual([other])
  const picker = await world.actor({
    companyId: company.companyId,
    rights: [],
    scopes: { [instructorManage.name]: { kind: 'all' } },
  })
  expect((await world.as(picker).get(teacher.list, {})).dataList.map(({ id }) => id)).toEqual([other])
  expect((await as.get(schedule.free, { day: '2026-11-02', minutes: 60 })).dataList.map(({ id }) => id)).toEqual([other])
  const later = { ...lesson, beginTime: at('02T14:00'), endTime: at('02T15:00') }
  expect(await codeOf(as.call(teacherBooking.create, { teacherId, ...later }))).toBe(scheduleErrors.left.code)
  expect(await codeOf(as.call(teacherBooking.modify, { id: bookingId, version: 1, ...later }))).toBe(scheduleErrors.left.code)
  // Saved as it stands it stays booked; it is moved to nobody who has left.
  expect(await book()).toEqual({ name: '王小明' })
  expect((await book({ endTime: new Date(at('03T11:00')) })).problem).toContain('已离职')
  expect((await book({ sourceId: randomUUID() })).problem).toContain('已离职')
  const cards = await world.inCompany(company.companyId, (db) => instructorCards(db, [teacherId, other]))
  expect(new Map(cards.map((card) => [card.id, card.isRemoved]))).toEqual(
    new Map([
      [teacherId, true],
      [other, false],
    ]),
  )

  const { dataList } = await as.get(teacherBooking.list, { teacherId })
  expect(dataList.map(({ state, hasLeft }) => [state, hasLeft])).toEqual([
    [bookingState.booked, true],
    [bookingState.booked, true],
  ])
  expect((await as.get(teacher.list, {})).dataList.find(({ id }) => id === teacherId)).toMatchObject({ hasLeft: true })
  await as.get(teacherBooking.cancel, { id: bookingId, reason: '讲师已离职' })
})

test('what another company names is not there, by whichever call, and nothing of it changes', async () => {
  const { as: own, teacherId, bookingId, line } = await taught()
  const { id: promotionId } = await own.get(teacherGrowth.propose, { teacherId, reason: '破格' })
  const entries = await own.get(teacherHours.entries, { bookingId })
  const [one] = (await own.get(cooperation.list, { teacherId })).dataList
  const as = world.as(await world.actor())
  const time = { title: '课', beginTime: at('02T09:00'), endTime: at('02T10:00') }
  const terms = { beginDate: '2026-01-01', rates: [{ validFrom: '2026-01-01', perHour: 1 }] }
  const fields = { version: 1, name: '别人', institution: '别处' }
  const decision = { id: promotionId, isApproved: true, opinion: '同意' }
  const calls = {
    get: as.call(teacher.get, { id: teacherId }),
    modify: as.call(teacher.modify, { id: teacherId, ...fields }),
    remove: as.call(teacher.remove, { ids: [teacherId], isConfirmed: true }),
    calendar: as.call(schedule.calendar, { teacherId, from: '2026-11-02' }),
    saveWeek: as.call(schedule.saveWeek, { teacherId, weekHours: [] }),
    addRange: as.call(schedule.addRange, { teacherId, kind: 2, beginTime: time.beginTime, endTime: time.endTime }),
    book: as.call(teacherBooking.create, { teacherId, ...time }),
    move: as.call(teacherBooking.modify, { id: bookingId, version: 1, ...time }),
    cancel: as.call(teacherBooking.cancel, { id: bookingId, reason: '换人' }),
    hold: as.call(teacherBooking.hold, { id: bookingId }),
    entries: as.call(teacherHours.entries, { bookingId }),
    confirm: as.call(teacherHours.confirm, { lines: [line] }),
    correct: as.call(teacherHours.correct, { entryId: entries.at(-1)?.id ?? '', minutes: 1, reason: '错' }),
    cooperate: as.call(cooperation.create, { teacherId, ...terms }),
    change: as.call(cooperation.modify, { id: one?.id ?? '', version: 1, ...terms }),
    ratings: as.call(teacherGrowth.ratings, { teacherId }),
    evidence: as.call(teacherGrowth.evidence, { teacherId }),
    propose: as.call(teacherGrowth.propose, { teacherId, reason: '好' }),
    decide: as.call(teacherGrowth.decide, decision),
    withdraw: as.call(teacherGrowth.withdraw, { id: promotionId }),
  }
  const codes: Record<string, number> = {}
  for (const [name, answer] of Object.entries(calls)) codes[name] = await codeOf(answer)
  const missing = protocolErrors.notFound.code
  expect(codes).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, missing])))
  const lists = [
    as.get(teacherFile.listTeacherFile, { teacherId }),
    as.get(cooperation.list, { teacherId }),
    as.get(teacherBooking.list, { teacherId }),
    as.get(teacherHours.list, { teacherId }),
    as.get(teacherGrowth.proposals, { teacherId }),
  ]
  expect((await Promise.all(lists)).map(({ totalCount }) => totalCount)).toEqual(lists.map(() => 0))
})

test('a rating has its n, from three sheets of a source on', async () => {
  const instructorId = await addExternal(world, company)
  const tell = (sheetCount: number, sumHundredths: number, sourceId = randomUUID()) =>
    world.inCompany(company.companyId, (db) =>
      tellRating(db, {
        instructorId,
        source: 'questionnaire',
        sourceId,
        title: '课后评价',
        sheetCount,
        sumHundredths,
        aspects: [{ name: '表达清楚', count: sheetCount, sumHundredths }],
        now: new Date(),
      }),
    )
  const ratings = () => world.as(company.admin).get(teacherGrowth.ratings, { teacherId: instructorId })
  await tell(2, 900)
  expect(await ratings()).toMatchObject({ overall: null, dataList: [{ mean: null, sheetCount: 2, aspects: [] }] })
  await tell(3, 1300)
  expect((await ratings()).overall).toEqual({ mean: 4.33, count: 3 })
  expect((await world.as(company.admin).get(teacher.get, { id: instructorId })).rating).toEqual({ mean: 4.33, count: 3 })
})

test('a promotion has its evidence and is decided by somebody else', async () => {
  const { as, teacherId, line } = await taught()
  await as.get(teacherHours.confirm, { lines: [line] })
  await as.get(teacherGrowth.saveStandard, {
    level: 2,
    minHours: 1.5,
    minRating: 0,
    minRatedCount: 3,
    months: 12,
    needsQualification: false,
    version: 0,
  })
  expect(await as.get(teacherGrowth.evidence, { teacherId })).toMatchObject({
    isMet: true,
    conditions: [{ key: 'minutes', needed: 90, found: 90 }],
  })
  const { id } = await as.get(teacherGrowth.propose, { teacherId })
  expect(await codeOf(as.call(teacherGrowth.propose, { teacherId, reason: '再来' }))).toBe(promotionErrors.waits.code)
  const decide = { id, isApproved: true, opinion: '同意' }
  expect(await codeOf(as.call(teacherGrowth.decide, decide))).toBe(promotionErrors.byAnother.code)
  const other = world.as(await world.actor({ companyId: company.companyId }))
  expect(await codeOf(other.call(teacherGrowth.withdraw, { id }))).toBe(promotionErrors.notOwn.code)
  await other.get(teacherGrowth.decide, decide)
  expect(await codeOf(other.call(teacherGrowth.decide, decide))).toBe(promotionErrors.decided.code)
  expect((await as.get(teacher.get, { id: teacherId })).level).toBe(2)
  expect(await codeOf(as.call(teacherGrowth.propose, { teacherId }))).toBe(promotionErrors.reasonNeeded.code)
  const self = await addInternal(world, company, staffOf(0))
  const { id: own } = await as.get(teacherGrowth.propose, { teacherId: self, reason: '破格' })
  const oneself = world.as(await world.actor({ companyId: company.companyId, staffId: staffOf(0) }))
  expect(await codeOf(oneself.call(teacherGrowth.decide, { ...decide, id: own }))).toBe(promotionErrors.byAnother.code)
})

test('a workbook is walked through in the order of the list', async () => {
  const { admin, companyId } = company
  for (const name of ['甲', '乙', '丙']) await world.as(admin).get(teacher.create, { origin: 2, name })
  const { dataList } = await world.as(admin).get(teacher.list, {})
  const shown = dataList.map(({ name }) => name)
  expect(shown).toHaveLength(3)
  const walked = await world.inCompany(companyId, async (db) => {
    const filter = { scope: { kind: 'all' as const } }
    const [first] = await selectTeachersAfter(db, filter, null, { after: null, limit: 1 })
    return [first, ...(await selectTeachersAfter(db, filter, null, { after: first?.id ?? null, limit: 5 }))]
  })
  expect(walked.map((row) => row?.name)).toEqual(shown)
})

test('the list goes out as a workbook in the background', async () => {
  const as = world.as(company.admin)
  expect(await codeOf(as.call(teacher.exportTeacher, {}))).toBe(teacherErrors.nothingToExport.code)
  const { id: root } = await as.get(teacherCategory.saveOrUpdate, { name: '专业' })
  const { id: tagId } = await as.get(teacherCategory.saveOrUpdateTag, { name: '幽默' })
  await addExternal(world, company, { departmentId: company.departments.west, categoryId: root, tagIds: [tagId] })
  const filter = { level: 1 as const, departmentId: company.departments.head, categoryId: root, tagId }
  const { jobId } = await as.get(teacher.exportTeacher, filter)
  await world.runJobs()
  const conditions = { 人数: 1, 部门: '总部（含下级）', 级别: '预备讲师', 分类: '专业（含下级）', 标签: '幽默' }
  expect(await world.rows('select state, conditions from jobs.background_job where id = $1', [jobId])).toEqual([
    { state: 2, conditions },
  ])
})
