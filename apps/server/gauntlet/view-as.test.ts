import { randomUUID } from 'node:crypto'
import type { TestActor } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FilledCompany } from './fill-company.ts'
import { filledInputs, firstFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, isOfPlatform, nameOf } from './gauntlet-world.ts'
import { type RowWatch, watchRows } from './watch-rows.ts'

// Somebody looks through an administrator's eyes and tries every call of the product, with ids of what is there.

let gauntlet: FilledGauntlet
let company: FilledCompany
let boss: TestActor
let watch: RowWatch
beforeAll(async () => {
  gauntlet = await openFilled()
  company = gauntlet.first
  boss = await administrator(gauntlet.world, company.id)
  watch = await watchRows(gauntlet.world, gauntlet.tables)
})
afterAll(() => gauntlet.close())

const look = (isPlatform = false) =>
  gauntlet.world.actor({ companyId: company.id, staffId: boss.staffId, isAdmin: true, isPlatform, impersonatorId: randomUUID() })

const guarded = () => gauntlet.endpoints.filter(({ facts }) => facts.access !== 'public')

test('through another’s eyes every call that may change something is refused, and changes nothing', async () => {
  const writing = guarded().filter(({ facts }) => facts.audit !== 'read')
  expect(writing.length).toBeGreaterThan(gauntlet.many(150))
  await watch.changed(company.id)
  const wrong: string[] = []
  for (const endpoint of writing) {
    for (const input of [...firstFilledInputs(endpoint, company, 2), {}, 42]) {
      const { body } = await gauntlet.world.as(await look(isOfPlatform(endpoint))).raw(endpoint, input)
      const isRefused = body.includes('"code":1002') && body.includes('以他人视角查看时不能修改数据')
      if (!isRefused) wrong.push(`${nameOf(endpoint)} answered ${body.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await watch.changed(company.id)).toEqual([])
}, 300_000)

/** A call that has found something so often, of other things each time, has gone its ways. */
const enough = 3

test('what is left to them, the calls that only read, keeps that promise', async () => {
  const reading = guarded().filter(({ facts }) => facts.audit === 'read')
  await watch.changed(company.id)
  const wrong: string[] = []
  const answered = new Set<string>()
  for (const [callNumber, endpoint] of reading.entries()) {
    const viewer = await look()
    const near = { room: gauntlet.roomOf(endpoint) ?? '', path: endpoint.facts.path, callNumber }
    let found = 0
    for (const input of filledInputs(endpoint, company, near)) {
      const { body, statusCode } = await gauntlet.world.as(viewer).raw(endpoint, input)
      if (statusCode === 200 && body.startsWith('{"code":0')) found++
      if (found === enough) break
    }
    if (found > 0) answered.add(nameOf(endpoint))
    for (const name of await watch.changed(company.id)) wrong.push(`${nameOf(endpoint)} changed ${name}`)
  }
  expect(wrong).toEqual([])
  expect(answered.size).toBeGreaterThan(gauntlet.many(115))
}, 300_000)
