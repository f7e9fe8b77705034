import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { protocolErrors } from '@kaopei/contract'
import { filesModule, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { savePortraits } from '@kaopei/org/server'
import { failing, World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { planErrors, roomErrors } from '@kaopei/venue/contract/errors'
import { room } from '@kaopei/venue/contract/room'
import { venueModule } from '@kaopei/venue/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entry } from '../../contract/entry.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examInvigilators } from '../../contract/exam-invigilators.ts'
import { examRooms } from '../../contract/exam-rooms.ts'
import { signIn } from '../../contract/exam-sign-in.ts'
import { examTickets } from '../../contract/exam-tickets.ts'
import { examManage, examSignIn, hallMenu } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { arrangeStaff } from '../exam-arrange.ts'
import { arrangeCandidates, arrangeExam } from '../sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, venueModule, filesModule, jobsModule], temporaryBlobs)
})
afterAll(() => world.close())

const textOf = ({ rawPayload }: { readonly rawPayload: Buffer }) =>
  execFileSync('pdftotext', ['-', '-'], { input: rawPayload, encoding: 'utf8' })

const layoutName = '全部座位'

/** A draft with candidates, and rooms of so many seats in a row. */
async function arranged({ people = 6, seats = [4, 4], status = 0 }: { people?: number; seats?: number[]; status?: number } = {}) {
  const { companyId, examId: examinationId, candidates } = await arrangeExam(world, { candidates: people, status })
  const as = world.as(await world.actor({ companyId }))
  const roomIds: string[] = []
  for (const [index, columnCount] of seats.entries()) {
    const { id } = await as.get(room.create, { roomName: `第 ${index + 1} 考场`, rowCount: 1, columnCount })
    roomIds.push(id)
  }
  const rooms = roomIds.map((roomId) => ({ roomId, layoutName }))
  const save = () => as.get(examRooms.save, { examinationId, rooms })
  const placesOf = async () => {
    const { dataList } = await as.get(examRooms.list, { examinationId })
    return new Map(dataList.map((row) => [row.staffId, row]))
  }
  return { companyId, examinationId, candidates, as, roomIds, rooms, save, placesOf }
}
const one = <Item>(items: readonly Item[], index = 0): Item => {
  const item = items[index]
  if (item === undefined) throw new Error('there is none')
  return item
}

test('a room that is closed at some time of the exam is marked, by the company’s clocks', async () => {
  const { companyId, examinationId, as, roomIds, save } = await arranged({ seats: [4, 4, 4] })
  // Monday 09:00 to 11:00 in Shanghai.
  await world.rows(
    `update exam.exam set admission_start_at = '2026-11-30T01:00:00Z', admission_end_at = '2026-11-30T03:00:00Z' where id = $1`,
    [examinationId],
  )
  const hours = ['周一 08:00–11:00', '周一 08:00–10:30', '']
  for (const [index, openingHours] of hours.entries())
    await as.get(room.modify, { id: one(roomIds, index), version: 1, roomName: `第 ${index + 1} 考场`, openingHours })
  await save()
  const marked = async () => (await as.get(examRooms.get, { examinationId })).rooms.map(({ isOutsideHours }) => isOutsideHours)
  expect(await marked()).toEqual([false, true, false])
  await world.rows(`update identity.company set time_zone = 'Asia/Tokyo' where id = $1`, [companyId])
  expect(await marked()).toEqual([true, true, false])
  const found = await as.get(examRooms.options, { equipment: '电脑' })
  expect(found.totalCount).toBe(0)
})

