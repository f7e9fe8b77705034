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
     select $1, $2, t, 'client', now() + s * interval '1 second', now() from unnest(array['netDown', 'netUp'], array[1, 4]) g(t, s)`,
    [companyId, attemptId],
  )
  await world.rows(
    `insert into sitting.attempt_pause (company_id, attempt_id, from_at, until_at, reason) values ($1, $2, now(), now() + interval '5 seconds', '停电')`,
    [companyId, attemptId],
  )
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const found = await admin.get(replay.get, { examinationResultId: attemptId })
  expect(found.answers.map(({ text }) => text)).toHaveLength(2)
  expect(new Set(found.answers.map(({ text }) => text)).size).toBe(2)
  expect(found.offline.map(({ from, until }) => until - from)).toEqual([3000])
  expect(found.pauses.map(({ from, until }) => until - from)).toEqual([5000])
  expect(found.events[0]).toMatchObject({ label: '开始考试' })

  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, server_time)
     select $1, $2, 'copy', now() + n * interval '100 milliseconds' from generate_series(1, 10000) n`,
    [companyId, attemptId],
  )
  const large = await admin.get(replay.get, { examinationResultId: attemptId })
  expect(large.events.length).toBeGreaterThan(10_000)

  const own = world.as(await world.actor({ companyId, staffId: candidate.staffId, isAdmin: true }))
  expect(await own.call(replay.get, { examinationResultId: attemptId })).toMatchObject({ code: 3372 })
  const some = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
  const wish = { companyId, rights: [markCheating.rights.view], menus: [markCheating], scopes: { markCheating: some } }
  expect(await world.as(await world.actor(wish)).call(replay.get, { examinationResultId: attemptId })).toMatchObject({
    code: 1008,
  })
  const stranger = world.as(await world.actor({ isAdmin: true }))
  expect(await stranger.call(replay.get, { examinationResultId: attemptId })).toMatchObject({ code: 1008 })
})
