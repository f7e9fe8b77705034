import { ownInfo } from '@kaopei/collect/contract/own-info'
import { collectModule } from '@kaopei/collect/server'
import { ownResult } from '@kaopei/result/contract/own-result'
import { resultModule } from '@kaopei/result/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { browserA, browserB, keyMark, oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entry as entryCalls } from '../contract/entry.ts'
import { outerParticipationMode } from '../contract/exam-settings.ts'
import { examModule } from './exam.module.ts'
import { arrangeExam, startExam } from './sitting-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, collectModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const minutesLater = (count: number) => {
  const then = new Date(Date.now() + count * 60_000)
  world.now = () => then
}

test('fifty starts at once make one attempt with one paper', async () => {
  const contents = Array.from({ length: 30 }, () => oneOfEachType()).flat()
  const { examId, candidates } = await arrangeExam(world, {
    fixed: [],
    pool: { contents, count: 20 },
    settings: { isQuestionOrder: true, isQuestionOptionOrder: true },
  })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { hash } = await world.as(actor).get(entryCalls.notice, { examId })
  await world.as(actor).get(entryCalls.confirmNotice, { examId, hash })
  const sheets = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      world.as(actor).get(entryCalls.start, { examId, device: index % 2 ? browserA : browserB }),
    ),
  )
  expect(new Set(sheets.map(({ attemptId }) => attemptId)).size).toBe(1)
  expect(new Set(sheets.map(({ items }) => JSON.stringify(items))).size).toBe(1)
  expect(new Set(sheets[0]?.items.map(({ slot }) => slot)).size).toBe(20)
  const rows = await world.rows('select id from sitting.attempt where owner_id = $1', [examId])
  expect(rows).toHaveLength(1)
})

test('nothing of the paper leaves before admission, and nothing of the key while it is sat', async () => {
  const { examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const before = [
    await world.as(actor).raw(entryCalls.myExams),
    await world.as(actor).raw(entryCalls.notice, { examId }),
    await world.as(actor).raw(entryCalls.start, { examId, device: browserA }),
  ]
  for (const { payload } of before) expect(payload).not.toMatch(/单选|选项 a|KEYWORD/)
  await startExam(world, actor, examId)
  const sheet = await world.as(actor).raw(entryCalls.start, { examId, device: browserA })
  expect(sheet.payload).toContain('单选')
  expect(sheet.payload).not.toContain(keyMark)
  expect(sheet.payload).not.toMatch(/"correct"|"alternatives"|"keyPoints"|"analysis"/)
})

test('the notice must be confirmed as it now reads', async () => {
  const { examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  const as = world.as(actor)
  expect(await as.call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 2351 })
  const notice = await as.get(entryCalls.notice, { examId })
  expect(notice).toMatchObject({ confirmedAt: null, information: '<p>请认真作答</p>' })
  expect(notice.terms.join()).toContain('答题时长 60 分钟')
  expect(await as.call(entryCalls.confirmNotice, { examId, hash: 'other' })).toMatchObject({ code: 2351 })
  await as.get(entryCalls.confirmNotice, { examId, hash: notice.hash })
  expect((await as.get(entryCalls.notice, { examId })).confirmedAt).not.toBeNull()
  await world.rows(`update exam.exam set information = '改了' where id = $1`, [examId])
  expect(await as.call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 2351 })
})

test('who is not a candidate, or belongs to another company, does not get in', async () => {
  const { examId, companyId } = await arrangeExam(world)
  const colleague = await world.actor({ companyId })
  const stranger = await world.actor()
  expect(await world.as(colleague).call(entryCalls.start, { examId, device: browserA })).toMatchObject({
    code: 2350,
    data: { refusal: 'notCandidate' },
  })
  expect(await world.as(colleague).call(entryCalls.notice, { examId })).toMatchObject({ code: 1008 })
  expect(await world.as(stranger).call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 1008 })
})

test.each([
  ['notOpen', { openAt: new Date(Date.now() + 600_000) }],
  ['closed', { closeAt: new Date(Date.now() - 1000) }],
  ['tooLate', { settings: { lateEntryMinutes: 5 } }],
  ['notPublished', { status: 0 }],
  ['cancelled', { status: 7 }],
] as const)('entry is refused by the server: %s', async (refusal, wish) => {
  const { examId, candidates } = await arrangeExam(world, wish)
  const answer = await world.as(candidates[0]).call(entryCalls.start, { examId, device: browserA })
  expect(answer).toMatchObject({ code: 2350, data: { refusal } })
})

