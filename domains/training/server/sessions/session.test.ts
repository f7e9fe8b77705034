import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { examModule } from '@kaopei/exam/server'
import { World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attendanceState } from '../../contract/codes.ts'
import { projectErrors } from '../../contract/errors.ts'
import { projectLearnErrors } from '../../contract/learn-errors.ts'
import { projectCenter } from '../../contract/menus.ts'
import { project } from '../../contract/project.ts'
import { ownSession, projectSession } from '../../contract/session.ts'
import { sessionErrors } from '../../contract/session-errors.ts'
import { projectTasks } from '../../contract/stage-task.ts'
import { sessionHeld, trainingModule } from '../index.ts'
import { arrangeTraining, one, type SessionWish } from './session-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, trainingModule])
})
afterAll(() => world.close())

const { booked, present, late, onLeave, absent } = attendanceState
const begin = new Date(Date.now() + 3_600_000)
const minutes = (count: number) => new Date(begin.getTime() + count * 60_000)
const at = (moment: Date) => {
  world.now = () => moment
}
const device = () => randomUUID().replaceAll('-', '')

async function arranged(wish: Partial<SessionWish> & { readonly people?: number } = {}) {
  at(minutes(-55))
  const { people = 1, ...session } = wish
  const training = await arrangeTraining(world, {
    people,
    tasks: [{ title: '消防演练', session: { beginAt: begin, endAt: minutes(120), ...session } }],
  })
  return { ...training, task: one(training.taskIds) }
}
type Arranged = Awaited<ReturnType<typeof arranged>>

async function codeOf({ admin, task }: Pick<Arranged, 'admin' | 'task'>): Promise<string> {
  const { url } = await world.as(admin).get(projectSession.qr, { task })
  const { pathname, searchParams } = new URL(url)
  expect(pathname).toBe(`/candidate/training/sign/${task}`)
  return searchParams.get('t') ?? ''
}
const scan = async (training: Arranged, index: number, code: string, given = device()) =>
  world.as(one(training.learners, index)).call(ownSession.signIn, { task: training.task, code, device: given })
const statesOf = async ({ task, staffIds }: Arranged) => {
  const rows = await world.rows('select staff_id, state from training.attendance where task_id = $1', [task])
  const states = new Map(rows.map((row) => [row.staff_id, row.state]))
  return staffIds.map((id) => states.get(id) ?? null)
}

test('three people for the last place: one gets it, and it comes free again by cancelling', async () => {
  const training = await arranged({ people: 4, places: 2 })
  const { task, learners } = training
  const book = (index: number) => world.as(one(learners, index)).call(ownSession.book, { task })
  expect((await book(0)).code).toBe(0)
  const answers = await Promise.all([1, 2, 3].map(book))
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, sessionErrors.full.code, sessionErrors.full.code])
  expect((await statesOf(training)).filter((state) => state === booked)).toHaveLength(2)
  // Again is the same place, not another.
  expect((await book(0)).data).toMatchObject({ attendance: booked, placesLeft: 0, mayBook: false, mayCancel: true })
  await world.as(one(learners, 0)).get(ownSession.cancelBooking, { task })
  const waiting = answers.findIndex(({ code }) => code !== 0) + 1
  expect((await book(waiting)).data.attendance).toBe(booked)
})

test('whoever scans the code is there, late by the clock of the server, once', async () => {
  const training = await arranged({ people: 2, lateAfterMinutes: 10 })
  at(minutes(10))
  const first = await scan(training, 0, await codeOf(training))
  expect(first.data).toMatchObject({ attendance: present, projectId: training.projectId })
  at(minutes(11))
  expect((await scan(training, 1, await codeOf(training))).data.attendance).toBe(late)
  const again = await scan(training, 0, 'whatever the code')
  expect([again.code, again.data.signedAt]).toEqual([0, minutes(10).toISOString()])
  const { dataList, counts } = await world.as(training.admin).get(projectSession.attendance, { task: training.task })
  expect(counts).toMatchObject({ expected: 2, present: 1, late: 1 })
  expect(dataList.map(({ way, address }) => [way, address !== null])).toEqual([
    ['qr', true],
    ['qr', true],
  ])
  const events = await world.rows(
    'select kind, cause from training.task_event where task_id = $1 and staff_id = $2 order by id',
    [training.task, one(training.staffIds)],
  )
  expect(events.map(({ kind }) => kind)).toEqual(['begun', 'done'])
})

