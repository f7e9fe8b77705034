import { protocolErrors } from '@kaopei/contract'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { room } from '@kaopei/venue/contract/room'
import { venueModule } from '@kaopei/venue/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureConsents, captureKind, consentState } from '../../contract/capture-consent.ts'
import { entry } from '../../contract/entry.ts'
import { deliveryState, examAnnouncements } from '../../contract/exam-announcements.ts'
import { examErrors } from '../../contract/exam-errors.ts'
import { examInvigilators } from '../../contract/exam-invigilators.ts'
import { examRooms } from '../../contract/exam-rooms.ts'
import { candidatesNotice } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { arrangeStaff } from '../exam-arrange.ts'
import { arrangeExam, startExam } from '../sitting-arrange.ts'
import { followAll } from './follow.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, venueModule])
})
afterAll(() => world.close())

/** Two sit, the third has not begun. */
async function arranged() {
  const { companyId, examId, candidates } = await arrangeExam(world, { candidates: 3 })
  const [first, second, third] = candidates
  if (!first || !second || !third) throw new Error('three candidates are needed')
  const attempts = [await startExam(world, first, examId), await startExam(world, second, examId)]
  const as = world.as(await world.actor({ companyId }))
  const send = (text: string) => as.get(examAnnouncements.send, { examinationId: examId, text })
  const statesOf = async (announcementId: string) => {
    const { dataList } = await as.get(examAnnouncements.people, { announcementId })
    return new Map(dataList.map(({ staffId, state }) => [staffId, deliveryState.label(state)]))
  }
  const beat = (who: typeof first, attemptId: string) =>
    world.as(who).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
  return { companyId, examId, first, second, third, attempts, as, send, statesOf, beat }
}

async function emptyRoom(companyId: string): Promise<string> {
  const [row] = await world.rows<{ id: string }>(
    `insert into venue.room (company_id, name) values ($1, '备用机房') returning id`,
    [companyId],
  )
  return row?.id ?? ''
}

test('an announcement reaches whoever sits, and whoever begins later; each delivery is known, and confirmed by the reader', async () => {
  const { examId, first, second, third, attempts, as, send, statesOf, beat } = await arranged()
  const attemptId = attempts[0]?.attemptId ?? ''
  expect(await send('第 3 题题干更正：“不大于”应为“不小于”')).toMatchObject({ sentCount: 2, queuedCount: 1 })
  const { announcementId } = await send('请保持安静')
  expect(Object.fromEntries(await statesOf(announcementId))).toEqual({
    ...{ [first.staffId]: '已发送', [second.staffId]: '已发送', [third.staffId]: '待发送' },
  })
  const { tellings } = await beat(first, attemptId)
  expect(tellings.map(({ text }) => text)).toEqual([
    '【考试公告】第 3 题题干更正：“不大于”应为“不小于”',
    '【考试公告】请保持安静',
  ])
  expect((await statesOf(announcementId)).get(first.staffId)).toBe('已送达')
  await world.as(first).get(sitting.acknowledge, { attemptId, tellingId: tellings[1]?.id ?? '' })
  const late = await startExam(world, third, examId)
  expect((await beat(third, late.attemptId)).tellings).toHaveLength(2)
  const { dataList } = await as.get(examAnnouncements.list, { examinationId: examId })
  expect(dataList[0]).toMatchObject({ text: '请保持安静', queuedCount: 0, sentCount: 1, deliveredCount: 1, acknowledgedCount: 1 })
})

/** Of their seats people are told too. */
const announced = (tellings: readonly { text: string }[]) =>
  tellings.map(({ text }) => text).filter((text) => text.startsWith('【考试公告】'))