test('the two minutes of a cancelled exam outlive a reload: whatever may be saved may be opened', async () => {
  const { examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  await world.rows('update exam.exam set status = 7, cancelled_at = now() where id = $1', [examId])
  await world.rows(`update sitting.attempt set due_at = now() + interval '2 minutes' where id = $1`, [attemptId])
  const as = world.as(actor)
  const write = { slot: 1, answer: { type: 1 as const, optionId: 'b' }, baseRev: 0, clientSeq: 1 }
  expect(await as.call(sitting.save, { attemptId, leaseEpoch: 1, items: [write] })).toMatchObject({ code: 0 })
  expect((await as.get(sitting.resume, { attemptId, device: browserA })).items[0]?.answer).toEqual(write.answer)
  expect(await as.call(sitting.takeOver, { attemptId, device: browserB })).toMatchObject({
    code: 0,
    data: { lease: { epoch: 2 } },
  })
  expect((await as.get(entryCalls.myExams)).dataList).toMatchObject([{ entry: { allowed: true, resumes: attemptId } }])
  expect(await as.call(entryCalls.start, { examId, device: browserB })).toMatchObject({ code: 0, data: { attemptId } })
  const later = new Date(Date.now() + 200_000)
  world.now = () => later
  expect(await as.call(sitting.resume, { attemptId, device: browserB })).toMatchObject({
    code: 2350,
    data: { refusal: 'timeIsUp' },
  })
})

test('of many exams none is out of reach, and what is under way comes first', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  await startExam(world, actor, examId)
  await world.rows(
    `with wished as (
       select n, gen_random_uuid() as exam_id, gen_random_uuid() as paper_id from generate_series(1, 249) n
     ), papers as (
       insert into paper.paper
       select (jsonb_populate_record(p, jsonb_build_object('id', w.paper_id))).*
       from paper.paper p, exam.exam e, wished w where e.company_id = $1 and e.id = $2 and p.company_id = $1 and p.id = e.paper_id
       returning id
     ), made as (
       insert into exam.exam
       select (jsonb_populate_record(e, jsonb_build_object('id', w.exam_id, 'paper_id', w.paper_id, 'name', '旧考试' || n,
         'admission_start_at', now() - n * interval '1 hour',
         'admission_end_at', case when n > 3 then now() - n * interval '50 minutes' else now() + interval '1 year' end))).*
       from exam.exam e, wished w where e.company_id = $1 and e.id = $2
       returning id
     )
     insert into exam.candidate (company_id, exam_id, staff_id, is_chosen) select $1, id, $3, true from made`,
    [companyId, examId, actor.staffId],
  )
  const page = (pageIndex: number, pageSize?: number) => world.as(actor).get(entryCalls.myExams, { pageIndex, pageSize })
  const [first, second, third] = [await page(1), await page(2), await page(3)]
  expect([first, second, third].map(({ totalCount, dataList }) => [totalCount, dataList.length])).toEqual([
    [250, 100],
    [250, 100],
    [250, 50],
  ])
  expect(first.dataList.slice(0, 5).map(({ name }) => name)).toEqual([
    first.dataList[0]?.name,
    '旧考试1',
    '旧考试2',
    '旧考试3',
    '旧考试4',
  ])
  expect(first.dataList[0]).toMatchObject({ examId, entry: { allowed: true } })
  expect(new Set([...first.dataList, ...second.dataList, ...third.dataList].map((row) => row.examId)).size).toBe(250)
  expect((await page(13, 20)).dataList).toHaveLength(10)
})

test('the password of the exam is asked for once and never told', async () => {
  const { examId, candidates } = await arrangeExam(world, { settings: { password: 'kaoshi88' } })
  const [actor] = candidates
  const as = world.as(actor)
  const notice = await as.get(entryCalls.notice, { examId })
  expect(notice.needsPassword).toBe(true)
  expect(JSON.stringify(notice)).not.toContain('kaoshi88')
  await as.get(entryCalls.confirmNotice, { examId, hash: notice.hash })
  expect(await as.call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 2352 })
  expect(await as.call(entryCalls.start, { examId, device: browserA, password: 'kaoshi88' })).toMatchObject({ code: 0 })
  expect(await as.call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 0 })
})

test('an outside candidate gets in once what the exam collects is filled in; employees are not asked', async () => {
  const outside = { outerParticipationMode: outerParticipationMode.importedOnly }
  const { companyId, examId, candidates } = await arrangeExam(world, { candidates: 2, settings: outside })
  const [outsider, employee] = candidates
  if (!outsider || !employee) throw new Error('two candidates are needed')
  await world.rows(`update org.staff set staff_source = 2, phone = '13800138000' where id = $1`, [outsider.staffId])
  await world.rows(
    `insert into collect.collection (company_id, exam_id, required, optional) values ($1, $2, '{name,phone,idCard,company}', '{}')`,
    [companyId, examId],
  )
  const as = world.as(outsider)
  const notice = await as.get(entryCalls.notice, { examId })
  expect(notice.missingInfo).toEqual(['身份证号', '工作单位'])
  await as.get(entryCalls.confirmNotice, { examId, hash: notice.hash })
  expect(await as.call(entryCalls.start, { examId, device: browserA })).toMatchObject({
    code: 2361,
    message: '进入考试前请先填写：身份证号、工作单位',
  })
  expect(await world.rows('select from sitting.attempt where owner_id = $1', [examId])).toHaveLength(0)
  const values = { idCard: '11010519491231002X', company: '第一机械厂' }
  expect(await as.get(ownInfo.saveOwn, { examId, values })).toMatchObject({ isComplete: true })
  expect((await as.get(entryCalls.notice, { examId })).missingInfo).toEqual([])
  await startExam(world, outsider, examId)
  // What is asked for later keeps nobody from going on.
  await world.rows(`update collect.collection set required = required || '{email}' where exam_id = $1`, [examId])
  expect(await as.call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 0 })
  await startExam(world, employee, examId)
})