test('everybody gets a seat of their own, a ticket number and the same plan again; the candidate sees it', async () => {
  const { examinationId, as, save, placesOf, candidates } = await arranged({ status: 1 })
  expect(await save()).toMatchObject({ candidateCount: 6, seatedCount: 0, rooms: [{ capacity: 4 }, { capacity: 4 }] })
  expect(await as.get(examRooms.distribute, { examinationId })).toMatchObject({ seatedCount: 6 })
  const places = await placesOf()
  const seats = [...places.values()].map(({ roomName, seat }) => `${roomName} ${seat}`)
  expect(new Set(seats).size).toBe(6)
  expect(seats.filter((seat) => seat.startsWith('第 1'))).toHaveLength(4)
  const numbers = [...places.values()].map(({ ticketNumber }) => ticketNumber)
  expect(numbers.toSorted()).toEqual(['00100001', '00100002', '00100003', '00100004', '00200005', '00200006'])
  await as.get(examRooms.distribute, { examinationId })
  expect(await placesOf()).toEqual(places)
  const me = one(candidates)
  const mine = one((await world.as(me).get(entry.myExams, {})).dataList)
  const { roomName, seat, ticketNumber } = places.get(me.staffId) ?? {}
  expect(mine.place).toEqual({ roomName, seat, ticketNumber, address: '' })
})

test('a share of each room is kept back: nobody is drawn there, and by hand somebody may sit there', async () => {
  const { examinationId, as, rooms, roomIds, placesOf, candidates } = await arranged({ seats: [4, 4] })
  const save = (reservePercent: number | undefined) =>
    as.get(examRooms.save, { examinationId, rooms, ...(reservePercent !== undefined && { reservePercent }) })
  expect(await save(30)).toMatchObject({ reservePercent: 30, rooms: [{ capacity: 2 }, { capacity: 2 }] })
  const short = await as.call(examRooms.distribute, { examinationId })
  expect(short).toMatchObject({ code: 3310, message: '座位不足：还缺 2 个普通座位。请增加考场或更换排法' })
  expect(await save(25)).toMatchObject({ rooms: [{ capacity: 3 }, { capacity: 3 }] })
  // What is not said stays.
  expect(await save(undefined)).toMatchObject({ reservePercent: 25 })
  expect(await as.get(examRooms.distribute, { examinationId })).toMatchObject({ seatedCount: 6 })
  const names = [...(await placesOf()).values()].map(({ roomName }) => roomName).toSorted()
  expect(names).toEqual(['第 1 考场', '第 1 考场', '第 1 考场', '第 2 考场', '第 2 考场', '第 2 考场'])
  const taken = new Set([...(await placesOf()).values()].flatMap(({ roomId, seat }) => (roomId === roomIds[0] ? [seat] : [])))
  const free = ['1-1', '1-2', '1-3', '1-4'].find((seat) => !taken.has(seat)) ?? ''
  const moved = [...(await placesOf()).values()].find(({ roomId }) => roomId === roomIds[1])
  const byHand = { examinationId, staffId: moved?.staffId ?? '', roomId: one(roomIds), seat: free }
  expect(await as.call(examRooms.seat, byHand)).toMatchObject({ code: 0 })
  expect(candidates).toHaveLength(6)
  expect(await as.call(examRooms.save, { examinationId, rooms, reservePercent: 51 })).toMatchObject({ code: 1001 })
})

test('missing seats are said and nobody is seated', async () => {
  const { examinationId, as, save, placesOf, candidates } = await arranged({ seats: [4] })
  expect((await as.call(examRooms.distribute, { examinationId })).code).toBe(planErrors.noRooms.code)
  await save()
  await as.get(examRooms.setNeeds, { examinationId, staffIds: [one(candidates).staffId], needsAccessible: true })
  const short = await as.call(examRooms.distribute, { examinationId })
  expect([short.code, short.message]).toEqual([
    planErrors.shortfall.code,
    '座位不足：还缺 1 个普通座位，还缺 1 个无障碍座位。请增加考场或更换排法',
  ])
  expect([...(await placesOf()).values()].filter(({ seat }) => seat !== null)).toEqual([])
})

