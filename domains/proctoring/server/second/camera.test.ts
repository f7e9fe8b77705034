import { createHash } from 'node:crypto'
import { entry } from '@kaopei/exam/contract/entry'
import { safeBrowser } from '@kaopei/exam/contract/safe-browser'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { companySite } from '@kaopei/platform/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { safeHash, sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { trialItem, trialStanding } from '../../contract/rehearsal/codes.ts'
import { trial } from '../../contract/rehearsal/trial.ts'
import { secondCamera, secondCameraErrors } from '../../contract/second-camera.ts'
import { proctoringModule } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

async function arranged(settings: Record<string, boolean | number> = { permitSecondView: true }) {
  const exam = await arrangeExam(world, { settings, candidates: 2 })
  const [candidate, neighbour] = exam.candidates
  if (!candidate || !neighbour) throw new Error('two candidates are needed')
  const as = world.as(candidate)
  const { examId } = exam
  const { hash, consents } = await as.get(entry.notice, { examId })
  await as.get(entry.confirmNotice, { examId, hash, consents: consents.map(({ kind }) => ({ kind, isAgreed: true })) })
  const invite = async () => (await as.get(secondCamera.invite, { examId })).url.split('#')[1] ?? ''
  const phone = world.as(undefined)
  const redeem = (code: string) => phone.call(secondCamera.redeem, { code, device: '小米 14' })
  const connect = async () => {
    const { token } = await phone.get(secondCamera.redeem, { code: await invite(), device: '小米 14' })
    const { asking } = await as.get(secondCamera.state, { examId })
    await as.get(secondCamera.confirm, { examId, id: asking?.id ?? '', isOwn: true })
    return token
  }
  const plan = (token: string) => phone.get(secondCamera.plan, { token })
  return { ...exam, candidate, neighbour, as, invite, phone, redeem, connect, plan }
}

const webm = (text: string) => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(text)])
async function put(address: string | null, path: string, bytes = webm(path)) {
  const now = Date.now()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const url = `${address}/${path}?from=${now - 10_000}&until=${now}&sha256=${sha256}`
  return (await world.app.inject({ method: 'PUT', url, headers: { 'content-type': 'video/webm' }, payload: bytes })).statusCode
}

test('a phone comes in by a code, is confirmed at the computer, waits for the beginning and then films', async () => {
  const { examId, candidate, as, invite, phone, plan } = await arranged()
  const { token, digits } = await phone.get(secondCamera.redeem, { code: await invite(), device: '小米 14' })
  expect(await plan(token)).toMatchObject({ duty: 'asking', pieceAddress: null })
  const { standing, asking } = await as.get(secondCamera.state, { examId })
  expect([standing, asking?.digits, asking?.device]).toEqual(['asking', digits, '小米 14'])
  await as.get(secondCamera.confirm, { examId, id: asking?.id ?? '', isOwn: true })
  expect(await plan(token)).toMatchObject({ duty: 'ready' })
  const { attemptId } = await startExam(world, candidate, examId)
  await as.get(capture.plan, { attemptId })
  const told = await phone.get(secondCamera.plan, { token, battery: 80, waiting: 2 })
  expect(told).toMatchObject({ duty: 'filming', attemptId, streams: [{ source: 3, kind: 'film', lastNumber: 100_000 }] })
  expect(await as.get(secondCamera.state, { examId })).toMatchObject({ standing: 'connected', battery: 80, waiting: 2 })
  expect(await put(told.pieceAddress, '3/film/100001')).toBe(200)
  expect((await plan(token)).streams).toMatchObject([{ lastNumber: 100_001 }])
})

test('a phone that is let in for the next attempt waits for it, the one of the attempt before is over', async () => {
  const { examId, candidate, as, connect, plan } = await arranged({ permitSecondView: true, repeatCount: 2 })
  const before = await connect()
  const first = await startExam(world, candidate, examId)
  await as.get(capture.plan, { attemptId: first.attemptId })
  const submission = { attemptId: first.attemptId, leaseEpoch: first.lease.epoch, lastRevs: [], submissionKey: 'submission-1' }
  await as.get(sitting.submit, submission)
  expect(await plan(before)).toMatchObject({ duty: 'over' })
  const token = await connect()
  expect(await plan(token)).toMatchObject({ duty: 'ready', attemptId: null, pieceAddress: null })
  const { attemptId } = await startExam(world, candidate, examId)
  await as.get(capture.plan, { attemptId })
  expect(await plan(token)).toMatchObject({ duty: 'filming', attemptId })
})

test('its address takes nothing else, and nobody else brings what is the phone’s', async () => {
  const { examId, candidate, as, connect, plan } = await arranged({ permitSecondView: true, permitFaceRecord: true })
  const token = await connect()
  const { attemptId } = await startExam(world, candidate, examId)
  const { pieceAddress: own } = await as.get(capture.plan, { attemptId })
  const { pieceAddress } = await plan(token)
  expect(await put(pieceAddress, '2/film/1')).toBe(403)
  expect(await put(pieceAddress, '3/film/1')).toBe(403)
  expect(await put(pieceAddress, '3/film/200001')).toBe(403)
  expect(await put(own, '3/film/100001')).toBe(403)
  expect(await put(own, '2/film/1')).toBe(200)
})

