import { listener } from '@kaopei/server'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { sessionCalls } from '../contract/session.ts'
import { staffCentreCalls } from '../contract/staff-centre.ts'
import { addPerson, encrypt, login, openIdentityWorld, password, probe, tryLogin } from './identity-world.ts'
import { messageWanted } from './index.ts'

type Message = z.output<typeof messageWanted.payload>
const sent: Message[] = []
let world: World
beforeAll(async () => {
  const hearer = listener({ name: 'test.hearsCode', event: messageWanted, run: async (message) => void sent.push(message) })
  world = await openIdentityWorld([{ endpoints: [], listeners: [hearer] }])
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const newPassword = 'newer-pass2?'
const later = (minutes: number) => {
  const at = Date.now() + minutes * 60_000
  world.now = () => new Date(at)
}
/** The pin of the last message, as its receiver reads it. */
async function readPin(address: string): Promise<string> {
  await world.runJobs()
  const message = sent.findLast((one) => one.address === address)
  return message?.code ?? 'none'
}
const other = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0')
let lastPhone = 13_800_000_000
const freshPhone = () => String(++lastPhone)

test('one sees oneself, masked unless asked for in full, and nobody else', async () => {
  const phone = freshPhone()
  const person = await addPerson(world, { phone, email: `z${phone}@example.com` })
  const session = await login(world, person)
  const card = await world.as(session).get(staffCentreCalls.get, { id: person.id })
  expect(card).toMatchObject({
    id: person.id,
    staffId: person.id,
    name: '李测试',
    loginAccount: person.account,
    phone: `138****${phone.slice(-4)}`,
    email: 'z***@example.com',
    changePasswordFlag: '1',
    passwordStrength: 1,
    isAdmin: false,
    company: { domain: person.domain },
  })
  expect(JSON.stringify(card)).not.toMatch(/hash|token/i)
  expect(await world.as(session).get(staffCentreCalls.getWithPhone)).toMatchObject({ phone })
  const colleague = await addPerson(world, { companyId: person.companyId })
  for (const call of [staffCentreCalls.get, staffCentreCalls.getWithPhone])
    expect(await world.as(session).call(call, { id: colleague.id })).toMatchObject({ code: 1002 })
})

test('a phone is bound by the code sent to it, and unbound by another', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  const phone = freshPhone()
  await world.as(session).get(staffCentreCalls.sendVerifyCode, { channel: 1, address: phone })
  const pin = await readPin(phone)
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone, pin: other(pin) })).toMatchObject({ code: 2010 })
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone: freshPhone(), pin })).toMatchObject({ code: 2010 })
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone, pin })).toMatchObject({ code: 0 })
  expect(await world.as(session).get(staffCentreCalls.getWithPhone)).toMatchObject({ phone })
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone, pin })).toMatchObject({ code: 2010 })

  later(2)
  await world.rows("delete from kit.rate_limit where key like 'code:%'")
  await world.as(session).get(staffCentreCalls.sendVerifyCode, { channel: 1 })
  expect(await world.as(session).call(staffCentreCalls.unboundPhone, { pin })).toMatchObject({ code: 2010 })
  expect(await world.as(session).call(staffCentreCalls.unboundPhone, { pin: await readPin(phone) })).toMatchObject({ code: 0 })
  expect(await world.as(session).call(staffCentreCalls.unboundPhone, { pin })).toMatchObject({ code: 2012 })
  const log = await world.rows(
    "select action, before, after from kit.operation_log where company_id = $1 and action like '%bindContact'",
    [person.companyId],
  )
  const masked = `138****${phone.slice(-4)}`
  expect(log).toMatchObject([
    { action: 'bindContact', after: { phone: masked } },
    { action: 'unbindContact', before: { phone: masked } },
  ])
})

test('an e-mail address is bound by POST or by signed GET, and cannot be one that another has', async () => {
  const person = await addPerson(world, { email: 'taken@example.com' })
  const colleague = await addPerson(world, { companyId: person.companyId })
  const session = await login(world, colleague)
  const taken = await world.as(session).call(staffCentreCalls.sendBoundEmail, { email: 'Taken@example.com' })
  expect(taken).toMatchObject({ code: 2011 })
  // Asking whose address it is counts like sending to it.
  const again = await world.as(session).call(staffCentreCalls.sendBoundEmail, { email: 'Taken@example.com' })
  expect(again).toMatchObject({ code: 1006 })
  const byGet = await world.as(session).call(staffCentreCalls.sendBoundEmailByGet, { email: 'mine@example.com' })
  expect(byGet).toMatchObject({ code: 0, data: { retryAfterSeconds: 60 } })
  const unsigned = await world.as(session).call(staffCentreCalls.sendBoundEmailByGet, { email: 'x@example.com' }, { sign: 'no' })
  expect(unsigned).toMatchObject({ code: 1004 })
  const pin = await readPin('mine@example.com')
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { email: 'mine@example.com', pin })).toMatchObject({
    code: 0,
  })
  expect(await world.as(session).get(staffCentreCalls.getWithPhone)).toMatchObject({ email: 'mine@example.com' })
})

