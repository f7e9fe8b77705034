import { entry } from '@kaopei/exam/contract/entry'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { openVirtualSessions, sessionSource } from '@kaopei/identity/server'
import { jobsModule } from '@kaopei/jobs/server'
import { messageTemplate } from '@kaopei/messaging/contract/message-template'
import { messageChannel } from '@kaopei/messaging/contract/outbox'
import { messagingModule } from '@kaopei/messaging/server'
import { databaseNow, enqueue } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { virtualKind } from '@kaopei/sitting/contract/virtual'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { examinationHall } from '../../contract/menus.ts'
import { runState, startPattern, trialItem, trialStanding } from '../../contract/rehearsal/codes.ts'
import { rehearsalErrors } from '../../contract/rehearsal/rehearsal-errors.ts'
import { rehearsal } from '../../contract/rehearsal/run.ts'
import { type TrialCheck, trial } from '../../contract/rehearsal/trial.ts'
import { proctoringModule } from '../index.ts'
import { clearRehearsals } from './clear.ts'
import { rehearsalJob } from './run.job.ts'

let world: World
const address = { pattern: '', isConfigured: true }
beforeAll(async () => {
  const modules = [examModule, sittingModule, proctoringModule, jobsModule, messagingModule()]
  world = await World.open(
    modules,
    () => ({ publicUrl: address }),
    (pool) => sessionSource(pool, []),
  )
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  address.pattern = `http://{company}.localhost:${port}`
})
afterAll(() => world.close())

const hours = (count: number) => new Date(world.now().getTime() + count * 3_600_000)

/** Opens in three hours, so that nothing is in the way of a rehearsal. */
async function arranged(candidates = 3) {
  const exam = await arrangeExam(world, { candidates, openAt: hours(3), closeAt: hours(5) })
  const organiser = await world.actor({ companyId: exam.companyId, isAdmin: true })
  const [first, second, third] = exam.candidates
  if (!first || !second || !third) throw new Error('three candidates are needed')
  return { ...exam, organiser, first, second, third }
}

const wish = { count: 6, pattern: startPattern.tenSeconds, thinkSeconds: 2, minutes: 1 }

/** Begins a run, and lets it pass forty times as fast. */
async function started(organiser: TestActor, examId: string, minuteMs = 1500): Promise<string> {
  const { id: runId } = await world.as(organiser).get(rehearsal.start, { examinationId: examId, ...wish })
  await world.rows('delete from graphile_worker._private_jobs')
  await world.inCompany(organiser.companyId, (db) => enqueue(db, rehearsalJob, organiser.companyId, { runId, minuteMs }))
  return runId
}

const runOf = async (organiser: TestActor, examinationId: string) =>
  (await world.as(organiser).get(rehearsal.list, { examinationId })).dataList[0]
const leftOf = (companyId: string) =>
  world.rows(
    `select 'attempt' as kind from sitting.attempt where company_id = $1 and owner_kind = 'rehearsal'
     union all select 'account' from identity.account where company_id = $1 and is_virtual`,
    [companyId],
  )
/** An exam that goes on, and whoever sits one, stands in the way of every other test's rehearsal. */
afterEach(async () => {
  await world.rows('update exam.exam set status = 7, cancelled_at = now() where status <> 7')
  await world.rows(`update sitting.attempt set state = 'voided', state_before_void = state
    where owner_kind = 'exam' and state = 'in_progress'`)
})
const over = (examId: string) => world.rows(`update exam.exam set status = 7, cancelled_at = now() where id = $1`, [examId])

test('virtual candidates sit the published exam through the real calls, and it ends in a verdict', async () => {
  const { companyId, examId, organiser } = await arranged()
  expect(await world.as(organiser).get(rehearsal.hindrance, { examinationId: examId })).toEqual({
    message: null,
    candidateCount: 3,
  })
  await started(organiser, examId)
  expect(await world.as(organiser).call(rehearsal.start, { examinationId: examId, ...wish })).toMatchObject({
    code: rehearsalErrors.otherRuns.code,
  })
  await world.runJobs()
  const run = await runOf(organiser, examId)
  expect(run).toMatchObject({ state: runState.done, reason: null, progress: { begun: 6, handedIn: 6, failed: 0 } })
  expect(run?.verdict?.text).toMatch(/^(支持 6 人同时开考，p95 保存 \d+ ms$|暂不支持 6 人同时开考：)/)
  const { calls, troubles } = run?.verdict?.measured ?? {}
  expect(troubles).toEqual([])
  expect(calls).toMatchObject({ start: { count: 6, errors: 0 }, submit: { count: 6, errors: 0 } })
  expect(calls?.save.count).toBeGreaterThanOrEqual(6)
  expect(await leftOf(companyId)).toEqual([])
  await clearRehearsals(world.services, new Date(databaseNow().getTime() + 120_000))
  expect(await runOf(organiser, examId)).toMatchObject({ isCleaned: true })
})

