import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { safeHash, sittingModule } from '@kaopei/sitting/server'
import { browserA, endBreaks } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { examPolicies } from '../../contract/candidate-policy.ts'
import { entry } from '../../contract/entry.ts'
import { safeBrowser } from '../../contract/safe-browser.ts'
import { examModule } from '../exam.module.ts'
import { removeOldNonces } from '../safe-browser/old-nonces.ts'
import { arrangeExam, startExam } from '../sitting-arrange.ts'

let world: World
let site = ''
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

async function arranged(settings = {}) {
  const made = await arrangeExam(world, { candidates: 2, settings })
  const [actor, other] = made.candidates
  if (!actor || !other) throw new Error('two candidates are needed')
  const admin = world.as(await world.actor({ companyId: made.companyId }))
  return { ...made, actor, other, admin, as: world.as(actor) }
}
const minutesFromNow = (minutes: number) => {
  const then = new Date(Date.now() + minutes * 60_000)
  world.now = () => then
  return then
}
const item = (clientSeq: number) => ({ slot: 1, answer: { type: 1 as const, optionId: 'b' }, baseRev: 0, clientSeq })

test('Safe Exam Browser is asked for at start, resume and save, by our own address alone', async () => {
  const { examId, admin, actor, as } = await arranged()
  const key = 'a'.repeat(64)
  expect(await admin.call(safeBrowser.save, { examinationId: examId, isRequired: true })).toMatchObject({ code: 3390 })
  const browserKeys = ['b'.repeat(64), 'c'.repeat(64)]
  const asked = { examinationId: examId, isRequired: true, pastedKeys: [key], browserKeys }
  await admin.get(safeBrowser.save, { ...asked, isRequired: false })
  const { attemptId } = await startExam(world, actor, examId)
  const [row] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [actor.companyId])
  site = world.services.publicUrl.pattern.replace('{company}', row?.domain ?? '')
  const shown = (path: string, config = key, request = 'c'.repeat(64)) => ({
    'x-safeexambrowser-configkeyhash': safeHash(`${site}${path}`, config),
    'x-safeexambrowser-requesthash': safeHash(`${site}${path}`, request),
  })
  const save = (clientSeq: number, headers = {}) =>
    as.call(sitting.save, { attemptId, leaseEpoch: 1, items: [item(clientSeq)] }, headers)
  expect(await save(1)).toMatchObject({ code: 0 })
  await admin.get(safeBrowser.save, asked)
  expect(await save(2)).toMatchObject({ code: 2386 })
  const { path } = sitting.save.facts
  expect(await save(2, shown(path))).toMatchObject({ code: 0 })
  // Another key, another address, one kind of two.
  expect(await save(3, shown(path, 'd'.repeat(64)))).toMatchObject({ code: 2386 })
  expect(await save(3, shown('/api/v1/exam/sitting/resume'))).toMatchObject({ code: 2386 })
  expect(await save(3, { 'x-safeexambrowser-configkeyhash': safeHash(`${site}${path}`, key) })).toMatchObject({ code: 2386 })
  expect(await save(3, { ...shown(path), host: 'evil.example.com' })).toMatchObject({ code: 0 })
  const resume = { attemptId, device: browserA }
  expect(await as.call(sitting.resume, resume)).toMatchObject({ code: 2386, data: { ownerId: examId } })
  expect(await as.call(sitting.resume, resume, shown(sitting.resume.facts.path))).toMatchObject({ code: 0 })
  // Only keys that were pasted: there is no configuration of ours to download.
  const need = { needsSafeBrowser: true, hasSafeConfig: false }
  expect(await as.get(entry.notice, { examId })).toMatchObject(need)
  expect((await as.get(entry.myExams, {})).dataList).toMatchObject([need])
  await admin.get(safeBrowser.save, { ...asked, choices: {} })
  expect((await as.get(entry.myExams, {})).dataList).toMatchObject([{ ...need, hasSafeConfig: true }])
  const start = { examId, device: browserA }
  expect(await as.call(entry.start, start)).toMatchObject({ code: 2386 })
  expect(await as.call(entry.start, start, shown(entry.start.facts.path))).toMatchObject({ code: 0 })
  await admin.get(safeBrowser.save, { ...asked, isRequired: false })
  expect(await as.get(entry.notice, { examId })).toMatchObject({ needsSafeBrowser: false })
  expect(await save(4)).toMatchObject({ code: 0 })
})

