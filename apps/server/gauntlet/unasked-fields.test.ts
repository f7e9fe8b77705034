import type { Endpoint } from '@kaopei/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { RoomTable } from './company-tables.ts'
import type { FilledCompany } from './fill-company.ts'
import { firstFilledInputs } from './filled-inputs.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator, again, nameOf } from './gauntlet-world.ts'

// Every call that writes is given fields that it does not know. Each bears the call's number, so that what arrives anywhere says where it came in.

let gauntlet: FilledGauntlet
let tables: RoomTable[]
beforeAll(async () => {
  gauntlet = await openFilled()
  tables = gauntlet.tables.filter(({ isCompanyTable }) => isCompanyTable)
})
afterAll(() => gauntlet.close())

const mark = (number: number) => `INJ${String(number).padStart(4, '0')}`
const markedId = (number: number) => `0bad0bad-0bad-4bad-8bad-${String(number).padStart(12, '0')}`
const markedNumber = (number: number) => 86_753_000_000 + number

function extras(number: number, companyId: string): Record<string, unknown> {
  const [text, id, amount] = [mark(number), markedId(number), markedNumber(number)]
  const company = Object.fromEntries(['companyId', 'company_id', 'tenantId'].map((name) => [name, companyId]))
  const ids = ['createdBy', 'created_by', 'updatedBy', 'actorId', 'accountId', 'impersonatorId', 'ownerId', 'markerId']
  const texts = [
    'role',
    'roleCode',
    'passwordHash',
    'password_hash',
    'tokenHash',
    'secret',
    'createdAt',
    'removedAt',
    'path',
    'constructor',
  ]
  const numbers = [
    'score',
    'scoreHundredths',
    'sumScore',
    'passed',
    'state',
    'status',
    'createTime',
    'staffCount',
    'visitCount',
    'examQuota',
  ]
  const flags = { isAdmin: true, is_admin: true, isPlatform: true, isEnabled: true, isFull: true, mustChangePassword: false }
  return {
    ...company,
    ...Object.fromEntries(ids.map((name) => [name, id])),
    ...Object.fromEntries(texts.map((name) => [name, text])),
    ...Object.fromEntries(numbers.map((name) => [name, amount])),
    ...flags,
    [text]: text,
  }
}

/** Names that the call knows anywhere in its input are its own business. */
function unknownTo(endpoint: Endpoint, fields: Record<string, unknown>): Record<string, unknown> {
  const schema = JSON.stringify(
    z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any', cycles: 'ref', reused: 'inline' }),
  )
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !schema.includes(`"${name}":`)))
}

/** Into every object of the input, however deep. */
function injected(input: unknown, fields: Record<string, unknown>): unknown {
  if (Array.isArray(input)) return input.map((item) => injected(item, fields))
  if (typeof input !== 'object' || input === null) return input
  return {
    ...Object.fromEntries(Object.entries(input).map(([name, value]) => [name, injected(value, fields)])),
    ...fields,
  }
}

async function fingerprint({ id }: FilledCompany): Promise<string> {
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)) as sum from ${name} t where company_id = $1`,
  )
  return JSON.stringify(await gauntlet.world.rows(`select * from (${parts.join(' union all ')}) x order by name`, [id]))
}

/** Where a mark stands, in any row of any company, and in what waits for the workers. */
async function arrived(): Promise<string[]> {
  const marks = `'INJ\\d{4}|0bad0bad-0bad-4bad-8bad-\\d{12}|86753\\d{6}'`
  const waiting = { name: 'graphile_worker._private_jobs' }
  const parts = [...tables, waiting].map(
    ({ name }) =>
      `select distinct '${name}' as name, substring(t::text from ${marks}) as mark from ${name} t where t::text ~ ${marks}`,
  )
  const rows = await gauntlet.world.rows<{ name: string; mark: string }>(parts.join(' union all '))
  return rows.map(({ name, mark }) => `${name} by ${nameOfNumber(mark)}`)
}

const writing = () => gauntlet.endpoints.filter(({ facts }) => facts.audit !== 'read' && facts.method !== 'GET')
const nameOfNumber = (text: string) => {
  const endpoint = writing()[Number(text.slice(-4))]
  return endpoint ? nameOf(endpoint) : text
}

test('no field that a call does not know arrives anywhere, or changes another company', async () => {
  const { world, first: home, second: other } = gauntlet
  const boss = await administrator(world, home.id)
  const before = await fingerprint(other)
  let accepted = 0
  for (const [number, endpoint] of writing().entries()) {
    const fields = unknownTo(endpoint, extras(number, other.id))
    for (const input of firstFilledInputs(endpoint, home, 3)) {
      const actor = endpoint.facts.access === 'public' ? undefined : await again(world, boss)
      const { body } = await world.as(actor).raw(endpoint, injected(input, fields))
      if (body.startsWith('{"code":0')) accepted++
    }
  }
  expect(await arrived()).toEqual([])
  expect(await fingerprint(other)).toBe(before)
  expect(accepted).toBeGreaterThan(gauntlet.many(60))
  // One that did arrive would be seen.
  await world.rows('insert into org.label (company_id, name) values ($1, $2)', [home.id, mark(7)])
  expect(await arrived()).toEqual([`org.label by ${nameOfNumber(mark(7))}`])
}, 300_000)
