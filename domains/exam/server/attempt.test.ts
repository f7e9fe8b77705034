import { randomUUID } from 'node:crypto'
import { ownResult } from '@kaopei/result/contract/own-result'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { inTransaction, listener, type Module } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { attemptVoided, forceAttempt, sittingModule } from '@kaopei/sitting/server'
import { browserA, oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attempt } from '../contract/attempt.ts'
import { entry } from '../contract/entry.ts'
import { exam } from '../contract/exam.ts'
import { examOverrides } from '../contract/exam-overrides.ts'
import { examManage } from '../contract/menus.ts'
import { examModule } from './exam.module.ts'
import { arrangeExam, startExam } from './sitting-arrange.ts'

const heard: { ownerId: string }[] = []
const ear: Module = {
  endpoints: [],
  listeners: [listener({ name: 'test.hearsVoided', event: attemptVoided, run: async (payload) => void heard.push(payload) })],
}
let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, ear])
})
afterAll(() => world.close())
beforeEach(() => {
  heard.length = 0
})

const objective = oneOfEachType().filter(({ type }) => type !== 6)

async function sat({ isHandedIn = true, settings = {} } = {}) {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: objective, settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  if (isHandedIn) {
    await world.as(actor).get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' })
    await world.runJobs()
  }
  return { companyId, examId, actor, attemptId, admin: await world.actor({ companyId }) }
}

const stateOf = async (attemptId: string) =>
  (await world.rows('select state, state_before_void as before from sitting.attempt where id = $1', [attemptId]))[0]

test('a voided result is hidden, counts nowhere, is told, and comes back as it was', async () => {
  const { examId, actor, attemptId, admin } = await sat()
  const reason = '替考，经监考组核实'
  expect(await world.as(admin).get(attempt.void, { attemptId, reason })).toEqual({ attemptId, state: 'voided' })
  expect(await stateOf(attemptId)).toEqual({ state: 'voided', before: 'published' })
  const shown = await world.as(actor).get(ownResult.result, { attemptId })
  expect([shown.score, shown.items]).toEqual([undefined, undefined])
  expect(await world.as(admin).get(results.funnel, { examinationId: examId })).toMatchObject({ completeExamCount: 0 })
  expect(await world.as(admin).call(attempt.void, { attemptId, reason })).toMatchObject({ code: 2314 })
  expect(await world.as(admin).get(attempt.restore, { attemptId, reason: '申诉成立' })).toEqual({ attemptId, state: 'published' })
  expect(await stateOf(attemptId)).toEqual({ state: 'published', before: null })
  await world.runJobs()
  expect(heard.filter(({ ownerId }) => ownerId === examId)).toEqual([
    { ownerKind: 'exam', ownerId: examId, attemptId, isVoided: true },
    { ownerKind: 'exam', ownerId: examId, attemptId, isVoided: false },
  ])
  const paper = await world.as(admin).get(results.get, { examinationId: examId, staffId: actor.staffId })
  const told = paper.events.filter(({ type }) => type === 'void' || type === 'restore').map(({ data }) => data.reason)
  expect(told).toEqual([reason, '申诉成立'])
})

test('whoever was handed in by somebody else reads why with their result; nobody else does', async () => {
  const open = await sat({ isHandedIn: false })
  const { companyId, attemptId, admin } = open
  const act = { attemptId, reason: '违反考场纪律：与邻座交谈', actorId: admin.staffId, now: new Date() }
  await inTransaction(world.services.pool, companyId, (db) => forceAttempt(db, act))
  expect(await world.as(open.actor).get(ownResult.result, { attemptId })).toMatchObject({
    submitCause: 'force',
    forcedReason: '违反考场纪律：与邻座交谈',
  })
  const self = await sat()
  expect(await world.as(self.actor).get(ownResult.result, { attemptId: self.attemptId })).toMatchObject({
    submitCause: 'manual',
    forcedReason: null,
  })
})

