import { examInvigilators } from '@kaopei/exam/contract/exam-invigilators'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, arrangeStaff, startExam } from '@kaopei/exam/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hall } from '../../contract/hall.ts'
import { hallErrors } from '../../contract/hall-errors.ts'
import { examinationHall } from '../../contract/menus.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule])
})
afterAll(() => world.close())

async function arranged(candidates = 2) {
  const exam = await arrangeExam(world, { candidates })
  const [first, second] = exam.candidates
  if (!first || !second) throw new Error('two candidates are needed')
  const { attemptId } = await startExam(world, first, exam.examId)
  const watcher = await world.actor({ companyId: exam.companyId, isAdmin: true })
  return { ...exam, first, second, attemptId, watcher }
}
const beat = (actor: TestActor, attemptId: string) =>
  world.as(actor).get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
const why = { reason: 'environment.power', note: '机房 3' }

test('the hall shows exams that go on, and of one everybody, incidents first', async () => {
  const { examId, attemptId, first, watcher } = await arranged(3)
  const { dataList } = await world.as(watcher).get(hall.exams, { pageIndex: 1, pageSize: 10 })
  expect(dataList).toMatchObject([{ examId, candidateCount: 3, sittingCount: 1, finishedCount: 0 }])
  await world.as(first).get(sitting.callForHelp, { attemptId, text: '鼠标坏了' })
  const shown = await world.as(watcher).get(hall.watch, { examId })
  expect(shown.dataList).toHaveLength(3)
  expect(shown.dataList[0]).toMatchObject({
    ...{ attemptId, state: '答题中', isUnderWay: true, contact: 'online', urgency: 2 },
    call: { text: '鼠标坏了' },
  })
  expect(shown.dataList[1]).toMatchObject({ attemptId: null, state: '未开始', contact: 'none', urgency: 0 })
})

test('whoever asks what is new hears of those alone who changed', async () => {
  const { examId, attemptId, first, second, watcher } = await arranged()
  await startExam(world, second, examId)
  await world.rows(`update sitting.attempt set updated_at = now() - interval '1 minute' where owner_id = $1`, [examId])
  const { serverTime } = await world.as(watcher).get(hall.watch, { examId })
  expect(await world.as(watcher).get(hall.watch, { examId, since: serverTime })).toMatchObject({ dataList: [] })
  await world.as(first).get(sitting.callForHelp, { attemptId, text: '帮忙' })
  await world.as(watcher).get(hall.tell, { examId, attemptIds: [attemptId], kind: 'message', text: '请稍候' })
  expect(await world.as(watcher).get(hall.watch, { examId, since: serverTime })).toMatchObject({
    dataList: [{ attemptId, unreadCount: 1, call: { text: '帮忙' } }],
  })
})

test('silence is lost contact, and a long one is said to be', async () => {
  const { examId, attemptId, watcher } = await arranged()
  const contactAfter = async (seconds: number) => {
    await world.rows(
      `insert into sitting.presence (company_id, attempt_id, heard_at, ip)
       select company_id, id, now() - make_interval(secs => $2), '10.0.0.1' from sitting.attempt where id = $1
       on conflict (company_id, attempt_id) do update set heard_at = excluded.heard_at`,
      [attemptId, seconds],
    )
    const { dataList } = await world.as(watcher).get(hall.watch, { examId })
    return dataList.find((row) => row.attemptId === attemptId)?.contact
  }
  expect([await contactAfter(40), await contactAfter(60), await contactAfter(130)]).toEqual(['online', 'lost', 'longLost'])
})

test('acts reach the candidate, say why, and are on record', async () => {
  const { examId, attemptId, first, watcher } = await arranged()
  const those = { examId, attemptIds: [attemptId] }
  const asWatcher = world.as(watcher)
  const { due } = await beat(first, attemptId)
  expect(await asWatcher.get(hall.pause, { ...those, ...why })).toEqual({ changedCount: 1 })
  expect(await asWatcher.get(hall.pause, { ...those, ...why })).toEqual({ changedCount: 0 })
  expect(await beat(first, attemptId)).toMatchObject({
    state: 'paused',
    tellings: [{ text: expect.stringContaining('停电：机房 3') }],
  })
  await asWatcher.get(hall.resume, { ...those, ...why })
  await asWatcher.get(hall.extend, { ...those, ...why, minutes: 10 })
  await asWatcher.get(hall.extend, { ...those, ...why, minutes: 5 })
  const later = await beat(first, attemptId)
  expect(Math.round((Date.parse(later.due ?? '') - Date.parse(due ?? '')) / 60_000)).toBe(15)
  await asWatcher.get(hall.tell, { ...those, kind: 'warning', text: '请勿交头接耳' })
  expect(await asWatcher.get(hall.force, { ...those, ...why })).toEqual({ changedCount: 1 })
  expect(await beat(first, attemptId)).toMatchObject({ state: 'forced_submitted' })
  expect(await asWatcher.get(hall.reopen, { examId, attemptId, ...why })).toEqual({ changedCount: 1 })
  expect(await asWatcher.call(hall.reopen, { examId, attemptId, ...why })).toMatchObject({ code: 3353 })
  expect(await beat(first, attemptId)).toMatchObject({ state: 'in_progress', submittedAt: null })
  const log = await world.rows<{ action: string }>(`select action from kit.operation_log where target_id = $1 order by id`, [
    attemptId,
  ])
  expect(log.map(({ action }) => action)).toEqual([
    'pause',
    'pause',
    'resume',
    'saveTimes',
    'saveTimes',
    'tell',
    'force',
    'reopen',
  ])
})

