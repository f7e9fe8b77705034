import { randomUUID } from 'node:crypto'
import { messagingModule } from '@kaopei/messaging/server'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { browserA } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attempt } from '../../contract/attempt.ts'
import { entry as entryCalls } from '../../contract/entry.ts'
import { exam } from '../../contract/exam.ts'
import { resultState } from '../../contract/exam-codes.ts'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examPeople } from '../../contract/exam-people.ts'
import { examManage } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { selectAddressees } from '../notices/to-candidates.sql.ts'
import { followGroups } from '../people/groups.service.ts'
import { arrangeExam, type ExamWish, startExam } from '../sitting-arrange.ts'
import { selectLastEnd } from './change.sql.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, messagingModule()])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const minute = 60_000
const reason = '身体原因'

/** An exam that is open for an hour more, with its people, an organiser who is none of them, and user groups of some of them. */
async function open(wish: ExamWish = {}) {
  const begun = Math.floor(Date.now() / 1000) * 1000
  const at = (minutes: number) => new Date(begun + minutes * minute)
  const go = (minutes: number) => {
    world.now = () => at(minutes)
  }
  go(0)
  const arranged = await arrangeExam(world, { candidates: 3, closeAt: at(60), limitMinutes: 30, ...wish })
  const { companyId, examId } = arranged
  const staffIds = arranged.candidates.map(({ staffId }) => staffId)
  const admin = world.as(await world.actor({ companyId }))
  const give = (times: object) => admin.get(examOverrides.save, { examinationId: examId, reason, ...times })
  const group = async (name: string, members: readonly string[]) => {
    const id = randomUUID()
    await world.rows('insert into usergroup.staff_group (company_id, id, name) values ($1, $2, $3)', [companyId, id, name])
    await join(id, members)
    return id
  }
  const join = (id: string, members: readonly string[]) =>
    world.rows('insert into usergroup.member (company_id, group_id, staff_id) select $1, $2, n from unnest($3::uuid[]) n', [
      companyId,
      id,
      members,
    ])
  const leave = (id: string, staffId: string) =>
    world.rows('delete from usergroup.member where company_id = $1 and group_id = $2 and staff_id = $3', [companyId, id, staffId])
  /** Minutes from the beginning. */
  const dueOf = async (staffId: string) => {
    const [row] = await world.rows<{ due: Date | null }>(
      'select due_at as due from sitting.attempt where owner_id = $1 and staff_id = $2 order by number desc limit 1',
      [examId, staffId],
    )
    return row?.due ? (row.due.getTime() - begun) / minute : row?.due
  }
  const stateOf = async (staffId: string) => {
    const { dataList } = await admin.get(results.list, { examinationId: examId })
    const { state } = await admin.get(results.get, { examinationId: examId, staffId })
    expect(dataList.find((row) => row.staffId === staffId)?.state).toBe(state)
    return state
  }
  const follow = () => world.inCompany(companyId, (db) => followGroups(db, { examId, now: world.now() }))
  const lastEnd = () => world.inCompany(companyId, (db) => selectLastEnd(db, examId))
  return { ...arranged, staffIds, admin, at, go, give, group, join, leave, dueOf, stateOf, follow, lastEnd }
}

const one = <Value>(values: readonly Value[], index = 0): Value => {
  const value = values[index]
  if (value === undefined) throw new Error(`there is no ${index}`)
  return value
}

