import { answerMark, endpoint, errors, id, menu, requiredText } from '@kaopei/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { World } from '../testing/index.ts'
import { type Handlers, implement } from './implement.ts'
import { sign, signKeyOf } from './signature.ts'

const thing = menu({ name: 'thing', title: '东西', path: '/thing', sort: 1 }, { add: '新增' })
const thingErrors = errors('thing', { refused: { code: 2999, text: '不行' } })
const contract = {
  add: endpoint({
    path: '/api/v1/thing/add',
    summary: '新增',
    access: thing.rights.add,
    audit: { action: 'create', target: 'thing' },
    input: z.object({ name: requiredText(5, '名称') }),
    output: z.object({ id }),
    errors: [thingErrors.refused],
  }),
  who: endpoint({
    path: '/api/v1/thing/who',
    summary: '谁',
    access: 'signedIn',
    audit: 'read',
    output: z.object({ name: z.string() }),
  }),
  check: endpoint({
    path: '/api/v1/thing/check',
    summary: '表单',
    access: 'signedIn',
    audit: 'read',
    carries: 'form',
    input: z.object({ name: z.string() }),
    output: z.string(),
  }),
  ask: endpoint({
    path: '/api/v1/thing/ask',
    summary: '查询参数',
    access: 'signedIn',
    audit: 'read',
    carries: 'query',
    input: z.object({ count: z.coerce.number() }),
    output: z.number(),
  }),
  read: endpoint({
    path: '/api/v1/thing/read',
    method: 'GET',
    summary: '读取',
    access: 'signedIn',
    audit: 'read',
    output: z.string(),
  }),
  remove: endpoint({
    path: '/api/v1/thing/remove/:name',
    summary: '路径里的参数',
    access: 'signedIn',
    audit: { action: 'delete', target: 'thing' },
    input: z.object({ name: z.string() }),
    output: z.string(),
  }),
  stray: endpoint({
    path: '/api/v1/thing/stray',
    summary: '未声明的错误',
    access: 'signedIn',
    audit: { action: 'create', target: 'thing' },
  }),
  removeByQuery: endpoint({
    path: '/api/v1/thing/removeByQuery',
    summary: '查询里的参数',
    access: 'signedIn',
    audit: { action: 'delete', target: 'thing' },
    carries: 'query',
    input: z.object({ name: z.string() }),
    output: z.string(),
  }),
}
let world: World
beforeAll(async () => {
  const calls: Handlers<typeof contract> = {
    add: async (input, { actor, fail, refuse, record }) => {
      if (input.name === '回滚') return fail(thingErrors.refused)
      record({ targetId: actor.staffId, after: { name: input.name, password: 'x' } })
      if (input.name === '保留') return refuse(thingErrors.refused)
      return { id: actor.staffId }
    },
    check: async ({ name }) => name,
    ask: async ({ count }) => count,
    read: async () => '读',
    remove: async ({ name }) => name,
    removeByQuery: async ({ name }) => name,
    stray: async () => {
      throw Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'thing_name_key' })
    },
    who: async (_input, { actor }) => ({ name: actor.name, secret: 'never sent' }),
  }
  const endpoints = implement(contract, calls, { thing_name_key: thingErrors.refused })
  world = await World.open([{ endpoints }])
})
afterAll(() => world.close())

const logs = (companyId: string) =>
  world.rows<{ after: unknown }>('select after from kit.operation_log where company_id = $1', [companyId])

test('a call with its right answers in the envelope and leaves its operation-log row without secrets', async () => {
  const actor = await world.actor()
  const answer = await world.as(actor).call(contract.add, { name: '好' })
  expect(answer).toMatchObject({ status: 200, code: 0, data: { id: actor.staffId } })
  expect(await logs(actor.companyId)).toEqual([{ after: { name: '好', password: '***' } }])
})