test('who was seated by hand stays, a seat is one person’s, and who comes later moves nobody', async () => {
  const { companyId, examinationId, as, save, placesOf, candidates, roomIds } = await arranged({ people: 5 })
  await save()
  const seat = { examinationId, roomId: one(roomIds, 1), seat: '1-4' }
  const [first, second] = [one(candidates), one(candidates, 1)]
  await as.get(examRooms.seat, { ...seat, staffId: first.staffId })
  expect((await as.call(examRooms.seat, { ...seat, staffId: second.staffId })).code).toBe(planErrors.seatTaken.code)
  expect((await as.call(examRooms.seat, { ...seat, seat: '9-9', staffId: second.staffId })).code).toBe(planErrors.noSuchSeat.code)
  await as.get(examRooms.distribute, { examinationId, isAnew: true })
  const before = await placesOf()
  expect(before.get(first.staffId)).toMatchObject({ roomName: '第 2 考场', seat: '1-4', isFixed: true, ticketNumber: '00200001' })
  await arrangeCandidates(world, companyId, examinationId, 1)
  await as.get(examRooms.distribute, { examinationId })
  const after = await placesOf()
  expect(after.size).toBe(before.size + 1)
  for (const [staffId, place] of before) expect(after.get(staffId)).toEqual(place)
})

test('once candidates see their seats nothing is drawn anew; rooms with people stay, and are not deleted', async () => {
  const { examinationId, as, save, rooms, roomIds } = await arranged({ status: 1 })
  await save()
  await as.get(examRooms.distribute, { examinationId })
  expect((await as.call(examRooms.distribute, { examinationId, isAnew: true })).code).toBe(planErrors.told.code)
  const fewer = await as.call(examRooms.save, { examinationId, rooms: rooms.slice(0, 1) })
  expect([fewer.code, fewer.message]).toEqual([
    planErrors.roomHasPeople.code,
    '“第 2 考场”中已有 2 名考生，请先将考生移到其他考场',
  ])
  expect((await as.call(room.remove, { id: one(roomIds) })).code).toBe(roomErrors.inUse.code)
})

test('a closed room is chosen nowhere anew, nor one of another company', async () => {
  const { examinationId, as, rooms, roomIds } = await arranged()
  const other = await arranged()
  await as.get(room.setStatus, { id: one(roomIds), roomStatus: 0 })
  expect((await as.call(examRooms.save, { examinationId, rooms })).code).toBe(planErrors.roomClosed.code)
  const foreign = await as.call(examRooms.save, { examinationId, rooms: other.rooms })
  expect(foreign.code).toBe(planErrors.roomClosed.code)
  expect((await other.as.call(examRooms.get, { examinationId })).code).toBe(protocolErrors.notFound.code)
})

test('signing in goes step by step, by list or by the code of the ticket; each step is kept', async () => {
  const { examinationId, as, save, placesOf, candidates } = await arranged({ people: 2 })
  await save()
  const { staffId } = one(candidates)
  const step = (act: string, more: object = {}) =>
    as.call(examRooms.checkIn, { examinationId, staffId, act: act as 'arrived', ...more })
  expect((await step('arrived')).code).toBe(planErrors.needsSeat.code)
  await as.get(examRooms.distribute, { examinationId })
  expect((await step('seated')).code).toBe(planErrors.wrongState.code)
  const [ticket] = await world.rows<{ code: string }>('select code from venue.place where staff_id = $1', [staffId])
  const scanned = await as.get(examRooms.checkIn, { examinationId, code: ticket?.code, act: 'verified' })
  expect(scanned).toMatchObject({ staffId, state: 2 })
  expect((await as.call(examRooms.checkIn, { examinationId, code: 'x'.repeat(22), act: 'verified' })).code).toBe(
    protocolErrors.notFound.code,
  )
  const theirs = (await placesOf()).get(one(candidates, 1).staffId)?.seat ?? ''
  expect((await step('seated', { seat: theirs })).code).toBe(planErrors.seatTaken.code)
  expect((await step('seated', { seat: '1-4' })).data).toMatchObject({ state: 3, realSeat: '1-4' })
  expect((await step('undone')).code).toBe(planErrors.reasonNeeded.code)
  expect((await step('undone', { reason: '误操作' })).data).toMatchObject({ state: 0, realSeat: null })
  const kept = await world.rows('select act, way, reason from venue.check_in where staff_id = $1 order by id', [staffId])
  expect(kept).toEqual([
    { act: 'verified', way: 'qr', reason: '' },
    { act: 'seated', way: 'list', reason: '' },
    { act: 'undone', way: 'list', reason: '误操作' },
  ])
})

