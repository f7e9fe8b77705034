import { randomUUID } from 'node:crypto'
import { endpoint, id } from '@kaopei/contract'
import { implement, listener, type Module, type RoomEvent } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { device, sheet } from '../contract/shapes.ts'
import { sitting } from '../contract/sitting.ts'
import { findAttempt, lockAttempt } from './attempt.sql.ts'
import { attemptClosed, attemptOpened, attemptPublished, attemptScored, attemptVoided } from './events.ts'
import { sittingModule } from './module.ts'
import { openAttempt } from './open.service.ts'
import { arrangePaper, arrangePeople, oneOfEachType, rightAnswers } from './paper-arrange.ts'
import { finishMarking, recordManualScore } from './scoring/marking.service.ts'
import { closeOverdue } from './sweeps.ts'
import { changeTerms } from './terms.service.ts'
import type { Owner, Terms } from './terms.ts'
import { plainTerms } from './testing.ts'
import { restoreAttempt, voidAttempt } from './void.service.ts'

// Attempts of an owner that is no exam: neither the room of exams nor a row of its schema has a part in it.

const start = endpoint({
  path: '/api/v1/trial/start',
  summary: '开始试做',
  access: 'signedIn',
  audit: 'ownTrail',
  input: z.object({ trialId: id, device }),
  output: sheet,
})
const trialCalls = { start }
const terms = new Map<string, Terms>()
const kind = 'trial'

const heard: unknown[] = []
const allNews: readonly RoomEvent[] = [attemptOpened, attemptClosed, attemptScored, attemptPublished, attemptVoided]
const ears = allNews.map((event) =>
  listener({ name: `trial.hears.${event.name}`, event, run: async (payload) => void heard.push([event.name, payload]) }),
)
const trialModule: Module = {
  endpoints: implement(trialCalls, {
    start: async ({ trialId, device: from }, context) => {
      const opened = await openAttempt(
        { ...context, device: from },
        {
          owner: { kind, id: trialId },
          personName: '试做人',
          number: 1,
          paper: { id: trialId, order: { isQuestionOrder: false, isQuestionOptionOrder: false } },
          terms: terms.get(trialId) ?? plainTerms,
        },
      )
      if (opened.outcome !== 'opened') throw new Error(opened.outcome)
      return opened.sheet
    },
  }),
  listeners: ears,
}

let world: World
beforeAll(async () => {
  world = await World.open([trialModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  heard.length = 0
  world.now = () => new Date()
})

const tab = 'browser-aaaaaaaa:tab-1'
const objective = oneOfEachType().filter(({ type }) => type !== 6)
const key = { leaseEpoch: 1, lastRevs: [], submissionKey: 'submission-1' }

async function begun({ asked = {}, fixed = objective }: { asked?: Partial<Terms>; fixed?: typeof objective } = {}) {
  const companyId = await world.company()
  const owner: Owner = { kind, id: randomUUID() }
  await arrangePaper(world, { companyId, paperId: owner.id, fixed })
  terms.set(owner.id, { ...plainTerms, title: '安全知识测验', passScoreHundredths: 3000, ...asked })
  const [actor] = await arrangePeople(world, companyId, 1)
  if (!actor) throw new Error('somebody is needed')
  const first = await world.as(actor).get(start, { trialId: owner.id, device: tab })
  const { attemptId } = first
  const news = { ownerKind: kind, ownerId: owner.id, attemptId }
  return { companyId, owner, actor, attemptId, first, news }
}

async function answerAll(actor: TestActor, { attemptId, items }: z.output<typeof sheet>) {
  const writes = items.flatMap(({ slot, view }, index) => {
    const answer = rightAnswers.find(({ type }) => type === view.type)
    return answer ? [{ slot, answer, baseRev: 0, clientSeq: index + 1 }] : []
  })
  return await world.as(actor).get(sitting.save, { attemptId, leaseEpoch: 1, items: writes })
}

const attemptOf = async (attemptId: string) => (await world.rows('select * from sitting.attempt where id = $1', [attemptId]))[0]
const minutesFrom = (at: string | Date, minutes: number) => new Date(new Date(at).getTime() + minutes * 60_000)

test('an attempt of any owner is answered, handed in, scored and told of', async () => {
  const { actor, attemptId, first, news } = await begun({ asked: { tells: ['opened', 'closed', 'published'] } })
  expect(first).toMatchObject({ examName: '安全知识测验', candidateName: '试做人', due: null, state: 'in_progress' })
  const saved = await answerAll(actor, first)
  expect(saved.slots.every(({ status, receipt }) => status === 'saved' && receipt !== null)).toBe(true)
  const receipts = await world.as(actor).get(sitting.receipts, { attemptId })
  expect(receipts).toMatchObject({ examName: '安全知识测验', totalCount: objective.length })
  await world.as(actor).get(sitting.submit, { attemptId, ...key })
  await world.runJobs()
  expect(await attemptOf(attemptId)).toMatchObject({
    owner_kind: kind,
    state: 'published',
    score_hundredths: objective.length * 1000,
    is_passed: true,
  })
  expect(heard).toEqual([
    ['sitting.attemptOpened', { ...news, staffId: actor.staffId }],
    ['sitting.attemptClosed', { ...news, cause: 'manual' }],
    ['sitting.attemptPublished', { ownerKind: kind, ownerId: news.ownerId, attemptIds: [attemptId] }],
  ])
})

test('an owner that asks for no news is not told of what it need not know', async () => {
  const { actor, attemptId } = await begun()
  await world.as(actor).get(sitting.submit, { attemptId, ...key })
  await world.runJobs()
  expect(heard).toEqual([])
})

test('what waits for a marker is told to every owner, and is complete with the last mark', async () => {
  const { companyId, actor, attemptId, first, news } = await begun({ fixed: oneOfEachType(), asked: { tells: ['published'] } })
  await answerAll(actor, first)
  await world.as(actor).get(sitting.submit, { attemptId, ...key })
  await world.runJobs()
  expect(heard).toEqual([['sitting.attemptScored', news]])
  const slot = first.items.find(({ view }) => view.type === 6)?.slot ?? 0
  await world.inCompany(companyId, async (db) => {
    await recordManualScore(db, { attemptId, slot, scoreHundredths: 500, markerId: randomUUID(), comment: null, detail: {} })
    expect(await finishMarking(db, attemptId, new Date())).toEqual({ isFinished: true, openSlots: [] })
  })
  await world.runJobs()
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'published', score_hundredths: 5500 })
  expect(heard.at(-1)).toEqual(['sitting.attemptPublished', { ownerKind: kind, ownerId: news.ownerId, attemptIds: [attemptId] }])
})