test('a photographed code is worth nothing after thirty seconds, and nobody comes in outside of the times', async () => {
  const training = await arranged()
  at(minutes(0))
  const code = await codeOf(training)
  at(new Date(minutes(0).getTime() + 31_000))
  expect((await scan(training, 0, code)).code).toBe(sessionErrors.codeExpired.code)
  expect((await scan(training, 0, `${code}x`)).code).toBe(sessionErrors.codeExpired.code)
  at(minutes(-31))
  const early = await scan(training, 0, await codeOf(training))
  expect([early.code, early.message.endsWith('开始签到，请届时再扫码')]).toEqual([sessionErrors.notYet.code, true])
  at(minutes(120))
  expect((await scan(training, 0, await codeOf(training))).code).toBe(sessionErrors.over.code)
  expect(await statesOf(training)).toEqual([null])
})

test('one device signs in one person, also when both try at once', async () => {
  const training = await arranged({ people: 3 })
  at(minutes(0))
  const code = await codeOf(training)
  const shared = device()
  const answers = await Promise.all([0, 1].map((index) => scan(training, index, code, shared)))
  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, sessionErrors.deviceUsed.code])
  expect((await scan(training, 2, code, shared)).code).toBe(sessionErrors.deviceUsed.code)
  expect((await scan(training, 2, code)).code).toBe(0)
})

test('a code of one session signs in nobody elsewhere; strangers and people without a place are told why', async () => {
  const training = await arranged({ people: 2, places: 1 })
  const other = await arranged({ people: 1 })
  at(minutes(0))
  const code = await codeOf(training)
  expect((await scan(other, 0, code)).code).toBe(sessionErrors.codeExpired.code)
  expect((await scan(training, 0, code)).code).toBe(sessionErrors.noPlace.code)
  const stranger = await world.actor({ companyId: training.companyId, isAdmin: false })
  const asked = { task: training.task, code, device: device() }
  expect((await world.as(stranger).call(ownSession.signIn, asked)).code).toBe(projectLearnErrors.notMine.code)
  expect((await world.as(one(other.learners)).call(ownSession.signIn, asked)).code).toBe(protocolErrors.notFound.code)
})

test('leave is asked for before it begins, gives the place back, and whoever comes all the same is there', async () => {
  const training = await arranged({ people: 2, places: 1 })
  const { task } = training
  const [first, second] = [world.as(one(training.learners, 0)), world.as(one(training.learners, 1))]
  await first.get(ownSession.book, { task })
  expect((await second.call(ownSession.book, { task })).code).toBe(sessionErrors.full.code)
  expect((await first.get(ownSession.leave, { task, reason: '出差' })).attendance).toBe(onLeave)
  await second.get(ownSession.book, { task })
  at(minutes(1))
  expect((await second.call(ownSession.leave, { task, reason: '不想去' })).code).toBe(sessionErrors.over.code)
  expect((await second.call(ownSession.cancelBooking, { task })).code).toBe(sessionErrors.bookingOver.code)
  const open = await arranged()
  await world.as(one(open.learners)).get(ownSession.leave, { task: open.task, reason: '有事' })
  at(minutes(0))
  expect((await scan(open, 0, await codeOf(open))).data.attendance).toBe(present)
})