test('whoever sees some people sees and signs in those alone, and lays out no rooms', async () => {
  const { companyId, examinationId, as, save, rooms, candidates, roomIds } = await arranged({ people: 3 })
  await save()
  await as.get(examRooms.distribute, { examinationId })
  const departmentId = crypto.randomUUID()
  await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
    ...[companyId, departmentId, '研发部', `/${departmentId}/`],
  ])
  await world.rows('update org.staff set department_id = $2 where id = $1', [one(candidates).staffId, departmentId])
  const scope = { kind: 'some', departmentIds: [], subtreeIds: [departmentId], ownStaffId: null } as const
  const rights = Object.values(examManage.rights)
  const near = world.as(
    await world.actor({ companyId, isAdmin: false, menus: [examManage], rights, scopes: { examManage: scope } }),
  )
  expect((await near.get(examRooms.list, { examinationId })).dataList.map(({ staffId }) => staffId)).toEqual([
    one(candidates).staffId,
  ])
  expect(await near.get(examRooms.get, { examinationId })).toMatchObject({ candidateCount: 1, seatedCount: 1 })
  const { people } = await near.get(examRooms.map, { examinationId, roomId: one(roomIds) })
  expect(people.map(({ name }) => name !== null).toSorted()).toEqual([false, false, true])
  const far = { examinationId, staffId: one(candidates, 1).staffId }
  expect((await near.call(examRooms.checkIn, { ...far, act: 'arrived' })).code).toBe(protocolErrors.notFound.code)
  expect((await near.call(examRooms.save, { examinationId, rooms })).code).toBe(planErrors.forEverybody.code)
  expect((await near.call(examRooms.distribute, { examinationId })).code).toBe(planErrors.forEverybody.code)
})

test('tickets and attendance sheets are printed for one, for a room and for all, with what a ticket needs', async () => {
  const { examinationId, as, save, candidates, roomIds } = await arranged({ people: 6, status: 1 })
  const me = one(candidates)
  expect((await as.call(examTickets.print, { examinationId, sheet: 'tickets' })).code).toBe(examErrors.nobodySeated.code)
  await save()
  await as.get(examRooms.distribute, { examinationId })
  await world.rows('update org.staff set name = $2 where id = $1', [me.staffId, '马骉😀'])
  const [place] = await world.rows<{ ticket_number: string; code: string; seat: string }>(
    'select ticket_number, code, seat from venue.place where staff_id = $1',
    [me.staffId],
  )
  const ticket = textOf(await as.raw(examTickets.ticket, { examinationId, staffId: me.staffId }))
  for (const words of ['准考证', '马骉〓', place?.ticket_number, place?.seat, '请手写补上']) expect(ticket).toContain(words)
  expect(textOf(await world.as(me).raw(entry.ticket, { examId: examinationId }))).toContain(place?.ticket_number)
  const printed = async (wish: object) => {
    const { jobId } = await as.get(examTickets.print, { examinationId, sheet: 'attendance', ...wish })
    await world.runJobs()
    const [job] = await world.rows<{ file_id: string; result: { rowCount: number }; conditions: object }>(
      'select file_id, result, conditions from jobs.background_job where id = $1',
      [jobId],
    )
    return job
  }
  expect((await printed({}))?.result.rowCount).toBe(6)
  expect(await printed({ roomId: one(roomIds) })).toMatchObject({
    result: { rowCount: 4 },
    conditions: { 考场: expect.stringMatching(/./) },
  })
  const stranger = world.as(await world.actor({}))
  expect((await stranger.call(examTickets.print, { examinationId, sheet: 'tickets' })).code).toBe(protocolErrors.notFound.code)
})