test('the terms hold: no hand-in before its time, none with open questions, no way back', async () => {
  const { actor, attemptId, first } = await begun({
    asked: { handInAfterMinutes: 10, mayLeaveUnanswered: false, isLinear: true, absenceLimit: 2 },
  })
  expect(first.rules).toMatchObject({
    forceCommitTime: 10,
    permitSkipSubmit: false,
    permitSkipBack: false,
    switchScreenNumberLimit: 2,
  })
  expect(await world.as(actor).call(sitting.submit, { attemptId, ...key })).toMatchObject({ code: 2357 })
  world.now = () => minutesFrom(first.startedAt, 11)
  expect(await world.as(actor).call(sitting.submit, { attemptId, ...key })).toMatchObject({ code: 2359 })
})

test('terms of open attempts change through one door, with notice and an event', async () => {
  const { companyId, owner, actor, attemptId, first } = await begun({ asked: { limitMinutes: 60 } })
  expect(first.due).toBe(minutesFrom(first.startedAt, 60).toISOString())
  const change = (given: Partial<Parameters<typeof changeTerms>[1]>) =>
    world.inCompany(companyId, (db) => changeTerms(db, { owner, now: world.now(), actorId: null, ...given }))
  expect(await change({ times: () => ({ closeAt: null, limitMinutes: 90 }) })).toBe(1)
  expect(await attemptOf(attemptId)).toMatchObject({ due_at: minutesFrom(first.startedAt, 90), limit_minutes: 90 })
  expect(await change({ times: () => ({ closeAt: null, limitMinutes: 90 }) })).toBe(0)
  expect(await change({ staffIds: [randomUUID()], times: () => ({ closeAt: null, limitMinutes: 10 }) })).toBe(0)
  await change({ rules: { title: '改名后的测验', mayLeaveUnanswered: false } })
  expect(await world.as(actor).get(sitting.resume, { attemptId, device: tab })).toMatchObject({
    examName: '改名后的测验',
    rules: { permitSkipSubmit: false, permitCopyPaste: true },
  })
  expect(await change({ times: () => 'ended' })).toBe(1)
  const ended = await attemptOf(attemptId)
  const left = new Date(String(ended?.due_at)).getTime() - world.now().getTime()
  expect(left).toBeGreaterThan(110_000)
  expect(left).toBeLessThanOrEqual(120_000)
  const events = `select type from sitting.attempt_event where attempt_id = $1 and type = 'dueChanged'`
  expect(await world.rows(events, [attemptId])).toHaveLength(2)
})

test('nobody hands it in: the server does, by the deadline of the terms', async () => {
  const { attemptId, first, news } = await begun({ asked: { limitMinutes: 30, graceSeconds: 0, tells: ['closed'] } })
  await closeOverdue(world.services, minutesFrom(first.startedAt, 31))
  expect(await attemptOf(attemptId)).toMatchObject({ state: 'timeout_submitted', submit_cause: 'timeout' })
  await world.runJobs()
  expect(heard).toEqual([['sitting.attemptClosed', { ...news, cause: 'timeout' }]])
})

test('it is voided and restored, and told of', async () => {
  const { companyId, actor, attemptId, news } = await begun()
  const change = { reason: '误操作', actorId: randomUUID(), now: new Date() }
  const found = (db: Parameters<typeof findAttempt>[0]) => findAttempt(db, attemptId)
  await world.inCompany(companyId, async (db) => {
    await lockAttempt(db, attemptId)
    const before = await found(db)
    if (!before) throw new Error('the attempt is gone')
    expect(await voidAttempt(db, before, change)).toEqual({ outcome: 'changed', state: 'voided' })
  })
  expect(await world.as(actor).call(sitting.resume, { attemptId, device: tab })).toMatchObject({ code: 2350 })
  await world.inCompany(companyId, async (db) => {
    await lockAttempt(db, attemptId)
    const before = await found(db)
    if (!before) throw new Error('the attempt is gone')
    expect(await restoreAttempt(db, before, change)).toEqual({ outcome: 'changed', state: 'in_progress' })
  })
  await world.runJobs()
  expect(heard).toEqual([true, false].map((isVoided) => ['sitting.attemptVoided', { ...news, isVoided }]))
})