test('closing the list makes absent whoever did not come, once; a missed signature is still entered with its reason', async () => {
  const training = await arranged({ people: 4 })
  const { task, admin, staffIds, projectId } = training
  expect((await world.as(admin).call(projectSession.close, { task })).code).toBe(sessionErrors.notOver.code)
  await world.as(one(training.learners, 1)).get(ownSession.leave, { task, reason: '生病' })
  at(minutes(5))
  const code = await codeOf(training)
  await scan(training, 0, code)
  const closed = await world.as(admin).get(projectSession.close, { task })
  expect(closed.counts).toMatchObject({ expected: 4, late: 1, onLeave: 1, absent: 2 })
  expect(await statesOf(training)).toEqual([late, onLeave, absent, absent])
  expect((await world.as(admin).call(projectSession.close, { task })).code).toBe(sessionErrors.held.code)
  expect((await scan(training, 2, code)).code).toBe(sessionErrors.held.code)
  expect(await world.runJobs()).toContain(sessionHeld.name)
  const set = { task, staffIds: [one(staffIds, 2)], state: present }
  expect((await world.as(admin).call(projectSession.setAttendance, set)).code).toBe(sessionErrors.reasonNeeded.code)
  await world.as(admin).get(projectSession.setAttendance, { ...set, reason: '手机没电' })
  expect(await statesOf(training)).toEqual([late, onLeave, present, absent])
  const [person] = await world.rows('select percent from training.enrolment where project_id = $1 and staff_id = $2', [
    projectId,
    one(staffIds, 2),
  ])
  expect(person?.percent).toBe(100)
  const took = await world.as(admin).call(projectSession.setAttendance, { ...set, state: null, reason: '弄错了' })
  expect(took.code).toBe(projectErrors.fixed.code)
})

test('whoever organises sees and enters people of their own departments alone', async () => {
  const training = await arranged({ people: 2 })
  const { companyId, departments, task, staffIds } = training
  await world.rows('update org.staff set department_id = $3 where company_id = $1 and id = $2', [
    companyId,
    one(staffIds, 1),
    departments.other,
  ])
  const scope = { kind: 'some', departmentIds: [departments.branch], subtreeIds: [], ownStaffId: null } as const
  const near = await world.actor({
    companyId,
    isAdmin: false,
    menus: [projectCenter],
    rights: [projectCenter.rights.view, projectCenter.rights.attend],
    scopes: { projectCenter: scope },
  })
  const { dataList, counts } = await world.as(near).get(projectSession.attendance, { task })
  expect([dataList.map(({ staffId }) => staffId), counts.expected]).toEqual([[one(staffIds)], 1])
  const far = { task, staffIds: [one(staffIds, 1)], state: present, reason: '补签' }
  expect((await world.as(near).call(projectSession.setAttendance, far)).code).toBe(sessionErrors.unknownStaff.code)
  expect((await world.as(near).call(projectSession.close, { task: randomUUID() })).code).toBe(protocolErrors.notFound.code)
  // Closing would make absent somebody whom the organiser does not see: it waits until others have said what became of them.
  at(minutes(5))
  expect((await world.as(near).call(projectSession.close, { task })).code).toBe(sessionErrors.beyondScope.code)
  expect(await statesOf(training)).toEqual([null, null])
  await world.as(training.admin).get(projectSession.setAttendance, { ...far, state: onLeave })
  await world.as(near).get(projectSession.close, { task })
  expect(await statesOf(training)).toEqual([absent, onLeave])
})

test('the attendance sheet has everybody with what came of them', async () => {
  const training = await arranged({ people: 2 })
  at(minutes(0))
  await scan(training, 0, await codeOf(training))
  const { rawPayload } = await world.as(training.admin).raw(projectSession.sheet, { task: training.task })
  const lines = []
  for await (const { cells } of readXlsx(rawPayload)) lines.push(cells.map(({ text }) => text).join('|'))
  expect(lines.map((line) => ['已签到|', '未签到'].find((word) => line.includes(word)))).toEqual([
    ...[undefined, undefined, undefined],
    ...['已签到|', '未签到'],
  ])
})

