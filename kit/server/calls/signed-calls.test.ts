import { type Endpoint, endpoint, errors, menu } from '@kaopei/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { World } from '../testing/index.ts'
import { implement } from './implement.ts'
import { appKeyOf, hashToken, sign, signKeyOf } from './signature.ts'

const note = menu({ name: 'note', title: '记录', path: '/note', sort: 1 }, { add: '新增' })
const add = endpoint({
  path: '/api/v1/note/add',
  summary: '新增',
  access: note.rights.add,
  audit: { action: 'create', target: 'note' },
  input: z.looseObject({ a: z.number().optional() }),
  output: z.object({ password: z.string(), token: z.string() }),
})
const noteErrors = errors('note', { wrong: { code: 2998, text: '口令不正确' } })
const guess = endpoint({
  path: '/api/v1/note/guess',
  summary: '核对口令',
  access: 'signedIn',
  audit: { action: 'check', target: 'note' },
  errors: [noteErrors.wrong],
})
const lease = endpoint({
  path: '/api/v1/note/lease',
  summary: '接管',
  access: 'signedIn',
  audit: 'ownTrail',
  output: z.object({ epoch: z.number() }),
})
const save = endpoint({
  path: '/api/v1/note/save',
  summary: '保存',
  access: 'signedIn',
  audit: 'ownTrail',
  isRepeatable: true,
  output: z.object({ epoch: z.number() }),
})
const file = endpoint({
  path: '/api/v1/note/file',
  summary: '导出',
  access: 'signedIn',
  audit: { action: 'export', target: 'note' },
  download: true,
})
const register = endpoint({
  path: '/api/v1/note/register',
  summary: '登记',
  access: 'public',
  audit: { action: 'register', target: 'note' },
  output: z.object({ epoch: z.number() }),
})
const large = endpoint({
  path: '/api/v1/note/large',
  summary: '很大的应答',
  access: 'signedIn',
  audit: { action: 'update', target: 'note' },
  output: z.object({ text: z.string() }),
})
let world: World
let made = 0
let epoch = 0
beforeAll(async () => {
  const secret = () => `明文${++made}`
  const endpoints = implement(
    { add, guess, lease, save, file, register, large },
    {
      add: async () => ({ password: secret(), token: secret() }),
      guess: async (_input, { refuse }) => {
        epoch++
        return refuse(noteErrors.wrong, { data: { left: 4 } })
      },
      lease: async () => ({ epoch: ++epoch }),
      save: async () => ({ epoch: ++epoch }),
      file: async () => ({ fileName: `${++epoch}.txt`, contentType: 'text/plain', body: Buffer.from('x') }),
      register: async () => ({ epoch: ++epoch }),
      large: async () => ({ text: `${++epoch}`.padEnd(400_000, '大') }),
    },
  )
  world = await World.open([{ endpoints }])
})
afterAll(() => world.close())

const logs = (companyId: string) => world.rows('select from kit.operation_log where company_id = $1', [companyId])

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

/** The same signed bytes to a call, as often as wanted, at once or one after another. */
async function repeat(times: number, target: Endpoint, token: string | undefined, headers: (at: number) => object = () => ({})) {
  const timestamp = String(Date.now())
  const body = { text: 'same' }
  const { path } = target.facts
  const key = token === undefined ? appKeyOf('test-secret') : signKeyOf('test-secret', token)
  const signature = sign(key, { method: 'POST', url: path, timestamp, body })
  const send = async (at: number) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: path,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', timestamp, sign: signature, ...(token && { token }), ...headers(at) },
    })
    return answer.headers['content-type']?.includes('json')
      ? answer.json<{ code: number; message: string; data: unknown }>()
      : { code: 0, message: 'file', data: answer.body }
  }
  const together = await Promise.all(Array.from({ length: times }, (_, at) => send(at)))
  return [...together, await send(times)]
}

test('one signed copy of a call acts once, and answers again what it answered first', async () => {
  const actor = await world.actor()
  for (const target of [add, lease]) {
    const before = { made, epoch }
    const answers = await repeat(3, target, actor.token)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.code).toBe(0)
    expect(made - before.made + (epoch - before.epoch)).toBe(target === add ? 2 : 1)
  }
  expect(await logs(actor.companyId)).toHaveLength(1)
})

test('another idempotency key does not make a copy another call', async () => {
  const actor = await world.actor()
  const before = made
  const answers = await repeat(3, add, actor.token, (at) => ({ 'idempotency-key': `key-${at}` }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(made).toBe(before + 2)
})

test('a refusal that was counted is counted once, and said again', async () => {
  const actor = await world.actor()
  const before = epoch
  const answers = await repeat(3, guess, actor.token)
  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ code: 2998, message: '口令不正确', data: { left: 4 } })))
  expect(epoch).toBe(before + 1)
})

test('where no answer is kept (files, very large ones, nobody signed in) a copy is told that the call was made', async () => {
  const { token } = await world.actor()
  for (const [target, whose] of [
    [file, token],
    [large, token],
    [register, undefined],
  ] as const) {
    const before = epoch
    const answers = await repeat(3, target, whose)
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2670, 2670, 2670])
    expect(answers.at(-1)?.message).toMatch(/已经处理过.*刷新页面/)
    expect(epoch).toBe(before + 1)
  }
})

test('what knows its own repetitions pays nothing for it', async () => {
  const { token, companyId } = await world.actor()
  const before = epoch
  await repeat(1, save, token)
  expect(epoch).toBe(before + 2)
  expect(await world.rows('select from kit.idempotency where company_id = $1', [companyId])).toEqual([])
})

test('a call that failed may be sent again, and one that is signed anew is another one', async () => {
  const actor = await world.actor()
  expect((await world.as(actor).call(lease)).data.epoch).not.toBe((await world.as(actor).call(lease)).data.epoch)
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
