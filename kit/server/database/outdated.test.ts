import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from '../testing/index.ts'
import { removeOutdated } from './outdated.ts'

let world: World
beforeAll(async () => {
  world = await World.open([])
})
afterAll(() => world.close())

test('kept answers go after a day and counts with their window, in every company; what still counts stays', async () => {
  const companies = [await world.company(), await world.company()]
  for (const companyId of companies) {
    await world.rows(
      `insert into kit.idempotency (company_id, actor_id, key, path, request_hash, response, at)
       select $1, $1, k, '/x', 'h', '{}', now() - make_interval(hours => h) from (values ('old', 25), ('young', 23)) as t (k, h)`,
      [companyId],
    )
  }
  await world.rows(`insert into kit.used_signature values ('over', now()), ('good', now() + interval '5 minutes')`)
  await world.rows(`select kit.take_rate('over', 1, 1), kit.take_rate('counting', 1, 7200)`)
  await removeOutdated(world.services, new Date(Date.now() + 60_000))
  const left = await world.rows('select key from kit.idempotency where company_id = any ($1)', [companies])
  expect(left.map(({ key }) => key)).toEqual(['young', 'young'])
  expect((await world.rows('select key from kit.rate_limit')).map(({ key }) => key)).toEqual(['counting'])
  expect((await world.rows('select signature from kit.used_signature')).map(({ signature }) => signature)).toEqual(['good'])
})
