import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { messagingModule } from '@kaopei/messaging/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { inTransaction, type JobContext } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { progressMenu } from '../../contract/menus.ts'
import { progress } from '../../contract/progress.ts'
import { reminders } from '../../contract/reminders.ts'
import { arrangeCourse } from '../course-arrange.ts'
import { courseModule } from '../index.ts'
import { arrangeLearner } from '../learner-arrange.ts'
import { progressModule } from '../progress/module.ts'
import { remindJob } from './remind.job.ts'
import { reminderModule } from './reminder.handlers.ts'
import { remindByRules } from './rules.sweep.ts'

const dayMs = 86_400_000
let world: World
beforeAll(async () => {
  world = await World.open(
    [orgModule, filesModule, messagingModule(), courseModule, progressModule, reminderModule],
    temporaryBlobs,
  )
})
afterAll(() => world.close())

/** People with a mail address each, unless it says otherwise, who learn one course. */
async function arrange(people: readonly { name: string; email?: string | null; isEnabled?: boolean }[]) {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const staffIds = await arrangePeople(
    world,
    companyId,
    people.map((one, index) => ({ email: `p${index}@example.com`, ...one })),
  )
  const { courseId } = await arrangeCourse(world, companyId, { name: '安全培训', chapters: [[{ title: '甲' }]] })
  for (const staffId of staffIds) await arrangeLearner(world, { companyId, courseId, staffId })
  return { admin, companyId, staffIds, courseId, as: world.as(admin) }
}

async function addresses(companyId: string): Promise<string[]> {
  const rows = await world.rows<{ address: string }>(
    `select address from messaging.outbox where company_id = $1 and template_key = 'courseReminder' order by id`,
    [companyId],
  )
  return rows.map(({ address }) => address)
}

const dueIn = (courseId: string, ms: number) =>
  world.rows('update course.enrolment set due_at = $2 where course_id = $1', [courseId, new Date(Date.now() + ms)])
const enrolledAgo = (courseId: string, ms: number) =>
  world.rows('update course.enrolment set enrolled_at = $2 where course_id = $1', [courseId, new Date(Date.now() - ms)])
const setAgo = (courseId: string, ms: number) =>
  world.rows('update course.reminder_rule set set_at = $2 where course_id = $1', [courseId, new Date(Date.now() - ms)])
const sweep = () => remindByRules(world.services, new Date())

test('by hand everybody of the filter is written to once a day, and who was not is told with the reason', async () => {
  const { as, companyId, staffIds, courseId } = await arrange([
    { name: '未学' },
    { name: '学完' },
    { name: '无邮箱', email: null },
    { name: '停用', isEnabled: false },
    { name: '移出' },
  ])
  const [one = '', done = '', , , left = ''] = staffIds
  await world.rows('update course.enrolment set completed_at = now() where staff_id = $1', [done])
  await world.rows('update course.enrolment set state = 3 where staff_id = $1', [left])
  const counts = { writtenCount: 1, completeCount: 1, repeatedCount: 0, unreachableCount: 1, goneCount: 1 }
  expect(await as.get(reminders.touch, { courseId })).toEqual({ ...counts, outsideCount: 0, mail: true, sms: false })
  expect(await as.get(reminders.touch, { courseId, staffIds: [left, one] })).toMatchObject({ writtenCount: 1, outsideCount: 1 })
  await as.get(reminders.send, { courseId })
  await world.runJobs()
  expect(await addresses(companyId)).toEqual(['p0@example.com'])
  const [run] = (await as.get(reminders.runs, { courseId })).dataList
  expect(run).toMatchObject({ ...counts, words: '手动催学', isUnderWay: false })
  expect((await as.call(reminders.send, { courseId, staffIds: [one] })).code).toBe(3082)
  expect(await as.get(progress.reminded, { courseId, staffId: one })).toMatchObject({
    dataList: [{ words: '手动催学', isWritten: true }],
    totalCount: 1,
  })
  const [mail] = await world.rows<{ subject: string; body: string }>(
    `select subject, body from messaging.outbox where company_id = $1`,
    [companyId],
  )
  expect(mail?.subject).toBe('学习提醒：安全培训')
  expect(mail?.body).toContain(`/candidate/learn/${courseId}`)
  const logged = await world.rows(`select target_name from kit.operation_log where company_id = $1 and action = 'remind'`, [
    companyId,
  ])
  expect(logged).toEqual([{ target_name: '安全培训' }])
  await world.rows(`update course.reminder set rule = 'hand:2026-11-01' where course_id = $1`, [courseId])
  expect(await as.get(reminders.touch, { courseId })).toMatchObject({ writtenCount: 1, repeatedCount: 0 })
})