test('a failed call leaves nothing, a refused call keeps what it recorded', async () => {
  const actor = await world.actor()
  expect(await world.as(actor).call(contract.add, { name: '回滚' })).toMatchObject({ code: 2999, message: '不行' })
  expect(await logs(actor.companyId)).toHaveLength(0)
  expect(await world.as(actor).call(contract.add, { name: '保留' })).toMatchObject({ code: 2999 })
  expect(await logs(actor.companyId)).toHaveLength(1)
})

test('a call that answers an error which its contract does not list fails the test that made it', async () => {
  const actor = await world.actor()
  await expect(world.as(actor).call(contract.stray)).rejects.toThrow('/api/v1/thing/stray answered thing.refused (2999)')
  await expect(world.as(actor).raw(contract.stray)).rejects.toThrow('thing.refused')
})

test('input that does not validate names every field in Chinese', async () => {
  const actor = await world.actor()
  const answer = await world.as(actor).call(contract.add, { name: '太长太长太长' })
  expect(answer).toMatchObject({ code: 1001, data: { fields: [{ path: 'name', message: '名称不超过5个字符' }] } })
  for (const name of ['a\0', 'a\u001b', 'a\ud83d']) {
    expect(await world.as(actor).call(contract.add, { name })).toMatchObject({ code: 1001 })
  }
  expect(await world.as(actor).call(contract.add, { name: '好😀' })).toMatchObject({ code: 0 })
})

test('only declared fields are answered', async () => {
  expect((await world.as(await world.actor()).call(contract.who)).data).toEqual({ name: '测试员' })
})

test('without session, right, signature or the right time a call is refused with its own code', async () => {
  const without = await world.actor({ rights: [] })
  const actor = await world.actor()
  expect(await world.as(undefined).call(contract.add, { name: '好' })).toMatchObject({ code: 1003 })
  expect(await world.as(without).call(contract.add, { name: '好' })).toMatchObject({ code: 1002, message: 'no permission' })
  expect(await world.as(actor).call(contract.who, {}, { sign: 'f'.repeat(64) })).toMatchObject({ code: 1004 })
  const old = String(Date.now() - 301_000)
  const late = await world.as(actor).call(contract.who, {}, { timestamp: old })
  expect(late).toMatchObject({ code: 1005, data: { serverTime: expect.any(String) } })
})

test('a body that is no object is refused as such, not as wrongly signed', async () => {
  const actor = await world.actor()
  for (const text of ['null', '[]', '"名称"', '7', 'true']) {
    expect(await world.as(actor).call(contract.add, JSON.parse(text))).toMatchObject({ code: 1001 })
    expect(await world.as(actor).call(contract.who, JSON.parse(text))).toMatchObject({ code: 1001 })
  }
  expect(await world.as(actor).call(contract.who)).toMatchObject({ code: 0 })
})

test.each(['__proto__', '\\u005f_proto__', '__proto\\u005F_'])('a key %s of a body is not there', async (key) => {
  const actor = await world.actor()
  const { path: url } = contract.add.facts
  const timestamp = String(Date.now())
  const signature = sign(signKeyOf('test-secret', actor.token), { method: 'POST', url, timestamp, body: { name: '好' } })
  const headers = { token: actor.token, timestamp, sign: signature, 'content-type': 'application/json' }
  const payload = `{"name":"好","${key}":{"isAdmin":true}}`
  expect((await world.app.inject({ method: 'POST', url, headers, payload })).json()).toMatchObject({ code: 0 })
})

test('the same idempotency key answers the first result and acts once; another body under it is refused', async () => {
  const actor = await world.actor()
  const headers = { 'idempotency-key': 'k1' }
  const [first, second] = await Promise.all([1, 2].map(() => world.as(actor).call(contract.add, { name: '一' }, headers)))
  expect(second?.data).toEqual(first?.data)
  expect(await logs(actor.companyId)).toHaveLength(1)
  expect(await world.as(actor).call(contract.add, { name: '二' }, headers)).toMatchObject({ code: 1001 })
})

