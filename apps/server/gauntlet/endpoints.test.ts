import type { Endpoint } from '@kaopei/contract'
import type { TestActor } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notChinese } from './chinese.ts'
import { type RoomTable, roomTables } from './company-tables.ts'
import { type FilledCompany, fillCompany } from './fill-company.ts'
import { administrator, again, type Gauntlet, nameOf, openGauntlet } from './gauntlet-world.ts'
import { asReceived, type IdField, idFieldsOf, nonsenseInputs, validInput, withId } from './sample-input.ts'

let gauntlet: Gauntlet
let tables: RoomTable[]
beforeAll(async () => {
  gauntlet = await openGauntlet()
  tables = await roomTables(gauntlet.world)
})
afterAll(() => gauntlet.close())

interface Reply {
  readonly status: number
  readonly code: number | undefined
  readonly text: string
}

/** A call with any input at all, and the answer as it went over the wire. */
async function send(actor: TestActor | undefined, endpoint: Endpoint, input: unknown): Promise<Reply> {
  const response = await gauntlet.world.as(actor).raw(endpoint, input)
  const text = response.body
  return { status: response.statusCode, code: codeOf(text), text }
}

function codeOf(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined
    return typeof code === 'number' ? code : undefined
  } catch {
    return undefined // a file
  }
}

const isUnexpected = ({ status, code }: Reply) => status >= 500 || code === 9999

test('the product has its endpoints, each declared once', () => {
  const names = gauntlet.endpoints.map(nameOf)
  expect(names.length).toBeGreaterThan(80)
  expect(new Set(names).size).toBe(names.length)
})

test('of every call this gauntlet knows an input that it takes', () => {
  expect(gauntlet.endpoints.filter((endpoint) => validInput(endpoint, { isFull: true }) === undefined).map(nameOf)).toEqual([])
})

test('without a session every call that is not public is answered 1003', async () => {
  const wrong: string[] = []
  for (const endpoint of gauntlet.endpoints) {
    const reply = await send(undefined, endpoint, validInput(endpoint, { isFull: true }) ?? {})
    if (endpoint.facts.access !== 'public' && reply.code !== 1003) wrong.push(`${nameOf(endpoint)} answered ${reply.code}`)
    if (isUnexpected(reply)) wrong.push(`${nameOf(endpoint)} broke: ${reply.text}`)
  }
  expect(wrong).toEqual([])
})