/** Three points a side, of one colour. */
const painted = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAAAAABzQ+pjAAAADklEQVR4nGOIiopigGIAEwgDK9yxDZAAAAAASUVORK5CYII=',
  'base64',
)
const folder = mkdtempSync(join(tmpdir(), 'kaopei-tickets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Widths of the pictures in a PDF. */
function picturesIn({ rawPayload }: { readonly rawPayload: Buffer }): number[] {
  const path = join(folder, 'ticket.pdf')
  writeFileSync(path, rawPayload)
  const [, , ...lines] = execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => Number(line.trim().split(/\s+/)[3]))
}

test('a ticket prints the photo of whoever has one, and a frame for it otherwise; a broken one keeps nobody from the ticket', async () => {
  const { companyId, examinationId, as, save, candidates } = await arranged({ people: 3, status: 1 })
  const [withPhoto, without, broken] = [one(candidates), one(candidates, 1), one(candidates, 2)]
  await save()
  await as.get(examRooms.distribute, { examinationId })
  await world.inCompany(companyId, async (db) => {
    for (const [{ staffId }, body] of [
      [withPhoto, painted],
      [broken, Buffer.from('89504e470d0a1a0a', 'hex')],
    ] as const) {
      const file = { companyId, name: 'photo.png', contentType: 'image/png', purpose: 'portrait', createdBy: null, body }
      const { fileId } = await storeFile(db, world.services, file, failing)
      await savePortraits(db, [{ staffId, fileId }], { by: staffId, now: new Date() })
    }
  })
  const ticketOf = ({ staffId }: { readonly staffId: string }) => as.raw(examTickets.ticket, { examinationId, staffId })
  const shown = await ticketOf(withPhoto)
  expect([picturesIn(shown), textOf(shown).includes('贴照片处')]).toEqual([[3], false])
  for (const person of [without, broken]) {
    const framed = await ticketOf(person)
    expect([picturesIn(framed), textOf(framed).includes('贴照片处')]).toEqual([[], true])
  }
  expect(picturesIn(await world.as(withPhoto).raw(entry.ticket, { examId: examinationId }))).toEqual([3])
})

test('tickets of more people with photos than the press takes at once are one file; a broken photo takes those printed with it away', async () => {
  const { companyId, examinationId, as, save, candidates } = await arranged({ people: 101, seats: [40, 40, 40], status: 1 })
  await save()
  await as.get(examRooms.distribute, { examinationId })
  const give = (people: typeof candidates, body: Buffer) =>
    world.inCompany(companyId, async (db) => {
      const file = { companyId, name: 'photo.png', contentType: 'image/png', purpose: 'portrait', createdBy: null, body }
      const portraits = []
      for (const { staffId } of people)
        portraits.push({ staffId, fileId: (await storeFile(db, world.services, file, failing)).fileId })
      await savePortraits(db, portraits, { by: one(people).staffId, now: new Date() })
    })
  const printed = async () => {
    const { jobId } = await as.get(examTickets.print, { examinationId, sheet: 'tickets' })
    await world.runJobs()
    const [object] = await world.rows<{ key: string }>(
      'select o.key from files.object o join jobs.background_job j on j.file_id = o.id where j.id = $1',
      [jobId],
    )
    const rawPayload = await buffer(await world.services.blobs.open(object?.key ?? ''))
    return { pictures: picturesIn({ rawPayload }).length, numbers: new Set(textOf({ rawPayload }).match(/\b\d{8,}\b/g)).size }
  }
  await give(candidates, painted)
  const whole = await printed()
  expect(whole.pictures).toBe(101)
  expect(whole.numbers).toBeGreaterThanOrEqual(101)
  await give([one(candidates)], Buffer.from('89504e470d0a1a0a', 'hex'))
  expect([1, 100]).toContain((await printed()).pictures)
})

test('an invigilator reaches the rooms and exams that they are assigned, and nothing else', async () => {
  const { companyId, examinationId, as, save, placesOf, roomIds } = await arranged({ people: 6, status: 1 })
  await save()
  await as.get(examRooms.distribute, { examinationId })
  const staffId = one(await arrangeStaff(world, companyId, { count: 1 }))
  const here = world.as(await world.actor({ companyId, staffId, isAdmin: false, menus: [examSignIn] }))
  expect(await here.get(signIn.rooms, {})).toEqual({ dataList: [], totalCount: 0 })
  expect((await here.get(examRooms.list, { examinationId })).totalCount).toBe(0)
  const roomId = one(roomIds, 1)
  expect(await as.get(examInvigilators.add, { examinationId, staffIds: [staffId], roomId })).toEqual({ addedCount: 1 })
  expect(await as.get(examInvigilators.add, { examinationId, staffIds: [staffId], roomId })).toEqual({ addedCount: 0 })
  const { dataList } = await here.get(signIn.rooms, {})
  const oneDoor = { examinationId, roomId: dataList[0]?.roomId ?? '' }
  expect(await here.get(signIn.rooms, oneDoor)).toEqual({ dataList: dataList.slice(0, 1), totalCount: 1 })
  expect((await here.get(signIn.rooms, { ...oneDoor, examinationId: oneDoor.roomId })).totalCount).toBe(0)
  expect(dataList).toMatchObject([{ examinationId, roomId, roomName: '第 2 考场', expectedCount: 2, presentCount: 0 }])
  const places = [...(await placesOf()).values()]
  const [near, far] = [places.find((place) => place.roomId === roomId), places.find((place) => place.roomId !== roomId)]
  expect((await here.get(examRooms.list, { examinationId })).totalCount).toBe(2)
  const found = await here.get(signIn.find, { examinationId, ticket: near?.ticketNumber ?? '' })
  expect(found).toMatchObject({ staffId: near?.staffId, seat: near?.seat })
  await here.get(examRooms.checkIn, { examinationId, staffId: near?.staffId, act: 'verified' })
  const elsewhere = await here.call(signIn.find, { examinationId, ticket: far?.ticketNumber ?? '' })
  expect(elsewhere).toMatchObject({ code: protocolErrors.notFound.code, message: '该考生不在您监考的考场，请引导至所在考场签到' })
  for (const refused of [
    here.call(examRooms.checkIn, { examinationId, staffId: far?.staffId, act: 'verified' }),
    here.call(examRooms.map, { examinationId, roomId: one(roomIds) }),
    here.call(examTickets.ticket, { examinationId, staffId: far?.staffId ?? '' }),
    here.call(examTickets.print, { examinationId, sheet: 'attendance', roomId: one(roomIds) }),
  ])
    expect([protocolErrors.notFound.code, examErrors.nobodySeated.code]).toContain((await refused).code)
  const watching = await as.get(examInvigilators.list, { examinationId })
  const [assigned] = watching.dataList
  expect([assigned?.mayWatch, assigned?.maySignIn, watching.blindCount]).toEqual([false, false, 1])
  await world.rows('insert into identity.account (company_id, id, login_account) values ($1, $2, $3)', [
    ...[companyId, staffId, staffId],
  ])
  await world.rows(
    `with r as (insert into identity.role (company_id, name) values ($1, '监考') returning id),
       m as (insert into identity.role_menu (company_id, role_id, menu, scope) select $1, id, $2, 5 from r)
     insert into identity.role_account (company_id, role_id, account_id) select $1, id, $3 from r`,
    [companyId, hallMenu, staffId],
  )
  expect(await as.get(examInvigilators.list, { examinationId })).toMatchObject({
    ...{ blindCount: 0, dataList: [{ mayWatch: true, maySignIn: false }] },
  })
  expect(await as.get(examInvigilators.remove, { examinationId, ids: [assigned?.id ?? ''] })).toEqual({ removedCount: 1 })
  expect((await here.get(examRooms.list, { examinationId })).totalCount).toBe(0)
  // The whole exam: everybody, also who has no seat.
  await as.get(examInvigilators.add, { examinationId, staffIds: [staffId] })
  expect((await here.get(examRooms.list, { examinationId })).totalCount).toBe(6)
})
