import { execFileSync } from 'node:child_process'
import { protocolErrors } from '@kaopei/contract'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { planErrors } from '@kaopei/venue/contract/errors'
import { room } from '@kaopei/venue/contract/room'
import { venueModule } from '@kaopei/venue/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examErrors } from '../../contract/exam-errors.ts'
import { examRooms } from '../../contract/exam-rooms.ts'
import { signIn } from '../../contract/exam-sign-in.ts'
import { examTickets } from '../../contract/exam-tickets.ts'
import { examManage } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { arrangeCandidates, arrangeExam, startExam } from '../sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, venueModule, filesModule], temporaryBlobs)
})
afterAll(() => world.close())

const layoutName = '全部座位'

/** A published exam in two rooms of one row, the first of so many seats; the first candidates sit there. */
async function arranged({ people = 2, seats = 4 } = {}) {
  const { companyId, examId: examinationId, candidates } = await arrangeExam(world, { candidates: people, status: 1 })
  const as = world.as(await world.actor({ companyId }))
  const { id: first } = await as.get(room.create, { roomName: '第 1 考场', rowCount: 1, columnCount: seats })
  const { id: second } = await as.get(room.create, { roomName: '第 2 考场', rowCount: 1, columnCount: 4 })
  const rooms = [first, second].map((roomId) => ({ roomId, layoutName }))
  await as.get(examRooms.save, { examinationId, rooms })
  const placesOf = async () => {
    const { dataList } = await as.get(examRooms.list, { examinationId })
    return new Map(dataList.map((row) => [row.staffId, row]))
  }
  const [one, two] = candidates
  if (!one || !two) throw new Error('two candidates are needed')
  return { companyId, examinationId, as, first, second, rooms, placesOf, candidates, one: one.staffId, two: two.staffId }
}

test('in a room that was closed nobody is seated anew, and whoever sits there stays', async () => {
  const { companyId, examinationId, as, first, second, placesOf, one } = await arranged()
  await as.get(examRooms.distribute, { examinationId })
  expect((await placesOf()).get(one)?.roomId).toBe(first)
  await as.get(room.setStatus, { id: first, roomStatus: 0 })
  const [late, later] = await arrangeCandidates(world, companyId, examinationId, 2)
  await as.get(examRooms.distribute, { examinationId })
  expect((await placesOf()).get(late?.staffId ?? '')?.roomId).toBe(second)
  expect((await placesOf()).get(one)?.roomId).toBe(first)
  const refused = await as.call(examRooms.seat, { examinationId, staffId: later?.staffId ?? '', roomId: first, seat: '1-4' })
  expect([refused.code, refused.message]).toEqual([planErrors.roomClosed.code, '考场“第 1 考场”已停用，请选择其他考场'])
  await as.get(examRooms.seat, { examinationId, staffId: one, roomId: first, seat: '1-4' })
})

test('a seat on which somebody really sits is nobody else’s; in another room they sign in anew, and every step is shown', async () => {
  const { companyId, examinationId, as, first, second, placesOf, one, two } = await arranged({ seats: 3 })
  const sit = (staffId: string, roomId: string, seat: string) => as.call(examRooms.seat, { examinationId, staffId, roomId, seat })
  await sit(one, first, '1-1')
  await as.get(examRooms.checkIn, { examinationId, staffId: one, act: 'verified' })
  await as.get(examRooms.checkIn, { examinationId, staffId: one, act: 'seated', seat: '1-3' })
  expect((await sit(two, first, '1-3')).code).toBe(planErrors.seatTaken.code)
  await arrangeCandidates(world, companyId, examinationId, 2)
  await as.get(examRooms.distribute, { examinationId })
  const inFirst = [...(await placesOf()).values()].filter(({ roomId }) => roomId === first).map(({ seat }) => seat)
  expect(inFirst.toSorted()).toEqual(['1-1', '1-2'])

  await sit(one, second, '1-4')
  expect((await placesOf()).get(one)).toMatchObject({ roomId: second, seat: '1-4', realSeat: null, state: 0 })
  const { dataList } = await as.get(examRooms.checkIns, { examinationId, staffId: one })
  expect(dataList.map(({ act, way, seat, reason }) => [act, way, seat, reason])).toEqual([
    ['undone', 'list', '1-4', '换到考场“第 2 考场”'],
    ['seated', 'list', '1-3', ''],
    ['verified', 'list', '1-1', ''],
  ])
  const stranger = world.as(await world.actor({}))
  expect((await stranger.call(examRooms.checkIns, { examinationId, staffId: one })).code).toBe(protocolErrors.notFound.code)
})

