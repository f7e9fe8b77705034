import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { messageTemplate } from '@kaopei/messaging/contract/message-template'
import { messageChannel } from '@kaopei/messaging/contract/outbox'
import { messagingModule } from '@kaopei/messaging/server'
import { orgModule } from '@kaopei/org/server'
import { arrangePeople } from '@kaopei/org/testing'
import { inTransaction, type JobContext } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectCenter } from '../../contract/menus.ts'
import { projectNotice as notice } from '../../contract/notice.ts'
import { project } from '../../contract/project.ts'
import { trainingModule } from '../index.ts'
import { draftProject } from '../outline-arrange.ts'
import { writeByThemselves, writeForProject } from './notices.sweep.ts'
import { notifyJob } from './notify.job.ts'

const dayMs = 86_400_000
let world: World
beforeAll(async () => {
  world = await World.open([orgModule, filesModule, messagingModule(), trainingModule], temporaryBlobs)
})
afterAll(() => world.close())

/** A project on the shelf without notices of its own, in which these people take part since ten days and owe its one task. */
async function arrange(people: readonly { name: string; email?: string | null; isEnabled?: boolean }[], fields = {}) {
  const admin = await world.actor()
  const { companyId } = admin
  await arrangePeople(world, companyId, [{ id: admin.staffId }])
  const staffIds = await arrangePeople(
    world,
    companyId,
    people.map((one, index) => ({ email: `p${index}@example.com`, ...one })),
  )
  const { as, projectId, taskIds } = await draftProject(world, admin, [['甲']], { notifyJoin: false, ...fields })
  await as.get(project.upShelf, { id: projectId })
  // What is owed is said below.
  await world.rows(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'training.derive'`,
  )
  await world.rows(
    `insert into training.enrolment (company_id, project_id, staff_id, is_by_hand, enrolled_at, next_task_id)
     select $1, $2, n.id, true, $4, $5 from unnest($3::uuid[]) as n (id)`,
    // A minute more: the tenth day is over before a rule is set, by whichever clock.
    [companyId, projectId, staffIds, new Date(Date.now() - 10 * dayMs - 60_000), taskIds[0]?.[0]],
  )
  return { admin, companyId, staffIds, projectId, as }
}

async function addresses(companyId: string): Promise<string[]> {
  const rows = await world.rows<{ address: string }>('select address from messaging.outbox where company_id = $1 order by id', [
    companyId,
  ])
  return rows.map(({ address }) => address)
}

const dueIn = (projectId: string, ms: number) =>
  world.rows('update training.enrolment set next_due_at = $2 where project_id = $1', [projectId, new Date(Date.now() + ms)])
const setAgo = (projectId: string, ms: number) =>
  world.rows('update training.reminder_rule set set_at = $2 where project_id = $1', [projectId, new Date(Date.now() - ms)])
const sweep = () => writeByThemselves(world.services, new Date())

test('by hand the chosen are written to, and who was and who could not be is kept for each', async () => {
  const people = [
    { name: '甲' },
    { name: '完成' },
    { name: '无邮箱', email: null },
    { name: '停用', isEnabled: false },
    { name: '移出' },
  ]
  const { as, companyId, staffIds, projectId } = await arrange(people)
  const [one = '', done = '', mute = '', , left = ''] = staffIds
  await world.rows('update training.enrolment set completed_at = now() where staff_id = $1', [done])
  await world.rows('update training.enrolment set state = 3 where staff_id = $1', [left])
  const counts = { writtenCount: 1, skippedCount: 2, unreachableCount: 1 }
  expect(await as.get(notice.touch, { projectId, onlyOwing: true })).toEqual({ ...counts, mail: true, sms: false })
  expect(await as.call(notice.send, { projectId, staffIds: [left], title: '通知', content: '内容' })).toMatchObject({
    code: 3220,
  })
  const said = { title: '面授改期', content: '请到二号会议室\n<script>alert(1)</script>' }
  const { noticeId } = await as.get(notice.send, { projectId, onlyOwing: true, ...said })
  await world.runJobs()
  expect(await addresses(companyId)).toEqual(['p0@example.com'])
  const [mail] = await world.rows<{ subject: string; body: string }>(
    'select subject, body from messaging.outbox where company_id = $1',
    [companyId],
  )
  expect(mail?.subject).toBe('面授改期')
  expect(mail?.body).toContain(`/candidate/training/${projectId}`)
  expect(mail?.body).not.toContain('<script>')
  const { dataList } = await as.get(notice.list, { projectId })
  expect(dataList).toMatchObject([{ id: noticeId, ...counts, words: '手动通知', title: '面授改期', isUnderWay: false }])
  const told = await as.get(notice.noticeList, { projectId, noticeId })
  expect(new Map(told.dataList.map(({ staffId, mail: byMail }) => [staffId, byMail]))).toEqual(
    new Map([
      [one, true],
      [mute, false],
    ]),
  )
  expect(await as.get(notice.noticeList, { projectId, query: '无邮' })).toMatchObject({ totalCount: 1 })
})

test('where no way leads out nobody is written to, and it says so', async () => {
  const { as, projectId } = await arrange([{ name: '甲' }])
  const said = { projectId, title: '通知', content: '内容' }
  await as.get(messageTemplate.setEnabled, { type: messageChannel.mail, key: 'projectNotice', version: 0, isEnabled: false })
  expect(await as.get(notice.touch, { projectId })).toMatchObject({ mail: false, sms: false })
  expect(await as.call(notice.send, said)).toMatchObject({ code: 3221 })
  expect(await as.get(notice.list, { projectId })).toMatchObject({ totalCount: 0 })
})

test('a notice that was cut off goes on where it was, and writes to nobody twice', async () => {
  const { as, companyId, projectId } = await arrange(Array.from({ length: 120 }, (_, index) => ({ name: `学员${index}` })))
  await as.get(notice.send, { projectId, title: '通知', content: '内容' })
  const [waiting] = await world.rows<{ payload: { payload: unknown } }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'training.notify' and j.payload->>'companyId' = $1`,
    [companyId],
  )
  // Stopped behind the first batch.
  let asked = 0
  const { services } = world
  const context: JobContext = {
    ...{ companyId, services, pool: services.pool, log: services.log, attempt: 1, isLastAttempt: false },
    isStopping: () => asked++ > 0,
    transaction: (work) => inTransaction(services.pool, companyId, work),
    fail: () => {
      throw new Error('nothing refuses it')
    },
  }
  await expect(notifyJob.run(notifyJob.payload.parse(waiting?.payload.payload), context)).rejects.toThrow('stopping')
  expect(await addresses(companyId)).toHaveLength(100)
  await world.runJobs()
  const told = await addresses(companyId)
  expect([told.length, new Set(told).size]).toEqual([120, 120])
})

