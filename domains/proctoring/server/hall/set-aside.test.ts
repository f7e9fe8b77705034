import { examRooms } from '@kaopei/exam/contract/exam-rooms'
import { examModule, selectLastEnd } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { room } from '@kaopei/venue/contract/room'
import { venueModule } from '@kaopei/venue/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hall } from '../../contract/hall.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, venueModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const why = { reason: 'environment.power', note: '' }

async function arranged() {
  const exam = await arrangeExam(world, { candidates: 2 })
  const [first, second] = exam.candidates
  if (!first || !second) throw new Error('two candidates are needed')
  const { attemptId } = await startExam(world, first, exam.examId)
  const other = await startExam(world, second, exam.examId)
  const asWatcher = world.as(await world.actor({ companyId: exam.companyId, isAdmin: true }))
  const urgencyOf = async (id = attemptId) => {
    const { dataList } = await asWatcher.get(hall.watch, { examId: exam.examId })
    return dataList.find((row) => row.attemptId === id)?.urgency
  }
  const leave = (absences: number, isOver = false) =>
    world.rows('update sitting.attempt set absences = $2, over_limit_at = case when $3 then now() end where id = $1', [
      ...[attemptId, absences, isOver],
    ])
  return { ...exam, first, attemptId, otherId: other.attemptId, asWatcher, urgencyOf, leave }
}

test('absences that an invigilator has dealt with come first no more, until there is another one', async () => {
  const { examId, attemptId, otherId, asWatcher, urgencyOf, leave } = await arranged()
  await leave(2)
  expect(await urgencyOf()).toBe(3)
  const done = await asWatcher.get(hall.handle, { examId, attemptIds: [attemptId, otherId] })
  expect(done).toEqual({ changedCount: 1, leftOut: ['考生2'] })
  expect(await urgencyOf()).toBe(0)
  await leave(3)
  expect(await urgencyOf()).toBe(3)
  await asWatcher.get(hall.handle, { examId, attemptIds: [attemptId] })
  await leave(3, true)
  expect(await urgencyOf()).toBe(4)
})

test('of many, those with whom nothing was done are named, and told nothing', async () => {
  const { examId, attemptId, otherId, first, asWatcher } = await arranged()
  await asWatcher.get(hall.force, { examId, attemptIds: [otherId], ...why })
  const told = () => world.rows<{ n: number }>('select count(*)::int as n from sitting.telling where attempt_id = $1', [otherId])
  const before = await told()
  const those = { examId, attemptIds: [attemptId, otherId] }
  const leftOut = { changedCount: 1, leftOut: ['考生2'] }
  expect(await asWatcher.get(hall.tell, { ...those, kind: 'message', text: '请安静' })).toEqual(leftOut)
  expect(await asWatcher.get(hall.extend, { ...those, ...why, minutes: 5 })).toEqual(leftOut)
  expect(await asWatcher.get(hall.pause, { ...those, ...why })).toEqual(leftOut)
  expect(await asWatcher.get(hall.resume, { ...those, ...why })).toEqual(leftOut)
  expect(await told()).toEqual(before)
  const { tellings } = await world.as(first).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
  expect(tellings).toHaveLength(4)
  const late = await asWatcher.get(hall.extend, { examId, attemptIds: [otherId], ...why, minutes: 5 })
  expect(late).toEqual({ changedCount: 0, leftOut: ['考生2'] })
})

test('whoever was paused and forgotten stays in the hall, and the exam has no end before they are seen to', async () => {
  const { companyId, examId, attemptId, otherId, asWatcher } = await arranged()
  await asWatcher.get(hall.force, { examId, attemptIds: [otherId], ...why })
  await asWatcher.get(hall.pause, { examId, attemptIds: [attemptId], ...why })
  await world.rows(
    `update exam.exam set admission_start_at = now() - interval '5 days', admission_end_at = now() - interval '3 days' where id = $1`,
    [examId],
  )
  await world.rows(`update sitting.attempt set due_at = now() - interval '3 days' where owner_id = $1`, [examId])
  const lastEnd = () => world.inCompany(companyId, (db) => selectLastEnd(db, examId))
  expect(await lastEnd()).toBeNull()
  const { dataList } = await asWatcher.get(hall.exams, {})
  expect(dataList).toMatchObject([{ examId, sittingCount: 1 }])
  await asWatcher.get(hall.force, { examId, attemptIds: [attemptId], ...why })
  expect(await lastEnd()).not.toBeNull()
  expect((await asWatcher.get(hall.exams, {})).totalCount).toBe(0)
})

test('somebody can be moved where the exam has rooms alone', async () => {
  const { examId, asWatcher } = await arranged()
  expect((await asWatcher.get(hall.watch, { examId })).hasRooms).toBe(false)
  const { id: roomId } = await asWatcher.get(room.create, { roomName: '机房 1', rowCount: 1, columnCount: 2 })
  await asWatcher.get(examRooms.save, { examinationId: examId, rooms: [{ roomId, layoutName: '全部座位' }] })
  expect((await asWatcher.get(hall.watch, { examId })).hasRooms).toBe(true)
})
