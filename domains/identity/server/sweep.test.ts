import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCalls } from '../contract/session.ts'
import { addPerson, login, openIdentityWorld, tryLogin } from './identity-world.ts'
import { removeOutdated } from './sweep.ts'

let world: World
beforeAll(async () => {
  world = await openIdentityWorld()
})
afterAll(() => world.close())

test('sessions over for a month, old proofs and old failures are swept away in every company, living ones stay', async () => {
  const people = [await addPerson(world), await addPerson(world)]
  const count = async (table: string) =>
    (await world.rows(`select 1 from ${table} where company_id = any ($1)`, [people.map(({ companyId }) => companyId)])).length
  for (const person of people) {
    const session = await login(world, person)
    await world.as(session).get(sessionCalls.changeToken, {})
    await tryLogin(world, { ...person, account: 'nobody' })
    await login(world, person, { autoLogin: 1 })
  }
  const tables = ['identity.session', 'identity.ticket', 'identity.unknown_login']
  const counts = () => Promise.all(tables.map(count))
  expect(await counts()).toEqual([4, 2, 2])
  const inDays = (days: number) => removeOutdated(world.services, new Date(Date.now() + days * 86_400_000))
  await inDays(0)
  expect(await counts()).toEqual([4, 2, 2])
  await inDays(2)
  expect(await counts()).toEqual([4, 0, 0])
  await inDays(31)
  expect(await counts()).toEqual([2, 0, 0])
  await inDays(61)
  expect(await counts()).toEqual([0, 0, 0])
})