test('the ladder writes about what is owed, once for each task and rule that has come since it was set', async () => {
  const { as, companyId, projectId } = await arrange([{ name: '甲' }, { name: '乙', email: null }])
  await as.get(notice.setRules, { projectId, beforeDays: [3], isAtDue: true, afterDays: [7], unbegunDays: [10] })
  await dueIn(projectId, 2.5 * dayMs)
  await sweep()
  expect(await addresses(companyId)).toEqual([])
  await setAgo(projectId, 20 * dayMs)
  // Nothing is due, nor could anybody begin, before the project has begun.
  const beginsIn = (ms: number | null) =>
    world.rows('update training.project set begin_at = $2 where id = $1', [
      projectId,
      ms === null ? null : new Date(Date.now() + ms),
    ])
  await beginsIn(dayMs)
  await sweep()
  expect(await addresses(companyId)).toEqual([])
  await beginsIn(null)
  await Promise.all([sweep(), sweep()])
  await sweep()
  expect(await addresses(companyId)).toEqual(['p0@example.com', 'p0@example.com'])
  await dueIn(projectId, -dayMs / 24)
  await sweep()
  expect(await addresses(companyId)).toHaveLength(3)
  await dueIn(projectId, -7.1 * dayMs)
  await sweep()
  await sweep()
  expect(await addresses(companyId)).toHaveLength(4)
  const { dataList } = await as.get(notice.list, { projectId })
  const words = dataList.map((row) => row.words)
  expect(words.toSorted()).toEqual(['到达截止时间', '截止前 3 天', '加入 10 天仍未开始', '逾期 7 天'].toSorted())
})

