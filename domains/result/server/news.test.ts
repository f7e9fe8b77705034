import { examModule } from '@kaopei/exam/server'
import { type ArrangedExam, arrangeExam, startExam } from '@kaopei/exam/testing'
import { type Db, inTransaction, readNews } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { findAttempt, lockAttempt, restoreAttempt, sittingModule, voidAttempt } from '@kaopei/sitting/server'
import { oneOfEachType } from '@kaopei/sitting/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultModule, resultNews } from './index.ts'
import { numberResultNews } from './news.ts'
import { keepUses } from './uses.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule, resultModule])
})
afterAll(() => world.close())

const objective = oneOfEachType().filter(({ type }) => type === 1)

async function handIn({ examId, candidates }: ArrangedExam, index = 0): Promise<string> {
  const actor = candidates[index]
  if (!actor) throw new Error('a candidate is needed')
  const { attemptId, lease } = await startExam(world, actor, examId)
  await world
    .as(actor)
    .get(sitting.submit, { attemptId, leaseEpoch: lease.epoch, lastRevs: [], submissionKey: `submit-${attemptId}` })
  await world.runJobs()
  return attemptId
}

async function change(db: Db, name: 'void' | 'restore', attemptId: string): Promise<void> {
  await lockAttempt(db, attemptId)
  const found = await findAttempt(db, attemptId)
  if (!found) throw new Error('the attempt was handed in before')
  const reasons = { reason: '查验身份', actorId: attemptId, now: new Date() }
  const done = name === 'void' ? await voidAttempt(db, found, reasons) : await restoreAttempt(db, found, reasons)
  expect(done.outcome).toBe('changed')
}

/** What a reader that nobody had before is told, from the start. */
async function toldOf(companyId: string, name: string): Promise<string[]> {
  const told: string[] = []
  const reader = readNews({
    name,
    feed: resultNews,
    read: async (db, news) => {
      if (db.companyId === companyId) told.push(...news.map(({ number, kind, state }) => `${number} ${kind} ${state}`))
    },
  })
  while ((await reader.work(world.services)) > 0);
  return told
}

const usesOf = (companyId: string) =>
  world.rows('select subject_id, subject_name, staff_id from platform.consumption where company_id = $1', [companyId])

test('an attempt begins, comes out, is voided and restored: every reader is told in this order, from the start', async () => {
  const arranged = await arrangeExam(world, { fixed: objective })
  const { companyId } = arranged
  const attemptId = await handIn(arranged)
  await world.inCompany(companyId, (db) => change(db, 'void', attemptId))
  await world.runJobs()
  await world.inCompany(companyId, (db) => change(db, 'restore', attemptId))
  await world.runJobs()
  const told = ['1 begun in_progress', '2 out published', '3 voided voided', '4 restored published']
  expect(await toldOf(companyId, 'test.one')).toEqual(told)
  expect(await toldOf(companyId, 'test.other')).toEqual(told)
  expect(await toldOf(companyId, 'test.one')).toEqual([])
})

test('of two changes under way at once the one that commits last is not skipped', async () => {
  const arranged = await arrangeExam(world, { fixed: objective, candidates: 2 })
  const { companyId } = arranged
  const [one, other] = [await handIn(arranged, 0), await handIn(arranged, 1)]
  await inTransaction(world.services.pool, companyId, async (late) => {
    await change(late, 'void', one)
    await world.inCompany(companyId, (early) => change(early, 'void', other))
    await numberResultNews.work(world.services)
  })
  await world.runJobs()
  const news = await world.rows(
    `select number::integer, kind, attempt_id as attempt from result.news where company_id = $1 and kind = 'voided' order by number`,
    [companyId],
  )
  expect(news).toEqual([
    { number: 5, kind: 'voided', attempt: other },
    { number: 6, kind: 'voided', attempt: one },
  ])
})

test('an exam is used once by each person who began it, whoever reads the news at the same time', async () => {
  const arranged = await arrangeExam(world, { fixed: objective, candidates: 2 })
  const { companyId, examId, candidates } = arranged
  for (const candidate of candidates) await startExam(world, candidate, examId)
  await numberResultNews.work(world.services)
  await Promise.all([1, 2, 3].map(() => keepUses.work(world.services)))
  const uses = await usesOf(companyId)
  expect(uses.map((use) => use.staff_id).sort()).toEqual(candidates.map(({ staffId }) => staffId).sort())
  expect(uses[0]).toMatchObject({ subject_id: examId })
  const [cursor] = await world.rows(
    `select number::integer from kit.feed_cursor where company_id = $1 and reader = 'result.uses'`,
    [companyId],
  )
  expect(cursor).toEqual({ number: 2 })
})

test('beginning and handing in write what they wrote: their news wait for the numbering', async () => {
  const arranged = await arrangeExam(world, { fixed: objective })
  const [actor] = arranged.candidates
  if (!actor) throw new Error('a candidate is needed')
  await startExam(world, actor, arranged.examId)
  expect(await world.rows('select from result.news where company_id = $1', [arranged.companyId])).toEqual([])
})