test('who took an address meanwhile keeps it', async () => {
  const person = await addPerson(world)
  const colleague = await addPerson(world, { companyId: person.companyId })
  const session = await login(world, person)
  const phone = freshPhone()
  await world.as(session).get(staffCentreCalls.sendVerifyCode, { channel: 1, address: phone })
  const pin = await readPin(phone)
  await world.rows('update org.staff set phone = $2 where id = $1', [colleague.id, phone])
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone, pin })).toMatchObject({ code: 2011 })
})

test('a code dies after five wrong guesses and after ten minutes; a second one within a minute is refused', async () => {
  const session = await login(world, await addPerson(world))
  const phone = freshPhone()
  const ask = (address: string) => world.as(session).call(staffCentreCalls.sendVerifyCode, { channel: 1, address })
  await ask(phone)
  expect(await ask(phone)).toMatchObject({ status: 429, code: 1006 })
  const pin = await readPin(phone)
  for (let guess = 1; guess <= 5; guess++)
    await world.as(session).call(staffCentreCalls.modifyWithPin, { phone, pin: other(pin) })
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone, pin })).toMatchObject({ code: 2010 })
  const second = freshPhone()
  await ask(second)
  const late = await readPin(second)
  later(11)
  expect(await world.as(session).call(staffCentreCalls.modifyWithPin, { phone: second, pin: late })).toMatchObject({ code: 2010 })
})

test('phones of the newer ranges need the company to allow them', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  const ask = (address: string) => world.as(session).call(staffCentreCalls.sendVerifyCode, { channel: 1, address })
  expect(await ask('19912345678')).toMatchObject({ code: 1001, data: { fields: [{ path: 'address' }] } })
  await world.rows('update identity.company set allows_new_phone_ranges = true where id = $1', [person.companyId])
  expect(await ask('19912345678')).toMatchObject({ code: 0 })
  expect(await ask('12345')).toMatchObject({ code: 1001 })
})

test('a changed password needs the old one and ends all other sessions', async () => {
  const person = await addPerson(world)
  const [mine, elsewhere] = [await login(world, person), await login(world, person)]
  await world.as(elsewhere).get(sessionCalls.listSessions)
  const change = (input: { oldPassword?: string; newPassword: string; check?: boolean }) =>
    world.as(mine).call(staffCentreCalls.selfModifyPassword, input)
  expect(await change({ newPassword: encrypt(newPassword) })).toMatchObject({ code: 2008 })
  const wrongOld = { oldPassword: encrypt('wrong-pass1!'), newPassword: encrypt(newPassword) }
  expect(await change(wrongOld)).toMatchObject({ code: 2007 })
  const oldPassword = encrypt(password)
  const weak = await change({ oldPassword, newPassword: encrypt('abcdefgh') })
  const text = '需要同时包括英文字母、数字以及特殊符号'
  expect(weak).toMatchObject({ code: 1001, data: { fields: [{ path: 'newPassword', message: text }] } })
  expect(await change({ oldPassword, newPassword: oldPassword })).toMatchObject({ code: 2009 })
  expect(await change({ oldPassword, newPassword: encrypt(newPassword), check: true })).toMatchObject({ code: 0 })
  expect(await tryLogin(world, person)).toMatchObject({ code: 0 })
  expect(await change({ oldPassword, newPassword: encrypt(newPassword) })).toMatchObject({ code: 0 })
  await expect.poll(() => world.as(elsewhere).call(sessionCalls.listSessions)).toMatchObject({ code: 5002 })
  expect(await world.as(mine).call(sessionCalls.listSessions)).toMatchObject({ code: 0 })
  expect(await tryLogin(world, person)).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, person, { password: encrypt(newPassword) })).toMatchObject({ code: 0 })
})

test('a session that must change its password can do nothing else, and needs no old one', async () => {
  const person = await addPerson(world, { mustChangePassword: true })
  const session = await login(world, person)
  expect(session.changePasswordFlag).toBe('0')
  const blocked = await world.as(session).call(sessionCalls.listSessions)
  expect(blocked).toMatchObject({ code: 4007, data: { mustChangePassword: true } })
  expect(await world.as(session).get(staffCentreCalls.get)).toMatchObject({ changePasswordFlag: '0' })
  const same = await world.as(session).call(staffCentreCalls.selfModifyPassword, { newPassword: encrypt(password) })
  expect(same).toMatchObject({ code: 2009 })
  const input = { newPassword: encrypt(newPassword), oldPassword: '', check: false }
  expect(await world.as(session).call(staffCentreCalls.selfModifyPassword, input)).toMatchObject({ code: 0 })
  // At once: the client goes on before the news of the change has come round.
  expect(await world.as(session).call(sessionCalls.listSessions)).toMatchObject({ code: 0 })
  await expect
    .poll(() => world.as(session).get(staffCentreCalls.get))
    .toMatchObject({ changePasswordFlag: '1', passwordStrength: 1 })
  const again = await world.as(session).call(staffCentreCalls.selfModifyPassword, { newPassword: encrypt('third-pass3!') })
  expect(again).toMatchObject({ code: 2008 })
  expect(await world.as(session).call(probe.add)).toMatchObject({ code: 1002 })
})

test('the older spelling of the password call is answered too', async () => {
  const answer = await world.app.inject({ method: 'POST', url: '/system/user/selfModifyPassword', payload: {} })
  expect(answer.json()).toMatchObject({ code: 1003 })
})