test('reminders of a worker that was killed in the middle go to each once', async () => {
  const people = Array.from({ length: 250 }, (_, index) => ({ name: `学员${index}` }))
  const { as, companyId, projectId } = await arrange(people)
  await as.get(notice.setRules, { projectId, beforeDays: [3], isAtDue: false, afterDays: [], unbegunDays: [] })
  await setAgo(projectId, 20 * dayMs)
  await dueIn(projectId, dayMs)
  const { services } = world
  // Behind the first batch the database answers it no more.
  const pool = new Proxy(services.pool, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== 'connect') return typeof value === 'function' ? value.bind(target) : value
      return async () => {
        if ((await addresses(companyId)).length > 0) throw new Error('killed')
        return target.connect()
      }
    },
  })
  await expect(writeForProject({ ...services, pool }, { companyId, id: projectId }, new Date())).rejects.toThrow('killed')
  expect(await addresses(companyId)).toHaveLength(200)
  // What a server does each twenty seconds: of tables believed to be empty each row is looked for among all others.
  await world.rows('analyze training.enrolment, training.notice_person, org.staff')
  await Promise.all([sweep(), sweep()])
  const told = await addresses(companyId)
  expect([told.length, new Set(told).size]).toEqual([250, 250])
})

test('the ladder is quiet for who completed, left or is disabled, and rests off the shelf', async () => {
  const people = [{ name: '完成' }, { name: '移出' }, { name: '停用', isEnabled: false }, { name: '丁' }]
  const { as, companyId, staffIds, projectId } = await arrange(people)
  const [done = '', left = ''] = staffIds
  await as.get(notice.setRules, { projectId, beforeDays: [3], isAtDue: false, afterDays: [], unbegunDays: [] })
  await setAgo(projectId, 20 * dayMs)
  await dueIn(projectId, dayMs)
  await world.rows('update training.enrolment set completed_at = now() where staff_id = $1', [done])
  await world.rows('update training.enrolment set state = 3 where staff_id = $1', [left])
  await as.get(project.offShelf, { id: projectId })
  await sweep()
  expect(await addresses(companyId)).toEqual([])
  await as.get(project.upShelf, { id: projectId })
  await sweep()
  expect(await addresses(companyId)).toEqual(['p3@example.com'])
})

test('people are told that they take part, that it begins and that it ended, where the project wants it, once each', async () => {
  const beginTime = new Date(Date.now() - dayMs / 24).toISOString()
  const { as, companyId, projectId } = await arrange([{ name: '甲' }], {
    notifyJoin: true,
    notifyBegin: true,
    notifyEnd: true,
    beginTime,
  })
  await sweep()
  await sweep()
  const keys = async () => {
    const rows = await world.rows<{ key: string }>(
      'select template_key as key from messaging.outbox where company_id = $1 order by id',
      [companyId],
    )
    return rows.map(({ key }) => key)
  }
  expect((await keys()).toSorted()).toEqual(['projectBegun', 'projectJoined'])
  await as.get(project.end, { id: projectId })
  await sweep()
  await sweep()
  expect((await keys()).toSorted()).toEqual(['projectBegun', 'projectEnded', 'projectJoined'])
})

test('without the right nobody sends or looks, and other companies find nothing', async () => {
  const { companyId, projectId } = await arrange([{ name: '甲' }])
  const { rights } = projectCenter
  const viewer = world.as(await world.actor({ companyId, isAdmin: false, rights: [rights.view], menus: [projectCenter] }))
  const said = { projectId, title: '通知', content: '内容' }
  expect(await viewer.call(notice.send, said)).toMatchObject({ code: 1002 })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(notice.send, said)).toMatchObject({ code: 1008 })
  expect(await stranger.call(notice.noticeList, { projectId })).toMatchObject({ code: 1008 })
})
