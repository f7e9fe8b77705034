import { createHash } from 'node:crypto'
import { recordingsKeptDays as keptDays } from '@kaopei/exam/contract/capture-consent'
import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { temporaryBlobs } from '@kaopei/files/server'
import { inTransaction } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { sittingModule } from '@kaopei/sitting/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '../../contract/capture.ts'
import { review } from '../../contract/review.ts'
import { proctoringModule } from '../index.ts'
import { deleteDueRecordings } from './delete-due.ts'
import { holdRecordings, releaseHold } from './holds.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, proctoringModule], temporaryBlobs)
})
afterAll(() => world.close())

const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('picture')])
const dayMs = 24 * 60 * 60 * 1000

async function photographed() {
  const { examId, companyId, candidates } = await arrangeExam(world, { settings: { permitCamera: true } })
  const [candidate] = candidates
  if (!candidate) throw new Error('a candidate is needed')
  const { attemptId } = await startExam(world, candidate, examId)
  const { pieceAddress } = await world.as(candidate).get(capture.plan, { attemptId })
  const now = Date.now()
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  for (const path of ['2/picture/1', '2/picture/1/thumb']) {
    const url = `${pieceAddress}/${path}?from=${now}&until=${now}&sha256=${sha256}`
    const headers = { 'content-type': 'image/jpeg' }
    expect(await world.app.inject({ method: 'PUT', url, headers, payload: jpeg })).toMatchObject({ statusCode: 200 })
  }
  const reviewer = await world.actor({ companyId, isAdmin: true })
  const as = world.as(reviewer)
  await as.get(review.open, { examinationResultId: attemptId, reason: '复核' })
  const shots = () => as.get(review.queryPhotographs, { examinationResultId: attemptId, source: 2 })
  return { attemptId, companyId, as, shots }
}

test('recordings stay until their time is over, then their bytes go, and what went is kept', async () => {
  const { attemptId, as, shots } = await photographed()
  const [shot] = (await shots()).dataList
  const look = () => world.app.inject({ method: 'GET', url: shot?.photographUrl ?? '' })
  expect(await look()).toMatchObject({ statusCode: 200 })
  await look()
  const seen = await world.rows('select name, count from proctoring.sight where attempt_id = $1', [attemptId])
  expect(seen).toMatchObject([{ name: expect.stringMatching(/^2-picture-1-/), count: 2 }])
  const over = new Date(Date.now() + keptDays * dayMs + 60_000)

  await deleteDueRecordings(world.services, new Date(over.getTime() - 2 * 60_000))
  expect(await look()).toMatchObject({ statusCode: 200 })
  await deleteDueRecordings(world.services, over)
  await deleteDueRecordings(world.services, over)

  expect(await look()).toMatchObject({ statusCode: 404 })
  expect(await world.rows('select * from proctoring.deletion where attempt_id = $1', [attemptId])).toMatchObject([
    {
      kept_days: keptDays,
      piece_count: 2,
      film_count: 0,
      frame_count: 0,
      size_bytes: 2 * jpeg.length,
      chain_head: expect.any(String),
    },
  ])
  expect(await world.rows('select 1 from proctoring.piece where attempt_id = $1', [attemptId])).toHaveLength(2)
  expect((await shots()).dataList).toEqual([])
  expect(await as.get(review.getRecord, { examinationResultId: attemptId })).toMatchObject({
    ...{ deletedAt: over.toISOString(), keeping: 'deleted' },
    certificate: { rule: `考试开始后保存 ${keptDays} 天`, pieceCount: 2, chainHead: expect.stringMatching(/^[0-9a-f]{64}$/) },
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
