import { createHash } from 'node:crypto'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { fileUrl, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { type Db, inTransaction } from '@kaopei/server'
import { failing, World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { retention } from '../../contract/retention.ts'
import { review } from '../../contract/review.ts'
import { claimFilm, finishFilm } from '../films/film.sql.ts'
import { proctoringModule } from '../index.ts'
import { deleteDueRecordings } from './delete-due.ts'
import { holdRecordings, releaseHold } from './holds.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('picture')])
const keptDays = 180
const dayMs = 24 * 60 * 60 * 1000

async function photographed({
  companyId: given,
  settings = { permitCamera: true },
  isSilent = false,
}: {
  companyId?: string
  isSilent?: boolean
  settings?: Record<string, boolean>
} = {}) {
  const { examId, companyId, candidates } = await arrangeExam(world, {
    settings,
    ...(given !== undefined && { companyId: given }),
  })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  const { pieceAddress } = await world.as(candidate).get(capture.plan, { attemptId })
  for (const path of isSilent ? [] : ['2/picture/2', '2/picture/2/thumb']) await send(pieceAddress, path, jpeg, 'image/jpeg')
  const reviewer = await world.actor({ companyId, isAdmin: true })
  const as = world.as(reviewer)
  await as.get(review.open, { examinationResultId: attemptId, reason: '复核' })
  const shots = () => as.get(review.queryPhotographs, { examinationResultId: attemptId, source: 2 })
  return { attemptId, companyId, examId, candidate, as, reviewer, shots, address: pieceAddress }
}

async function send(address: string, path: string, bytes: Buffer, type: string) {
  const now = Date.now()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const url = `${address}/${path}?from=${now}&until=${now}&sha256=${sha256}`
  const headers = { 'content-type': type }
  expect(await world.app.inject({ method: 'PUT', url, headers, payload: bytes })).toMatchObject({ statusCode: 200 })
}

test('recordings stay until their time is over, then their bytes go, and what went is kept', async () => {
  const { attemptId, as, shots } = await photographed()
  const [shot] = (await shots()).dataList
  const look = () => world.app.inject({ method: 'GET', url: shot?.photographUrl ?? '' })
  expect(await look()).toMatchObject({ statusCode: 200 })
  await look()
  const seen = await world.rows('select name, count from proctoring.sight where attempt_id = $1', [attemptId])
  expect(seen).toMatchObject([{ name: expect.stringMatching(/^2-picture-2-/), count: 2 }])
  const over = new Date(Date.now() + keptDays * dayMs + 60_000)

  await deleteDueRecordings(world.services, new Date(over.getTime() - 2 * 60_000))
  expect(await look()).toMatchObject({ statusCode: 200 })
  await deleteDueRecordings(world.services, over)
  await deleteDueRecordings(world.services, over)

  expect(await look()).toMatchObject({ statusCode: 404 })
  expect(
    await world.rows('select * from proctoring.deletion where attempt_id = $1 and piece_count > 0', [attemptId]),
  ).toMatchObject([{ kind: 4, kept_days: keptDays, piece_count: 2, film_count: 0, frame_count: 0, size_bytes: 2 * jpeg.length }])
  expect(await world.rows('select is_gone from proctoring.watch where attempt_id = $1', [attemptId])).toEqual([{ is_gone: true }])
  expect(await world.rows('select 1 from proctoring.piece where attempt_id = $1', [attemptId])).toHaveLength(2)
  expect((await shots()).dataList).toEqual([])
  expect(await as.get(review.getRecord, { examinationResultId: attemptId })).toMatchObject({
    ...{ deletedAt: over.toISOString(), keeping: 'deleted' },
    kinds: [
      { kind: 4, days: keptDays, keeping: 'deleted' },
      { kind: 6, days: 30, keeping: 'deleted' },
    ],
    certificates: [
      { kind: 4, rule: `成绩产生后保存 ${keptDays} 天`, pieceCount: 2, chainHead: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
  })
  expect(await as.get(review.storage, {})).toMatchObject({ peopleCount: 0, warnFrom: 80_000 })
  const tag = { examinationResultId: attemptId, abnormalType: 5, tagType: 1, cheatTag: 1, abnormalOperationId: shot?.id } as const
  expect(await as.call(review.setCheatTag, tag)).toMatchObject({ code: 3375 })
})

test('what something still needs stays beyond its time, until every reason has let go', async () => {
  const { attemptId, companyId, as, shots } = await photographed()
  const [shot] = (await shots()).dataList
  const look = async () => (await world.app.inject({ method: 'GET', url: shot?.photographUrl ?? '' })).statusCode
  const inCompany = (work: Parameters<typeof inTransaction>[2]) => inTransaction(world.services.pool, companyId, work)
  const over = new Date(Date.now() + keptDays * dayMs + 60_000)
  await inCompany((db) => holdRecordings(db, attemptId, '申诉处理中'))
  await inCompany((db) => holdRecordings(db, attemptId, '申诉处理中'))
  await inCompany((db) => holdRecordings(db, attemptId, '复核'))

  await deleteDueRecordings(world.services, over)
  expect(await as.get(review.getRecord, { examinationResultId: attemptId })).toMatchObject({
    ...{ keeping: 'held', heldFor: ['申诉处理中', '复核'] },
  })
  expect(await as.get(review.storage, {})).toMatchObject({ peopleCount: 1 })
  await inCompany((db) => releaseHold(db, attemptId, '申诉处理中'))
  await deleteDueRecordings(world.services, over)
  expect(await look()).toBe(200)
  await inCompany((db) => releaseHold(db, attemptId, '复核'))
  await deleteDueRecordings(world.services, over)
  expect(await look()).toBe(404)
})

test('days count from the result; while there is none from the hand-in, and as before where the candidate was told so', async () => {
  const [one, before] = [await photographed(), await photographed()]
  const after = (count: number) => new Date(Date.now() + count * dayMs)
  for (const { attemptId } of [one, before])
    await world.rows(`update sitting.attempt set state = 'submitted', submitted_at = $2 where id = $1`, [attemptId, after(5)])
  await world.rows('update proctoring.watch set from_result = false where attempt_id = $1', [before.attemptId])
  const standing = async ({ as, attemptId }: typeof one) =>
    (await as.get(review.getRecord, { examinationResultId: attemptId })).kinds.filter(({ kind }) => kind === 4)
  expect(await standing(one)).toMatchObject([{ rule: '成绩产生后保存 180 天', isFixed: false }])
  expect((await standing(one))[0]?.deletesAt.slice(0, 10)).toBe(after(185).toISOString().slice(0, 10))
  await world.rows('update sitting.attempt set scored_at = $2 where id = $1', [one.attemptId, after(20)])
  await deleteDueRecordings(world.services, after(181))
  expect(await standing(one)).toMatchObject([{ isFixed: true, keeping: 'kept' }])
  expect(await standing(before)).toMatchObject([{ rule: '考试开始后保存 180 天', isFixed: true, keeping: 'deleted' }])
  await deleteDueRecordings(world.services, after(201))
  expect(await standing(one)).toMatchObject([{ keeping: 'deleted' }])
})

test('each kind goes by its own days, by what was agreed at most, and says that it is going', async () => {
  const { attemptId, companyId, as, address } = await photographed({ settings: { permitCamera: true, permitScreenRecord: true } })
  const film = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('film')])
  await send(address, '1/film/1', film, 'video/webm')
  const days = await as.get(retention.getDays, {})
  expect(days).toMatchObject({ screenFilm: 180, photograph: 180, pack: 7, version: 0 })
  const saved = await as.get(retention.saveDays, { ...days, photograph: 30, screenFilm: 365 })
  expect(await as.call(retention.saveDays, { ...days, photograph: 31 })).toMatchObject({ code: 3399 })
  expect(await as.call(retention.saveDays, { ...saved, photograph: 6 })).toMatchObject({ code: 1001 })
  const kinds = async () =>
    (await as.get(review.getRecord, { examinationResultId: attemptId })).kinds.filter(({ kind }) => kind !== 6)
  expect(await kinds()).toMatchObject([
    { kind: 1, days: 180 },
    { kind: 4, days: 30 },
  ])

  const after = (count: number) => new Date(Date.now() + count * dayMs)
  await world.rows(
    'insert into proctoring.deleting select company_id, attempt_id, 4, now() from proctoring.watch where attempt_id = $1',
    [attemptId],
  )
  expect((await kinds()).map(({ keeping }) => keeping)).toEqual(['kept', 'deleting'])
  const folder = `${companyId}/${new Date().toISOString().slice(0, 7).replace('-', '')}/${attemptId}`
  await world.services.evidence.put(`${folder}/2-picture-9-never-told.jpg`, [jpeg], 'image/jpeg')
  await deleteDueRecordings(world.services, after(31))
  expect((await kinds()).map(({ keeping }) => keeping)).toEqual(['kept', 'deleted'])
  expect(await world.services.evidence.keysIn(folder)).toEqual([expect.stringContaining('/1-film-1-')])
  expect(await as.get(review.storage, {})).toMatchObject({ peopleCount: 0 })
  await deleteDueRecordings(world.services, after(181))
  expect((await kinds()).map(({ keeping }) => keeping)).toEqual(['deleted', 'deleted'])
  expect(await world.services.evidence.keysIn(folder)).toEqual([])
})

test('the photograph of the check-in goes by days of its own, and stays with the others where its candidate agreed to that', async () => {
  const [one, before] = [await photographed(), await photographed()]
  for (const { address } of [one, before])
    for (const path of ['2/picture/1', '2/picture/1/thumb']) await send(address, path, jpeg, 'image/jpeg')
  await world.rows(`update proctoring.watch set kept_days = kept_days - '6' where attempt_id = $1`, [before.attemptId])
  const recordOf = ({ as, attemptId }: typeof one) => as.get(review.getRecord, { examinationResultId: attemptId })
  const countOf = async ({ shots }: typeof one) => (await shots()).dataList.length
  expect((await recordOf(one)).kinds.map(({ kind, days }) => [kind, days])).toEqual([
    [4, 180],
    [6, 30],
  ])
  expect((await recordOf(before)).kinds.map(({ kind }) => kind)).toEqual([4])

  const after = (count: number) => new Date(Date.now() + count * dayMs)
  await deleteDueRecordings(world.services, after(29))
  expect([await countOf(one), await countOf(before)]).toEqual([2, 2])
  await deleteDueRecordings(world.services, after(31))
  expect([await countOf(one), await countOf(before)]).toEqual([1, 2])
  expect((await recordOf(one)).certificates).toMatchObject([
    { kind: 6, rule: '成绩产生后保存 30 天', pieceCount: 2, sizeBytes: 2 * jpeg.length },
  ])
  expect(await one.as.get(review.storage, {})).toMatchObject({ peopleCount: 1 })
  await deleteDueRecordings(world.services, after(181))
  expect([await countOf(one), await countOf(before)]).toEqual([0, 0])
  const ids = [[one.attemptId, before.attemptId]]
  expect(await world.rows('select is_gone from proctoring.watch where attempt_id = any($1)', ids)).toEqual([
    { is_gone: true },
    { is_gone: true },
  ])
})

test('the platform is told of how many people there are recordings, by company; nobody else is', async () => {
  const { companyId, as } = await photographed()
  const platform = await world.actor({ isPlatform: true, isAdmin: true })
  const { peopleCount, warnFrom, dataList } = await world.as(platform).get(retention.faces, {})
  expect(dataList.find((company) => company.companyId === companyId)).toMatchObject({ peopleCount: 1 })
  expect([warnFrom, peopleCount >= 1]).toEqual([80_000, true])
  expect(await as.call(retention.faces, {})).toMatchObject({ code: 1002 })
})

test('recordings of a verdict that waits for its second person, or may still be appealed, stay until it is final', async () => {
  const { attemptId, as, shots, examId, candidate } = await photographed()
  const [shot] = (await shots()).dataList
  const look = async () => (await world.app.inject({ method: 'GET', url: shot?.photographUrl ?? '' })).statusCode
  const over = new Date(Date.now() + keptDays * dayMs + 60_000)
  const judged = (number: number, state: string, appealUntil: Date | null) =>
    world.rows(
      `insert into proctoring.verdict (company_id, attempt_id, exam_id, staff_id, number, step, state, verdict, by_id, at, appeal_until)
       values ($1, $2, $3, $4, $5, 'propose', $6, 'void', $4, now(), $7)`,
      [candidate.companyId, attemptId, examId, candidate.staffId, number, state, appealUntil],
    )
  const heldFor = async () => (await as.get(review.getRecord, { examinationResultId: attemptId })).heldFor
  await judged(1, 'proposed', null)
  expect(await heldFor()).toEqual(['裁定待另一人确认'])
  await deleteDueRecordings(world.services, over)
  expect(await look()).toBe(200)
  await judged(2, 'confirmed', new Date(over.getTime() + dayMs))
  expect(await heldFor()).toEqual(['裁定仍可申诉'])
  await deleteDueRecordings(world.services, over)
  expect(await look()).toBe(200)
  await deleteDueRecordings(world.services, new Date(over.getTime() + 2 * dayMs))
  expect(await look()).toBe(404)
})

const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('film')])

