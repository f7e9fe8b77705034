import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { reviewLinks } from '@kaopei/exam/contract/review-links'
import { examModule } from '@kaopei/exam/server'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { createAccounts, identityModule, loadPasswordKeys, sessionSource } from '@kaopei/identity/server'
import { reviewTemplate, reviewTemplateKind } from '@kaopei/messaging/contract/review-template'
import { messagingModule } from '@kaopei/messaging/server'
import { orgModule } from '@kaopei/org/server'
import { World } from '@kaopei/server/testing'
import { uploadLink } from '@kaopei/share/contract/upload-link'
import { shareModule } from '@kaopei/share/server'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { quickMarking } from '../contract/quick-marking.ts'
import { reviewExam } from '../contract/review-exam.ts'
import { reviewPaper } from '../contract/review-paper.ts'
import { reviewTask } from '../contract/review-task.ts'
import { examToMark, slots } from './factories.ts'
import { markingModule } from './index.ts'

// From a link in a mail to marks, without a login.

const folder = mkdtempSync(join(tmpdir(), 'kaopei-quick-'))
const passwordKeys = loadPasswordKeys({ dataDir: folder })
rmSync(folder, { recursive: true })
let carried: readonly (1 | 2)[] = [2]

let world: World
beforeAll(async () => {
  const rooms = [orgModule, shareModule, messagingModule(), examModule, sittingModule, markingModule]
  world = await World.open(
    [identityModule({ menus: [], passwordKeys }), ...rooms],
    () => ({ channels: { carried, of: async () => () => carried } }),
    (pool) => sessionSource(pool, []),
  )
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
  carried = [2]
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const guest = () => world.as(undefined)
const marks = { score: 6, comment: '', keyPoints: {} }
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''

/** An exam to mark and its organiser; the first reviewer has a mail address and an account. */
async function arrange(settings: object = {}) {
  const exam = await examToMark(world, { settings, sittings: [{ name: '张三' }, { name: '李四' }] })
  const { companyId, first } = exam
  const email = `${first.staffId.slice(0, 8)}@example.cn`
  await world.rows('update org.staff set email = $2 where id = $1', [first.staffId, email])
  await world.inCompany(companyId, (db) =>
    createAccounts(db, [{ id: first.staffId, loginAccount: `q${first.staffId.slice(0, 8)}` }]),
  )
  const admin = await world.actor({ companyId, isAdmin: true })
  const make = (more: object = {}) =>
    world.as(admin).call(reviewLinks.create, {
      examinationId: exam.examId,
      staffId: first.staffId,
      expiresAt: inHours(24),
      ...more,
    })
  return { ...exam, admin, email, make }
}

type Arranged = Awaited<ReturnType<typeof arrange>>

/** The latest code that went to this address. */
async function codeFor(email: string): Promise<string> {
  await world.runJobs()
  const rows = await world.rows<{ body: string }>(
    "select body from messaging.outbox where address = $1 and template_key = 'verifyCode' order by id desc limit 1",
    [email],
  )
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

async function comeIn({ email, make }: Pick<Arranged, 'email' | 'make'>, more: object = {}) {
  const { data } = await make(more)
  const token = tokenOf(data.url)
  await guest().get(quickMarking.sendCode, { token })
  const pin = await codeFor(email)
  const entered = await guest().get(quickMarking.enter, { token, pin })
  return { ...entered, token, linkId: data.id, as: world.as(entered.session) }
}

test('a reviewer opens the link from the mail, proves the address, and marks by the rules of the desk', async () => {
  const arranged = await arrange()
  const { examId, attemptIds, email, admin, first } = arranged
  const { data } = await arranged.make()
  expect(data.isMailed).toBe(true)
  await world.runJobs()
  const [mail] = await world.rows<{ body: string; address: string }>(
    "select body, address from messaging.outbox where address = $1 and template_key = 'quickMarking'",
    [email],
  )
  expect(mail?.body).toContain(tokenOf(data.url))
  const opened = await guest().get(quickMarking.open, { token: tokenOf(data.url) })
  expect(opened).toMatchObject({ examName: '消防安全考试', reviewerName: '阅卷甲' })
  expect(opened.email).not.toBe(email)
  const { as, session, reviewQuestionType } = await comeIn(arranged)
  expect([session.staffId, reviewQuestionType]).toEqual([first.staffId, 1])
  const { task } = await as.get(reviewTask.next, { examId, direction: 'next' })
  expect(attemptIds).toContain(task?.attemptId)
  // Nobody's name, though the exam marks with names.
  expect(task?.candidate).toMatchObject({ isAnonymous: true, departmentName: null })
  expect(JSON.stringify(task)).not.toMatch(/张三|李四/)
  const key = { attemptId: task?.attemptId ?? '', slot: slots.essay }
  const opening = await as.get(reviewTask.open, key)
  await as.get(reviewTask.saveScore, { ...key, version: opening.task.version, ...marks })
  expect(await as.call(reviewTask.saveScore, { ...key, version: 99, ...marks, score: 3 })).toMatchObject({ code: 1007 })
  const paper = await as.get(reviewPaper.getExamAnswerPaperBasicInfo, { attemptId: key.attemptId })
  expect(paper.candidate.isAnonymous).toBe(true)
  const info = await as.get(reviewExam.getReviewInfo, { examId })
  expect([info.markers, info.reviewerNames]).toEqual([[], []])
  // The desk of the console shows the same marks under the same name.
  const { markers } = await world.as(arranged.leader).get(reviewExam.getReviewInfo, { examId })
  expect(markers.map(({ name, doneCount }) => [name, doneCount])).toContainEqual(['阅卷甲', 1])
  const { dataList } = await world.as(admin).get(reviewLinks.list, { examinationId: examId })
  expect(dataList.map(({ title, deviceCount }) => [title, deviceCount])).toEqual([
    ['阅卷甲', 1],
    ['阅卷甲', 0],
  ])
})

test("the session of a link opens its exam's marking and nothing else, whatever its person may do elsewhere", async () => {
  const arranged = await arrange()
  const { as } = await comeIn(arranged)
  const other = await examToMark(world, { companyId: arranged.companyId, sittings: [{ name: '王五' }] })
  await world.rows('insert into exam.reviewer (company_id, exam_id, staff_id) values ($1, $2, $3)', [
    arranged.companyId,
    other.examId,
    arranged.first.staffId,
  ])
  expect(await as.call(reviewTask.next, { examId: other.examId })).toMatchObject({ code: 1008 })
  expect(await as.call(reviewTask.openPaper, { attemptId: other.attemptIds[0] ?? '' })).toMatchObject({ code: 1008 })
  for (const answer of [
    await as.call(reviewExam.examList, {}),
    await as.call(reviewExam.getExamStaffList, { examId: arranged.examId }),
    await as.call(reviewPaper.getMarkHistory, { attemptId: arranged.attemptIds[0] ?? '' }),
    await as.call(reviewPaper.reveal, { attemptId: arranged.attemptIds[0] ?? '', reason: '看看' }),
    await as.call(sessionCalls.changeToken, {}),
    await as.call(sessionCalls.listSessions),
    await as.call(examPeople.list, { examinationId: arranged.examId }),
    await as.call(uploadLink.list, {}),
  ])
    expect(answer.code).toBe(1002)
  expect(await as.call(reviewTemplate.options, { kind: reviewTemplateKind.comment })).toMatchObject({ code: 0 })
})

test('without the code nothing opens; five wrong ones kill it', async () => {
  const { email, make } = await arrange()
  const { data } = await make()
  const token = tokenOf(data.url)
  expect(await guest().call(quickMarking.enter, { token, pin: '000000' })).toMatchObject({ code: 2764 })
  await guest().get(quickMarking.sendCode, { token })
  const pin = await codeFor(email)
  const wrong = pin === '000000' ? '111111' : '000000'
  for (let guess = 0; guess < 5; guess++)
    expect(await guest().call(quickMarking.enter, { token, pin: wrong })).toMatchObject({ code: 2764 })
  expect(await guest().call(quickMarking.enter, { token, pin })).toMatchObject({ code: 2764 })
  expect(await guest().call(quickMarking.sendCode, { token })).toMatchObject({ code: 1006 })
  expect(await guest().call(quickMarking.open, { token: 'x'.repeat(22) })).toMatchObject({ code: 2755 })
})

test('a link opens on as many devices as it says; one that has been let in comes back with its key', async () => {
  const arranged = await arrange()
  const { email } = arranged
  const { token, deviceKey } = await comeIn(arranged, { maxDevices: 1 })
  const again = async (more: object) => {
    const later = new Date(world.now().getTime() + 61_000)
    world.now = () => later
    await world.rows("delete from kit.rate_limit where key like 'quick-%'")
    await guest().get(quickMarking.sendCode, { token })
    return guest().call(quickMarking.enter, { token, pin: await codeFor(email), ...more })
  }
  expect(await again({})).toMatchObject({ code: 2765 })
  expect(await again({ deviceKey: 'invented' })).toMatchObject({ code: 2765 })
  expect(await again({ deviceKey })).toMatchObject({ code: 0, data: { deviceKey } })
})

test('stopped, made anew, run out, or its reviewer taken off: the link and what it opened end at once', async () => {
  const arranged = await arrange()
  const { admin, examId, second } = arranged
  const next = { examId, direction: 'next' } as const
  const one = await comeIn(arranged)
  await world.as(admin).get(reviewLinks.revoke, { id: one.linkId })
  expect(await one.as.call(reviewTask.next, next)).toMatchObject({ code: 5002, message: '链接已停用，请联系发送链接的人' })
  expect(await guest().call(quickMarking.open, { token: one.token })).toMatchObject({ code: 2755 })
  await world.rows("delete from kit.rate_limit where key like 'quick-%'")
  const two = await comeIn(arranged)
  const { url } = await world.as(admin).get(reviewLinks.renew, { id: two.linkId })
  expect(await two.as.call(reviewTask.next, next)).toMatchObject({ code: 5002 })
  expect(await guest().call(quickMarking.open, { token: two.token })).toMatchObject({ code: 2755 })
  expect(await guest().call(quickMarking.open, { token: tokenOf(url) })).toMatchObject({ code: 0 })
  await world.rows("delete from kit.rate_limit where key like 'quick-%'")
  const three = await comeIn(arranged)
  await world.rows('update org.staff set email = $2 where id = $1', [second.staffId, 'second@example.cn'])
  await world.as(admin).get(examPeople.saveReviewers, { examinationId: examId, reviewStaffIds: [second.staffId] })
  expect(await three.as.call(reviewTask.next, next)).toMatchObject({ code: 5002 })
  expect(await guest().call(quickMarking.open, { token: three.token })).toMatchObject({ code: 2755 })
})

test('a session lives no longer than its link', async () => {
  const arranged = await arrange()
  const { as, session } = await comeIn(arranged, { expiresAt: inHours(1) })
  expect(new Date(session.expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)
  world.now = () => new Date(Date.now() + 3_700_000)
  expect(await as.call(reviewTask.next, { examId: arranged.examId })).toMatchObject({ code: 10004 })
})

test('a link is refused for whom it cannot serve, and where no code can arrive', async () => {
  const { admin, companyId, examId, make, outsider } = await arrange()
  expect(await make({ staffId: outsider.staffId })).toMatchObject({ code: 2761 })
  expect(await make({ expiresAt: inHours(-1) })).toMatchObject({ code: 2751 })
  expect(await make({ expiresAt: inHours(91 * 24) })).toMatchObject({ code: 2760 })
  carried = [1]
  expect(await make()).toMatchObject({ code: 2762 })
  carried = [2]
  const { data } = await make()
  await world.rows('update exam.exam set status = 7 where id = $1', [examId])
  expect(await make()).toMatchObject({ code: 2303 })
  expect(await guest().call(quickMarking.open, { token: tokenOf(data.url) })).toMatchObject({ code: 2763 })
  const logs = await world.rows("select after::text from kit.operation_log where company_id = $1 and target = 'reviewLink'", [
    companyId,
  ])
  expect(logs).toHaveLength(1)
  expect(JSON.stringify(logs)).not.toContain(tokenOf(data.url))
  const stranger = await world.actor({ isAdmin: true })
  expect(await world.as(stranger).call(reviewLinks.revoke, { id: data.id })).toMatchObject({ code: 1008 })
  expect(await world.as(admin).call(reviewLinks.revoke, { id: data.id })).toMatchObject({ code: 0 })
})

test('nobody marks their own paper by a link either', async () => {
  const arranged = await arrange()
  const [own = ''] = arranged.attemptIds
  await world.rows('insert into exam.candidate (company_id, exam_id, staff_id) values ($1, $2, $3)', [
    arranged.companyId,
    arranged.examId,
    arranged.first.staffId,
  ])
  await world.rows('update sitting.attempt set staff_id = $2 where id = $1', [own, arranged.first.staffId])
  const { as } = await comeIn(arranged)
  expect(await as.call(reviewTask.openPaper, { attemptId: own })).toMatchObject({ code: 2382 })
})
