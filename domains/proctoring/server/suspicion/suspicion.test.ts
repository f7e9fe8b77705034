import { randomUUID } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam } from '@kaopei/exam/testing'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suspicion } from '../../contract/suspicion/suspicion.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, jobsModule, filesModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const [single] = oneOfEachType()
const questions = 24

/** Thirty-two attempts as rows, of which the last has the answers of the first, and its address. */
async function satExam() {
  const fixed = single ? Array.from({ length: questions }, () => single) : []
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed, candidates: 32 })
  const attempts = candidates.map(({ staffId }, index) => ({ id: randomUUID(), staffId, index }))
  const list = JSON.stringify(attempts)
  await world.rows(
    `insert into sitting.attempt (company_id, id, owner_kind, owner_id, staff_id, number, state, started_at, submitted_at, lease_device,
       max_score_hundredths, title)
     select $1, p.id, 'exam', $2, p."staffId", 1, 'published', now() - interval '1 hour', now() - interval '1 minute', 'x', 100, '考试'
     from json_to_recordset($3) as p(id uuid, "staffId" uuid, index integer)`,
    [companyId, examId, list],
  )
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, data)
     select $1, p.id, 'start', jsonb_build_object('ip', '10.0.0.' || case when p.index = 31 then 0 else p.index end, 'device', 'd' || p.index || ':t')
     from json_to_recordset($2) as p(id uuid, index integer)`,
    [companyId, list],
  )
  await world.rows(
    `insert into sitting.attempt_item (company_id, attempt_id, slot, order_index, question_id, question_version_id, rule_version_id, type,
       max_score_hundredths, answer, answer_state, is_correct)
     select $1, p.id, q.n, q.n, v.question_id, v.id, gen_random_uuid(), 1, 100, jsonb_build_object('type', 1, 'optionId',
       case when r.is_right then 'b' else substr('acd', 1 + (who.index * 7 + q.n * 5) % 3, 1) end), 'answered', r.is_right
     from json_to_recordset($2) as p(id uuid, index integer)
     cross join lateral (select case when p.index = 31 then 0 else p.index end as index) who
     cross join generate_series(1, ${questions}) q(n)
     cross join lateral (select (who.index * 31 + q.n * 17 + who.index * q.n) % 5 > 1 as is_right) r
     join (
       select question_id, id, row_number() over (order by id) as n from question.question_version where company_id = $1
     ) v on v.n = q.n`,
    [companyId, list],
  )
  return { companyId, examId, attempts }
}

test('a comparison names the pair that copied and the address that two share; it is evidence for nothing', async () => {
  const { companyId, examId, attempts } = await satExam()
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const get = () => admin.get(suspicion.get, { examinationId: examId })
  expect(await get()).toMatchObject({ time: null, pairs: [] })
  await admin.get(suspicion.compare, { examinationId: examId })
  await world.runJobs()
  const found = await get()
  expect(found).toMatchObject({ attemptCount: 32, nearCount: 1 })
  const [first, last] = [attempts[0]?.id, attempts[31]?.id]
  const [pair] = found.pairs.filter(({ isNear }) => isNear)
  expect([pair?.one.examinationResultId, pair?.other.examinationResultId].sort()).toEqual([first, last].sort())
  expect(pair).toMatchObject({ matches: questions, nearBecause: ['同一网络地址'] })
  const signs = (over = {}) => admin.get(suspicion.signs, { examinationId: examId, ...over })
  expect((await signs()).dataList).toMatchObject([
    { kind: 'sameAddress', level: 'notice', about: '10.0.0.0', baseRate: '本场 32 份答卷中 2 份如此（约 6%）' },
  ])
  expect(pair?.one.address).toBe('10.0.0.0')
  // A network that somebody came to later is not the one they began from.
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data)
     select company_id, attempt_id, 'addressChange', now() + interval '1 minute', '{"ip": "1.1.1.1"}' from sitting.attempt_event where attempt_id = $1`,
    [pair?.one.examinationResultId],
  )
  expect((await get()).pairs.find(({ isNear }) => isNear)?.one.address).toBe('10.0.0.0')
  await world.rows(`delete from sitting.attempt_event where company_id = $1 and type = 'addressChange'`, [companyId])
  const judging = { verdict: 'violation' as const, reason: 'content.collusion', evidence: ['suspicion' as const] }
  expect(await admin.call(verdicts.judge, { examinationResultId: first ?? '', ...judging })).toMatchObject({ code: 3445 })
  const shared = await admin.get(suspicion.saveShared, { ranges: ['10.0.0.0/31'], version: 0 })
  expect(await admin.call(suspicion.saveShared, { ranges: ['10.0.0'], version: shared.version })).toMatchObject({ code: 1001 })
  expect(await admin.call(suspicion.saveShared, { ranges: [], version: 0 })).toMatchObject({ code: 3397 })
  // Once more replaces it; an address that many share makes nobody near.
  await admin.get(suspicion.compare, { examinationId: examId })
  await world.runJobs()
  expect(await world.rows('select id from proctoring.comparison where company_id = $1', [companyId])).toHaveLength(1)
  expect(await get()).toMatchObject({ nearCount: 0 })
  expect(await signs()).toMatchObject({ dataList: [{ kind: 'sameAddress', level: 'info' }], totalCount: 1 })
  // However many there are, all are to be had: pairs at once, signs by pages.
  await world.rows(
    `insert into proctoring.likeness
     select (jsonb_populate_record(null::proctoring.likeness, to_jsonb(l) || jsonb_build_object('one_id', a.id, 'other_id', b.id))).*
     from (select * from proctoring.likeness where company_id = $1 limit 1) l, sitting.attempt a, sitting.attempt b
     where a.company_id = $1 and b.company_id = $1 and a.id < b.id and a.owner_id = $2 and b.owner_id = $2
     on conflict do nothing`,
    [companyId, examId],
  )
  await world.rows(
    `insert into proctoring.session_sign
     select (jsonb_populate_record(s, jsonb_build_object('number', s.number + n))).*
     from proctoring.session_sign s, generate_series(1, 620) n where s.company_id = $1`,
    [companyId],
  )
  expect((await get()).pairs).toHaveLength((32 * 31) / 2)
  const last20 = await signs({ pageIndex: 32, pageSize: 20 })
  expect([last20.totalCount, last20.dataList.map(({ number }) => number)]).toEqual([621, [621]])
  expect(last20.counts).toEqual([{ kind: 'sameAddress', count: 621 }])
  await world.rows("update proctoring.session_sign set kind = 'tooFast' where company_id = $1 and number > 619", [companyId])
  const fast = await signs({ kind: 'tooFast' })
  expect([fast.totalCount, fast.dataList.map(({ number }) => number)]).toEqual([2, [620, 621]])
  expect(fast.counts).toEqual([
    { kind: 'sameAddress', count: 619 },
    { kind: 'tooFast', count: 2 },
  ])
  const stranger = world.as(await world.actor({ isAdmin: true }))
  expect(await stranger.call(suspicion.get, { examinationId: examId })).toMatchObject({ code: 1008 })
})

