import { openPools } from '@kaopei/server/postgres'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploymentMark } from './deployment-mark.ts'

let world: World
beforeAll(async () => {
  world = await World.open([])
})
afterAll(() => world.close())

test('a database is the same one at another address, and what is begun there is gone on with; another one, or another secret, is none', async () => {
  const { secret } = world.services
  const elsewhere = new URL(world.url)
  elsewhere.searchParams.set('application_name', 'elsewhere')
  const other = new URL(world.url)
  other.pathname = '/postgres'
  const pools = [elsewhere, other].map((url) => openPools({ url: url.href }).app)
  const [same, another] = pools
  if (!same || !another) throw new Error('two pools were opened')
  const mark = await deploymentMark(world.services)
  expect(await deploymentMark({ pool: same, secret })).toBe(mark)
  expect(await deploymentMark({ pool: another, secret })).not.toBe(mark)
  expect(await deploymentMark({ pool: same, secret: `${secret}!` })).not.toBe(mark)
  for (const pool of pools) await pool.end()
})