test('a server so slow that nobody is let in before the time is over is judged by a save of each all the same', async () => {
  const { examId, organiser } = await arranged()
  await started(organiser, examId, 1)
  await world.runJobs()
  const run = await runOf(organiser, examId)
  expect(run).toMatchObject({ state: runState.done, progress: { begun: 6, saved: 6, handedIn: 6, failed: 0 } })
})

/** A virtual candidate of a run, called by hand. */
async function virtual(companyId: string, examId: string, runId: string): Promise<{ token: string }> {
  const confinement = { kind: virtualKind, subjectId: examId, keyId: runId }
  const now = databaseNow()
  const sessions = await world.inCompany(companyId, (db) =>
    openVirtualSessions(db, world.services.secret, { count: 1, confinement, expiresAt: hours(1), now }),
  )
  return { token: sessions[0]?.token ?? '' }
}

test('what a killed worker has left is gone before the run begins again, and a late start finds its session ended', async () => {
  const { companyId, examId, organiser } = await arranged()
  const runId = await started(organiser, examId)
  const left = await virtual(companyId, examId, runId)
  const sheet = await world.as(left).get(entry.start, { examId, device: 'killed-worker:tab1' })
  const items = [{ slot: 1, baseRev: 0, clientSeq: 1, seen: true }]
  await world.as(left).get(sitting.save, { attemptId: sheet.attemptId, leaseEpoch: 1, items })
  await world.rows(`update proctoring.rehearsal_run set state = 2, tries = 1 where id = $1`, [runId])
  await world.runJobs()
  expect(await runOf(organiser, examId)).toMatchObject({ state: runState.done, progress: { failed: 0 } })
  expect((await world.as(left).call(entry.start, { examId, device: 'killed-worker:tab1' })).code).not.toBe(0)
  expect(await leftOf(companyId)).toEqual([])
})

test('a virtual candidate opens its exam and nothing else; nobody else starts one, and its answers alone may be deleted', async () => {
  const { companyId, examId, first } = await arranged()
  const other = await arranged()
  const someone = await virtual(companyId, examId, crypto.randomUUID())
  expect(await world.as(someone).call(entry.start, { examId: other.examId, device: 'browser-a:tab1' })).toMatchObject({
    code: 1008,
  })
  expect(await world.as(someone).call(entry.myExams, {})).toMatchObject({ code: 1002 })
  expect(await world.as(someone).call(rehearsal.list, { examinationId: examId })).toMatchObject({ code: 1002 })
  expect((await world.as(someone).get(rehearsal.measure, {})).load).toBeLessThanOrEqual(10)
  expect(await world.as(first).call(rehearsal.measure, {})).toMatchObject({ code: 1002 })
  expect(await world.as(first).call(entry.start, { examId, device: 'browser-a:tab1' })).not.toMatchObject({ code: 0 })
  const { attemptId } = await world.as(someone).get(entry.start, { examId, device: 'browser-a:tab1' })
  const events = await world.rows('select type, tx from sitting.attempt_event where attempt_id = $1', [attemptId])
  expect(events).toEqual([{ type: 'start', tx: null }])
  // The database itself tells apart what may be deleted.
  const deleted = (id: string) =>
    world.inCompany(companyId, (db) => db.deleteFrom('sitting.attempt_event').where('attempt_id', '=', id).executeTakeFirst())
  const [ordinary = { id: '' }] = await world.rows<{ id: string }>(
    `insert into sitting.attempt
       (company_id, owner_kind, owner_id, staff_id, number, started_at, lease_device, max_score_hundredths, title, state, submitted_at)
     values ($1, 'exam', $2, $3, 1, now(), 'a:1', 100, '考试', 'submitted', now()) returning id`,
    [companyId, examId, first.staffId],
  )
  await world.rows(`insert into sitting.attempt_event (company_id, attempt_id, type) values ($1, $2, 'start')`, [
    companyId,
    ordinary.id,
  ])
  expect(await deleted(ordinary.id)).toMatchObject({ numDeletedRows: 0n })
  expect(await deleted(attemptId)).toMatchObject({ numDeletedRows: 1n })
  const become = world.rows(`update sitting.attempt set owner_kind = 'rehearsal' where id = $1`, [ordinary.id])
  await expect(become).rejects.toThrow('the owner of an attempt does not change')
})