test('an announcement reaches whoever is added later, moved into its room, and nobody who was moved out of it before they began', async () => {
  const { companyId, examId, first, second, third, attempts, as, statesOf, beat } = await arranged()
  const makeRoom = (roomName: string) => as.get(room.create, { roomName, rowCount: 1, columnCount: 5 })
  const [{ id: north }, { id: south }] = [await makeRoom('北机房'), await makeRoom('南机房')]
  const rooms = [north, south].map((roomId) => ({ roomId, layoutName: '全部座位' }))
  await as.get(examRooms.save, { examinationId: examId, rooms })
  const sit = ({ staffId }: { staffId: string }, roomId: string, seat: number) =>
    as.get(examRooms.seat, { examinationId: examId, staffId, roomId, seat: `1-${seat}` })
  await sit(first, north, 1)
  await sit(third, north, 2)
  await sit(second, south, 1)
  const [watcher = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await world.rows(
    'insert into exam.invigilator (company_id, exam_id, staff_id, room_id, added_by, added_at) values ($1, $2, $3, $4, $3, now())',
    [companyId, examId, watcher, north],
  )
  const rights = Object.values(candidatesNotice.rights)
  const invigilator = world.as(await world.actor({ companyId, staffId: watcher, rights, menus: [candidatesNotice] }))
  const wish = { examinationId: examId, text: '本考场时钟快 2 分钟，以屏幕为准' }
  const { announcementId } = await invigilator.get(examAnnouncements.send, wish)
  const toAll = await as.get(examAnnouncements.send, { ...wish, text: '全体请注意' })
  expect(Object.fromEntries(await statesOf(announcementId))).toEqual({ [first.staffId]: '已发送', [third.staffId]: '待发送' })

  const late = await world.actor({ companyId, staffId: (await arrangeStaff(world, companyId, { count: 1 }))[0] ?? '' })
  await world.rows('insert into exam.candidate (company_id, exam_id, staff_id) values ($1, $2, $3)', [
    companyId,
    examId,
    late.staffId,
  ])
  await sit(late, north, 3)
  await sit(second, north, 4)
  await sit(third, south, 2)
  await followAll(world.services, new Date())
  expect(Object.fromEntries(await statesOf(announcementId))).toEqual({
    ...{ [first.staffId]: '已发送', [second.staffId]: '已发送', [late.staffId]: '待发送' },
  })
  expect((await statesOf(toAll.announcementId)).get(late.staffId)).toBe('待发送')
  const { tellings } = await beat(second, attempts[1]?.attemptId ?? '')
  expect(announced(tellings)).toEqual(['【考试公告】全体请注意', '【考试公告】本考场时钟快 2 分钟，以屏幕为准'])
  await followAll(world.services, new Date())
  expect(announced((await beat(second, attempts[1]?.attemptId ?? '')).tellings)).toHaveLength(2)
  const { attemptId } = await startExam(world, third, examId)
  expect((await beat(third, attemptId)).tellings.map(({ text }) => text)).toEqual(['【考试公告】全体请注意'])
  const { dataList } = await as.get(examAnnouncements.list, { examinationId: examId })
  expect(dataList[1]).toMatchObject({ queuedCount: 1, sentCount: 1, deliveredCount: 1, failedCount: 0 })
})

test('whoever comes and begins before anybody has looked is told at once, and nobody comes to an announcement of an exam that is over', async () => {
  const { companyId, examId, send, statesOf, beat, attempts, first } = await arranged()
  const { announcementId } = await send('第 5 题作废')
  const late = await world.actor({ companyId, staffId: (await arrangeStaff(world, companyId, { count: 1 }))[0] ?? '' })
  const add = (staffId: string) =>
    world.rows(
      `insert into exam.candidate (company_id, exam_id, staff_id, confirmed_notice_hash)
       select company_id, exam_id, $3, confirmed_notice_hash from exam.candidate where company_id = $1 and exam_id = $2 and staff_id = $4`,
      [companyId, examId, staffId, first.staffId],
    )
  await add(late.staffId)
  const { attemptId } = await startExam(world, late, examId)
  expect((await beat(late, attemptId)).tellings.map(({ text }) => text)).toEqual(['【考试公告】第 5 题作废'])
  expect((await statesOf(announcementId)).get(late.staffId)).toBe('已送达')
  const [later = ''] = await arrangeStaff(world, companyId, { count: 1 })
  await add(later)
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 minute' where id = $1`, [examId])
  await world.rows(`update sitting.attempt set due_at = now() - interval '1 minute' where owner_id = $1`, [examId])
  await followAll(world.services, new Date())
  expect((await statesOf(announcementId)).has(later)).toBe(false)
  expect(attempts).toHaveLength(2)
})

test('however many exams hold announcements, and though the exam closed days ago, whoever sits is told', async () => {
  const { companyId, examId, first, attempts, as, beat } = await arranged()
  const { id: roomId } = await as.get(room.create, { roomName: '西机房', rowCount: 1, columnCount: 5 })
  await as.get(examRooms.save, { examinationId: examId, rooms: [{ roomId, layoutName: '全部座位' }] })
  const sit = (staffId: string, seat: string) => as.get(examRooms.seat, { examinationId: examId, staffId, roomId, seat })
  const [other = ''] = (await as.get(examRooms.list, { examinationId: examId })).dataList
    .map(({ staffId }) => staffId)
    .filter((staffId) => staffId !== first.staffId)
  await sit(other, '1-1')
  const wish = { examinationId: examId, text: '空调已报修', audience: 'room' as const, roomId }
  expect((await as.get(examAnnouncements.send, wish)).leftOut).toEqual([])
  // Without an end, and before this one in the order of their ids: more of them than are looked at together.
  for (const [table, more] of [
    ['paper.paper', `'{}'::jsonb`],
    ['exam.exam', `jsonb_build_object('paper_id', n.id, 'admission_end_at', null)`],
  ])
    await world.rows(
      `insert into ${table}
       select (jsonb_populate_record(e, jsonb_build_object('id', n.id) || ${more})).*
       from ${table} e
       cross join (select '00000000-0000-4000-8000-' || lpad(g::text, 12, '0') as id from generate_series(1, 230) g) n
       where e.id = $1`,
      [examId],
    )
  await world.rows(
    `insert into exam.announcement (company_id, exam_id, text, audience, holds_for, by_id, at)
     select company_id, id, '早先的公告', 'all', '{"scope": {"kind": "all"}, "roomIds": null}', $2, now()
     from exam.exam where company_id = $1 and id::text like '00000000-0000-4000-8000-%'`,
    [companyId, first.staffId],
  )
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '5 days', admission_end_at = now() - interval '3 days' where id = $1`,
    [examId],
  )
  await world.rows(`update sitting.attempt set due_at = now() + interval '1 hour' where owner_id = $1`, [examId])
  await sit(first.staffId, '1-2')
  await followAll(world.services, new Date())
  expect(announced((await beat(first, attempts[0]?.attemptId ?? '')).tellings)).toEqual(['【考试公告】空调已报修'])
})

test('whoever of the chosen has handed in is named, and is not told', async () => {
  const { examId: examinationId, as, first, second } = await arranged()
  await world.rows(`update sitting.attempt set state = 'submitted', submitted_at = now() where owner_id = $1 and staff_id = $2`, [
    examinationId,
    second.staffId,
  ])
  const staffIds = [first.staffId, second.staffId, crypto.randomUUID()]
  const made = await as.get(examAnnouncements.send, { examinationId, text: '请看黑板', audience: 'people', staffIds })
  expect(made).toMatchObject({ sentCount: 1, queuedCount: 0, leftOut: ['考生2'] })
})

test('what did not get through is sent again to whoever still sits, and nobody else hears it twice', async () => {
  const { as, send, statesOf, beat, first, second, third, attempts } = await arranged()
  const { announcementId } = await send('延长 10 分钟')
  await beat(first, attempts[0]?.attemptId ?? '')
  await world.rows(`update exam.announced set sent_at = sent_at - interval '3 minutes' where announcement_id = $1`, [
    announcementId,
  ])
  expect(Object.fromEntries(await statesOf(announcementId))).toEqual({
    ...{ [first.staffId]: '已送达', [second.staffId]: '未送达', [third.staffId]: '待发送' },
  })
  expect(await as.get(examAnnouncements.resend, { announcementId })).toEqual({ sentCount: 1, leftCount: 0 })
  expect((await statesOf(announcementId)).get(second.staffId)).toBe('已发送')
  expect((await beat(second, attempts[1]?.attemptId ?? '')).tellings).toHaveLength(1)
  const { dataList } = await as.get(examAnnouncements.people, { announcementId, state: deliveryState.delivered })
  expect(dataList.map(({ staffId, tries }) => [staffId, tries])).toContainEqual([second.staffId, 2])
})

test('to some alone; nobody is told of an exam that is a draft or over; others see nothing', async () => {
  const { companyId, examId: examinationId, as, first } = await arranged()
  const wish = { examinationId, text: '请到讲台核对证件' }
  const toOne = await as.get(examAnnouncements.send, { ...wish, audience: 'people', staffIds: [first.staffId] })
  expect(toOne).toMatchObject({ sentCount: 1, queuedCount: 0 })
  const { announcementId } = toOne
  const stranger = await as.call(examAnnouncements.send, { ...wish, audience: 'people', staffIds: [crypto.randomUUID()] })
  expect(stranger.code).toBe(examErrors.nobodyToTell.code)
  const staffId = (await arrangeStaff(world, companyId, { count: 1 }))[0] ?? ''
  const rights = Object.values(candidatesNotice.rights)
  const invigilator = world.as(await world.actor({ companyId, staffId, rights, menus: [candidatesNotice] }))
  expect((await invigilator.call(examAnnouncements.send, wish)).code).toBe(protocolErrors.notFound.code)
  expect(await invigilator.get(examAnnouncements.exams, {})).toEqual({ dataList: [], totalCount: 0 })
  // Of a room in which nobody sits: the exam is theirs, nobody to whom something was said is.
  await world.rows(
    'insert into exam.invigilator (company_id, exam_id, staff_id, room_id, added_by, added_at) values ($1, $2, $3, $4, $3, now())',
    [companyId, examinationId, staffId, await emptyRoom(companyId)],
  )
  expect(await invigilator.get(examAnnouncements.list, { examinationId })).toEqual({ dataList: [], totalCount: 0 })
  expect((await invigilator.get(examAnnouncements.exams, {})).dataList).toMatchObject([{ announcementCount: 0 }])
  expect((await invigilator.call(examAnnouncements.people, { announcementId })).code).toBe(protocolErrors.notFound.code)
  await as.get(examInvigilators.add, { examinationId, staffIds: [staffId] })
  expect((await invigilator.get(examAnnouncements.list, { examinationId })).totalCount).toBe(1)
  expect(await invigilator.get(examAnnouncements.send, wish)).toMatchObject({ sentCount: 2, queuedCount: 1 })
  await world.rows('update exam.exam set status = 7 where id = $1', [examinationId])
  expect((await as.call(examAnnouncements.send, wish)).code).toBe(examErrors.notPublished.code)
  expect((await world.as(await world.actor()).call(examAnnouncements.list, { examinationId })).code).toBe(
    protocolErrors.notFound.code,
  )
})

test('each wording that somebody confirmed is kept whole, with how many it holds for', async () => {
  const { examId: examinationId, as, third } = await arranged()
  await world.rows(`update exam.exam set information = '自带计算器' where id = $1`, [examinationId])
  const { hash } = await world.as(third).get(entry.notice, { examId: examinationId })
  await world.as(third).get(entry.confirmNotice, { examId: examinationId, hash })
  const { dataList } = await as.get(examAnnouncements.versions, { examinationId })
  expect(dataList.map(({ information, confirmedCount }) => [information, confirmedCount])).toEqual([
    ['自带计算器', 1],
    ['<p>请认真作答</p>', 2],
  ])
  expect(dataList[0]?.terms.length).toBeGreaterThan(3)
  const [row] = (await as.get(examAnnouncements.exams, {})).dataList
  expect(row).toMatchObject({ examinationId, versionCount: 2, candidateCount: 3, confirmedCount: 3, announcementCount: 0 })
})

test('whoever refuses to be recorded is exempted by the invigilator of their exam, and by no other', async () => {
  const { companyId, examId: examinationId, candidates } = await arrangeExam(world, { settings: { permitCamera: true } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { staffId } = candidate
  const [watcher = ''] = await arrangeStaff(world, companyId, { count: 1 })
  const rights = Object.values(candidatesNotice.rights)
  const invigilator = world.as(await world.actor({ companyId, staffId: watcher, rights, menus: [candidatesNotice] }))
  const exempt = { examinationId, staffId, kinds: [captureKind.photo], reason: '改为现场监考' }
  expect((await invigilator.call(captureConsents.list, { examinationId })).code).toBe(protocolErrors.notFound.code)
  expect((await invigilator.call(captureConsents.exempt, exempt)).code).toBe(protocolErrors.notFound.code)
  const admin = world.as(await world.actor({ companyId }))
  await admin.get(examInvigilators.add, { examinationId, staffIds: [watcher] })
  const countOf = async (state: number) => (await invigilator.get(captureConsents.list, { examinationId, state })).totalCount
  expect([await countOf(consentState.open), await countOf(consentState.refused)]).toEqual([1, 0])
  const { hash } = await world.as(candidate).get(entry.notice, { examId: examinationId })
  const consents = [{ kind: captureKind.photo, isAgreed: false }]
  await world.as(candidate).get(entry.confirmNotice, { examId: examinationId, hash, consents })
  expect([await countOf(consentState.open), await countOf(consentState.refused)]).toEqual([0, 1])
  expect(await invigilator.get(captureConsents.exempt, exempt)).toEqual({ changedCount: 1 })
})
