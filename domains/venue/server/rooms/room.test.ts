import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { protocolErrors } from '@kaopei/contract'
import { fileIdOfUrl, filesModule, fileUrl, storeFile, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { type CellInput, readXlsx, writeXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'

import { roomErrors } from '../../contract/errors.ts'
import { examinationRoom } from '../../contract/menus.ts'
import { room } from '../../contract/room.ts'
import { venueModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, venueModule], temporaryBlobs)
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

test('two who make the last room at once make one', async () => {
  const { admin, as } = await made()
  await world.rows(
    `insert into venue.room (company_id, name, created_by) select $1, '考场 ' || n, $2 from generate_series(2, 1999) n`,
    [admin.companyId, admin.staffId],
  )
  const create = (roomName: string) => as.call(room.create, { ...wish, ...size, roomName })
  const codes = (await Promise.all(['东', '西', '南', '北'].map(create))).map(({ code }) => code)
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, ...[1, 2, 3].map(() => roomErrors.tooMany.code)])
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

const titles = ['*考场名称', '校区', '楼栋', '房间号', '网段', '*排数', '*每排座位数']

async function upload(actor: TestActor, rows: readonly (readonly CellInput[])[], columns = titles): Promise<string> {
  const { companyId, staffId: createdBy } = actor
  const body = await buffer(writeXlsx({ sheets: [{ name: '考场', columns: columns.map((title) => ({ title })), rows }] }))
  const file = { companyId, name: '考场.xlsx', contentType: 'application/octet-stream', purpose: 'import', createdBy, body }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  return fileUrl(world.services, { companyId, fileId })
}

test('rooms come from a file; rows with faults come back with every reason, repaired they go in', async () => {
  const { admin, as } = await made()
  const answer = await as.get(room.import, {
    fileUrl: await upload(admin, [
      ['阶梯教室', '东区', '图书馆', '101', '10.9.1.0/24、10.9.2.0/24', '8', '12'],
      ['第 1 考场', '', '', '', '', '3', '4'],
      ['阶梯教室', '', '', '', '', '3', '4'],
      ['', '', '', '', '10.9', '0', '三'],
    ]),
  })
  expect(answer).toMatchObject({ successCount: 1, errMessage: '3 行有误，请下载失败明细修改后重新上传' })
  const [made101] = (await as.get(room.list, { roomName: '阶梯' })).dataList
  expect(made101).toMatchObject({
    seatCount: 96,
    capacity: 96,
    addressRanges: ['10.9.1.0/24', '10.9.2.0/24'],
    address: '东区 图书馆 101',
  })
  const fileId = fileIdOfUrl(world.services, admin.companyId, answer.failedUrl ?? '') ?? ''
  const reasons = await world.inCompany(admin.companyId, (db) =>
    withLocalFile(db, world.services, fileId, async (path) => {
      const texts: string[] = []
      for await (const { cells } of readXlsx(path)) texts.push(cells[0]?.text ?? '')
      return texts
    }),
  )
  expect(reasons.slice(1)).toEqual([
    roomErrors.nameTaken.text,
    roomErrors.nameTaken.text,
    '请输入考场名称；网段格式不正确，例如 10.1.2.0/24；排数至少为 1；请输入每排座位数',
  ])
  const repaired = [['第 3 考场', '', '', '', '', '5', '6']]
  expect(await as.get(room.import, { fileUrl: await upload(admin, repaired) })).toMatchObject({
    successCount: 1,
    failedUrl: null,
  })
  const wrong = await as.call(room.import, { fileUrl: await upload(admin, [['甲']], ['列一']) })
  expect(wrong.code).toBe(roomErrors.invalidTemplate.code)
})

test('what a room has and when it is open is kept in the words that everybody reads, and found', async () => {
  const { as, id } = await made()
  const { version } = await as.get(room.get, { id })
  const said = { equipment: ['电脑', '监控'], openingHours: '星期一到星期五 8:00-18:00' }
  await as.get(room.modify, { id, version, roomName: wish.roomName, ...said })
  const kept = { equipment: ['电脑', '监控'], openingHours: '周一至周五 08:00–18:00', addressRanges: wish.addressRanges }
  expect(await as.get(room.get, { id })).toMatchObject(kept)
  expect((await as.get(room.list, { equipment: '电' })).totalCount).toBe(1)
  expect((await as.get(room.list, { equipment: '投影' })).totalCount).toBe(0)
  const bad = await as.call(room.modify, { id, version: version + 1, roomName: wish.roomName, openingHours: '工作日' })
  expect([bad.code, bad.message]).toEqual([protocolErrors.invalid.code, expect.stringContaining('例如：周一至周五 08:00–18:00')])
})

const roomFile = {
  ...{ number: '0101', name: '第一大教室', shortname: '一教', building: '教学楼' },
  rows: [{ label: 'A', seats: [0, 2, 4].map((x) => ({ label: String(x), flag: x === 4 ? 'T' : '', position: { x, y: 0 } })) }],
  layouts: { default: { auto_layout: { first_row: 1, xspace: 1, yspace: 0 } } },
}

async function archive(actor: TestActor, files: Readonly<Record<string, string>>, name = '考场.zip'): Promise<string> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const body = await buffer(Readable.from(zip.outputStream))
  const file = {
    companyId: actor.companyId,
    name,
    contentType: 'application/zip',
    purpose: 'roomImport',
    createdBy: actor.staffId,
    body,
  }
  const { fileId } = await world.inCompany(actor.companyId, (db) => storeFile(db, world.services, file, failing))
  return fileUrl(world.services, { companyId: actor.companyId, fileId })
}