test('an attempt of anybody else needs its person', async () => {
  const { companyId, examId } = await arranged()
  const insert = (kind: string) =>
    world.rows(
      `insert into sitting.attempt (company_id, owner_kind, owner_id, staff_id, number, started_at, lease_device, max_score_hundredths, title)
       values ($1, $2, $3, gen_random_uuid(), 1, now(), 'a:1', 100, '考试') returning id`,
      [companyId, kind, examId],
    )
  await expect(insert('exam')).rejects.toThrow('an attempt needs its person')
})

test('real exams come first: near, going on, of another company; said in words', async () => {
  const { examId: examinationId, organiser } = await arranged()
  const as = world.as(organiser)
  const refused = async () => {
    const { message } = await as.get(rehearsal.hindrance, { examinationId })
    const answer = await as.call(rehearsal.start, { examinationId, ...wish })
    expect(answer).toMatchObject({ code: rehearsalErrors.examNear.code, message })
    return message
  }
  const near = await arrangeExam(world, { openAt: hours(0.75), closeAt: hours(2) })
  expect(await refused()).toBe('有考试即将开始，考试前 60 分钟内不能演练，请换一个时间或缩短演练')
  await over(near.examId)
  const going = await arrangeExam(world, { openAt: hours(-0.5), closeAt: hours(2) })
  expect(await refused()).toBe('有考试正在进行，不能演练，请等它结束后再开始')
  await over(going.examId)
  // One that is open for weeks stands in nobody's way while nobody sits it.
  const open = await arrangeExam(world, { openAt: hours(-48), closeAt: hours(480) })
  expect(await as.get(rehearsal.hindrance, { examinationId })).toMatchObject({ message: null })
  await over(open.examId)
  await world.rows(`update exam.exam set admission_start_at = now() + interval '61 minutes' where id = $1`, [examinationId])
  expect(await as.call(rehearsal.start, { examinationId, ...wish, minutes: 20 })).toMatchObject({
    code: rehearsalErrors.examNear.code,
    message: '考试“安全生产考试”即将开始，考试前 60 分钟内不能演练，请换一个时间或缩短演练',
  })
  await over(examinationId)
  expect(await as.call(rehearsal.start, { examinationId, ...wish })).toMatchObject({ code: rehearsalErrors.notPublished.code })
})

test('a run is stopped by hand, and by itself when a real exam comes near', async () => {
  const { companyId, examId, organiser } = await arranged()
  const as = world.as(organiser)
  const runId = await started(organiser, examId)
  await as.get(rehearsal.stop, { id: runId })
  expect(await runOf(organiser, examId)).toMatchObject({ isStopping: true })
  await world.runJobs()
  expect(await runOf(organiser, examId)).toMatchObject({ state: runState.stopped, reason: '已由操作人停止', verdict: null })
  expect(await as.call(rehearsal.stop, { id: runId })).toMatchObject({ code: rehearsalErrors.notRunning.code })
  await started(organiser, examId)
  await arrangeExam(world, { openAt: hours(0.5), closeAt: hours(2) })
  await world.runJobs()
  expect(await runOf(organiser, examId)).toMatchObject({ state: runState.stopped, reason: expect.stringMatching('已自动停止') })
  expect(await leftOf(companyId)).toEqual([])
})

test('a run that nobody runs any more is ended', async () => {
  const { examId, organiser } = await arranged()
  const runId = await started(organiser, examId)
  await world.rows('delete from graphile_worker._private_jobs')
  await world.rows(`update proctoring.rehearsal_run set state = 2, heard_at = now() - interval '20 minutes' where id = $1`, [
    runId,
  ])
  await clearRehearsals(world.services, databaseNow())
  expect(await runOf(organiser, examId)).toMatchObject({ state: runState.failed })
})

