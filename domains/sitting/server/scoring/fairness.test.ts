import { examModule } from '@kaopei/exam/server'
import { arrangeExam, startExam } from '@kaopei/exam/testing'
import { inTransaction } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitting } from '../../contract/sitting.ts'
import { sittingModule } from '../module.ts'
import { findUnscored } from '../sweeps.sql.ts'

let world: World
beforeAll(async () => {
  world = await World.open([examModule, sittingModule])
})
afterAll(() => world.close())

/** A company whose candidates have all handed in. */
async function handIn(candidateCount: number): Promise<string> {
  const { companyId, examId, candidates } = await arrangeExam(world, { candidates: candidateCount })
  for (const actor of candidates) {
    const { attemptId } = await startExam(world, actor, examId)
    await world
      .as(actor)
      .get(sitting.submit, { attemptId, leaseEpoch: 1, lastRevs: [], submissionKey: `submission-${attemptId}` })
  }
  return companyId
}

test('the hand-in of a large company does not hide the one of a small company that came later', async () => {
  const [large, small] = [await handIn(5), await handIn(1)]
  const found = (most: number, ofCompany: number) =>
    inTransaction(world.services.pool, undefined, (db) => findUnscored(db, most, ofCompany))
  expect((await found(2, 200)).map(({ companyId }) => companyId)).toEqual([large, small])
  expect((await found(100, 3)).map(({ companyId }) => companyId)).toEqual([large, small, large, large])
  await world.runJobs()
  expect(await found(100, 100)).toEqual([])
})