test('a frame is kept at the moment that it shows, counts as a face while it is there, and is not kept any more once its kind has gone', async () => {
  const filmed = await photographed({ settings: { permitFaceRecord: true, permitCamera: true } })
  const { attemptId, companyId, as, address, reviewer } = filmed
  await send(address, '2/film/1', webm, 'video/webm')
  const days = await as.get(retention.getDays, {})
  await as.get(retention.saveDays, { ...days, cameraFilm: 40, photograph: 10, frame: 20 })
  const cut = async (time?: string) => {
    const wish = {
      ...{ companyId, name: 'frame.jpg', contentType: 'image/jpeg', purpose: 'frame' as const, body: jpeg },
      ...{ createdBy: reviewer.staffId, expiresAt: new Date(Date.now() + dayMs) },
    }
    const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, wish, failing))
    const videoScreenShotUrl = fileUrl(world.services, { companyId, fileId })
    const tag = { examinationResultId: attemptId, abnormalType: 5, tagType: 1, cheatTag: 1 } as const
    const frame = { ...tag, videoScreenShotUrl, ...(time !== undefined && { videoScreenShotTime: time }) }
    return { fileId, answer: await as.call(review.setCheatTag, frame) }
  }
  const { startTime } = await as.get(review.getRecord, { examinationResultId: attemptId })
  const kept = await cut(startTime)
  expect(kept.answer).toMatchObject({ code: 0 })
  expect(await world.rows('select expires_at from files.object where id = $1', [kept.fileId])).toEqual([{ expires_at: null }])
  await cut(new Date(Date.parse(startTime) - dayMs).toISOString())
  const frames = async () => (await filmed.shots()).dataList.filter(({ isFrame }) => isFrame)
  expect((await frames()).map(({ takenAt }) => takenAt === startTime)).toEqual([true, false])

  const after = (count: number) => new Date(Date.now() + count * dayMs)
  await deleteDueRecordings(world.services, after(11))
  expect(await as.get(review.storage, {})).toMatchObject({ peopleCount: 1 })
  await deleteDueRecordings(world.services, after(21))
  expect(await as.get(review.getRecord, { examinationResultId: attemptId })).toMatchObject({ mayCut: false, deletedAt: null })
  expect(await frames()).toEqual([])
  const late = await cut()
  expect(late.answer).toMatchObject({ code: 3388 })
  expect(await world.rows('select expires_at is null as stays from files.object where id = $1', [late.fileId])).toEqual([
    { stays: false },
  ])
  const [shot] = await world.rows<{ id: string }>(`select id from proctoring.piece where attempt_id = $1 and kind = 'picture'`, [
    attemptId,
  ])
  const tag = { examinationResultId: attemptId, abnormalType: 5, cheatTag: 1 } as const
  const marking = (more: object) => as.call(review.setCheatTag, { ...tag, tagType: 1, ...more })
  expect(await marking({ abnormalOperationId: shot?.id })).toMatchObject({ code: 3375 })
  expect(await marking({ tagType: 2 })).toMatchObject({ code: 0 })
  await deleteDueRecordings(world.services, after(41))
  expect(await marking({ tagType: 2, cheatTag: 0 })).toMatchObject({ code: 3375 })
  expect(await as.get(review.getRecord, { examinationResultId: attemptId })).toMatchObject({
    first: { composeStatus: null, composeUrl: null },
  })
})