test('an answered call is over, and the candidate hears of it', async () => {
  const { examId, attemptId, first, watcher } = await arranged()
  await world.as(first).get(sitting.callForHelp, { attemptId, text: '帮忙' })
  await world.as(watcher).get(hall.answerCalls, { examId, attemptIds: [attemptId] })
  expect((await world.as(watcher).get(hall.watch, { examId })).dataList).not.toContainEqual(
    expect.objectContaining({ urgency: 2 }),
  )
  expect((await beat(first, attemptId)).tellings).toMatchObject([{ kind: 'act' }])
})

test('without the right, from another company, and for oneself nothing is done', async () => {
  const { companyId, examId, attemptId, first, second, watcher } = await arranged()
  const act = { examId, attemptIds: [attemptId], ...why }
  expect(await world.as(second).call(hall.pause, act)).toMatchObject({ code: 1002 })
  const stranger = (await arranged()).watcher
  expect(await world.as(stranger).call(hall.pause, act)).toMatchObject({ code: 3351 })
  expect(await world.as(stranger).call(hall.watch, { examId })).toMatchObject({ code: 3350 })
  expect(await world.as(stranger).call(hall.switchScreenDetail, { examinationResultId: attemptId })).toMatchObject({ code: 1008 })
  const { examId: otherId } = await arranged()
  expect(await world.as(watcher).call(hall.pause, { ...act, examId: otherId })).toMatchObject({ code: 3351 })
  const own = await world.actor({ companyId, staffId: first.staffId, isAdmin: true })
  expect(await world.as(own).call(hall.force, act)).toMatchObject({ code: 3352 })
})

test('the details of absences say which count, and why others do not', async () => {
  const { attemptId, first, watcher } = await arranged()
  const at = (ms: number) => new Date(Date.now() - 60_000 + ms).toISOString()
  const there = { visible: true, focused: true, fullScreen: true }
  const away = { ...there, focused: false }
  const signal = (seq: number, ms: number, presence: object) => ({
    seq,
    type: 'signal' as const,
    clientTime: at(ms),
    presence: presence as typeof there,
  })
  await world.as(first).get(sitting.heartbeat, {
    attemptId,
    leaseEpoch: 1,
    events: [
      signal(1, 0, away),
      signal(2, 2500, there),
      signal(3, 10_000, { ...away, dialog: 'print' }),
      signal(4, 15_000, there),
    ],
  })
  expect(await world.as(watcher).get(hall.switchScreenDetail, { examinationResultId: attemptId })).toMatchObject({
    ...{ countedCount: 1, countedSeconds: 3, totalCount: 2 },
    dataList: [
      { kind: 'focus', notCountedBecause: null },
      { kind: 'focus', milliseconds: 5000, notCountedBecause: '打印' },
    ],
  })
})

test('whoever organises no exams sees and acts in those alone that they invigilate', async () => {
  const { companyId, examId, attemptId, watcher } = await arranged()
  const [staffId = ''] = await arrangeStaff(world, companyId, { count: 1 })
  const rights = Object.values(examinationHall.rights)
  const invigilator = world.as(await world.actor({ companyId, staffId, rights, menus: [examinationHall] }))
  const tell = { examId, attemptIds: [attemptId], kind: 'message' as const, text: '请保持安静' }
  expect(await invigilator.get(hall.exams, {})).toMatchObject({ totalCount: 0 })
  expect((await invigilator.call(hall.watch, { examId })).code).toBe(hallErrors.notWatchable.code)
  expect((await invigilator.call(hall.tell, tell)).code).toBe(hallErrors.strangers.code)
  expect((await invigilator.call(hall.switchScreenDetail, { examinationResultId: attemptId })).code).toBe(1008)
  await world.as(watcher).get(examInvigilators.add, { examinationId: examId, staffIds: [staffId] })
  expect(await invigilator.get(hall.exams, {})).toMatchObject({ dataList: [{ examId, candidateCount: 2 }] })
  expect((await invigilator.get(hall.watch, { examId })).totalCount).toBe(2)
  expect(await invigilator.get(hall.tell, tell)).toEqual({ changedCount: 1 })
})

test('an exam ends early for everybody: nobody enters, who is inside has two minutes', async () => {
  const { examId, attemptId, first, second, watcher, companyId } = await arranged()
  const narrow = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
  const limited = await world.actor({ companyId, rights: [examinationHall.rights.endExam], scopes: { examinationHall: narrow } })
  expect(await world.as(limited).call(hall.endExam, { examId, ...why })).toMatchObject({ code: 3387 })
  expect(await world.as(watcher).get(hall.endExam, { examId, ...why })).toEqual({ changedCount: 1 })
  const { due, tellings } = await beat(first, attemptId)
  expect(Date.parse(due ?? '') - Date.now()).toBeLessThanOrEqual(120_000)
  expect(tellings[0]?.text).toContain('提前结束')
  await expect(startExam(world, second, examId)).rejects.toThrow('2350')
  expect(await world.as(watcher).call(hall.endExam, { examId, ...why })).toMatchObject({ code: 0 })
})