test('a code is good once, for two minutes, and while it is the newest', async () => {
  const { invite, redeem } = await arranged()
  const code = await invite()
  expect(await redeem(code)).toMatchObject({ code: 0 })
  expect(await redeem(code)).toMatchObject({ code: 3377 })
  const older = await invite()
  const newer = await invite()
  expect(await redeem(older)).toMatchObject({ code: 3377 })
  world.now = () => new Date(Date.now() + 121_000)
  expect(await redeem(newer)).toMatchObject({ code: 3377 })
  expect(await redeem(`${newer.slice(0, -1)}_`)).toMatchObject({ code: 3377 })
})

test('a neighbour’s phone is sent away, a second own phone takes the place of the first, one that sleeps is lost and found again', async () => {
  const { examId, as, invite, phone, connect, plan } = await arranged()
  const stolen = await phone.get(secondCamera.redeem, { code: await invite(), device: '邻座' })
  const { asking } = await as.get(secondCamera.state, { examId })
  await as.get(secondCamera.confirm, { examId, id: asking?.id ?? '', isOwn: false })
  expect(await plan(stolen.token)).toMatchObject({ duty: 'over' })
  expect(await as.get(secondCamera.state, { examId })).toMatchObject({ standing: 'none', asking: null })
  const first = await connect()
  const second = await connect()
  expect([(await plan(first)).duty, (await plan(second)).duty]).toEqual(['over', 'ready'])
  world.now = () => new Date(Date.now() + 60_000)
  expect(await as.get(secondCamera.state, { examId })).toMatchObject({ standing: 'lost' })
  // A phone that has slept asks again with the key that it has, and needs no code.
  expect(await plan(second)).toMatchObject({ duty: 'ready' })
  expect(await as.get(secondCamera.state, { examId })).toMatchObject({ standing: 'connected' })
})

test('others see and confirm nothing of it, and where no phone is wanted there is no code', async () => {
  const { examId, neighbour, invite, redeem, as } = await arranged()
  await redeem(await invite())
  const { asking } = await as.get(secondCamera.state, { examId })
  const asNeighbour = world.as(neighbour)
  expect(await asNeighbour.get(secondCamera.state, { examId })).toMatchObject({ standing: 'none' })
  expect(await asNeighbour.call(secondCamera.confirm, { examId, id: asking?.id ?? '', isOwn: true })).toMatchObject({
    code: 3379,
  })
  const other = await arranged({})
  expect(await other.as.call(secondCamera.invite, { examId: other.examId })).toMatchObject({ code: 3376 })
  expect(await as.call(secondCamera.invite, { examId: other.examId })).toMatchObject({ code: 1008 })
})

test('a trial connects the phone before anything is agreed to, and the server looks at phone and safe browser itself', async () => {
  const { examId, companyId, candidates } = await arrangeExam(world, { settings: { permitSecondView: true } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const as = world.as(candidate)
  const { network, clock, storage, browser, second } = trialItem
  const checks = [network, clock, storage, browser, second].map((item) => ({ item, state: 'good' as const, text: '正常' }))
  const wish = { examId, device: 'browser-a:tab1', deviceName: 'Chrome 130 / Windows', checks }
  const key = 'c'.repeat(64)
  const save = (headers = {}) => as.call(trial.save, wish, headers).then(({ data }) => data?.state)
  // What a client says of its phone counts for nothing.
  expect(await save()).toBe(trialStanding.failed)
  expect(await as.call(secondCamera.invite, { examId })).toMatchObject({ code: secondCameraErrors.notWanted.code })
  const { url } = await as.get(secondCamera.invite, { examId, isTrial: true })
  const phone = world.as(undefined)
  const { token } = await phone.get(secondCamera.redeem, { code: url.split('#')[1] ?? '', device: '小米 14' })
  const { asking } = await as.get(secondCamera.state, { examId })
  await as.get(secondCamera.confirm, { examId, id: asking?.id ?? '', isOwn: true })
  expect(await phone.get(secondCamera.plan, { token })).toMatchObject({ duty: 'ready', pieceAddress: null })
  expect(await save()).toBe(trialStanding.passed)
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  await admin.get(safeBrowser.save, { examinationId: examId, isRequired: true, pastedKeys: [key] })
  const asked = await as.get(trial.asked, { examId })
  expect(asked).toMatchObject({ wantsSecond: true, wantsSafeBrowser: true, isSafeBrowser: false, state: trialStanding.outdated })
  expect(await save()).toBe(trialStanding.failed)
  const site = await world.inCompany(companyId, (db) => companySite(db, world.services))
  expect(await save({ 'x-safeexambrowser-configkeyhash': safeHash(`${site}${trial.save.facts.path}`, key) })).toBe(
    trialStanding.passed,
  )
  const { cameraId } = await as.get(secondCamera.state, { examId })
  await as.get(secondCamera.confirm, { examId, id: cameraId ?? '', isOwn: false })
  expect(await phone.get(secondCamera.plan, { token })).toMatchObject({ duty: 'over' })
  expect(await save()).toBe(trialStanding.failed)
})