test('without its right every call that needs one is answered 1002, whatever it is given', async () => {
  const actor = await gauntlet.world.actor({ rights: [] })
  const wrong: string[] = []
  for (const endpoint of gauntlet.endpoints.filter(({ facts }) => typeof facts.access !== 'string')) {
    for (const input of [validInput(endpoint, { isFull: true }), {}, []]) {
      const { code } = await send(actor, endpoint, input)
      if (code !== 1002) wrong.push(`${nameOf(endpoint)} answered ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('each right opens its own calls and no other', async () => {
  const { world, endpoints } = gauntlet
  const guarded = endpoints.flatMap((endpoint) => {
    const { access } = endpoint.facts
    if (typeof access === 'string') return []
    return [{ endpoint, rights: 'code' in access ? [access] : [...access] }]
  })
  const codes = new Map(guarded.flatMap(({ rights }) => rights.map((right) => [right.code, right])))
  const wrong: string[] = []
  for (const right of codes.values()) {
    const actor = await world.actor({ rights: [right] })
    for (const { endpoint, rights } of guarded.filter(({ endpoint }) => endpoint.facts.method !== 'GET')) {
      // Nonsense is judged after the right and before anything is done.
      const { code } = await send(actor, endpoint, 42)
      const isOpen = rights.some((one) => one.code === right.code)
      if (isOpen === (code === 1002)) wrong.push(`${right.code} on ${nameOf(endpoint)}: ${code}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('nonsense is answered 1001 in Chinese, and nothing that is sent breaks a call', async () => {
  const person = await administrator(gauntlet.world, await gauntlet.world.company())
  const wrong: string[] = []
  const foreign = new Set<string>()
  for (const endpoint of gauntlet.endpoints) {
    for (const input of nonsenseInputs(endpoint)) {
      const actor = endpoint.facts.access === 'public' ? undefined : await again(gauntlet.world, person)
      const reply = await send(actor, endpoint, input)
      const shown = JSON.stringify(input)?.slice(0, 200)
      if (isUnexpected(reply)) wrong.push(`${nameOf(endpoint)} broke on ${shown}: ${reply.text}`)
      for (const words of notChinese(reply.text)) foreign.add(`${nameOf(endpoint)}: ${words}`)
      const isRefused = endpoint.input.safeParse(asReceived(endpoint, input) ?? {}).success || reply.code === 1001
      if (!isRefused && reply.code !== 1006) wrong.push(`${nameOf(endpoint)} took ${shown}: ${reply.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...foreign]).toEqual([])
}, 300_000)

/** One number for everything a company has. */
async function fingerprint(companyId: string): Promise<Map<string, string>> {
  const parts = tables
    .filter(({ isCompanyTable }) => isCompanyTable)
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as value from ${name} t where company_id = $1`,
    )
  const rows = await gauntlet.world.rows<{ name: string; value: string }>(parts.join(' union all '), [companyId])
  return new Map(rows.map(({ name, value }) => [name, value]))
}

const aliases: Record<string, string> = { examination_id: 'exam_id', review_staff_id: 'staff_id' }

/** Ids of a company that a field may be meant for; every kind there is where its name does not say. */
function idsFor({ name }: IdField, { idsByName }: FilledCompany): string[] {
  const singular = name.replace(/Ids$/, 'Id').replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
  const known = idsByName.get(aliases[singular] ?? singular)
  if (known && known.length > 0) return [...known]
  return [...idsByName.entries()].filter(([key]) => key.includes('.')).flatMap(([, ids]) => ids.slice(0, 1))
}

/** The input with foreign ids in one place after the other, its other ids being one's own, and in all places at once. */
function foreignInputs(input: unknown, foreign: FilledCompany, own: FilledCompany): unknown[] {
  const fields = idFieldsOf(input)
  const athome = fields.reduce((filled, field) => withId(filled, field, idsFor(field, own)[0] ?? ''), input)
  const each = fields.flatMap((field) => idsFor(field, foreign).map((id) => withId(athome, field, id)))
  const all = fields.reduce((filled, field) => withId(filled, field, idsFor(field, foreign)[0] ?? ''), input)
  return fields.length === 0 ? [] : [...each, all]
}

test('another company’s ids find nothing, tell nothing and change nothing, in every id field of every call', async () => {
  const { world, endpoints } = gauntlet
  const secret = '甲方机密'
  const victim = await fillCompany(world, tables, secret)
  const home = await fillCompany(world, tables, '乙方')
  const [stranger, own] = [await administrator(world, home.id), await administrator(world, victim.id)]
  const wrong: string[] = []
  let found = 0
  let before = await fingerprint(victim.id)
  let sent = 0
  for (const endpoint of endpoints.filter(({ facts }) => facts.access !== 'public')) {
    const samples = [true, false].map((isFull) => validInput(endpoint, { isFull }))
    for (const input of samples.flatMap((sample) => foreignInputs(sample, victim, home))) {
      const reply = await send(await again(world, stranger), endpoint, input)
      sent++
      const shown = JSON.stringify(input).slice(0, 300)
      if (isUnexpected(reply)) wrong.push(`${nameOf(endpoint)} broke on ${shown}: ${reply.text}`)
      if (reply.text.includes(secret)) wrong.push(`${nameOf(endpoint)} told on ${shown}: ${reply.text.slice(0, 300)}`)
    }
    const after = await fingerprint(victim.id)
    for (const [name, value] of after) if (before.get(name) !== value) wrong.push(`${nameOf(endpoint)} changed ${name}`)
    // The same ids at home find something: the inputs mean what they say. What that changes is not the stranger's doing.
    for (const input of samples.flatMap((sample) => foreignInputs(sample, victim, victim)))
      if ((await send(await again(world, own), endpoint, input)).code === 0) found++
    before = await fingerprint(victim.id)
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(300)
  expect(found).toBeGreaterThan(100)
  expect(await crossReferences(victim, home)).toEqual([])
}, 600_000)

/** Rows of one company that hold an id of the other. */
async function crossReferences(victim: FilledCompany, home: FilledCompany): Promise<string[]> {
  const ids = [...new Set([...victim.idsByName.values()].flat())]
  const found: string[] = []
  for (const { name, columns } of tables.filter(({ isCompanyTable }) => isCompanyTable)) {
    for (const column of columns.filter(({ type }) => type === 'uuid')) {
      const rows = await gauntlet.world.rows(
        `select 1 from ${name} where company_id = $1 and ${column.name} = any($2::uuid[]) limit 1`,
        [home.id, ids],
      )
      if (rows.length > 0) found.push(`${name}.${column.name}`)
    }
  }
  return found
}