test('a move of whoever has begun is an event of the attempt, each time; of others there is none', async () => {
  const { companyId, examinationId, as, first, second, one, two, candidates } = await arranged()
  const sit = (staffId: string, roomId: string, seat: string) => as.get(examRooms.seat, { examinationId, staffId, roomId, seat })
  await sit(one, first, '1-1')
  await sit(two, first, '1-2')
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examinationId)
  await sit(one, second, '1-4')
  await sit(one, second, '1-4')
  await sit(one, first, '1-1')
  await sit(one, second, '1-4')
  await sit(two, second, '1-1')
  const noted = await world.rows(
    `select attempt_id as "attemptId", data ->> 'seat' as seat, data ->> 'before' as before, data ->> 'beforeRoomId' as "beforeRoomId"
     from sitting.attempt_event where company_id = $1 and type = 'moved' order by id`,
    [companyId],
  )
  const move = (seat: string, before: string, beforeRoomId: string) => ({ attemptId, seat, before, beforeRoomId })
  expect(noted).toEqual([move('1-4', '1-1', first), move('1-1', '1-4', second), move('1-4', '1-1', first)])
})

test('whoever is sitting is told of another seat, whoever gives it to them, and nobody else is', async () => {
  const { examinationId, as, first, second, one, two, candidates } = await arranged()
  const sit = (staffId: string, roomId: string, seat: string) => as.get(examRooms.seat, { examinationId, staffId, roomId, seat })
  await sit(one, first, '1-1')
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examinationId)
  await sit(one, first, '1-1')
  await sit(one, second, '1-4')
  await sit(two, second, '1-1')
  const told = await world.rows<{ text: string }>('select text from sitting.telling where attempt_id = $1', [attemptId])
  expect(told).toEqual([{ text: '您的座位已调整为“第 2 考场”1-4，请按监考人员的安排就座。' }])
})

test('whoever has begun and is signed in on another seat has moved, and back when that is taken back', async () => {
  const { examinationId, as, first, one, candidates } = await arranged()
  await as.get(examRooms.seat, { examinationId, staffId: one, roomId: first, seat: '1-1' })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examinationId)
  const step = (wish: { act: 'verified' | 'seated' | 'undone'; seat?: string; reason?: string }) =>
    as.get(examRooms.checkIn, { examinationId, staffId: one, ...wish })
  await step({ act: 'verified' })
  await step({ act: 'seated', seat: '1-3' })
  await step({ act: 'seated', seat: '1-3' })
  await step({ act: 'undone', reason: '登记有误' })
  const noted = await world.rows(
    `select data ->> 'seat' as seat, data ->> 'before' as before, data ->> 'beforeRoomId' as "beforeRoomId", data ->> 'reason' as reason
     from sitting.attempt_event where type = 'moved' and attempt_id = $1 order by id`,
    [attemptId],
  )
  expect(noted).toEqual([
    { seat: '1-3', before: '1-1', beforeRoomId: first, reason: '调整到“第 1 考场”1-3' },
    { seat: '1-1', before: '1-3', beforeRoomId: first, reason: '登记有误' },
  ])
})

test('who is no longer a candidate holds neither a seat nor a room', async () => {
  const { companyId, examinationId, as, first, rooms, placesOf, one, two } = await arranged()
  const sit = (staffId: string, roomId: string, seat: string) => as.get(examRooms.seat, { examinationId, staffId, roomId, seat })
  await sit(one, first, '1-1')
  await world.rows('delete from exam.candidate where company_id = $1 and exam_id = $2 and staff_id = $3', [
    ...[companyId, examinationId, one],
  ])
  await sit(two, first, '1-1')
  await world.rows('delete from exam.candidate where company_id = $1 and exam_id = $2 and staff_id = $3', [
    ...[companyId, examinationId, two],
  ])
  expect((await as.get(examRooms.save, { examinationId, rooms: rooms.slice(1) })).rooms).toHaveLength(1)
  expect((await placesOf()).size).toBe(0)
})