test('room files of an archive become rooms with their seats and layouts; others come back with the reason', async () => {
  const { admin, as } = await made()
  const answer = await as.get(room.import, {
    fileUrl: await archive(admin, {
      'rooms/5510.02.001.json': JSON.stringify(roomFile),
      'rooms/again/5510.02.001.json': JSON.stringify(roomFile),
      'rooms/broken.json': '{',
      'rooms/large.json': JSON.stringify({ ...roomFile, descript: 'x'.repeat(2 * 1024 * 1024) }),
      '__MACOSX/rooms/._5510.02.001.json': 'x',
      'README.txt': 'x',
    }),
  })
  expect(answer).toMatchObject({ successCount: 1, errMessage: '3 个文件有误，请下载失败明细修改后重新上传' })
  const [{ id } = { id: '' }] = (await as.get(room.list, { roomName: '大教室' })).dataList
  expect(await as.get(room.get, { id })).toMatchObject({
    ...{ roomName: '第一大教室', building: '教学楼', number: '5510.02.001', seatCount: 3, capacity: 2 },
    layouts: [{ name: '默认', firstRow: 1, dx: 1, dy: 0 }],
    rows: [{ label: 'A', y: 0, seats: [{ label: '0' }, { label: '2' }, { label: '4', x: 4, state: 'noTable' }] }],
  })
})

test('an archive without room files, and what is none, is refused with what to do', async () => {
  const { admin, as } = await made()
  const codeOf = async (fileUrl: string) => (await as.call(room.import, { fileUrl })).code
  expect(await codeOf(await archive(admin, { 'a.txt': 'x' }))).toBe(roomErrors.notRoomFiles.code)
  const file = {
    companyId: admin.companyId,
    name: 'x.zip',
    contentType: 'application/zip',
    purpose: 'roomImport',
    createdBy: admin.staffId,
  }
  const { fileId } = await world.inCompany(admin.companyId, (db) =>
    storeFile(db, world.services, { ...file, body: Buffer.from('no archive') }, failing),
  )
  expect(await codeOf(fileUrl(world.services, { companyId: admin.companyId, fileId }))).toBe(roomErrors.unreadableFile.code)
})

test('a layout by choice is kept, and seats what it names', async () => {
  const { as, id } = await made()
  const { version, rows } = await as.get(room.get, { id })
  const layouts = [{ name: '靠窗', firstRow: 1, dx: 0, dy: 0, seats: ['1-1', '2-4', '9-9'] }]
  expect(await as.get(room.saveSeats, { id, version, rows, layouts })).toMatchObject({ capacity: 2, layouts })
})

test('what a change of a room does not name stays', async () => {
  const { as, id } = await made()
  const { version } = await as.get(room.get, { id })
  await as.get(room.modify, { id, version, roomName: '第 2 考场' })
  expect(await as.get(room.get, { id })).toMatchObject({ ...wish, roomName: '第 2 考场' })
  await as.get(room.modify, { id, version: version + 1, roomName: '第 2 考场', campus: '', addressRanges: [] })
  expect(await as.get(room.get, { id })).toMatchObject({ campus: '', addressRanges: [], building: '3 号楼', number: '201' })
})
