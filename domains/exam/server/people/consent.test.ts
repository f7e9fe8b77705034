import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { browserA } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureConsents, captureKind, consentState } from '../../contract/capture-consent.ts'
import { entry } from '../../contract/entry.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import { examManage } from '../../contract/menus.ts'
import { examModule } from '../exam.module.ts'
import { captureKindsOf } from '../rules/capture-kinds.ts'
import { arrangeExam } from '../sitting-arrange.ts'
import { agreedCaptureKinds } from './consent.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const recorded = { permitScreenPhoto: true, permitScreenRecord: true, permitCamera: true }
const both = [captureKind.screen, captureKind.photo]

async function arrange(settings: Partial<ExamSettings> = recorded) {
  const { examId, companyId, candidates } = await arrangeExam(world, { settings })
  const [actor] = candidates
  if (!actor) throw new Error('a candidate is needed')
  const as = world.as(actor)
  const { hash } = await as.get(entry.notice, { examId })
  const answer = (consents: { kind: (typeof both)[number]; isAgreed: boolean }[]) =>
    as.get(entry.confirmNotice, { examId, hash, consents, device: browserA })
  const start = () => as.call(entry.start, { examId, device: browserA })
  const states = async () => (await as.get(entry.notice, { examId })).consents.map(({ state }) => state)
  return { examId, companyId, actor, as, hash, answer, start, states }
}
const agreeing = both.map((kind) => ({ kind, isAgreed: true }))

test('each kind that is recorded is asked for by itself, in words that the candidate confirms', async () => {
  const { as, examId } = await arrange()
  const { consents, terms } = await as.get(entry.notice, { examId })
  expect(consents.map(({ label, state }) => [label, state])).toEqual([
    ['屏幕画面', consentState.open],
    ['摄像头照片', consentState.open],
  ])
  expect(consents[0]?.text).toContain('录制您共享的整个屏幕')
  for (const { text } of consents) expect(terms.join('\n')).toContain(text)
})

test('nobody begins before each kind has consent, and then it begins', async () => {
  const { answer, start, states } = await arrange()
  await answer([])
  expect(await start()).toMatchObject({ code: 2370, message: expect.stringContaining('屏幕画面、摄像头照片') })
  await answer([{ kind: captureKind.screen, isAgreed: true }])
  expect(await start()).toMatchObject({ code: 2370, message: expect.stringContaining('摄像头照片') })
  await answer([{ kind: captureKind.photo, isAgreed: false }])
  expect(await start()).toMatchObject({ code: 2370 })
  expect(await states()).toEqual([consentState.agreed, consentState.refused])
  await answer(agreeing)
  expect(await start()).toMatchObject({ code: 0 })
})

test('an exam that records nothing asks nothing', async () => {
  const { answer, start, states } = await arrange({})
  expect(await states()).toEqual([])
  await answer([])
  expect(await start()).toMatchObject({ code: 0 })
})

test('what was said is kept with the wording it was said to, and said again it is written once', async () => {
  const { answer, examId, hash } = await arrange()
  await answer(agreeing)
  await answer(agreeing)
  const rows = await world.rows(
    'select number, kind, state, notice_hash, device, decided_by from exam.capture_consent where exam_id = $1 order by number',
    [examId],
  )
  const said = { state: 1, notice_hash: hash, device: browserA, decided_by: null }
  expect(rows).toEqual([
    { number: 1, kind: captureKind.screen, ...said },
    { number: 2, kind: captureKind.photo, ...said },
  ])
  const [version] = await world.rows('select information, terms from exam.notice_version where hash = $1 and exam_id = $2', [
    hash,
    examId,
  ])
  expect(version).toMatchObject({ information: '<p>请认真作答</p>', terms: expect.arrayContaining([expect.any(String)]) })
})

test('consent is taken back at any time, and what is agreed to says so', async () => {
  const { answer, as, examId, actor, start, companyId } = await arrange()
  const agreed = () => world.inCompany(companyId, (db) => agreedCaptureKinds(db, { examId, staffId: actor.staffId }))
  await answer(agreeing)
  await start()
  expect(await agreed()).toEqual(both)
  const withdrawal = { examId, kind: captureKind.photo, device: browserA }
  expect(await as.get(entry.withdrawConsent, withdrawal)).toEqual({ state: consentState.withdrawn })
  expect(await as.get(entry.withdrawConsent, withdrawal)).toEqual({ state: consentState.withdrawn })
  expect(await agreed()).toEqual([captureKind.screen])
  expect(await start()).toMatchObject({ code: 0 })
})