/** A session that has shown this key of the exam's on the page whose address is good for one answer. */
async function proven(as: ReturnType<World['as']>, { examId, companyId }: { examId: string; companyId: string }, key: string) {
  const [row] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [companyId])
  site = world.services.publicUrl.pattern.replace('{company}', row?.domain ?? '')
  const { path } = await as.get(safeBrowser.nonce, { examId })
  const nonce = new URL(`${site}${path}`).searchParams.get('nonce') ?? ''
  const proving = { examId, nonce, configHash: safeHash(`${site}${path}`, key) }
  return { proving, prove: () => as.get(safeBrowser.prove, proving) }
}

test('a browser without headers shows its keys once; a replay and another session are refused', async () => {
  const { examId, admin, actor, other, as } = await arranged()
  const key = 'e'.repeat(64)
  await admin.get(safeBrowser.save, { examinationId: examId, isRequired: true, pastedKeys: [key] })
  const { hash } = await as.get(entry.notice, { examId })
  await as.get(entry.confirmNotice, { examId, hash, consents: [] })
  const { proving, prove } = await proven(as, { examId, companyId: actor.companyId }, key)
  expect(await world.as(other).call(safeBrowser.prove, proving)).toMatchObject({ code: 3392 })
  const { proof } = await prove()
  expect(await as.call(safeBrowser.prove, proving)).not.toMatchObject({ code: 0 })
  const start = { examId, device: browserA }
  const headers = { 'x-kaopei-safe': proof }
  expect(await as.call(entry.start, start)).toMatchObject({ code: 2386 })
  const sheet = await as.call(entry.start, start, headers)
  expect(sheet).toMatchObject({ code: 0 })
  const attemptId = sheet.data?.attemptId ?? ''
  const saving = { attemptId, leaseEpoch: 1, items: [item(1)] }
  expect(await as.call(sitting.save, saving, headers)).toMatchObject({ code: 0 })
  const elsewhere = world.as(await world.actor({ companyId: actor.companyId, staffId: actor.staffId, isAdmin: true }))
  expect(await elsewhere.call(sitting.save, { ...saving, items: [item(2)] }, headers)).toMatchObject({ code: 2386 })
  minutesFromNow(13 * 60)
  expect(await as.call(sitting.resume, { attemptId, device: browserA }, headers)).not.toMatchObject({ code: 0 })
})

test('a proof is worth as long as the keys that were shown are asked for', async () => {
  const { examId, admin, actor, as } = await arranged()
  const [key, second, browserKey] = ['e'.repeat(64), 'f'.repeat(64), 'a'.repeat(64)]
  const ask = (keys: { pastedKeys?: string[]; browserKeys?: string[] }) =>
    admin.get(safeBrowser.save, { examinationId: examId, isRequired: true, ...keys })
  await ask({ pastedKeys: [key] })
  const { hash } = await as.get(entry.notice, { examId })
  await as.get(entry.confirmNotice, { examId, hash, consents: [] })
  const { proof } = await (await proven(as, { examId, companyId: actor.companyId }, key)).prove()
  const headers = { 'x-kaopei-safe': proof }
  const device = browserA
  const attemptId = (await as.call(entry.start, { examId, device }, headers)).data?.attemptId ?? ''
  const outcomes = async (clientSeq: number) => {
    const saving = { attemptId, leaseEpoch: 1, items: [item(clientSeq)] }
    const asked = [
      await as.call(entry.start, { examId, device }, headers),
      await as.call(sitting.resume, { attemptId, device }, headers),
      await as.call(sitting.save, saving, headers),
    ]
    return [...new Set(asked.map(({ code }) => code))]
  }
  expect(await outcomes(1)).toEqual([0])
  await ask({ pastedKeys: [key, second] })
  expect(await outcomes(2)).toEqual([0])
  await ask({ pastedKeys: [second] })
  expect(await outcomes(3)).toEqual([2386])
  await ask({ pastedKeys: [key], browserKeys: [browserKey] })
  expect(await outcomes(4)).toEqual([2386])
  await ask({ pastedKeys: [key], browserKeys: [] })
  expect(await outcomes(5)).toEqual([0])
})

