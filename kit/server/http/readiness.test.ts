import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPools } from '../postgres/index.ts'
import { World } from '../testing/index.ts'
import { readiness } from './readiness.ts'

const storeless = {
  endpoints: [],
  routes: (app: World['app']) => {
    app.get('/store', async () => {
      throw Object.assign(new Error('write'), { code: 'ENOSPC' })
    })
  },
}

let world: World
beforeAll(async () => {
  world = await World.open([storeless])
})
afterAll(() => world.close())

test('a database that only reads is not ready', async () => {
  const pools = openPools({ url: world.url })
  expect(await readiness(pools.app)()).toBe(true)
  await pools.close()
  const [row] = await world.rows<{ name: string }>('select current_database() as name')
  await world.rows(`alter database "${row?.name}" set default_transaction_read_only = on`)
  const later = openPools({ url: world.url })
  expect(await readiness(later.app)()).toBe(false)
  await later.close()
})

test('a server that has just failed to write says that it is not ready', async () => {
  expect((await world.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  await world.app.inject({ url: '/store' })
  const answer = await world.app.inject({ url: '/readyz' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ status: 'notWritable' })
})
