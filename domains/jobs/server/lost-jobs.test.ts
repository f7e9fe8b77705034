import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { download, jobState } from '../contract/download.ts'
import { jobsModule, startTrackedJob, trackedJob } from './index.ts'
import { healLostJobs } from './sweeps.ts'

let runs = 0
const counted = trackedJob({
  kind: 'test.counted',
  title: () => '计数',
  payload: z.object({}),
  run: async () => {
    runs++
  },
})
let world: World
beforeAll(async () => {
  world = await World.open([jobsModule, { endpoints: [], jobs: [counted.job] }])
})
afterAll(() => world.close())

/** As a killed worker leaves it. */
const begun = async (attempts: number) => {
  const actor = await world.actor()
  const { jobId } = await world.inCompany(actor.companyId, (db) => startTrackedJob(db, actor, counted, {}))
  await world.rows(
    `update jobs.background_job set state = 1, run_id = gen_random_uuid(), attempts = $2, touched_at = now() - interval '1 minute'
     where id = $1`,
    [jobId, attempts],
  )
  return { jobId, actor, look: () => world.as(actor).get(download.get, { id: jobId }) }
}
const forget = () => world.rows('delete from graphile_worker._private_jobs')

test('a job under way whose queue knows nothing of it is started again', async () => {
  const { look } = await begun(1)
  await healLostJobs(world.services)
  expect(await look()).toMatchObject({ state: jobState.running })
  await forget()
  await healLostJobs(world.services)
  expect(await look()).toMatchObject({ state: jobState.waiting })
  runs = 0
  await world.runJobs()
  expect(await look()).toMatchObject({ state: jobState.done })
  expect(runs).toBe(1)
})

test('a waiting job that the queue lost is started too', async () => {
  const { jobId, look } = await begun(0)
  await world.rows('update jobs.background_job set state = 0, run_id = null where id = $1', [jobId])
  await forget()
  await healLostJobs(world.services)
  await world.runJobs()
  expect(await look()).toMatchObject({ state: jobState.done })
})

test('a job whose last try was killed ends with words and can be run again', async () => {
  const { jobId, actor, look } = await begun(5)
  await world.rows(`update graphile_worker._private_jobs set attempts = max_attempts, locked_by = null, locked_at = null`)
  await healLostJobs(world.services)
  expect(await look()).toMatchObject({ state: jobState.failed, message: expect.stringContaining('请重新执行') })
  await world.as(actor).get(download.retry, { id: jobId })
  await world.runJobs()
  expect(await look()).toMatchObject({ state: jobState.done })
})

test('running again works at once on a job that nothing runs, and not on one that lives', async () => {
  const { jobId, actor, look } = await begun(1)
  expect(await world.as(actor).call(download.retry, { id: jobId })).toMatchObject({ code: 2481 })
  await forget()
  await world.as(actor).get(download.retry, { id: jobId })
  await world.runJobs()
  expect(await look()).toMatchObject({ state: jobState.done })
})