test('times that do not fit and places that are taken are refused; an older version changes nothing', async () => {
  const training = await arranged({ people: 2, places: 2 })
  const { admin, task } = training
  for (const learner of training.learners) await world.as(learner).get(ownSession.book, { task })
  const { version } = await world.as(admin).get(projectSession.get, { task })
  const facts = { task, version, place: '二号培训室', beginTime: begin.toISOString(), endTime: minutes(60).toISOString() }
  const save = (more: object) => world.as(admin).call(projectSession.save, { ...facts, places: 2, ...more })
  expect((await save({ endTime: begin.toISOString() })).code).toBe(sessionErrors.timesInverted.code)
  expect((await save({ places: 1 })).code).toBe(sessionErrors.belowTaken.code)
  expect((await save({})).data).toMatchObject({ place: '二号培训室', version: version + 1 })
  expect((await save({})).code).toBe(protocolErrors.changed.code)
})

test('a session that is changed with its task keeps to the same: nobody loses a place, a closed list stays', async () => {
  const training = await arranged({ people: 2, places: 2 })
  const { admin, task } = training
  for (const learner of training.learners) await world.as(learner).get(ownSession.book, { task })
  const { projectId } = await world.as(admin).get(projectSession.get, { task })
  const facts = { place: '三号培训室', beginTime: begin.toISOString(), endTime: minutes(60).toISOString() }
  const modify = (session: object) =>
    world
      .as(admin)
      .call(projectTasks.modify, { projectId, taskId: task, title: '演练', session: { ...facts, places: 2, ...session } })
  expect((await modify({ places: 1 })).code).toBe(sessionErrors.belowTaken.code)
  expect((await modify({})).code).toBe(0)
  expect(await world.as(admin).get(projectSession.get, { task })).toMatchObject({ place: '三号培训室', title: '演练' })
  at(minutes(5))
  await world.as(admin).get(projectSession.close, { task })
  expect((await modify({ place: '别处' })).code).toBe(sessionErrors.held.code)
  // What the form sends back unchanged is no change.
  expect((await modify({})).code).toBe(0)
})

test('the instructor of a session is booked with it, moved with it, and has taught when its list is closed', async () => {
  const { admin, task, companyId } = await arranged()
  const [instructor] = await world.rows<{ id: string }>(
    `insert into instructor.instructor (company_id, origin, name) values ($1, 2, '钱教授') returning id`,
    [companyId],
  )
  const instructorId = instructor?.id ?? ''
  const save = async (more: object) => {
    const { version, place, beginTime, endTime } = await world.as(admin).get(projectSession.get, { task })
    return world.as(admin).call(projectSession.save, { task, version, place, beginTime, endTime, instructorId, ...more })
  }
  await world.rows(
    `insert into instructor.booking (company_id, instructor_id, begin_at, end_at, title) values ($1, $2, $3, $4, '别的课')`,
    [companyId, instructorId, minutes(130), minutes(190)],
  )
  expect((await save({})).data).toMatchObject({ instructorId, lecturer: '钱教授' })
  const { projectId } = await world.as(admin).get(projectSession.get, { task })
  expect(await world.as(admin).get(project.copy, { id: projectId })).toMatchObject({ unbookedCount: 1 })
  expect((await world.rows('select 1 from instructor.booking where company_id = $1', [companyId])).length).toBe(2)
  const refused = await save({ endTime: minutes(140).toISOString() })
  expect([refused.code, refused.message.includes('别的课')]).toEqual([sessionErrors.lecturerTaken.code, true])
  await save({ endTime: minutes(90).toISOString() })
  const isGone = async () => (await world.as(admin).get(projectSession.get, { task })).isLecturerGone
  expect(await isGone()).toBe(false)
  await world.rows('update instructor.instructor set removed_at = now() where id = $1', [instructorId])
  expect(await isGone()).toBe(true)
  await world.rows('update instructor.instructor set removed_at = null where id = $1', [instructorId])
  at(minutes(60))
  await world.as(admin).get(projectSession.close, { task })
  const hours = await world.rows(
    'select stage, sum(minutes)::int as minutes from instructor.hour_entry where company_id = $1 group by stage order by stage',
    [companyId],
  )
  expect(hours).toEqual([
    { stage: 1, minutes: 90 },
    { stage: 2, minutes: 90 },
  ])
})