test('an exam that is not open to people from outside keeps them out at the door, but not those who have begun', async () => {
  const { examId, candidates } = await arrangeExam(world, { candidates: 2 })
  const [outsider, employee] = candidates
  if (!outsider || !employee) throw new Error('two candidates are needed')
  await startExam(world, outsider, examId)
  await world.rows('update org.staff set staff_source = 2 where id = any ($1)', [[outsider.staffId, employee.staffId]])
  const [mine] = (await world.as(employee).get(entryCalls.myExams)).dataList
  expect(mine?.entry).toMatchObject({ allowed: false, message: '本场考试不对外部考生开放，请联系考试组织者' })
  expect(await world.as(employee).call(entryCalls.start, { examId, device: browserA })).toMatchObject({
    code: 2350,
    data: { refusal: 'notForOutside' },
  })
  expect(await world.as(outsider).call(entryCalls.start, { examId, device: browserA })).toMatchObject({ code: 0 })
})

test('the paper is the same after a resume on another device, with the time that is left', async () => {
  const { examId, candidates } = await arrangeExam(world, { settings: { isQuestionOrder: true, isQuestionOptionOrder: true } })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const first = await startExam(world, actor, examId)
  minutesLater(20)
  const again = await world.as(actor).get(sitting.resume, { attemptId: first.attemptId, device: browserB })
  expect(again.items).toEqual(first.items)
  expect(again.due).toBe(first.due)
  expect(again.lease).toEqual({ epoch: 1, isMine: false, isSameBrowser: false })
  expect(Date.parse(again.due ?? '') - Date.parse(again.serverTime)).toBeCloseTo(40 * 60_000, -4)
})

test('taking over counts the lease up, is logged, and closes the old device out', async () => {
  const { examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  const taken = await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  expect(taken.lease).toEqual({ epoch: 2, isMine: true, isSameBrowser: true })
  const again = await world.as(actor).get(sitting.takeOver, { attemptId, device: browserB })
  expect(again.lease.epoch).toBe(2)
  const old = await world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1 })
  expect(old).toMatchObject({ hasLease: false, leaseEpoch: 2 })
  const events = await world.rows(`select data from sitting.attempt_event where attempt_id = $1 and type = 'deviceChange'`, [
    attemptId,
  ])
  expect(events).toMatchObject([{ data: { from: browserA, to: browserB } }])
})

test('another candidate or company can neither see nor touch an attempt', async () => {
  const { examId, candidates } = await arrangeExam(world, { candidates: 2 })
  const [owner, other] = candidates
  if (!owner) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, owner, examId)
  for (const actor of [other, await world.actor()]) {
    const as = world.as(actor)
    const item = { slot: 1, answer: { type: 1 as const, optionId: 'a' }, baseRev: 0, clientSeq: 1 }
    const answers = [
      await as.call(sitting.resume, { attemptId, device: browserA }),
      await as.call(sitting.takeOver, { attemptId, device: browserA }),
      await as.call(sitting.save, { attemptId, leaseEpoch: 1, items: [item] }),
      await as.call(sitting.heartbeat, { attemptId, leaseEpoch: 1 }),
      await as.call(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: 'key-12345' }),
      await as.call(ownResult.result, { attemptId }),
      await as.call(sitting.receipts, { attemptId }),
      await as.call(sitting.reconcile, { attemptId, receipts: [] }),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1008))
  }
})

test('my exams say what may be entered, what is going on, and why not', async () => {
  const { examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const only = async () => (await world.as(actor).get(entryCalls.myExams)).dataList[0]
  expect(await only()).toMatchObject({ status: 5, entry: { allowed: true, resumes: null }, limitMinutes: 60, attempts: [] })
  const { attemptId } = await startExam(world, actor, examId)
  expect(await only()).toMatchObject({ entry: { allowed: true, resumes: attemptId } })
  minutesLater(61)
  expect(await only()).toMatchObject({ entry: { allowed: false, message: '答题时间已到，系统正在交卷' } })
})

test('client events are kept once each, with a count of absences', async () => {
  const { examId, candidates } = await arrangeExam(world)
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, actor, examId)
  const events = [
    { seq: 1, type: 'leave' as const, durationMs: 3000, clientTime: new Date().toISOString() },
    { seq: 2, type: 'copy' as const, clientTime: 'no time at all' },
  ]
  const beat = () => world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events })
  expect(await beat()).toMatchObject({ leaves: 1, hasLease: true, state: 'in_progress' })
  expect(await beat()).toMatchObject({ leaves: 1 })
  const rows = await world.rows(
    `select type, data from sitting.attempt_event where attempt_id = $1 and source = 'client' order by client_seq`,
    [attemptId],
  )
  expect(rows).toMatchObject([{ type: 'leave', data: { durationMs: 3000 } }, { type: 'copy' }])
})