test.each([contract.remove, contract.removeByQuery])(
  'an idempotency key stands for what was asked for, also where $facts.path has it in its address',
  async (endpoint) => {
    const actor = await world.actor()
    const headers = { 'idempotency-key': 'k2' }
    const ask = async (name: string) => {
      const url = endpoint.facts.path.includes(':name')
        ? endpoint.facts.path.replace(':name', name)
        : `${endpoint.facts.path}?name=${name}`
      const timestamp = String(Date.now())
      const signature = sign(signKeyOf('test-secret', actor.token), { method: 'POST', url, timestamp, body: undefined })
      const answer = await world.app.inject({
        method: 'POST',
        url,
        headers: { token: actor.token, timestamp, sign: signature, ...headers },
      })
      return answer.json<{ code: number; data: unknown }>()
    }
    expect(await ask('one')).toMatchObject({ code: 0, data: 'one' })
    expect(await ask('one')).toMatchObject({ code: 0, data: 'one' })
    expect(await ask('two')).toMatchObject({ code: 1001 })
    expect(await logs(actor.companyId)).toHaveLength(1)
  },
)

test('a call is called by its own method alone', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const) {
    expect((await world.app.inject({ method, url: contract.read.facts.path })).statusCode, method).toBe(404)
  }
  for (const url of ['/api/v1/thing/add/', '/api/v1/thing/ADD', '//api/v1/thing/add', '/api/v1/thing%2fadd']) {
    expect((await world.app.inject({ method: 'POST', url })).statusCode, url).toBe(404)
  }
})

test('an unknown path and an oversized body answer in the envelope', async () => {
  const missing = await world.app.inject({ method: 'POST', url: '/api/v1/nowhere' })
  expect([missing.statusCode, missing.json().code]).toEqual([404, 404])
  const huge = await world.app.inject({ method: 'POST', url: contract.who.facts.path, payload: { x: 'x'.repeat(2_000_000) } })
  expect([huge.statusCode, huge.json().code]).toEqual([413, 413])
})

test('a call may carry its input as a form or in its query where it says so, and nowhere else', async () => {
  const actor = await world.actor()
  expect(await world.as(actor).get(contract.check, { name: '名 称&=+' })).toBe('名 称&=+')
  expect(await world.as(actor).get(contract.ask, { count: 7 })).toBe(7)
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await world.as(actor).raw(contract.add, { name: '好' }, asForm)).json().code).not.toBe(0)
})

test('whoever looks through the eyes of somebody else reads and changes nothing', async () => {
  const actor = await world.actor({ impersonatorId: '00000000-0000-4000-8000-000000000001' })
  expect(await world.as(actor).get(contract.who)).toEqual({ name: '测试员' })
  const refused = await world.as(actor).call(contract.add, { name: '好' })
  expect(refused).toMatchObject({ code: 1002, message: '以他人视角查看时不能修改数据' })
  expect(await logs(actor.companyId)).toHaveLength(0)
})

test('an administrator of a test has rights that no endpoint names', async () => {
  expect((await world.actor()).rights.has('thing:other')).toBe(true)
  expect((await world.actor({ rights: [thing.rights.add] })).rights.has('thing:other')).toBe(false)
})

test('addresses that the router does not take are refused in the envelope, without repeating them', async () => {
  for (const url of ['/api/v1/%zz', '/%E0%A4%A']) {
    const answer = await world.app.inject({ url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ code: 1001, message: '请求格式不正确', data: null })
  }
})

test('everything that the server answers carries its mark: envelopes, refusals, what is not there', async () => {
  const actor = await world.actor()
  const answers = [
    await world.as(actor).raw(contract.add, { name: '好' }),
    await world.as(undefined).raw(contract.add, { name: '好' }),
    await world.app.inject({ method: 'POST', url: '/api/v1/nowhere' }),
    await world.app.inject({ method: 'POST', url: contract.who.facts.path, payload: { x: 'x'.repeat(2_000_000) } }),
  ]
  expect(answers.map(({ headers }) => headers[answerMark.name])).toEqual(answers.map(() => answerMark.value))
})