test('who is still writing can not write on, and goes on after the restoration', async () => {
  const { actor, attemptId, admin } = await sat({ isHandedIn: false })
  await world.as(admin).get(attempt.void, { attemptId, reason: '误入考场' })
  const save = (clientSeq: number) =>
    world.as(actor).call(sitting.save, {
      attemptId,
      leaseEpoch: 1,
      items: [{ slot: 1, answer: { type: 1, optionId: 'b' }, baseRev: 0, clientSeq }],
    })
  expect(await save(1)).toMatchObject({ code: 2354 })
  await world.as(admin).get(attempt.restore, { attemptId, reason: '核实无误' })
  expect(await save(2)).toMatchObject({ code: 0 })
})

test('an attempt is not restored to open while another is open', async () => {
  const { examId, actor, attemptId, admin } = await sat({ isHandedIn: false, settings: { repeatCount: 2 } })
  await world.as(admin).get(attempt.void, { attemptId, reason: '设备故障' })
  await world.as(actor).get(entry.start, { examId, device: browserA })
  expect(await world.as(admin).call(attempt.restore, { attemptId, reason: '误操作' })).toMatchObject({ code: 2315 })
})

test('a restored attempt has the times that were given while it was void, and two minutes when the exam was cancelled', async () => {
  const { examId, actor, attemptId, admin } = await sat({ isHandedIn: false })
  const due = async () =>
    (await world.rows<{ due: Date }>('select due_at as due from sitting.attempt where id = $1', [attemptId]))[0]?.due.getTime() ??
    0
  const before = await due()
  const as = world.as(admin)
  const whileVoid = async (change: () => Promise<unknown>) => {
    await as.get(attempt.void, { attemptId, reason: '误入考场' })
    await change()
    await as.get(attempt.restore, { attemptId, reason: '核实无误' })
  }
  const staffIds = [actor.staffId]
  await whileVoid(() => as.get(examOverrides.save, { examinationId: examId, staffIds, extraMinutes: 20, reason: '设备故障' }))
  expect(await due()).toBe(before + 20 * 60_000)
  const { version } = await as.get(exam.get, { id: examId })
  const at = new Date()
  world.now = () => at
  await whileVoid(() => as.get(exam.cancel, { id: examId, version, reason: '试题泄露' }))
  world.now = () => new Date()
  expect(await due()).toBe(at.getTime() + 2 * 60_000)
})

test('of a restoration and a start at the same moment one is refused in words', async () => {
  const { companyId, examId, actor, attemptId, admin } = await sat({ isHandedIn: false, settings: { repeatCount: 2 } })
  await world.as(admin).get(attempt.void, { attemptId, reason: '设备故障' })
  const begun = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const starting = world.inCompany(companyId, async (db) => {
    const facts = { number: 2, started_at: new Date(), lease_device: browserA, max_score_hundredths: 0 }
    await db
      .insertInto('sitting.attempt')
      .values({
        company_id: companyId,
        owner_kind: 'exam',
        owner_id: examId,
        staff_id: actor.staffId,
        title: '安全生产考试',
        ...facts,
      })
      .execute()
    begun.resolve()
    await mayCommit.promise
  })
  await begun.promise
  const restoring = world.as(admin).call(attempt.restore, { attemptId, reason: '误操作' })
  await vi.waitFor(async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect(await world.rows(waiting)).toHaveLength(1)
  })
  mayCommit.resolve()
  await starting
  expect(await restoring).toMatchObject({ code: 2315 })
})

test('an attempt of another company or outside the data scope is not there', async () => {
  const { companyId, attemptId } = await sat()
  const stranger = await world.actor()
  const reason = '测试'
  expect(await world.as(stranger).call(attempt.void, { attemptId, reason })).toMatchObject({ code: 1008 })
  expect(await world.as(stranger).call(attempt.void, { attemptId: randomUUID(), reason })).toMatchObject({ code: 1008 })
  const nobody = { kind: 'some' as const, departmentIds: [], subtreeIds: [], ownStaffId: null }
  const narrow = await world.actor({
    companyId,
    isAdmin: false,
    rights: [examManage.rights.void],
    scopes: { examManage: nobody },
  })
  expect(await world.as(narrow).call(attempt.void, { attemptId, reason })).toMatchObject({ code: 1008 })
})