test('an override is kept with who set it and why, changed field by field, and taken back', async () => {
  const { admin, give, examId, staffIds, at, companyId } = await open()
  const staffId = one(staffIds)
  expect(await give({ staffIds: [staffId], closeAt: at(90).toISOString(), extraPercent: 25 })).toEqual({
    changedCount: 1,
    recomputedCount: 0,
  })
  await give({ staffIds: [staffId], limitMinutes: 0, extraPercent: null, reason: '改为不限时长' })
  const list = () => admin.get(examOverrides.list, { examinationId: examId })
  expect((await list()).dataList).toMatchObject([
    {
      ...{ kind: 1, targetId: staffId, name: '考生1', reason: '改为不限时长', candidateCount: null, openAt: null },
      ...{ closeAt: at(90).toISOString(), neverCloses: false, limitMinutes: 0, extraPercent: null, extraMinutes: null },
    },
  ])
  await admin.get(examOverrides.remove, { examinationId: examId, staffIds: [staffId], reason: '设置有误' })
  expect(await list()).toEqual({ dataList: [], totalCount: 0 })
  const log = await world.rows('select action, reason, before, after from kit.operation_log where company_id = $1 order by at', [
    companyId,
  ])
  expect(log).toMatchObject([
    { action: 'saveTimes', reason, before: [{ name: '考生1' }], after: { times: [{ name: '考生1', extraPercent: 25 }] } },
    { action: 'saveTimes', before: [{ extraPercent: 25 }], after: { times: [{ extraPercent: null, limitMinutes: 0 }] } },
    { action: 'removeTimes', reason: '设置有误', before: [{ name: '考生1', limitMinutes: 0 }], after: { removedCount: 1 } },
  ])
})

test('an override of nothing is none, and a reason and somebody are asked for', async () => {
  const { admin, give, examId, staffIds } = await open()
  await give({ staffIds, extraMinutes: 5 })
  await give({ staffIds, extraMinutes: null })
  expect((await admin.get(examOverrides.list, { examinationId: examId })).totalCount).toBe(0)
  const call = (input: object) => admin.call(examOverrides.save, { examinationId: examId, reason, extraMinutes: 5, ...input })
  expect(await call({ staffIds: [] })).toMatchObject({ code: 1001, message: '请选择考生或用户组（一次只能选其中一种）' })
  expect(await call({ staffIds, reason: ' ' })).toMatchObject({ code: 1001, message: '请输入设置原因' })
  expect(await call({ staffIds, neverCloses: true, closeAt: new Date().toISOString() })).toMatchObject({ code: 1001 })
})

test('without a close somebody may begin when the others are absent, and is never absent', async () => {
  const { give, candidates, staffIds, examId, go, at, dueOf, stateOf, lastEnd } = await open()
  await give({ staffIds: [one(staffIds)], neverCloses: true })
  expect(await lastEnd()).toBeNull()
  go(100)
  expect(await stateOf(one(staffIds))).toBe(resultState.notStarted)
  expect(await stateOf(one(staffIds, 1))).toBe(resultState.absent)
  const late = await world.as(one(candidates, 1)).call(entryCalls.start, { examId, device: browserA })
  expect(late).toMatchObject({ code: 2350, data: { refusal: 'closed' } })
  const mine = await world.as(one(candidates)).get(entryCalls.myExams, {})
  expect(mine.dataList).toMatchObject([{ closeAt: null, status: 5, entry: { allowed: true } }])
  await give({ staffIds: [one(staffIds)], limitMinutes: 0 })
  const { terms } = await world.as(one(candidates)).get(entryCalls.notice, { examId })
  expect(terms).toContain('本场考试不限时长，答完后请及时交卷。')
  await give({ staffIds: [one(staffIds)], limitMinutes: null })
  const { attemptId } = await startExam(world, one(candidates), examId)
  expect(await dueOf(one(staffIds))).toBe(130)
  expect(await lastEnd()).toEqual(at(130))
  await world.as(one(candidates)).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
  // Who has used their attempts holds back nobody any more.
  expect((await lastEnd())?.getTime()).toBeLessThanOrEqual(at(130).getTime())
})

test('a close of one’s own holds in every list: earlier makes absent, later does not', async () => {
  const { give, staffIds, go, at, stateOf } = await open()
  await give({ staffIds: [one(staffIds)], closeAt: at(20).toISOString() })
  await give({ staffIds: [one(staffIds, 1)], closeAt: at(120).toISOString(), extraPercent: 100 })
  go(30)
  expect(await Promise.all(staffIds.map(stateOf))).toEqual([resultState.absent, resultState.notStarted, resultState.notStarted])
  go(110)
  expect(await Promise.all(staffIds.map(stateOf))).toEqual([resultState.absent, resultState.notStarted, resultState.absent])
  go(121)
  expect(await stateOf(one(staffIds, 1))).toBe(resultState.absent)
})

