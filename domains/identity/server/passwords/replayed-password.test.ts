import { randomBytes } from 'node:crypto'
import { protocolErrors } from '@kaopei/contract'
import { sign, signKeyOf } from '@kaopei/server'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityErrors } from '../../contract/errors.ts'
import { sessionCalls } from '../../contract/session.ts'
import { staffCentreCalls } from '../../contract/staff-centre.ts'
import { addPerson, encrypt, login, openIdentityWorld, password, tryLogin } from '../identity-world.ts'

let world: World
beforeAll(async () => {
  world = await openIdentityWorld()
})
afterAll(() => world.close())

const refused = { code: identityErrors.badCipher.code }
const enveloped = (madeAtMs: number, p = password) =>
  encrypt(JSON.stringify({ p, n: randomBytes(16).toString('base64'), t: madeAtMs }))

test('an encrypted password logs in once, with its time inside or without, however its text is spelled', async () => {
  const person = await addPerson(world)
  for (const cipher of [encrypt(password), enveloped(Date.now())]) {
    expect(await tryLogin(world, person, { password: cipher })).toMatchObject({ code: 0 })
    expect(await tryLogin(world, person, { password: cipher })).toMatchObject(refused)
    expect(await tryLogin(world, person, { password: ` ${cipher.replaceAll('+', '-').replaceAll('/', '_')}` })).toMatchObject(
      refused,
    )
  }
  expect(await tryLogin(world, person)).toMatchObject({ code: 0 })
})

test('of many copies that come at once one logs in', async () => {
  const person = await addPerson(world)
  const cipher = encrypt(password)
  const answers = await Promise.all(Array.from({ length: 6 }, () => tryLogin(world, person, { password: cipher })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('one that was made more than five minutes ago, or will be, opens nothing', async () => {
  const person = await addPerson(world)
  for (const minutes of [-6, 6]) {
    const cipher = enveloped(Date.now() + minutes * 60_000)
    expect(await tryLogin(world, person, { password: cipher })).toMatchObject(refused)
  }
})

test('the old password with which another was set sets no other', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  const oldPassword = enveloped(Date.now())
  const change = (newPassword: string, check = false) =>
    world.as(session).call(staffCentreCalls.selfModifyPassword, { oldPassword, newPassword: encrypt(newPassword), check })
  expect(await change('other-pass2!', true)).toMatchObject({ code: 0 })
  expect(await change('other-pass2!')).toMatchObject({ code: 0 })
  expect(
    await world.as(session).call(staffCentreCalls.selfModifyPassword, {
      oldPassword: enveloped(Date.now(), 'other-pass2!'),
      newPassword: encrypt(password),
    }),
  ).toMatchObject({ code: 0 })
  expect(await change('third-pass3!')).toMatchObject(refused)
})

test('twenty wrong passwords at once are answered alike for names that somebody has and for those that nobody has', async () => {
  const person = await addPerson(world)
  const guess = async (account: string) => {
    const one = () => tryLogin(world, { account, domain: person.domain }, { password: encrypt('wrong-pass1!') })
    const answers = await Promise.all(Array.from({ length: 18 }, one))
    return answers.map(({ code, message }) => `${code} ${message}`).sort()
  }
  const known = await guess(person.account)
  expect(await guess('nobody-has-this')).toEqual(known)
  expect(known.filter((answer) => answer.startsWith(String(identityErrors.wrongCredentials.code)))).toHaveLength(4)
})

test('a public call may be signed with the key of one’s session, and with no other', async () => {
  const person = await addPerson(world)
  const { token } = await login(world, person)
  const url = sessionCalls.getCompany.facts.path
  const send = (key: string) => {
    const body = { domain: person.domain }
    const timestamp = String(Date.now())
    const headers = { timestamp, token, sign: sign(key, { method: 'POST', url, timestamp, body }) }
    return world.app.inject({ method: 'POST', url, headers, payload: body })
  }
  expect((await send(signKeyOf(world.services.secret, token))).json()).toMatchObject({ code: 0 })
  expect((await send(signKeyOf(world.services.secret, 'another'))).json()).toMatchObject({
    code: protocolErrors.badSignature.code,
  })
  expect((await send(signKeyOf('guessed', token))).json()).toMatchObject({ code: protocolErrors.badSignature.code })
})
