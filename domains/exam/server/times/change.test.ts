import { messagingModule } from '@kaopei/messaging/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { examOverrides } from '../../contract/exam-overrides.ts'
import { examModule } from '../exam.module.ts'
import { arrangeExam, startExam } from '../sitting-arrange.ts'
import { selectLastEnd } from './change.sql.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, messagingModule()])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const minute = 60_000

/** Somebody who began at a full second; times are told in minutes from then. */
async function sitter(limitMinutes: number, settings = {}) {
  const begun = Math.floor(Date.now() / 1000) * 1000
  const at = (minutes: number) => {
    const then = new Date(begun + minutes * minute)
    world.now = () => then
  }
  at(0)
  const { companyId, examId, candidates } = await arrangeExam(world, { limitMinutes, settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  const admin = world.as(await world.actor({ companyId }))
  const give = (extraMinutes: number) =>
    admin.get(examOverrides.save, { examinationId: examId, staffIds: [actor.staffId], extraMinutes, reason: '照顾' })
  const due = async () => {
    const [row] = await world.rows<{ due: Date }>('select due_at as due from sitting.attempt where id = $1', [attemptId])
    return ((row?.due.getTime() ?? 0) - begun) / minute
  }
  const pause = (from: number, until: number | null) =>
    world.rows(
      `insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason) values ($1, $2, $3, $4, '停电')`,
      [companyId, attemptId, new Date(begun + from * minute), until === null ? null : new Date(begun + until * minute)],
    )
  return { companyId, examId, actor, attemptId, at, give, due, pause }
}

test('the notice that a shortened deadline leaves is no time of its own', async () => {
  const { at, give, due } = await sitter(1)
  await give(5)
  expect(await due()).toBe(6)
  at(0.5)
  await give(0)
  expect(await due()).toBe(2.5)
  await give(3)
  expect(await due()).toBe(4)
  await give(0)
  await give(0)
  expect(await due()).toBe(2.5)
})

test('pauses on record move the deadline whatever else is changed, overlapping ones once', async () => {
  const { at, give, due, pause } = await sitter(60)
  await pause(10, 22)
  await pause(20, 25)
  at(30)
  await give(0)
  expect(await due()).toBe(75)
  await give(10)
  expect(await due()).toBe(85)
  await give(0)
  expect(await due()).toBe(75)
})

test('a pause is no working time before the earliest hand-in', async () => {
  const { actor, attemptId, at, pause } = await sitter(60, { forceCommitTime: 30 })
  await pause(10, 20)
  at(35)
  const input = { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' }
  expect(await world.as(actor).call(sitting.submit, input)).toMatchObject({ code: 2357, data: { waitSeconds: 300 } })
  at(40)
  expect(await world.as(actor).call(sitting.submit, input)).toMatchObject({ code: 0 })
})

test('the time that somebody had left when they handed in holds nobody up; what the server took may be opened again with it', async () => {
  const { companyId, examId, attemptId } = await sitter(60)
  const isOver = async () => {
    const end = await world.inCompany(companyId, (db) => selectLastEnd(db, examId))
    return end !== null && end.getTime() <= Date.now()
  }
  const close = (cause: string) =>
    world.rows(`update sitting.attempt set state = 'published', submit_cause = $2, submitted_at = now() where id = $1`, [
      attemptId,
      cause,
    ])
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 second' where id = $1`, [examId])
  expect(await isOver()).toBe(false)
  await close('limit')
  expect(await isOver()).toBe(false)
  await close('manual')
  expect(await isOver()).toBe(true)
})
