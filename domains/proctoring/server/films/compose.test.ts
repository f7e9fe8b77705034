import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPrograms } from '@kaopei/courseware/server'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { review } from '../../contract/review.ts'
import { proctoringModule } from '../index.ts'
import { composeFilm } from './compose.ts'
import { composeNext, dropUnseenFilms } from './composer.ts'

// The pieces of `made` are five seconds each of one camera, whose picture shows the seconds as six bars, the lowest digit at the left.

let world: World
const folder = mkdtempSync(join(tmpdir(), 'kaopei-composed-'))
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const made = (name: string) => readFileSync(join(import.meta.dirname, 'made', name))
const hourMs = 3_600_000

/** An attempt that began an hour ago; the camera begins with it. */
async function sat() {
  const { examId, companyId, candidates } = await arrangeExam(world, { settings: { permitFaceRecord: true } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  const start = Date.now() - hourMs
  await world.rows(`update sitting.attempt set started_at = $2 where id = $1`, [attemptId, new Date(start)])
  const { pieceAddress } = await world.as(candidate).get(capture.plan, { attemptId })
  const put = async (number: number, at: number, bytes: Buffer, type = 'video/webm') => {
    const [from, until] = [start + at * 1000, start + (at + 5) * 1000]
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const still = bytes.length === 0 ? '&still=1' : ''
    const url = `${pieceAddress}/2/film/${number}?from=${from}&until=${until}&sha256=${sha256}${still}`
    expect(await world.app.inject({ method: 'PUT', url, headers: { 'content-type': type }, payload: bytes })).toMatchObject({
      statusCode: 200,
    })
  }
  const close = () =>
    world.rows(`update sitting.attempt set state = 'submitted', submitted_at = now() - interval '10 minutes' where id = $1`, [
      attemptId,
    ])
  const as = world.as(await world.actor({ companyId, isAdmin: true }))
  const film = async () => (await as.get(review.getRecord, { examinationResultId: attemptId })).first
  return { attemptId, companyId, put, close, as, film, name: { companyId, attemptId, source: 2 as const } }
}

async function bytesOf(url: string | null): Promise<Buffer> {
  const response = await world.app.inject({ method: 'GET', url: url ?? '' })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

/** The second that a film shows at its second `at`. */
function shownAt(film: Buffer, at: number): number {
  const path = join(folder, 'film')
  writeFileSync(path, film)
  const options = ['-frames:v', '1', '-vf', 'scale=320:240', '-f', 'rawvideo', '-pix_fmt', 'gray', '-']
  const pixels = execFileSync('ffmpeg', ['-v', 'error', '-seek_timestamp', '1', '-ss', String(at), '-i', path, ...options])
  return [0, 1, 2, 3, 4, 5].reduce((sum, bar) => sum + ((pixels[120 * 320 + 38 + bar * 48] ?? 0) > 128 ? 1 << bar : 0), 0)
}

test.each([
  ['WebM with ffmpeg', 'webm', true],
  ['WebM without', 'webm', false],
  ['MP4 with ffmpeg', 'mp4', true],
  ['MP4 without', 'mp4', false],
])('%s: second t of the film is second t of the exam, also after a lost piece', async (_, ending, hasFfmpeg) => {
  const { put, close, as, film, name } = await sat()
  for (const index of [0, 1, 3]) await put(index + 1, index * 5, made(`${ending}-${index}.${ending}`), `video/${ending}`)
  await close()
  const found = await findPrograms()
  expect(await composeFilm(world.services, name, { ...found, ffmpeg: hasFfmpeg ? found.ffmpeg : undefined })).toBe(true)
  expect(await film()).toMatchObject({ composeStatus: 2, composeUrl: null, reason: null, unreadableCount: 0 })
  await as.get(review.open, { examinationResultId: name.attemptId, reason: '抽查' })
  const { composeUrl } = await film()
  const bytes = await bytesOf(composeUrl)
  for (const second of [1, 4, 7, 9, 16, 17, 19]) expect([second - 1, second]).toContain(shownAt(bytes, second + 0.4))
})

test('a run of another size or format is encoded, the rest copied; without ffmpeg it fails with its reason', async () => {
  const { put, close, as, film, name } = await sat()
  await put(1, 0, made('webm-0.webm'))
  await put(2, 5, made('webm-1.webm'))
  await put(3, 10, made('mp4-2.mp4'), 'video/mp4')
  await close()
  const found = await findPrograms()
  await composeFilm(world.services, name, { ...found, ffmpeg: undefined })
  expect(await film()).toMatchObject({ composeStatus: 3, reason: expect.stringContaining('未安装 ffmpeg') })
  await put(4, 15, Buffer.alloc(0))
  expect(await film()).toMatchObject({ composeStatus: 0, reason: null })
  await as.get(review.open, { examinationResultId: name.attemptId, reason: '抽查' })
  await composeFilm(world.services, name, found)
  const { composeUrl, composeStatus } = await film()
  expect(composeStatus).toBe(2)
  const bytes = await bytesOf(composeUrl)
  for (const second of [2, 8, 13]) expect([second - 1, second]).toContain(shownAt(bytes, second + 0.4))
})

test('a late piece makes the film anew, damaged ones are counted and left out, still ones alone are no film', async () => {
  const { attemptId, put, close, as, film, name } = await sat()
  await put(1, 0, Buffer.alloc(0))
  await close()
  await composeFilm(world.services, name)
  expect(await film()).toMatchObject({ composeStatus: 3, reason: '画面始终没有变化，没有可合成的录像' })
  await put(2, 5, made('webm-1.webm'))
  await put(3, 10, made('webm-2.webm').subarray(0, 60))
  await as.get(review.open, { examinationResultId: attemptId, reason: '抽查' })
  await composeFilm(world.services, name)
  const { composeUrl: before, ...first } = await film()
  expect(first).toMatchObject({ composeStatus: 2, unreadableCount: 1 })
  await put(4, 15, made('webm-3.webm'))
  expect(await film()).toMatchObject({ composeStatus: 0, composeUrl: null })
  await composeFilm(world.services, name)
  expect([16, 17]).toContain(shownAt(await bytesOf((await film()).composeUrl), 17.4))
  expect(await world.app.inject({ method: 'GET', url: before ?? '' })).toMatchObject({ statusCode: 404 })
})

test('no film at all: nothing is composed, and the record says that everything is missing', async () => {
  const { close, film, name } = await sat()
  await close()
  expect(await composeFilm(world.services, name)).toBe(false)
  const { expectedSeconds, holes, ...rest } = await film()
  expect(rest).toMatchObject({ composeStatus: null, composeUrl: null, isWanted: true, coveredSeconds: 0, coveragePercent: 0 })
  expect(holes).toHaveLength(1)
  expect(expectedSeconds).toBeGreaterThan(2900)
})

test('what somebody has opened goes first, nothing begins while a server is busy, and what nobody looks at goes until it is opened', async () => {
  await world.rows('delete from proctoring.film')
  const [one, two] = [await sat(), await sat()]
  for (const { put, close } of [one, two]) {
    await put(1, 0, made('webm-0.webm'))
    await close()
  }
  await two.as.get(review.open, { examinationResultId: two.attemptId, reason: '抽查' })
  const busy = `insert into proctoring.server_load values (gen_random_uuid(), 5, now())`
  await world.rows(busy)
  expect(await composeNext(world.services)).toBe(0)
  await world.rows('delete from proctoring.server_load')
  expect(await composeNext(world.services)).toBe(1)
  expect([(await one.film()).composeStatus, (await two.film()).composeStatus]).toEqual([0, 2])
  expect(await composeNext(world.services)).toBe(1)
  expect(await composeNext(world.services)).toBe(0)
  const later = new Date(Date.now() + 31 * 24 * hourMs)
  expect(await dropUnseenFilms(world.services, later)).toBe(2)
  expect(await composeNext(world.services)).toBe(0)
  expect(await one.film()).toMatchObject({ composeStatus: 0 })
  await one.as.get(review.open, { examinationResultId: one.attemptId, reason: '申诉' })
  expect(await composeNext(world.services)).toBe(1)
  expect(await one.film()).toMatchObject({ composeStatus: 2, composeUrl: expect.any(String) })
})

test('a run that died is taken over, three failures are the end', async () => {
  const { attemptId, put, close, film, name } = await sat()
  await put(1, 0, made('webm-0.webm'))
  await close()
  const { evidence } = world.services
  const put1 = evidence.put
  evidence.put = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  await composeFilm(world.services, name)
  expect(await film()).toMatchObject({ composeStatus: 0, reason: null })
  await world.rows(`update proctoring.film set state = 1, tries = 2, claim = gen_random_uuid() where attempt_id = $1`, [
    attemptId,
  ])
  expect(await composeFilm(world.services, name)).toBe(false)
  await world.rows(`update proctoring.film set changed_at = now() - interval '3 minutes' where attempt_id = $1`, [attemptId])
  expect(await composeFilm(world.services, name)).toBe(true)
  evidence.put = put1
  expect(await film()).toMatchObject({ composeStatus: 3, reason: '服务器存储空间不足，请联系管理员清理后重试' })
})