test('numbers used once are removed an hour later', async () => {
  const { examId, as } = await arranged()
  const left = () => world.rows('select 1 from exam.safe_nonce where exam_id = $1', [examId])
  await as.get(safeBrowser.nonce, { examId })
  await removeOldNonces(world.services, minutesFromNow(59))
  expect(await left()).toHaveLength(1)
  await removeOldNonces(world.services, minutesFromNow(61))
  expect(await left()).toHaveLength(0)
})

test('a configuration of ours is a file whose key is asked for', async () => {
  const { examId, admin, as } = await arranged()
  const choices = { quitPassword: '退出123', allowedUrls: ['help.example.com/*'] }
  const made = await admin.call(safeBrowser.save, { examinationId: examId, isRequired: true, choices })
  expect(made).toMatchObject({ code: 0 })
  const got = await admin.get(safeBrowser.get, { examinationId: examId })
  expect(got).toMatchObject({ isRequired: true, hasConfig: true, hasQuitPassword: true, configKey: made.data?.configKey })
  const file = await as.raw(safeBrowser.ownConfig, { examId })
  expect(file.body).toContain('<key>hashedQuitPassword</key>')
  expect(file.body).toContain('/candidate/</string>')
})

test('what is arranged for one decides for capture, counting and the sheet, also while it runs', async () => {
  const settings = { permitScreenPhoto: true, permitCamera: true, permitFullScreen: true, switchScreenNumberLimit: 2 }
  const { examId, admin, actor, other, as } = await arranged(settings)
  const asked = { examinationId: examId, staffIds: [actor.staffId], reason: '视力障碍' }
  expect(await admin.call(examPolicies.save, { ...asked, breakCount: 1 })).toMatchObject({ code: 1001 })
  await admin.get(examPolicies.save, {
    ...asked,
    isWithoutCamera: true,
    fontPercent: 150,
    timerMinutes: [5, 30],
    breakCount: 1,
    breakMinutes: 10,
  })
  expect((await as.get(entry.notice, { examId })).consents.map(({ label }) => label)).toHaveLength(1)
  expect((await world.as(other).get(entry.notice, { examId })).consents).toHaveLength(2)
  const sheet = await startExam(world, actor, examId)
  expect(sheet.comfort).toEqual({ fontPercent: 150, timerMinutes: [30, 5], breakCount: 1, breakMinutes: 10 })
  const view = await admin.get(examPolicies.asCandidate, { examinationId: examId, staffId: actor.staffId })
  expect(view).toMatchObject({ comfort: sheet.comfort, rules: { permitFullScreen: true, switchScreenNumberLimit: 2 } })
  expect(view.captureLabels).toHaveLength(1)
  await looksWithoutTrace({ examId, admin, staffId: actor.staffId, comfort: sheet.comfort, items: sheet.items.length })
  await admin.get(examPolicies.save, { ...asked, isScreenReader: true })
  const again = await as.get(sitting.resume, { attemptId: sheet.attemptId, device: browserA })
  expect(again).toMatchObject({
    comfort: { isScreenReader: true },
    rules: { permitFullScreen: false, switchScreenNumberLimit: 0 },
  })
  expect((await admin.get(examPolicies.list, { examinationId: examId, pageIndex: 1, pageSize: 10 })).totalCount).toBe(1)
  await admin.get(examPolicies.remove, asked)
  const plain = await as.get(sitting.resume, { attemptId: sheet.attemptId, device: browserA })
  expect(plain).toMatchObject({ comfort: {}, rules: { switchScreenNumberLimit: 2 } })
  const stranger = world.as(await world.actor({}))
  expect(await stranger.call(examPolicies.asCandidate, { examinationId: examId, staffId: actor.staffId })).toMatchObject({
    code: 1008,
  })
})