test('whoever has no right, or is of another company, neither starts nor stops nor sees', async () => {
  const { companyId, examId: examinationId, organiser } = await arranged()
  const runId = await started(organiser, examinationId)
  const watcher = world.as(await world.actor({ companyId, menus: [examinationHall] }))
  expect(await watcher.call(rehearsal.start, { examinationId, ...wish })).toMatchObject({ code: 1002 })
  expect(await watcher.call(rehearsal.stop, { id: runId })).toMatchObject({ code: 1002 })
  // Whoever organises nothing and watches another exam has no business here, whatever their role shows.
  const rights = Object.values(examinationHall.rights)
  const scopes = { examinationHall: { kind: 'all' } } as const
  const elsewhere = world.as(await world.actor({ companyId, rights, menus: [examinationHall], scopes }))
  for (const call of [rehearsal.list, rehearsal.hindrance])
    expect(await elsewhere.call(call, { examinationId })).toMatchObject({ code: 1008 })
  expect(await elsewhere.call(rehearsal.start, { examinationId, ...wish })).toMatchObject({ code: 1008 })
  expect(await elsewhere.call(rehearsal.stop, { id: runId })).toMatchObject({ code: 1008 })
  const stranger = world.as(await world.actor())
  expect(await stranger.call(rehearsal.start, { examinationId, ...wish })).toMatchObject({ code: 1008 })
  expect(await stranger.call(rehearsal.stop, { id: runId })).toMatchObject({ code: 1008 })
  expect(await stranger.call(rehearsal.list, { examinationId })).toMatchObject({ code: 1008 })
  await world.as(organiser).get(rehearsal.stop, { id: runId })
  await world.runJobs()
})

const { network, clock, storage, browser, camera } = trialItem
const good = (...items: TrialCheck['item'][]): TrialCheck[] => items.map((item) => ({ item, state: 'good', text: '正常' }))
const all = good(network, clock, storage, browser)
const save = (actor: TestActor, examId: string, checks = all, device = 'phone-of-mine:tab1') =>
  world.as(actor).get(trial.save, { examId, device, deviceName: 'Chrome 130 / Windows', checks })

test('a trial counts by its latest on a device and the best device, until the exam asks for something else', async () => {
  const { examId, organiser, first, second } = await arranged()
  const bad: TrialCheck[] = [...all.slice(1), { item: network, state: 'bad', text: '无法连接服务器' }]
  expect(await save(first, examId, bad)).toMatchObject({ state: trialStanding.failed })
  const own = async () => (await world.as(first).get(trial.own, { examIds: [examId] })).dataList[0]
  expect(await own()).toMatchObject({ examId, state: trialStanding.failed, problems: ['网络连接：无法连接服务器'] })
  expect(await save(first, examId, all, 'desk-of-mine:tab1')).toMatchObject({ state: trialStanding.passed })
  expect(await own()).toMatchObject({ state: trialStanding.passed, problems: [] })
  const elsewhere = await world.as(first).get(trial.own, { examIds: [crypto.randomUUID()] })
  expect(elsewhere).toEqual({ dataList: [], totalCount: 0 })
  expect(await save(first, examId, bad, 'desk-of-mine:tab2')).toMatchObject({ state: trialStanding.failed })
  expect(await own()).toMatchObject({ state: trialStanding.failed })
  await save(first, examId)
  await save(second, examId, [...all, { item: camera, state: 'warn', text: '画面较暗' }])
  const as = world.as(organiser)
  const listed = await as.get(trial.list, { examinationId: examId })
  expect(listed.totalCount).toBe(3)
  expect(listed.dataList.map(({ state, tries }) => [state, tries])).toEqual([
    [5, 0],
    [2, 1],
    [1, 4],
  ])
  expect((await as.get(trial.list, { examinationId: examId, state: trialStanding.none })).totalCount).toBe(1)
  const history = await as.get(trial.history, { examinationId: examId, staffId: first.staffId })
  expect(history.dataList.map(({ state }) => state)).toEqual([1, 3, 1, 3])
  await world.rows(`update exam.exam set settings = settings || '{"permitCamera": true}' where id = $1`, [examId])
  expect(await own()).toMatchObject({ state: trialStanding.outdated })
  expect(await save(first, examId)).toMatchObject({ state: trialStanding.failed })
  const hall = await as.get(trial.standings, { examId })
  expect(hall.dataList.find(({ staffId }) => staffId === second.staffId)).toMatchObject({ state: trialStanding.outdated })
  // An exam of an evaluation is watched in the hall too, and tried by nobody.
  await world.rows('update exam.exam set purpose = 1 where id = $1', [examId])
  expect(await as.get(trial.standings, { examId })).toEqual({ dataList: [], totalCount: 0 })
  await world.rows('update exam.exam set purpose = 0 where id = $1', [examId])
  await over(examId)
  expect(
    await world.as(first).call(trial.save, { examId, device: 'browser-a:tab1', deviceName: 'x', checks: all }),
  ).toMatchObject({
    code: rehearsalErrors.notOpen.code,
  })
})