test('seats that are broken meanwhile are taken by nobody, as long as nobody sits in the room', async () => {
  const { examinationId, as, first, placesOf, one } = await arranged()
  const shown = await as.get(room.get, { id: first })
  const rows = shown.rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat, at) => ({ ...seat, state: at < 3 ? ('broken' as const) : seat.state })),
  }))
  const saved = await as.get(room.saveSeats, { id: first, version: shown.version, rows, layouts: shown.layouts })
  expect((await as.get(examRooms.get, { examinationId })).rooms[0]?.capacity).toBe(1)
  await as.get(examRooms.distribute, { examinationId })
  const inFirst = [...(await placesOf()).values()].filter(({ roomId }) => roomId === first)
  expect(inFirst.map(({ seat }) => seat)).toEqual(['1-4'])
  await as.get(room.saveSeats, { id: first, version: saved.version, rows: shown.rows, layouts: shown.layouts })
  expect((await as.get(examRooms.get, { examinationId })).rooms[0]?.capacity).toBe(1)
  expect((await placesOf()).has(one)).toBe(true)
})

test('what the caller may change is said beforehand', async () => {
  const { companyId, examinationId, as, one } = await arranged()
  expect(await as.get(examRooms.get, { examinationId })).toMatchObject({ mayChange: true, mayLayOut: true })
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: one } as const
  const rights = Object.values(examManage.rights)
  const near = await world.actor({ companyId, isAdmin: false, menus: [examManage], rights, scopes: { examManage: scope } })
  expect(await world.as(near).get(examRooms.get, { examinationId })).toMatchObject({ mayChange: true, mayLayOut: false })
  await as.get(examRooms.distribute, { examinationId })
  await world.rows('update exam.exam set status = 7 where id = $1', [examinationId])
  expect(await as.get(examRooms.get, { examinationId })).toMatchObject({ mayChange: false, mayLayOut: false })
  const sign = await as.call(examRooms.checkIn, { examinationId, staffId: one, act: 'arrived' })
  expect(sign.code).toBe(examErrors.cancelled.code)
})

test('doors stay open while anybody may still sit, and a day after that', async () => {
  const { companyId, examinationId, as, one } = await arranged()
  await as.get(examRooms.distribute, { examinationId })
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '5 days', admission_end_at = now() - interval '2 days' where id = $1`,
    [examinationId],
  )
  expect((await as.get(signIn.rooms, {})).totalCount).toBe(0)
  await world.rows(
    `insert into exam.candidate_override (company_id, exam_id, staff_id, closes_at, reason, changed_by)
     values ($1, $2, $3, now() + interval '1 hour', '因公外出', $3)`,
    [companyId, examinationId, one],
  )
  expect((await as.get(signIn.rooms, {})).totalCount).toBeGreaterThan(0)
})

test('a ticket calls accessible what is, and not what was asked for', async () => {
  const { examinationId, as, first, one } = await arranged()
  const shown = await as.get(room.get, { id: first })
  const rows = shown.rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat, at) => ({ ...seat, state: at === 0 ? ('accessible' as const) : seat.state })),
  }))
  await as.get(room.saveSeats, { id: first, version: shown.version, rows, layouts: shown.layouts })
  await as.get(examRooms.setNeeds, { examinationId, staffIds: [one], needsAccessible: true })
  const printed = async (seat: string) => {
    await as.get(examRooms.seat, { examinationId, staffId: one, roomId: first, seat })
    const { rawPayload } = await as.raw(examTickets.ticket, { examinationId, staffId: one })
    return execFileSync('pdftotext', ['-', '-'], { input: rawPayload, encoding: 'utf8' }).includes('无障碍座位')
  }
  expect([await printed('1-2'), await printed('1-1')]).toEqual([false, true])
})