/** The page of the sitting as they get it: no key, no attempt, no event, nobody told. */
async function looksWithoutTrace(of: {
  examId: string
  admin: ReturnType<World['as']>
  staffId: string
  comfort: object
  items: number
}) {
  const { examId, admin, staffId, comfort, items } = of
  const traces = () =>
    world.rows(
      `select (select count(*) from sitting.attempt where owner_id = $1::uuid)::int as attempts,
         (select count(*) from sitting.attempt_event e join sitting.attempt a on a.id = e.attempt_id where a.owner_id = $1::uuid)::int as events,
         (select count(*) from kit.operation_log where target_id = $1::text)::int as logged`,
      [examId],
    )
  const before = await traces()
  const look = await admin.get(examPolicies.sheetAsCandidate, { examinationId: examId, staffId })
  expect(look.sheet).toMatchObject({ comfort, state: 'in_progress', lease: { isMine: true } })
  expect(look.sheet.items).toHaveLength(items)
  expect(JSON.stringify(look)).not.toMatch(/isCorrect|correctAnswer|analysis/)
  expect(look.facts.join()).toContain('离开超过 2 次收卷')
  expect(await traces()).toEqual(before)
  const stranger = world.as(await world.actor({ isAdmin: true }))
  expect(await stranger.call(examPolicies.sheetAsCandidate, { examinationId: examId, staffId })).toMatchObject({ code: 1008 })
}

test('a break stops the clock within what is allowed, and ends by itself', async () => {
  const { examId, admin, actor, as } = await arranged()
  const asked = { examinationId: examId, staffIds: [actor.staffId], reason: '糖尿病', breakCount: 2, breakMinutes: 10 }
  const { attemptId, due } = await startExam(world, actor, examId)
  expect(await as.call(sitting.takeBreak, { attemptId })).toMatchObject({ code: 2387 })
  await admin.get(examPolicies.save, asked)
  minutesFromNow(1)
  expect(await as.get(sitting.takeBreak, { attemptId })).toMatchObject({ leftCount: 1, leftSeconds: 600 })
  expect(await as.call(sitting.save, { attemptId, leaseEpoch: 1, items: [item(1)] })).toMatchObject({ code: 2356 })
  minutesFromNow(4)
  expect(await as.get(sitting.endBreak, { attemptId })).toMatchObject({ leftCount: 1, until: null })
  const beat = await as.get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
  expect(Math.round((new Date(beat.due ?? 0).getTime() - new Date(due ?? 0).getTime()) / 60_000)).toBe(3)
  expect(await as.call(sitting.save, { attemptId, leaseEpoch: 1, items: [item(2)] })).toMatchObject({ code: 0 })
  minutesFromNow(5)
  expect((await as.get(sitting.takeBreak, { attemptId })).leftCount).toBe(0)
  await endBreaks(world.services, minutesFromNow(13))
  const after = await as.get(sitting.heartbeat, { attemptId, leaseEpoch: 1, events: [] })
  expect(after.state).toBe('in_progress')
  expect(Math.round((new Date(after.due ?? 0).getTime() - new Date(due ?? 0).getTime()) / 60_000)).toBe(10)
})