test('of two who compare at once one does, and the other is told', async () => {
  const { companyId, examId } = await satExam()
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const compare = () => admin.call(suspicion.compare, { examinationId: examId })
  const codes = (await Promise.all([compare(), compare(), compare()])).map(({ code }) => code)
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, 3396, 3396])
  await world.runJobs()
  expect(await world.rows('select id from proctoring.comparison where company_id = $1', [companyId])).toHaveLength(1)
  expect(await compare()).toMatchObject({ code: 0 })
})

test('whoever sat the exam sees nothing that speaks of themselves, and is told so', async () => {
  const { companyId, examId, attempts } = await satExam()
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  await admin.get(suspicion.compare, { examinationId: examId })
  await world.runJobs()
  const [first, last] = [attempts[0]?.staffId ?? '', attempts[31]?.staffId ?? '']
  const seenBy = async (staffId?: string) => {
    const as = world.as(await world.actor({ companyId, isAdmin: true, ...(staffId && { staffId }) }))
    const { pairs, isOwnLeftOut } = await as.get(suspicion.get, { examinationId: examId })
    const { totalCount } = await as.get(suspicion.signs, { examinationId: examId })
    return { near: pairs.filter(({ isNear }) => isNear).length, signs: totalCount, isOwnLeftOut }
  }
  expect(await seenBy()).toEqual({ near: 1, signs: 1, isOwnLeftOut: false })
  for (const staffId of [first, last]) expect(await seenBy(staffId)).toEqual({ near: 0, signs: 0, isOwnLeftOut: true })
  expect(await seenBy(attempts[5]?.staffId)).toEqual({ near: 1, signs: 1, isOwnLeftOut: true })
})
