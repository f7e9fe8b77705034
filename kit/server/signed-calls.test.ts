import { endpoint, menu } from '@kaopei/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { implement } from './implement.ts'
import { hashToken, sign, signKeyOf } from './signature.ts'
import { World } from './testing/index.ts'

const note = menu({ name: 'note', title: '记录', path: '/note', sort: 1 }, { add: '新增' })
const add = endpoint({
  path: '/api/v1/note/add',
  summary: '新增',
  access: note.rights.add,
  audit: { action: 'create', target: 'note' },
  input: z.looseObject({ a: z.number().optional() }),
  output: z.object({ password: z.string(), token: z.string() }),
})
let world: World
let made = 0
beforeAll(async () => {
  const secret = () => `明文${++made}`
  world = await World.open([{ endpoints: implement({ add }, { add: async () => ({ password: secret(), token: secret() }) }) }])
})
afterAll(() => world.close())

interface Captured {
  readonly token: string
  readonly sign: string
  readonly timestamp: string
  readonly body: string
}

function capture(token: string, body: unknown, at = Date.now(), key = signKeyOf('test-secret', token)): Captured {
  const timestamp = String(at)
  const call = { method: 'POST', url: add.facts.path, timestamp, body }
  return { token, timestamp, sign: sign(key, call), body: JSON.stringify(body) }
}

async function send({ token, body, ...signature }: Captured, url: string = add.facts.path, headers = {}): Promise<number> {
  const answer = await world.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/json', token, ...signature, ...headers },
  })
  return answer.json<{ code: number }>().code
}

test('a captured call opens nothing but itself, and that for five minutes', async () => {
  const [{ token }, other] = [await world.actor(), await world.actor()]
  const good = capture(token, { b: 1, a: 2 })
  expect(await send(good)).toBe(0)
  expect(await send({ ...good, body: '{"a":2,"b":1}' })).toBe(0) // the same call written otherwise
  const altered: readonly [string, Promise<number>, number][] = [
    ['another value', send({ ...good, body: '{"b":1,"a":3}' }), 1004],
    ['a field more', send({ ...good, body: '{"b":1,"a":2,"c":null}' }), 1004],
    ['a field twice', send({ ...good, body: '{"a":2,"b":1,"a":3}' }), 1004],
    ['no body', send({ ...good, body: '' }), 1004],
    ['another path', send(good, `${add.facts.path}?x=1`), 1004],
    ['another time', send({ ...good, timestamp: String(Number(good.timestamp) + 1) }), 1004],
    ['another session', send({ ...good, token: other.token }), 1004],
    ['a key of one’s own', send(capture(token, { a: 2 }, Date.now(), 'key')), 1004],
    ['the key of another session', send(capture(token, { a: 2 }, Date.now(), signKeyOf('test-secret', other.token))), 1004],
    ['the hash instead of the token', send(capture(hashToken(token), { a: 2 })), 1003],
    [
      'said to be a form with files',
      send({ ...good, body: '{"a":3}' }, undefined, { 'content-type': 'multipart/form-data; boundary=x' }),
      1001,
    ],
    ['ten minutes ago', send(capture(token, {}, Date.now() - 600_000)), 1005],
    ['six minutes ahead', send(capture(token, {}, Date.now() + 360_000)), 1005],
    ['no time', send({ ...capture(token, {}), timestamp: '' }), 1005],
    ['no number', send({ ...capture(token, {}), timestamp: 'NaN' }), 1005],
  ]
  const wrong: string[] = []
  for (const [name, answer, code] of altered) if ((await answer) !== code) wrong.push(`${name}: ${await answer}`)
  expect(wrong).toEqual([])
})

test('under its key a replayed call answers what it answered first, and the database cannot read that', async () => {
  const actor = await world.actor()
  const as = (body: { a: number }) => world.as(actor).call(add, body, { 'idempotency-key': 'k' })
  const before = made
  const first = await as({ a: 1 })
  expect(first.data.password).toContain('明文')
  expect(await as({ a: 1 })).toEqual(first)
  expect(made).toBe(before + 2)
  const kept = JSON.stringify(await world.rows('select * from kit.idempotency where company_id = $1', [actor.companyId]))
  expect(kept).toContain(actor.staffId)
  expect(kept).not.toContain('明文')
  const stranger = await world.actor({ companyId: actor.companyId })
  expect((await world.as(stranger).call(add, { a: 1 }, { 'idempotency-key': 'k' })).data).not.toEqual(first.data)
})

test('a body nested without end is refused before anything walks it; brackets in a text are words', async () => {
  const { token } = await world.actor()
  const signature = capture(token, {})
  for (const body of [`${'['.repeat(400_000)}${']'.repeat(400_000)}`, '{"a":'.repeat(120_000), '[{"\\u0061":'.repeat(60_000)]) {
    expect(await send({ ...signature, body })).toBe(1001)
  }
  expect(await send(capture(token, { text: `\\"${'[{'.repeat(5000)}` }))).toBe(0)
  expect(await send(capture(token, { list: Array.from({ length: 5000 }, () => [{}]) }))).toBe(0)
})

test('a body of very many values is refused before anything checks them; commas in a text are words', async () => {
  const { token } = await world.actor()
  const signature = capture(token, {})
  const keys = Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')
  expect(await send({ ...signature, body: `{"correct":{${keys}}}` })).toBe(1001)
  expect(await send({ ...signature, body: `[${'1,'.repeat(60_000)}1]` })).toBe(1001)
  expect(await send(capture(token, { text: '1,'.repeat(60_000) }))).toBe(0)
  expect(await send(capture(token, { list: Array.from({ length: 40_000 }, () => 1) }))).toBe(0)
})