test('what is not named of a candidate’s arrangement or of the browser’s settings stays', async () => {
  const { examId: examinationId, admin, actor, other } = await arranged()
  const of = { examinationId, reason: '医院证明' }
  const first = { isScreenReader: true, fontPercent: 150, timerMinutes: [10], breakCount: 2, breakMinutes: 20 }
  await admin.get(examPolicies.save, { ...of, staffIds: [actor.staffId], ...first })
  await admin.get(examPolicies.save, { ...of, staffIds: [actor.staffId, other.staffId], isWithoutCamera: true })
  const policyOf = async ({ staffId }: { staffId: string }) =>
    (await admin.get(examPolicies.list, { examinationId })).dataList.find((row) => row.staffId === staffId)
  expect(await policyOf(actor)).toMatchObject({ ...first, isWithoutCamera: true })
  expect(await policyOf(other)).toMatchObject({ isWithoutCamera: true, fontPercent: 100, timerMinutes: [], breakCount: 0 })
  const halves = { ...of, staffIds: [actor.staffId], breakCount: 0 }
  expect(await admin.call(examPolicies.save, halves)).toMatchObject({ code: 1001, message: '休息次数和休息总时长须同时填写' })
  await admin.get(examPolicies.save, { ...halves, breakMinutes: 0, timerMinutes: [] })
  expect(await policyOf(actor)).toMatchObject({ isScreenReader: true, fontPercent: 150, timerMinutes: [], breakCount: 0 })

  const [pastedKeys, browserKeys] = [['a'.repeat(64)], ['b'.repeat(64)]]
  const choices = { allowQuit: false, allowWlan: true, quitPassword: 'geheim', allowedUrls: ['https://example.cn/'] }
  await admin.get(safeBrowser.save, { examinationId, isRequired: true, pastedKeys, browserKeys, choices })
  const before = await admin.get(safeBrowser.get, { examinationId })
  await admin.get(safeBrowser.save, { examinationId, isRequired: false })
  const settings = { pastedKeys, browserKeys, hasQuitPassword: true, configKey: before.configKey, choices: before.choices }
  expect(await admin.get(safeBrowser.get, { examinationId })).toMatchObject({ ...settings, isRequired: false })
  await admin.get(safeBrowser.save, { examinationId, isRequired: false, choices: { allowWlan: false }, pastedKeys: [] })
  expect(await admin.get(safeBrowser.get, { examinationId })).toMatchObject({
    ...{ pastedKeys: [], browserKeys, hasQuitPassword: true },
    choices: { ...before.choices, allowWlan: false },
  })
  await admin.get(safeBrowser.save, { examinationId, isRequired: false, choices: null })
  expect(await admin.get(safeBrowser.get, { examinationId })).toMatchObject({ hasConfig: false, configKey: null })
})

test('the notice says what holds for this candidate, and a break that nobody ended is over when somebody looks again', async () => {
  const settings = { permitFullScreen: true, switchScreenNumberLimit: 2, permitCamera: true, permitScreenPhoto: true }
  const { examId, admin, actor, other, as } = await arranged(settings)
  const arrange = { examinationId: examId, staffIds: [actor.staffId], reason: '视力障碍' }
  await admin.get(examPolicies.save, { ...arrange, isWithoutCamera: true, isScreenReader: true, breakCount: 1, breakMinutes: 5 })
  const [mine, theirs] = [await as.get(entry.notice, { examId }), await world.as(other).get(entry.notice, { examId })]
  expect([mine.rules.permitFullScreen, theirs.rules.permitFullScreen]).toEqual([false, true])
  expect([mine.rules.switchScreenNumberLimit, theirs.rules.switchScreenNumberLimit]).toEqual([0, 2])
  for (const words of ['全屏', '自动交卷。', '摄像头'])
    expect([words, mine.terms.filter((term) => /^离开|^考试/.test(term)).some((term) => term.includes(words))]).toEqual([
      words,
      false,
    ])
  expect(mine.terms.join('')).toContain('您可休息 1 次，共 5 分钟，休息时停止计时。')
  expect(theirs.terms.join('')).toContain('考试须全屏进行')
  const { attemptId } = await startExam(world, actor, examId)
  await as.get(sitting.takeBreak, { attemptId })
  expect((await as.get(entry.myExams, {})).dataList[0]?.entry).toMatchObject({ allowed: true, resumes: attemptId })
  await endBreaks(world.services, minutesFromNow(180))
  expect(await world.rows('select state from sitting.attempt where id = $1', [attemptId])).toEqual([{ state: 'in_progress' }])
})