test('groups give the most generous times, the person’s own beat them, and each part says where it is from', async () => {
  const { admin, give, group, examId, staffIds, at } = await open()
  const staffId = one(staffIds)
  const night = await group('夜班', [staffId, one(staffIds, 1)])
  const far = await group('外地', [staffId])
  await give({ groupIds: [night], closeAt: at(80).toISOString(), limitMinutes: 40, attemptsAllowed: 0 })
  await give({ groupIds: [far], closeAt: at(90).toISOString(), limitMinutes: 35, extraPercent: 50 })
  await give({ staffIds: [staffId], extraPercent: 10 })
  const told = await admin.get(examOverrides.ofPerson, { examinationId: examId, staffId })
  expect(told).toMatchObject({
    ...{ name: '考生1', closeAt: at(90).toISOString(), limitMinutes: 44, attemptsAllowed: 0, extraPercent: 10, dueTime: null },
    own: { extraPercent: 10, closeAt: null },
  })
  expect(
    Object.fromEntries(told.sources.map(({ field, source, groupNames }) => [field, [source, ...groupNames].join(' ')])),
  ).toEqual({
    openAt: 'exam',
    closeAt: 'group 外地',
    limitMinutes: 'group 夜班',
    attemptsAllowed: 'group 夜班',
    extraPercent: 'person',
    extraMinutes: 'exam',
  })
  const { dataList } = await admin.get(examOverrides.list, { examinationId: examId })
  expect(dataList.map(({ name, candidateCount }) => `${name} ${candidateCount}`).sort()).toEqual([
    '外地 1',
    '夜班 2',
    '考生1 null',
  ])
  expect(dataList[2]?.name).toBe('考生1')
  const people = await admin.get(examPeople.list, { examinationId: examId })
  expect(people.dataList.map(({ times }) => times?.limitMinutes ?? null).sort()).toEqual([40, 40, null])
})

test('what a group is given reaches attempts under way, and who joins or leaves it gets or loses it within the notice', async () => {
  const { give, group, join, leave, candidates, examId, go, dueOf, follow, admin } = await open()
  const [first, second] = [one(candidates), one(candidates, 1)]
  await startExam(world, first, examId)
  await startExam(world, second, examId)
  const night = await group('夜班', [first.staffId])
  expect(await give({ groupIds: [night], extraMinutes: 10 })).toMatchObject({ recomputedCount: 1 })
  expect(await Promise.all([dueOf(first.staffId), dueOf(second.staffId)])).toEqual([40, 30])
  await join(night, [second.staffId])
  await follow()
  expect(await dueOf(second.staffId)).toBe(40)
  // Out of the group five minutes after what would have been the end: two minutes for the hand-in.
  go(35)
  await leave(night, second.staffId)
  await follow()
  expect(await dueOf(second.staffId)).toBe(37)
  const [event] = await world.rows<{ data: { warning: string }; actor_id: string | null }>(
    `select v.data, v.actor_id from sitting.attempt_event v join sitting.attempt a on a.company_id = v.company_id and a.id = v.attempt_id
     where a.owner_id = $1 and a.staff_id = $2 and v.type = 'dueChanged' order by v.server_time desc limit 1`,
    [examId, second.staffId],
  )
  expect(event).toMatchObject({ actor_id: null, data: { warning: expect.stringContaining('2 分钟') } })
  expect(await dueOf(first.staffId)).toBe(40)
  expect(await admin.get(examOverrides.remove, { examinationId: examId, groupIds: [night], reason: '撤回' })).toMatchObject({
    ...{ removedCount: 1, recomputedCount: 1 },
  })
  expect(await dueOf(first.staffId)).toBe(37)
})

test('who starts while the group is being given time gets the deadline that holds', async () => {
  const { group, give, candidates, staffIds, examId, dueOf } = await open()
  const night = await group('夜班', staffIds)
  const { hash } = await world.as(one(candidates)).get(entryCalls.notice, { examId })
  await world.as(one(candidates)).get(entryCalls.confirmNotice, { examId, hash })
  await Promise.all([
    world.as(one(candidates)).call(entryCalls.start, { examId, device: browserA }),
    give({ groupIds: [night], closeAt: new Date(Date.now() + 20 * minute).toISOString() }),
  ])
  expect(Math.round(Number(await dueOf(one(staffIds))))).toBe(20)
})