test('faces on frames alone are counted, for the company and for the platform', async () => {
  const { attemptId, companyId, as, reviewer } = await photographed()
  await world.rows(
    `insert into proctoring.frame (company_id, attempt_id, source, file_id, by_id, at) values ($1, $2, 2, $3, $3, now())`,
    [companyId, attemptId, reviewer.staffId],
  )
  await as.get(retention.saveDays, { ...(await as.get(retention.getDays, {})), photograph: 10 })
  await deleteDueRecordings(world.services, new Date(Date.now() + 31 * dayMs))
  const platform = world.as(await world.actor({ isPlatform: true, isAdmin: true }))
  const ofPlatform = async () => (await platform.get(retention.faces, {})).dataList.find((one) => one.companyId === companyId)
  expect([await as.get(review.storage, {}), await ofPlatform()]).toMatchObject([{ peopleCount: 1 }, { peopleCount: 1 }])
})

test('a film that is being made while its recordings are deleted is not kept', async () => {
  const { attemptId, companyId, address } = await photographed({ settings: { permitFaceRecord: true }, isSilent: true })
  await send(address, '2/film/1', webm, 'video/webm')
  const name = { companyId, attemptId, source: 2 as const }
  const inCompany = <T>(work: (db: Db) => Promise<T>) => inTransaction(world.services.pool, companyId, work)
  const claim = await inCompany((db) => claimFilm(db, name, new Date()))
  await deleteDueRecordings(world.services, new Date(Date.now() + keptDays * dayMs + 60_000))
  const made = {
    ...{ claim: claim?.claim ?? '', contentType: 'video/webm', sizeBytes: 9, edition: 1, beginsAt: new Date() },
    ...{ pieceCount: 1, unreadableCount: 0, now: new Date() },
  }
  expect(await inCompany((db) => finishFilm(db, name, made))).toBe(false)
})