test('whoever does not agree is exempted with a reason by somebody with the right, and begins', async () => {
  const { answer, examId, companyId, actor, start, states } = await arrange()
  await answer([
    { kind: captureKind.screen, isAgreed: true },
    { kind: captureKind.photo, isAgreed: false },
  ])
  const organiser = world.as(await world.actor({ companyId }))
  const exemption = { examinationId: examId, staffId: actor.staffId, kinds: [captureKind.photo], reason: '现场监考' }
  expect(await organiser.get(captureConsents.exempt, exemption)).toEqual({ changedCount: 1 })
  expect(await organiser.call(captureConsents.exempt, exemption)).toMatchObject({ code: 2394 })
  expect(await states()).toEqual([consentState.agreed, consentState.exempted])
  // An exemption stands, whatever is answered afterwards.
  await answer(agreeing)
  expect(await states()).toEqual([consentState.agreed, consentState.exempted])
  expect(await start()).toMatchObject({ code: 0 })
  const list = await organiser.get(captureConsents.list, { examinationId: examId })
  expect(list.dataList[0]?.consents.map(({ kind, state }) => [kind, state])).toEqual([
    [captureKind.screen, consentState.agreed],
    [captureKind.photo, consentState.exempted],
  ])
})

test('whose exam is over is not exempted any more; who has a later close or goes on with an attempt is', async () => {
  const { examId, companyId, actor, answer, start } = await arrange()
  const organiser = world.as(await world.actor({ companyId }))
  const exemption = { examinationId: examId, staffId: actor.staffId, kinds: [captureKind.photo], reason: '现场监考' }
  const isOver = async () =>
    (await organiser.get(captureConsents.list, { examinationId: examId })).dataList.map((row) => row.isOver)
  await answer(agreeing)
  await start()
  await world.rows(`update exam.exam set admission_end_at = now() - interval '1 minute' where id = $1`, [examId])
  expect(await isOver()).toEqual([false])
  await world.rows(`update sitting.attempt set state = 'submitted', submitted_at = now() where owner_id = $1`, [examId])
  expect(await isOver()).toEqual([true])
  expect(await organiser.call(captureConsents.exempt, exemption)).toMatchObject({ code: 2399 })
  await world.rows(
    `insert into exam.candidate_override (company_id, exam_id, staff_id, closes_at, reason, changed_at) values ($1, $2, $3, now() + interval '1 hour', '补考', now())`,
    [companyId, examId, actor.staffId],
  )
  expect(await isOver()).toEqual([false])
  expect(await organiser.get(captureConsents.exempt, exemption)).toEqual({ changedCount: 1 })
})

test('nobody exempts themselves, without the right, or from outside their data scope or company', async () => {
  const { examId, companyId, actor } = await arrange()
  const exemption = { examinationId: examId, staffId: actor.staffId, kinds: [captureKind.photo], reason: '现场监考' }
  const self = await world.actor({ companyId })
  expect(await world.as(self).call(captureConsents.exempt, { ...exemption, staffId: self.staffId })).toMatchObject({ code: 2393 })
  const watcher = await world.actor({ companyId, rights: [examManage.rights.view] })
  expect((await world.as(watcher).call(captureConsents.exempt, exemption)).code).not.toBe(0)
  const scopes = { examManage: { kind: 'some', departmentIds: [], subtreeIds: [crypto.randomUUID()], ownStaffId: null } } as const
  const narrow = await world.actor({ companyId, rights: Object.values(examManage.rights), scopes })
  expect(await world.as(narrow).call(captureConsents.exempt, exemption)).toMatchObject({ code: 1008 })
  expect((await world.as(narrow).get(captureConsents.list, { examinationId: examId })).dataList).toEqual([])
  expect(await world.as(await world.actor()).call(captureConsents.exempt, exemption)).toMatchObject({ code: 1008 })
})

test('of every flag there is a kind and a sentence', () => {
  const all = {
    permitScreenPhoto: true,
    permitScreenRecord: true,
    permitCamera: true,
    permitFaceRecord: true,
    permitSecondView: true,
  }
  expect(captureKindsOf(all).map(({ kind }) => kind)).toEqual(captureKind.options.map(({ value }) => value))
})