test('a run that was cut off goes on where it was, and writes to nobody twice', async () => {
  const { as, companyId, courseId } = await arrange(Array.from({ length: 150 }, (_, index) => ({ name: `学员${index}` })))
  await as.get(reminders.send, { courseId })
  const [waiting] = await world.rows<{ payload: { payload: unknown } }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'course.remind' and j.payload->>'companyId' = $1`,
    [companyId],
  )
  // Stopped behind the first batch.
  let asked = 0
  const isStopping = () => asked++ > 0
  const { services } = world
  const context: JobContext = {
    ...{ companyId, services, pool: services.pool, log: services.log, attempt: 1, isLastAttempt: false, isStopping },
    transaction: (work) => inTransaction(services.pool, companyId, work),
    fail: () => {
      throw new Error('nothing refuses it')
    },
  }
  await expect(remindJob.run(remindJob.payload.parse(waiting?.payload.payload), context)).rejects.toThrow('stopping')
  expect(await addresses(companyId)).toHaveLength(100)
  await world.runJobs()
  const told = await addresses(companyId)
  expect([told.length, new Set(told).size]).toEqual([150, 150])
  const [run] = (await as.get(reminders.runs, { courseId })).dataList
  expect(run).toMatchObject({ writtenCount: 150, repeatedCount: 0, isUnderWay: false })
})

test('by rule each person is reminded once for each moment that has come since it was set', async () => {
  const { as, companyId, courseId } = await arrange([{ name: '甲' }, { name: '乙', email: null }])
  await as.get(reminders.setRules, { courseId, beforeDays: [3], isAtDue: true, afterDays: [7], unbegunDays: [14] })
  await enrolledAgo(courseId, 10 * dayMs)
  await dueIn(courseId, 2.5 * dayMs)
  await sweep()
  expect(await addresses(companyId)).toEqual([])
  await setAgo(courseId, 20 * dayMs)
  await sweep()
  await sweep()
  expect(await addresses(companyId)).toEqual(['p0@example.com'])
  await dueIn(courseId, -dayMs / 24)
  await sweep()
  expect(await addresses(companyId)).toHaveLength(2)
  await dueIn(courseId, -7.1 * dayMs)
  await sweep()
  expect(await addresses(companyId)).toHaveLength(3)
  await enrolledAgo(courseId, 14.5 * dayMs)
  await sweep()
  await sweep()
  expect(await addresses(companyId)).toHaveLength(4)
  const { dataList } = await as.get(reminders.runs, { courseId })
  expect(dataList.map(({ words, writtenCount, unreachableCount }) => [words, writtenCount, unreachableCount])).toEqual([
    ['加入 14 天仍未开始', 1, 1],
    ['逾期 7 天', 1, 1],
    ['到达截止时间', 1, 1],
    ['截止前 3 天', 1, 1],
  ])
})

test('no rule writes to who has completed or left, of a course off the shelf, or after it was taken back', async () => {
  const { as, companyId, staffIds, courseId } = await arrange([{ name: '甲' }, { name: '乙' }, { name: '丙' }])
  const [done = '', left = ''] = staffIds
  await as.get(reminders.setRules, { courseId, beforeDays: [3], isAtDue: false, afterDays: [], unbegunDays: [] })
  await setAgo(courseId, 20 * dayMs)
  await enrolledAgo(courseId, 10 * dayMs)
  await dueIn(courseId, dayMs)
  await world.rows('update course.enrolment set completed_at = now() where staff_id = $1', [done])
  await world.rows('update course.enrolment set state = 3 where staff_id = $1', [left])
  await world.rows('update course.course set status = 2 where id = $1', [courseId])
  await sweep()
  expect(await addresses(companyId)).toEqual([])
  await world.rows('update course.course set status = 1 where id = $1', [courseId])
  await Promise.all([sweep(), sweep()])
  expect(await addresses(companyId)).toEqual(['p2@example.com'])
  await world.rows('delete from course.reminder where course_id = $1', [courseId])
  await as.get(reminders.setRules, { courseId, beforeDays: [], isAtDue: false, afterDays: [], unbegunDays: [] })
  await sweep()
  expect(await addresses(companyId)).toEqual(['p2@example.com'])
})

test('a text message goes out where the company has words of its own for it', async () => {
  const { as, companyId, courseId } = await arrange([{ name: '甲' }])
  await world.rows(`update org.staff set phone = '13800000001' where company_id = $1 and name = '甲'`, [companyId])
  await world.rows(
    `insert into messaging.template (company_id, channel, key, name, is_standard, body) values ($1, 1, 'courseReminder', '催学', true, '请学习{{courseName}}')`,
    [companyId],
  )
  expect(await as.get(reminders.touch, { courseId })).toMatchObject({ mail: true, sms: true })
  await as.get(reminders.send, { courseId })
  await world.runJobs()
  expect(await addresses(companyId)).toEqual(['p0@example.com', '13800000001'])
})

test('whoever sees a department alone reminds nobody else and sets no rules; others do not at all', async () => {
  const { admin, companyId, staffIds, courseId } = await arrange([{ name: '甲' }])
  const narrow = await world.actor({ companyId, rights: Object.values(progressMenu.rights) })
  const as = world.as(narrow)
  expect(await as.get(reminders.touch, { courseId, staffIds })).toMatchObject({ writtenCount: 0, outsideCount: 1 })
  expect((await as.call(reminders.send, { courseId, staffIds })).code).toBe(3082)
  const rules = { courseId, beforeDays: [1], isAtDue: false, afterDays: [], unbegunDays: [] }
  expect((await as.call(reminders.setRules, rules)).code).toBe(3084)
  const viewer = await world.actor({ companyId, rights: [progressMenu.rights.view] })
  expect((await world.as(viewer).call(reminders.send, { courseId })).code).toBe(1002)
  const foreigner = await world.actor()
  expect((await world.as(foreigner).call(reminders.setRules, rules)).code).toBe(1008)
  await world.as(admin).get(reminders.setRules, { ...rules, isAtDue: true })
  expect(await as.get(reminders.rules, { courseId })).toEqual({ beforeDays: [1], isAtDue: true, afterDays: [], unbegunDays: [] })
})
