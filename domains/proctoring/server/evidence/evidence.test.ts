import { createHash, createPublicKey, verify } from 'node:crypto'
import { attempt } from '@kaopei/exam/contract/attempt'
import { examManage } from '@kaopei/exam/contract/menus'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { filesModule, fileUrl, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { results } from '@kaopei/result/contract/results'
import { resultModule } from '@kaopei/result/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { forceAttempt, reopenAttempt, sittingModule } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { evidence, ownSeal } from '../../contract/evidence/evidence.ts'
import { markCheating } from '../../contract/menus.ts'
import { review } from '../../contract/review.ts'
import { verdicts } from '../../contract/verdicts/verdicts.ts'
import { proctoringModule } from '../index.ts'
import { noteFaults } from '../pieces/own-faults.sql.ts'
import { unzipped } from './factories.ts'
import { nightsDue } from './night.sql.ts'
import { runNight } from './night.ts'
import { sealFound } from './seal.backlog.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule, jobsModule, filesModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const [single] = oneOfEachType()
const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('picture')])

/** An attempt with two answers to one question, a picture, a gap and more absences than allowed, handed in and scored. */
async function handedIn() {
  const settings = { permitCamera: true }
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: single ? [single] : [], settings })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, candidate, examId)
  const { pieceAddress } = await world.as(candidate).get(capture.plan, { attemptId })
  await putPicture(pieceAddress, 1)
  for (const [index, optionId] of ['a', 'b'].entries()) {
    const item = { slot: 1, answer: { type: 1 as const, optionId }, baseRev: index, clientSeq: index + 1, seen: true }
    await world.as(candidate).get(sitting.save, { attemptId, leaseEpoch: lease.epoch, items: [item] })
  }
  await world.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, server_time, data) values ($1, $2, 'gap', now(), '{"from": 3}')`,
    [companyId, attemptId],
  )
  await world.rows('update sitting.attempt set over_limit_at = now(), absences = 3 where id = $1', [attemptId])
  const submission = { attemptId, leaseEpoch: lease.epoch, submissionKey: `submit-${attemptId}`, lastRevs: [{ slot: 1, rev: 2 }] }
  await world.as(candidate).get(sitting.submit, submission)
  const admin = await world.actor({ companyId, isAdmin: true })
  return { companyId, examId, attemptId, candidate, admin, pieceAddress }
}

async function putPicture(pieceAddress: string, number: number): Promise<void> {
  const now = Date.now()
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  const url = `${pieceAddress}/2/picture/${number}?from=${now}&until=${now}&sha256=${sha256}`
  const put = await world.app.inject({ method: 'PUT', url, headers: { 'content-type': 'image/jpeg' }, payload: jpeg })
  expect(put.statusCode).toBe(200)
}

async function packedBy(admin: TestActor, attemptId: string): Promise<Map<string, Buffer>> {
  const { jobId } = await world.as(admin).get(evidence.pack, { examinationResultId: attemptId, reason: '考生申诉' })
  await world.runJobs()
  const { fileUrl } = await world.as(admin).get(download.link, { id: jobId })
  return unzipped((await world.app.inject({ method: 'GET', url: fileUrl })).rawPayload)
}

const anHourAgo = () => new Date(Date.now() - 3_600_000)
const seal = () => sealFound(world.services, anHourAgo())
type Sat = Awaited<ReturnType<typeof handedIn>>
const sealedOne = async (): Promise<Sat> => {
  const made = await handedIn()
  await seal()
  return made
}

test('what is handed in is sealed once, its candidate sees the head, and what is found becomes an anomaly', async () => {
  await seal()
  const { attemptId, candidate, admin, examId } = await handedIn()
  const own = () => world.as(candidate).get(ownSeal.get, { attemptId })
  expect(await own()).toEqual({ isClosed: true, head: null, rowCount: 0 })
  expect(await seal()).toBe(1)
  expect(await seal()).toBe(0)
  const { head, rowCount } = await own()
  expect(head).toMatch(/^[0-9a-f]{64}$/)
  expect(rowCount).toBeGreaterThanOrEqual(4)
  const { dataList } = await world.as(admin).get(verdicts.list, { examinationId: examId })
  expect(dataList[0]?.anomalies).toEqual([
    { kind: 'absence', state: 'open', count: 3 },
    { kind: 'gap', state: 'open', count: 1 },
  ])
})

test('of an attempt that was opened again everybody is shown the head of its last hand-in', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { fixed: single ? [single] : [] })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  const admin = await world.actor({ companyId, isAdmin: true })
  const act = () => ({ attemptId, reason: '误操作', actorId: admin.staffId, now: new Date() })
  const force = () => world.inCompany(companyId, (db) => forceAttempt(db, act()))
  const ofCandidate = async () => (await world.as(candidate).get(ownSeal.get, { attemptId })).head
  await force()
  await seal()
  const first = await ofCandidate()
  await world.inCompany(companyId, (db) => reopenAttempt(db, act()))
  await force()
  await seal()
  const last = await ofCandidate()
  expect(last).not.toBe(first)
  expect(await world.as(admin).get(evidence.seal, { examinationResultId: attemptId })).toMatchObject({ handInHead: last })
})

test('by night what came later is a further link, the row is rebuilt, and the heads are signed', async () => {
  const { attemptId, companyId, admin, candidate } = await sealedOne()
  const before = await world.as(candidate).get(ownSeal.get, { attemptId })
  await world.rows(`insert into sitting.attempt_event (company_id, attempt_id, type) values ($1, $2, 'told')`, [
    companyId,
    attemptId,
  ])
  const due = (now: Date) => world.inCompany(companyId, (db) => nightsDue(db, now))
  expect(await due(anHourAgo())).not.toContain(companyId)
  expect(await due(new Date(Date.now() + 26 * 3_600_000))).toContain(companyId)
  await runNight(world.services, companyId, new Date())
  const sealed = await world.as(admin).get(evidence.seal, { examinationResultId: attemptId })
  expect(sealed).toMatchObject({ handInHead: before.head, differences: [], signedTime: expect.any(String) })
  expect(sealed.head).not.toBe(before.head)
  expect(await world.as(candidate).get(ownSeal.get, { attemptId })).toEqual(before)
  // Between two and six (18:00 to 22:00 UTC) everybody is held against their events again.
  const tomorrow = (hour: number) => new Date(new Date().setUTCHours(hour, 30, 0, 0) + 2 * 86_400_000)
  expect([await due(tomorrow(17)), await due(tomorrow(18)), await due(tomorrow(21)), await due(tomorrow(22))]).toEqual([
    expect.not.arrayContaining([companyId]),
    expect.arrayContaining([companyId]),
    expect.arrayContaining([companyId]),
    expect.not.arrayContaining([companyId]),
  ])
})

test('an act of weeks later is a further link too, and is signed', async () => {
  const { attemptId, companyId, admin } = await handedIn()
  await seal()
  await runNight(world.services, companyId, new Date())
  await world.rows(`update proctoring.seal set at = at - interval '20 days' where attempt_id = $1`, [attemptId])
  await world.rows(`update sitting.attempt set updated_at = updated_at - interval '20 days' where id = $1`, [attemptId])
  const standing = () => world.as(admin).get(evidence.seal, { examinationResultId: attemptId })
  const before = await standing()
  await runNight(world.services, companyId, new Date())
  expect(await standing()).toMatchObject({ head: before.head, rowCount: before.rowCount })
  await world.as(admin).get(attempt.void, { attemptId, reason: '裁定作废' })
  await runNight(world.services, companyId, new Date())
  const after = await standing()
  expect(after).toMatchObject({ rowCount: before.rowCount + 1, differences: [] })
  expect(after.head).not.toBe(before.head)
  const [row] = await world.rows(
    'select count(*)::int as unsigned from proctoring.seal where attempt_id = $1 and night_id is null',
    [attemptId],
  )
  expect(row).toEqual({ unsigned: 0 })
})

test('whoever never asks what to record stands on the list with everything missing, and by night as somebody to look at', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { settings: { permitCamera: true } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, candidate, examId)
  await world.rows(`update sitting.attempt set started_at = started_at - interval '3 minutes' where id = $1`, [attemptId])
  const submission = { attemptId, leaseEpoch: lease.epoch, submissionKey: `submit-${attemptId}`, lastRevs: [] }
  await world.as(candidate).get(sitting.submit, submission)
  await seal()
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  expect(await admin.get(review.listAbnormal, { examinationId: examId })).toMatchObject({
    dataList: [{ examinationResultId: attemptId, pictureCount: 0 }],
  })
  const anomalies = async () => (await admin.get(verdicts.get, { examinationResultId: attemptId })).anomalies
  expect(await anomalies()).toEqual([])
  await runNight(world.services, companyId, new Date())
  expect(await anomalies()).toMatchObject([{ kind: 'gap', state: 'open', count: 1 }])
})

test('a gap that was ours speaks against nobody; one that is only said to be does', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { settings: { permitScreenRecord: true }, candidates: 2 })
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  /** As thinned out from so many minutes ago for five minutes. */
  const sitThrough = async (candidate: TestActor | undefined, beganAgo: number) => {
    if (!candidate) throw new Error('a candidate is needed')
    const { attemptId, lease } = await startExam(world, candidate, examId)
    await world.as(candidate).get(capture.plan, { attemptId })
    const gap = (seq: number, ago: number, minutes: number) => ({
      ...{ seq, type: 'captureGap' as const, clientTime: minutesAgo(ago).toISOString() },
      ...{ durationMs: minutes * 60_000, detail: '1/film:load' },
    })
    const events = [gap(1, beganAgo, 0), gap(2, beganAgo - 5, 5)]
    await world.as(candidate).get(sitting.heartbeat, { attemptId, leaseEpoch: lease.epoch, events })
    const submission = { attemptId, leaseEpoch: lease.epoch, submissionKey: `submit-${attemptId}`, lastRevs: [] }
    await world.as(candidate).get(sitting.submit, submission)
    return { attemptId, staffId: candidate.staffId }
  }
  // Both say so of the same minutes; one of them was told.
  const [busy, other] = [await sitThrough(candidates[0], 10), await sitThrough(candidates[1], 10)]
  for (const [from, until] of [
    [10, 8],
    [8, 5],
  ] as const)
    await world.inCompany(companyId, (db) => {
      const { attemptId } = busy
      return noteFaults(db, [{ companyId, attemptId, kind: 'load', from: minutesAgo(from), until: minutesAgo(until) }])
    })
  expect(await world.rows('select kind from proctoring.told_fault where attempt_id = $1', [busy.attemptId])).toHaveLength(1)
  expect(await seal()).toBeGreaterThanOrEqual(2)
  expect(await seal()).toBe(0)
  const found = `select attempt_id, count from proctoring.anomaly where kind = 'gap' and count > 0 and attempt_id = any($1)`
  expect(await world.rows(found, [[busy.attemptId, other.attemptId]])).toEqual([{ attempt_id: other.attemptId, count: 2 }])
  const paper = (staffId: string) => admin.get(results.get, { examinationId: examId, staffId })
  const abnormal = [await paper(busy.staffId), await paper(other.staffId)].map(({ abnormalCount }) => abnormalCount)
  expect(abnormal).toEqual([0, 2])
  expect((await paper(busy.staffId)).events.filter(({ type }) => type === 'captureExcused')).toHaveLength(2)
})

test('a row that somebody has changed past its events is named by field', async () => {
  const { attemptId, companyId, admin } = await sealedOne()
  await world.rows(`update sitting.attempt set submitted_at = submitted_at - interval '1 minute' where id = $1`, [attemptId])
  await world.rows(`insert into sitting.attempt_event (company_id, attempt_id, type) values ($1, $2, 'told')`, [
    companyId,
    attemptId,
  ])
  await runNight(world.services, companyId, new Date())
  const { differences } = await world.as(admin).get(evidence.seal, { examinationResultId: attemptId })
  expect(differences?.map(({ field }) => field)).toEqual(['submittedAt'])
  const listed = await world.as(admin).get(evidence.differences, {})
  expect(listed).toMatchObject({
    ...{ totalCount: 1, checkedCount: expect.any(Number) },
    dataList: [{ examinationResultId: attemptId, differences: [{ label: '交卷时间', isTime: true }] }],
  })
  const rights = [markCheating.rights.view, markCheating.rights.check]
  const none = { kind: 'some', departmentIds: [], subtreeIds: [], ownStaffId: null } as const
  const scopes = { markCheating: none }
  const narrow = world.as(await world.actor({ companyId, rights, menus: [examManage, markCheating], scopes }))
  expect(await narrow.get(evidence.differences, {})).toMatchObject({ totalCount: 0, checkedCount: 0, dataList: [] })
  const unasked = world.as(await world.actor({ companyId, rights: [markCheating.rights.view], menus: [markCheating] }))
  expect(await unasked.call(evidence.differences, {})).toMatchObject({ code: 1002 })
  expect(await world.as(await world.actor({ isAdmin: true })).get(evidence.differences, {})).toMatchObject({ totalCount: 0 })
  await world.rows(`update sitting.attempt set submitted_at = submitted_at + interval '1 minute' where id = $1`, [attemptId])
  await world.rows(`insert into sitting.attempt_event (company_id, attempt_id, type) values ($1, $2, 'told')`, [
    companyId,
    attemptId,
  ])
  await runNight(world.services, companyId, new Date())
  expect(await world.as(admin).get(evidence.differences, {})).toMatchObject({ totalCount: 0 })
})

test('what somebody changes long after is found too, and what was put right is listed no more', async () => {
  const { attemptId, companyId, admin } = await sealedOne()
  await runNight(world.services, companyId, new Date())
  const change = (set: string) => world.rows(`update sitting.attempt set ${set} where id = $1`, [attemptId])
  const listed = async () => (await world.as(admin).get(evidence.differences, {})).totalCount
  await change(`submitted_at = submitted_at - interval '1 minute'`)
  await runNight(world.services, companyId, new Date())
  expect(await listed()).toBe(0)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  await runNight(world.services, companyId, tomorrow)
  expect(await listed()).toBe(1)
  await change(`submitted_at = submitted_at + interval '1 minute'`)
  await runNight(world.services, companyId, new Date(tomorrow.getTime() + 24 * 3_600_000))
  expect(await listed()).toBe(0)
})

test('a picture that comes a day later makes nobody abnormal any more', async () => {
  const { companyId, examId, candidates } = await arrangeExam(world, { settings: { permitCamera: true } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, candidate, examId)
  const { pieceAddress } = await world.as(candidate).get(capture.plan, { attemptId })
  await world.rows(`update sitting.attempt set started_at = started_at - interval '3 minutes' where id = $1`, [attemptId])
  const submission = { attemptId, leaseEpoch: lease.epoch, submissionKey: `submit-${attemptId}`, lastRevs: [] }
  await world.as(candidate).get(sitting.submit, submission)
  await seal()
  await runNight(world.services, companyId, new Date())
  const admin = world.as(await world.actor({ companyId, isAdmin: true }))
  const count = async () => (await admin.get(results.funnel, { examinationId: examId })).exceptionCount
  expect(await count()).toBe(1)
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  const now = Date.now()
  const url = `${pieceAddress}/2/picture/1?from=${now}&until=${now}&sha256=${sha256}`
  await world.app.inject({ method: 'PUT', url, headers: { 'content-type': 'image/jpeg' }, payload: jpeg })
  await runNight(world.services, companyId, new Date())
  expect(await count()).toBe(0)
})

/** A step of an appeal with one file that is there, and one that has gone. */
async function appealed({ attemptId, companyId, examId, candidate }: Sat): Promise<Buffer> {
  const body = Buffer.from('%PDF-1.7 情况说明')
  const file = { companyId, name: '情况说明.pdf', contentType: 'application/pdf', body, purpose: 'appeal' as const }
  const store = () =>
    world.inCompany(companyId, (db) => storeFile(db, world.services, { ...file, createdBy: candidate.staffId }, failing))
  const [{ fileId }, { fileId: goneId }] = [await store(), await store()]
  const [gone] = await world.rows<{ key: string }>('select key from files.object where id = $1', [goneId])
  await world.services.blobs.remove(gone?.key ?? '')
  await world.rows(
    `insert into proctoring.verdict (company_id, attempt_id, exam_id, staff_id, number, step, state, by_id, at)
     values ($1, $2, $3, $4, 1, 'appeal', 'appealed', $4, now())`,
    [companyId, attemptId, examId, candidate.staffId],
  )
  await world.rows(
    `insert into proctoring.appeal_file (company_id, attempt_id, number, file_id, position, name, size_bytes)
     values ($1, $2, 1, $3, 1, '情况说明.pdf', $4), ($1, $2, 1, $5, 2, '照片.jpg', $4)`,
    [companyId, attemptId, fileId, body.length, goneId],
  )
  return body
}

/** What a reviewer cut from a film and marked. */
async function cutFrame({ attemptId, companyId, admin }: Sat): Promise<void> {
  const file = { companyId, name: 'frame.jpg', contentType: 'image/jpeg', body: jpeg, purpose: 'frame' as const }
  const wish = { ...file, createdBy: admin.staffId }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, wish, failing))
  const tag = { examinationResultId: attemptId, abnormalType: 5, tagType: 1, cheatTag: 1 } as const
  await world.as(admin).get(review.setCheatTag, { ...tag, videoScreenShotUrl: fileUrl(world.services, { companyId, fileId }) })
}

test('the pack lists every file with its hash, is signed, and has records, receipts, pieces and who looked', async () => {
  const made = await sealedOne()
  const { attemptId, admin, candidate, companyId } = made
  await world.as(admin).get(review.open, { examinationResultId: attemptId, reason: '复核' })
  const shots = await world.as(admin).get(review.queryPhotographs, { examinationResultId: attemptId, source: 2 })
  await world.app.inject({ method: 'GET', url: shots.dataList[0]?.photographUrl ?? '' })
  const wish = { examinationResultId: attemptId, reason: '考生申诉' }
  const self = await world.actor({ companyId, staffId: candidate.staffId, isAdmin: true })
  expect(await world.as(self).call(evidence.pack, wish)).toMatchObject({ code: 3456 })
  const statement = await appealed(made)
  await cutFrame(made)
  const files = await packedBy(admin, attemptId)
  const textOf = (path: string) => files.get(path)?.toString('utf8') ?? ''
  const manifest: {
    files: { path: string; size: number; sha256: string }[]
    chain: { handInHead: string }
    appealFiles: object[]
    missingAppealFiles: number
    frames: { path: string; shotId: string }[]
  } = JSON.parse(textOf('manifest.json'))
  for (const { path, size, sha256 } of manifest.files) {
    const bytes = files.get(path) ?? Buffer.alloc(0)
    expect([path, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([path, size, sha256])
  }
  const listed = manifest.files.map(({ path }) => path)
  expect(listed).toEqual(
    expect.arrayContaining(['verify.html', 'chain.jsonl', 'revisions.json', 'verdicts.json', 'pieces/first-picture-1.jpg']),
  )
  expect(files.size).toBe(listed.length + 2)
  const key = createPublicKey(textOf('public-key.pem'))
  const signature = Buffer.from(textOf('manifest.sig'), 'base64')
  expect(verify(null, Buffer.from(textOf('manifest.json')), key, signature)).toBe(true)
  expect(files.get('pieces/first-picture-1.jpg')?.equals(jpeg)).toBe(true)
  expect(files.get('appeals/1-1.pdf')?.equals(statement)).toBe(true)
  expect(manifest.appealFiles).toEqual([{ path: 'appeals/1-1.pdf', name: '情况说明.pdf' }])
  expect(manifest.missingAppealFiles).toBe(1)
  // What marks rest on is there, by the name under which they name it.
  const marks: { shotId: string }[] = JSON.parse(textOf('marks.json'))
  expect(manifest.frames).toEqual([{ path: 'frames/first-1.jpg', shotId: marks[0]?.shotId }])
  expect(files.get('frames/first-1.jpg')?.equals(jpeg)).toBe(true)
  const revisions: { receipt: string }[] = JSON.parse(textOf('revisions.json'))
  expect(revisions.map(({ receipt }) => receipt)).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
  expect(JSON.parse(textOf('looks.json'))).toMatchObject([
    { what: 'recording', reason: '复核' },
    { what: 'pack', reason: '考生申诉' },
  ])
  expect(JSON.parse(textOf('sights.json'))).toMatchObject([
    { staffId: admin.staffId, name: expect.stringMatching(/^2-picture-1-/), count: 1 },
  ])
  const own = await world.as(candidate).get(ownSeal.get, { attemptId })
  expect(manifest.chain.handInHead).toBe(own.head)
})

test('what arrived after the hand-in was sealed is in the chain of a pack before the night', async () => {
  const late = await handedIn()
  await seal()
  const { head } = await world.as(late.candidate).get(ownSeal.get, { attemptId: late.attemptId })
  await putPicture(late.pieceAddress, 2)
  const files = await packedBy(late.admin, late.attemptId)
  const textOf = (path: string) => files.get(path)?.toString('utf8') ?? ''
  const manifest: { chain: { handInHead: string; seals: object[] }; pieces: { rowId: string }[] } = JSON.parse(
    textOf('manifest.json'),
  )
  expect(manifest.pieces).toHaveLength(2)
  for (const { rowId } of manifest.pieces) expect(textOf('chain.jsonl')).toContain(rowId)
  expect(manifest.chain.seals).toHaveLength(2)
  expect(manifest.chain.handInHead).toBe(head)
})

test('another candidate, another company and somebody without the right get nothing', async () => {
  const { attemptId, companyId } = await sealedOne()
  const other = world.as(await world.actor({ companyId, rights: [] }))
  expect(await other.call(ownSeal.get, { attemptId })).toMatchObject({ code: 1008 })
  expect(await other.call(evidence.pack, { examinationResultId: attemptId, reason: '看看' })).toMatchObject({ code: 1002 })
  const stranger = world.as(await world.actor({ isAdmin: true }))
  expect(await stranger.call(evidence.seal, { examinationResultId: attemptId })).toMatchObject({ code: 1008 })
})
