import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markCheating } from '../../contract/menus.ts'
import { replay } from '../../contract/replay/replay.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const [single] = oneOfEachType()

test('a replay has answers as they grew, the network, pauses and what was done, also of ten thousand events', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: single ? [single] : [] })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, candidate, examId)
  for (const [index, optionId] of ['a', 'b'].entries()) {
    const item = { slot: 1, answer: { type: 1 as const, optionId }, baseRev: index, clientSeq: index + 1, seen: true }
    await world.as(candidate).get(sitting.save, { attemptId, leaseEpoch: lease.epoch, items: [item] })
  }
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, source, client_time, server_time)
     select $1, $2, t, 'client', now() + (s - 5) * interval '1 second', now() from unnest(array['netDown', 'netUp'], array[1, 4]) g(t, s)`,
    [companyId, attemptId],
  )
  await world.rows(
    `insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason) values ($1, $2, now(), now() + interval '5 seconds', '停电')`,
    [companyId, attemptId],
  )
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const asked = { examinationResultId: attemptId }
  expect(await admin.get(replay.get, asked)).toMatchObject({ isRecorded: false, tracks: null })
  expect(await admin.call(replay.open, { ...asked, reason: '' })).toMatchObject({ code: 1001 })
  await admin.get(replay.open, { ...asked, reason: '复核成绩异议' })
  const tracks = async () => {
    const found = (await admin.get(replay.get, asked)).tracks
    if (!found) throw new Error('the replay is not open')
    return found
  }
  const found = await tracks()
  expect(found.answers.map(({ text }) => text)).toHaveLength(2)
  expect(new Set(found.answers.map(({ text }) => text)).size).toBe(2)
  expect(found.offline.map(({ from, until }) => until - from)).toEqual([3000])
  expect(found.pauses.map(({ from, until }) => until - from)).toEqual([5000])
  expect(found.events[0]).toMatchObject({ label: '开始考试' })
  const looks = await world.rows('select what, reason from proctoring.look where attempt_id = $1', [attemptId])
  expect(looks).toEqual([{ what: 'replay', reason: '复核成绩异议' }])
  const logged = await world.rows(
    `select action, reason from kit.operation_log where company_id = $1 and target = 'examReplay' and target_id = $2`,
    [companyId, attemptId],
  )
  expect(logged).toEqual([{ action: 'look', reason: '复核成绩异议' }])

  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, server_time)
     select $1, $2, 'copy', now() + n * interval '100 milliseconds' from generate_series(1, 10000) n`,
    [companyId, attemptId],
  )
  const from = process.cpuUsage()
  expect((await tracks()).events.length).toBeGreaterThan(10_000)
  const { user, system } = process.cpuUsage(from)
  expect((user + system) / 1000).toBeLessThan(1000)
})

test('what others did to an attempt stands apart, each in words', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: single ? [single] : [] })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, server_time)
     select $1, $2, t, now() + n * interval '1 second' from unnest($3::text[]) with ordinality g(t, n)`,
    [companyId, attemptId, ['moved', 'giveBack', 'reload', 'clockStops']],
  )
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  await admin.get(replay.open, { examinationResultId: attemptId, reason: '抽查' })
  const { tracks } = await admin.get(replay.get, { examinationResultId: attemptId })
  expect(tracks?.events.slice(1).map(({ label, isAct }) => [label, isAct])).toEqual([
    ['更换座位', true],
    ['因监考事件重新开放', true],
    ['页面重新加载', false],
  ])
})

test('a replay takes its right and somebody else, within the data scope and the company', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: single ? [single] : [] })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  const asked = { examinationResultId: attemptId }
  const opening = { ...asked, reason: '抽查' }
  const own = world.as(await world.actor({ companyId, staffId: candidate.staffId, isAdmin: true }))
  expect(await own.call(replay.get, asked)).toMatchObject({ code: 3372 })
  expect(await own.call(replay.open, opening)).toMatchObject({ code: 3372 })
  const { view, look, replay: right } = markCheating.rights
  const reviewer = world.as(await world.actor({ companyId, rights: [view, look], menus: [markCheating] }))
  expect(await reviewer.call(replay.get, asked)).toMatchObject({ code: 1002 })
  const none = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
  const elsewhere = world.as(
    await world.actor({ companyId, rights: [view, right], menus: [markCheating], scopes: { markCheating: none } }),
  )
  expect(await elsewhere.call(replay.open, opening)).toMatchObject({ code: 1008 })
  const other = world.as(await world.actor({ isAdmin: true }))
  expect(await other.call(replay.get, asked)).toMatchObject({ code: 1008 })
})