test('whoever has no valid trial is reminded once, by mail and text message', async () => {
  const { companyId, examId: examinationId, organiser, first } = await arranged()
  const contacts = `update org.staff set email = 'k' || left(id::text, 8) || '@kaopei.test' where company_id = $1`
  await world.rows(contacts, [companyId])
  await save(first, examinationId)
  const as = world.as(organiser)
  expect(await as.get(trial.figures, { examinationId })).toMatchObject({ remindableCount: 2, mayRemind: true })
  expect(await as.get(trial.remind, { examinationId })).toEqual({ count: 2 })
  await world.runJobs()
  const sent = await world.rows<{ body: string }>(
    `select coalesce(body, '') as body from messaging.outbox where company_id = $1 and template_key = 'deviceTrial'`,
    [companyId],
  )
  expect(sent).toHaveLength(2)
  expect(sent[0]?.body).toContain(`/candidate/trial/${examinationId}`)
  expect(await as.call(trial.remind, { examinationId })).toMatchObject({ code: rehearsalErrors.nobodyToRemind.code })
  const { jobId } = await as.get(trial.export, { examinationId, state: trialStanding.none })
  expect(jobId).toBeTruthy()
  expect(await as.call(trial.export, { examinationId, name: '没有这个人' })).toMatchObject({
    code: rehearsalErrors.nothingToExport.code,
  })
  await world.rows('delete from graphile_worker._private_jobs')
})

test('where the company sends no reminder nobody is said to have no address', async () => {
  const { examId: examinationId, organiser } = await arranged()
  const as = world.as(organiser)
  await as.get(messageTemplate.setEnabled, { type: messageChannel.mail, key: 'deviceTrial', version: 0, isEnabled: false })
  expect(await as.get(trial.figures, { examinationId })).toMatchObject({
    remindableCount: 0,
    unreachableCount: 3,
    hasWays: false,
  })
})

test('who is counted for a reminder is who gets one, and whoever nothing reaches is counted apart', async () => {
  const { companyId, examId: examinationId, organiser, first, candidates } = await arranged()
  const as = world.as(organiser)
  const figures = async () => {
    const { remindableCount, unreachableCount, hasWays } = await as.get(trial.figures, { examinationId })
    expect(hasWays).toBe(true)
    return { remindableCount, unreachableCount }
  }
  await world.rows(`update org.staff set email = null, phone = '1380000' || right(id::text, 4) where company_id = $1`, [
    companyId,
  ])
  // Text messages say what the company has written for them, and it has written nothing.
  expect(await figures()).toEqual({ remindableCount: 0, unreachableCount: 3 })
  const [, second] = candidates
  const { now } = world
  const begun = hours(4)
  await world.rows(`update org.staff set email = 'k' || left(id::text, 8) || '@kaopei.test' where id = any($1)`, [
    [first.staffId, second?.staffId],
  ])
  expect(await figures()).toEqual({ remindableCount: 2, unreachableCount: 1 })
  world.now = () => begun
  await startExam(world, await world.actor({ companyId, staffId: first.staffId }), examinationId)
  world.now = now
  expect(await figures()).toEqual({ remindableCount: 1, unreachableCount: 1 })
  expect(await as.get(trial.remind, { examinationId })).toEqual({ count: 1 })
  await world.runJobs()
  const sent = await world.rows(`select 1 from messaging.outbox where company_id = $1 and template_key = 'deviceTrial'`, [
    companyId,
  ])
  expect(sent).toHaveLength(1)
  expect(await figures()).toEqual({ remindableCount: 0, unreachableCount: 1 })
  await over(examinationId)
  expect(await figures()).toEqual({ remindableCount: 0, unreachableCount: 0 })
})

test('nobody tries for an exam that is not theirs, and strangers see no standing', async () => {
  const { examId, first } = await arranged()
  const other = await arranged()
  const wanted = { examId, device: 'browser-a:tab1', deviceName: 'Chrome', checks: all }
  expect(await world.as(other.first).call(trial.save, wanted)).toMatchObject({ code: 1008 })
  expect(await world.as(other.first).call(trial.asked, { examId })).toMatchObject({ code: 1008 })
  expect(await world.as(first).get(trial.asked, { examId })).toMatchObject({ wantsCamera: false, state: trialStanding.none })
  for (const call of [trial.list, trial.figures, trial.remind, trial.export])
    expect(await world.as(other.organiser).call(call, { examinationId: examId })).toMatchObject({ code: 1008 })
  const history = { examinationId: examId, staffId: first.staffId }
  expect(await world.as(other.organiser).call(trial.history, history)).toMatchObject({ code: 1008 })
})