test('more attempts, an earlier opening and no limit are obeyed at the door', async () => {
  const { give, candidates, examId, at, go, dueOf, staffIds } = await open({ openAt: new Date(Date.now() + 20 * minute) })
  const actor = one(candidates)
  const start = () => world.as(actor).call(entryCalls.start, { examId, device: browserA })
  expect(await start()).toMatchObject({ data: { refusal: 'notOpen' } })
  await give({ staffIds: [actor.staffId], openAt: at(-5).toISOString(), limitMinutes: 0, attemptsAllowed: 2 })
  for (const key of ['submission-1', 'submission-2']) {
    const { attemptId } = await startExam(world, actor, examId)
    expect(await dueOf(one(staffIds))).toBe(60)
    await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: key })
  }
  go(1)
  expect(await start()).toMatchObject({ data: { refusal: 'noAttemptLeft' } })
})

test('times that let nobody in are refused with the name, and nothing is kept', async () => {
  const { admin, give, group, examId, staffIds, at } = await open()
  const call = (input: object) => admin.call(examOverrides.save, { examinationId: examId, reason, ...input })
  expect(await call({ staffIds: [one(staffIds)], openAt: at(61).toISOString() })).toMatchObject({
    code: 2392,
    message: '设置后“考生1”的开始时间不早于结束时间，请调整后再保存',
  })
  expect(await call({ staffIds: [one(staffIds)], openAt: at(61).toISOString(), neverCloses: true })).toMatchObject({ code: 0 })
  const night = await group('夜班', [one(staffIds, 1)])
  await give({ staffIds: [one(staffIds, 1)], closeAt: at(10).toISOString() })
  expect(await call({ groupIds: [night], openAt: at(30).toISOString() })).toMatchObject({ code: 2392 })
  expect((await admin.get(examOverrides.list, { examinationId: examId })).totalCount).toBe(2)
})

test('nobody sets times for themselves or a group of theirs, nor voids or restores an attempt of theirs', async () => {
  const { companyId, candidates, examId, group, staffIds } = await open()
  const self = one(candidates)
  const { attemptId } = await startExam(world, self, examId)
  const organiser = world.as(await world.actor({ companyId, staffId: self.staffId, isAdmin: true }))
  const night = await group('夜班', staffIds)
  const common = { examinationId: examId, reason }
  const refused = [
    await organiser.call(examOverrides.save, { ...common, staffIds, extraMinutes: 30 }),
    await organiser.call(examOverrides.save, { ...common, groupIds: [night], extraMinutes: 30 }),
    await organiser.call(examOverrides.remove, { ...common, staffIds: [self.staffId] }),
    await organiser.call(examOverrides.remove, { ...common, groupIds: [night] }),
  ]
  expect(refused.map(({ code }) => code)).toEqual([2390, 2390, 2390, 2390])
  expect(refused[1]).toMatchObject({ message: '您是所选用户组的成员，不能设置自己的考试时间，请联系其他管理员操作' })
  for (const call of [attempt.void, attempt.restore])
    expect(await organiser.call(call, { attemptId, reason })).toMatchObject({
      code: 2391,
      message: '不能作废或恢复自己的答卷，请联系其他管理员操作',
    })
  expect(await world.rows('select state from sitting.attempt where id = $1', [attemptId])).toEqual([{ state: 'in_progress' }])
  expect(await organiser.call(examOverrides.save, { ...common, staffIds: [one(staffIds, 1)], extraMinutes: 5 })).toMatchObject({
    code: 0,
  })
})

