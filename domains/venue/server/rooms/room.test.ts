import { randomUUID } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomErrors } from '../../contract/errors.ts'
import { examinationRoom } from '../../contract/menus.ts'
import { room } from '../../contract/room.ts'
import { venueModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([venueModule])
})
afterAll(() => world.close())

const wish = { roomName: '第 1 考场', campus: '东区', building: '3 号楼', number: '201', addressRanges: ['10.1.2.0/24'] }
const size = { rowCount: 3, columnCount: 4 }

async function made() {
  const admin = await world.actor()
  const as = world.as(admin)
  const { id } = await as.get(room.create, { ...wish, ...size })
  return { admin, as, id }
}

test('a new room has an even map, of which every seat is taken', async () => {
  const { as, id } = await made()
  const seats = await as.get(room.get, { id })
  expect(seats).toMatchObject({ ...wish, address: '东区 3 号楼 201', seatCount: 12, capacity: 12, mapNumber: 1, roomStatus: 1 })
  expect(seats.rows.map(({ seats: row }) => row.length)).toEqual([4, 4, 4])
  expect(await world.rows('select action from kit.operation_log where target_id = $1', [id])).toEqual([{ action: 'create' }])
})

test('seats are saved as a new version of the map; an older page changes nothing', async () => {
  const { as, id } = await made()
  const { version, rows } = await as.get(room.get, { id })
  const broken = rows.map((row, index) => ({
    ...row,
    seats: row.seats.map((seat) => ({ ...seat, state: index === 0 ? ('broken' as const) : seat.state })),
  }))
  const layouts = [{ name: '隔位', firstRow: 1, dx: 1, dy: 0 }]
  const saved = await as.get(room.saveSeats, { id, version, rows: broken, layouts })
  expect(saved).toMatchObject({ seatCount: 12, capacity: 4, mapNumber: 2, layouts })
  expect((await as.call(room.saveSeats, { id, version, rows, layouts })).code).toBe(protocolErrors.changed.code)
  const kept = await world.rows('select number, capacity from venue.seat_map where room_id = $1 order by number', [id])
  expect(kept).toEqual([
    { number: 1, capacity: 12 },
    { number: 2, capacity: 4 },
  ])
})

test('the list is found by name and status; a closed room is still there', async () => {
  const { as, id } = await made()
  const other = await as.get(room.create, { roomName: '机房', ...size })
  await as.get(room.setStatus, { id, roomStatus: 0 })
  const namesOf = async (filter: object) => (await as.get(room.list, filter)).dataList.map(({ roomName }) => roomName)
  expect(await namesOf({ roomStatus: 1 })).toEqual(['机房'])
  expect(await namesOf({ roomName: '考场' })).toEqual([wish.roomName])
  expect(await namesOf({ address: '10.1.2.30' })).toEqual([wish.roomName])
  expect(await namesOf({ address: '10.1.3.30' })).toEqual([])
  await as.get(room.remove, { id: other.id })
  expect(await namesOf({})).toEqual([wish.roomName])
  expect(await world.rows('select 1 from venue.seat_map where room_id = $1', [other.id])).toEqual([])
})

test('two rooms of one name, seats in one place and networks that are none are refused', async () => {
  const { as, id } = await made()
  expect((await as.call(room.create, { ...wish, ...size })).code).toBe(roomErrors.nameTaken.code)
  const bad = await as.call(room.create, { roomName: '二', ...size, addressRanges: ['10.1.2'] })
  expect(bad.code).toBe(protocolErrors.invalid.code)
  const { version, rows, layouts } = await as.get(room.get, { id })
  const [row] = rows
  const twice = await as.call(room.saveSeats, { id, version, rows: row ? [row, row] : [], layouts })
  expect(twice.code).toBe(protocolErrors.invalid.code)
})

test('another company sees nothing of it, and without the right nothing is changed', async () => {
  const { admin, id } = await made()
  const stranger = world.as(await world.actor())
  expect((await stranger.call(room.get, { id })).code).toBe(protocolErrors.notFound.code)
  expect((await stranger.call(room.remove, { id })).code).toBe(protocolErrors.notFound.code)
  const { companyId } = admin
  const rights = [examinationRoom.rights.view]
  const reader = world.as(await world.actor({ companyId, isAdmin: false, menus: [examinationRoom], rights }))
  const { version } = await reader.get(room.get, { id })
  expect((await reader.call(room.modify, { id, version, ...wish })).code).toBe(protocolErrors.noPermission.code)
  expect((await reader.call(room.get, { id: randomUUID() })).code).toBe(protocolErrors.notFound.code)
})
