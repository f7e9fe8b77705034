import { randomUUID } from 'node:crypto'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { enqueue, job } from '@kaopei/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coursewareType } from '../../contract/codes.ts'
import { requireCourseware } from '../courseware.service.ts'
import { coursewareModule } from '../index.ts'
import { conversionPayload } from './ask.ts'
import { queueConversion } from './conversion.sql.ts'
import { outcomeOf, uploaded } from './conversion-world.ts'
import { cancelConversion } from './index.ts'
import { runConversion } from './run.ts'

/** The worker's, with a converter that has nothing to do. */
const convertAtOnce = job({
  name: 'courseware.convertAtOnce',
  payload: conversionPayload,
  run: ({ versionId }, context) => {
    const convert = async () => ({ lengthSeconds: 60 })
    return runConversion(versionId, context, () => ({ convert, asUploaded: convert }))
  },
})

/** One that says nothing of how far it is, until somebody lets it end. */
const silent = Promise.withResolvers<void>()
const convertSilently = job({
  name: 'courseware.convertSilently',
  payload: conversionPayload,
  run: ({ versionId }, context) => {
    const convert = async () => {
      await silent.promise
      return { lengthSeconds: 60 }
    }
    return runConversion(versionId, context, () => ({ convert, asUploaded: convert }))
  },
})

let world: World
beforeAll(async () => {
  world = await World.open(
    [filesModule, coursewareModule, { endpoints: [], jobs: [convertAtOnce, convertSilently] }],
    temporaryBlobs,
  )
})
afterAll(() => world.close())

test('somebody who deletes a courseware and a conversion of it that ends well wait for one another in one order', async () => {
  const companyId = await world.company()
  const film = { companyId, type: coursewareType.video, name: 'a.mp4', body: Buffer.from('x') }
  const { coursewareId } = await uploaded(world, film)
  const versionId = randomUUID()
  await world.rows(
    `insert into courseware.version (company_id, id, courseware_id, number, file_id)
     select company_id, $2, courseware_id, 2, file_id from courseware.version where courseware_id = $1`,
    [coursewareId, versionId],
  )
  await world.rows('update courseware.courseware set latest_id = $2 where id = $1', [coursewareId, versionId])
  await world.inCompany(companyId, async (db) => {
    await queueConversion(db, versionId, null)
    await enqueue(db, convertAtOnce, companyId, { versionId })
  })
  const held = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const deleting = world.inCompany(companyId, async (db) => {
    await requireCourseware(db, coursewareId, true)
    held.resolve()
    await goOn.promise
    return cancelConversion(db, versionId)
  })
  await held.promise
  const converting = world.runJobs()
  const waiting = () => world.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
  // Whoever waits for the courseware holds nothing yet of what the other will want.
  await world.rows('select from courseware.conversion where version_id = $1 for update nowait', [versionId])
  goOn.resolve()
  expect(await deleting).toBe(true)
  await converting
  expect(await outcomeOf(world, versionId)).toMatchObject({ state: 'cancelled', transStatus: 3, lengthSeconds: null })
})

test('a run that goes on where another one was does not fall back to nothing before it says how far it is', async () => {
  const companyId = await world.company()
  const { versionId } = await uploaded(world, { companyId, type: coursewareType.video, name: 'b.mp4', body: Buffer.from('x') })
  await world.inCompany(companyId, async (db) => {
    await queueConversion(db, versionId, null)
    await enqueue(db, convertSilently, companyId, { versionId })
  })
  await world.rows('update courseware.conversion set progress = 55 where version_id = $1', [versionId])
  const running = world.runJobs()
  const writings = async () => {
    const [row] = await world.rows<{ xmin: string; state: string }>(
      'select xmin::text, state from courseware.conversion where version_id = $1',
      [versionId],
    )
    return row
  }
  await expect.poll(writings, { timeout: 60_000 }).toMatchObject({ state: 'running' })
  const begun = await writings()
  await expect.poll(writings, { timeout: 60_000 }).not.toEqual(begun)
  expect(await outcomeOf(world, versionId)).toMatchObject({ state: 'running', progress: 55 })
  silent.resolve()
  await running
  expect(await outcomeOf(world, versionId)).toMatchObject({ state: 'done', progress: 100 })
})