test('whoever sees only a part of the people sets times for those alone', async () => {
  const { companyId, admin, give, examId, staffIds, group } = await open()
  const departmentId = randomUUID()
  await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
    ...[companyId, departmentId, '研发部', `/${departmentId}/`],
  ])
  await world.rows('update org.staff set department_id = $2 where id = $1', [one(staffIds), departmentId])
  const [mixed, near] = [await group('都有', staffIds), await group('研发', [one(staffIds)])]
  await give({ staffIds: [one(staffIds, 1)], extraMinutes: 5 })
  const rights = [examManage.rights.view, examManage.rights.edit]
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departmentId], ownStaffId: null } as const
  const clerk = world.as(await world.actor({ companyId, rights, scopes: { examManage: scope } }))
  const call = (input: object) => clerk.call(examOverrides.save, { examinationId: examId, reason, extraMinutes: 9, ...input })
  expect(await call({ staffIds: [one(staffIds, 1)] })).toMatchObject({ code: 2309 })
  expect(await call({ groupIds: [mixed] })).toMatchObject({ code: 2318 })
  expect(await call({ groupIds: [near] })).toMatchObject({ code: 0 })
  expect(await call({ groupIds: [randomUUID()] })).toMatchObject({ code: 2316 })
  const remove = (input: object) => clerk.call(examOverrides.remove, { examinationId: examId, reason, ...input })
  expect(await remove({ staffIds: [one(staffIds, 1)] })).toMatchObject({ code: 2309 })
  expect((await clerk.get(examOverrides.list, { examinationId: examId })).dataList.map(({ name }) => name)).toEqual(['研发'])
  const ofPerson = (staffId: string) => clerk.call(examOverrides.ofPerson, { examinationId: examId, staffId })
  expect(await ofPerson(one(staffIds, 1))).toMatchObject({ code: 1008 })
  expect(await ofPerson(one(staffIds))).toMatchObject({ code: 0, data: { extraMinutes: 9 } })
  const viewer = world.as(await world.actor({ companyId, rights: [examManage.rights.view] }))
  expect(await viewer.call(examOverrides.save, { examinationId: examId, reason, staffIds, extraMinutes: 9 })).toMatchObject({
    code: 1002,
  })
  const stranger = world.as(await world.actor({ companyId: await world.company() }))
  expect(await stranger.call(examOverrides.save, { examinationId: examId, reason, staffIds, extraMinutes: 9 })).toMatchObject({
    code: 1008,
  })
  expect((await admin.get(examOverrides.list, { examinationId: examId })).totalCount).toBe(2)
})

test('as long as somebody may still sit, the exam may be cancelled after its close', async () => {
  const { give, admin, staffIds, examId, go, at } = await open()
  go(61)
  const cancel = async () => {
    const { version } = await admin.get(exam.get, { id: examId })
    return admin.call(exam.cancel, { id: examId, version, reason: '试题泄露' })
  }
  expect(await cancel()).toMatchObject({ code: 2304 })
  await give({ staffIds: [one(staffIds)], closeAt: at(90).toISOString() })
  expect(await cancel()).toMatchObject({ code: 0 })
  const late = await admin.call(examOverrides.save, { examinationId: examId, reason, staffIds: [one(staffIds)], extraMinutes: 9 })
  expect(late).toMatchObject({ code: 2303 })
})

test('notices tell each person the times that hold for them', async () => {
  const { companyId, examId, staffIds, give, group, at } = await open()
  await world.rows(`update org.staff set email = name || '@example.com' where company_id = $1`, [companyId])
  await give({ groupIds: [await group('夜班', [one(staffIds)])], openAt: at(-60).toISOString(), extraMinutes: 15 })
  await give({ staffIds: [one(staffIds, 1)], neverCloses: true })
  const people = await world.inCompany(companyId, (db) =>
    selectAddressees(db, { examId, hasSat: false, after: undefined, limit: 10 }),
  )
  const timesOf = (staffId: string) => {
    const { opensAt, closesAt } = one(people.filter((person) => person.staffId === staffId))
    return [opensAt, closesAt]
  }
  expect(timesOf(one(staffIds))).toEqual([at(-60), at(75)])
  expect(timesOf(one(staffIds, 1))).toEqual([at(-10), null])
  expect(timesOf(one(staffIds, 2))).toEqual([at(-10), at(60)])
})
