import { failing, type World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionCalls } from '../../contract/session.ts'
import { addPerson, encrypt, login, openIdentityWorld, password, passwordKeys, tryLogin } from '../identity-world.ts'
import { setAccountsEnabled, unlockAccounts } from '../index.ts'
import { passwordVerifications } from '../passwords/password-hash.ts'

let world: World
beforeAll(async () => {
  world = await openIdentityWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const wrong = () => ({ password: encrypt('wrong-pass1!') })
const later = (minutes: number) => {
  const at = Date.now() + minutes * 60_000
  world.now = () => new Date(at)
}
const verificationsOfNobody = async () => {
  const { values } = await passwordVerifications.get()
  return values.find(({ labels }) => labels.of === 'nobody')?.value ?? 0
}

test('before anything else a client learns keys, time and company', async () => {
  const { domain } = await addPerson(world)
  const facts = await world.as(undefined).get(sessionCalls.assemblyInfo, { domain })
  expect(facts).toMatchObject({
    publicKey: passwordKeys.publicKey,
    appKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    platformTitle: '考培',
    company: { name: '测试公司', domain, logoUrl: null, webIcon: null },
    features: { programming: false, newPhoneRanges: false },
  })
  expect(await world.as(undefined).get(sessionCalls.getCompany, { domain })).toEqual(facts.company)
  const ofHost = await world.as(undefined).call(sessionCalls.assemblyInfo, {}, { 'org-domain': domain, sign: '' })
  expect(ofHost.data.company.domain).toBe(domain)
  expect(await world.as(undefined).call(sessionCalls.assemblyInfo, { domain: 'nowhere' })).toMatchObject({ code: 2000 })
})

test('a right password opens a session that lives twelve hours, or thirty days when kept', async () => {
  const person = await addPerson(world)
  const answer = await login(world, person)
  expect(answer).toMatchObject({ staffId: person.id, changePasswordFlag: '1', passwordStrength: 1 })
  expect(hoursUntil(answer.expiresAt)).toBeCloseTo(12, 1)
  const kept = await login(world, person, { autoLogin: 1, system: 'candidate' })
  expect(hoursUntil(kept.expiresAt)).toBeCloseTo(720, 1)
  expect(await world.as(kept).get(sessionCalls.getLastSystem)).toEqual({ system: 'candidate' })
  const stored = await world.rows('select token_hash from identity.session where account_id = $1', [person.id])
  expect(JSON.stringify(stored)).not.toContain(answer.token)
})

test('logins, failed ones too, are in the operation log without the password', async () => {
  const person = await addPerson(world)
  await tryLogin(world, person, wrong())
  await login(world, person)
  const rows = await world.rows(
    'select action, actor_id, actor_name, ip, before, after from kit.operation_log where company_id = $1',
    [person.companyId],
  )
  expect(rows).toMatchObject([
    { action: 'loginFailed', actor_id: person.id },
    { action: 'login', actor_id: person.id, actor_name: '李测试', ip: '127.0.0.1' },
  ])
})

test('an unknown account, a wrong password and an account without password get one answer for the same work', async () => {
  const person = await addPerson(world)
  const imported = await addPerson(world, { companyId: person.companyId, withoutPassword: true })
  const before = await verificationsOfNobody()
  const answers = [
    await tryLogin(world, person, wrong()),
    await tryLogin(world, { ...person, account: 'nobody' }),
    await tryLogin(world, imported),
    await tryLogin(world, imported, { password: encrypt('') }),
  ]
  for (const answer of answers) expect(answer).toEqual({ status: 200, code: 2001, message: '账号或密码错误', data: null })
  expect(await verificationsOfNobody()).toBe(before + 3)
})

test('the fifth failure locks for fifteen minutes and says so, also for a name that nobody has', async () => {
  const person = await addPerson(world)
  for (const account of [person.account, 'nobody']) {
    const codes: number[] = []
    for (let guess = 1; guess <= 5; guess++) codes.push((await tryLogin(world, { ...person, account }, wrong())).code)
    expect(codes).toEqual([2001, 2001, 2001, 2001, 2002])
    const locked = await tryLogin(world, { ...person, account })
    expect(locked).toMatchObject({ code: 2002, message: expect.stringContaining('锁定15分钟') })
  }
  later(14)
  expect(await tryLogin(world, person)).toMatchObject({ code: 2002 })
  later(16)
  expect(await tryLogin(world, person, wrong())).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, person)).toMatchObject({ code: 0 })
})

test('a success forgets earlier failures; an administrator unlocks', async () => {
  const person = await addPerson(world)
  for (let guess = 1; guess <= 4; guess++) await tryLogin(world, person, wrong())
  await login(world, person)
  for (let guess = 1; guess <= 4; guess++) expect(await tryLogin(world, person, wrong())).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, person, wrong())).toMatchObject({ code: 2002 })
  await world.inCompany(person.companyId, (db) => unlockAccounts(db, [person.id]))
  expect(await tryLogin(world, person)).toMatchObject({ code: 0 })
})

test('of many guesses at once not one more than five is tried', async () => {
  const person = await addPerson(world)
  const answers = await Promise.all(Array.from({ length: 15 }, () => tryLogin(world, person, wrong())))
  const codes = answers.map(({ code }) => code)
  expect(codes.filter((code) => code === 2001)).toHaveLength(4)
  expect(codes.filter((code) => code === 2002)).toHaveLength(11)
})

test('forty people log in at once on twenty connections', async () => {
  const first = await addPerson(world)
  const others = await Promise.all(Array.from({ length: 39 }, () => addPerson(world, { companyId: first.companyId })))
  const answers = await Promise.all([first, ...others].map((person) => tryLogin(world, person)))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]))
})

test('too many tries from one place on one account wait, whatever the password', async () => {
  const person = await addPerson(world)
  for (let guess = 1; guess <= 20; guess++) await tryLogin(world, person, wrong())
  const answer = await tryLogin(world, person)
  expect(answer).toMatchObject({ status: 429, code: 1006, data: { retryAfterSeconds: expect.any(Number) } })
  const elsewhere = await addPerson(world)
  expect(await tryLogin(world, { ...elsewhere, account: person.account })).toMatchObject({ code: 2001 })
})

test('of a network only failures are counted: a crowd that knows its passwords comes in, and guesses end', async () => {
  const [person, guesser] = [await addPerson(world), await addPerson(world)]
  const failures = async () => {
    const rows = await world.rows<{ key: string; count: number }>(
      `select key, count from kit.rate_limit where key ~ '^login:[^:]+$'`,
    )
    return rows[0]
  }
  await tryLogin(world, guesser, wrong())
  const once = await failures()
  // Neither a company that nobody has nor a cipher that nobody made for us is free.
  await tryLogin(world, { ...guesser, domain: 'nowhere' })
  await tryLogin(world, guesser, { password: 'bm9uZQ==' })
  const before = await failures()
  expect((before?.count ?? 0) - (once?.count ?? 0)).toBe(2)
  expect(await tryLogin(world, person)).toMatchObject({ code: 0 })
  expect(await failures()).toEqual(before)
  await world.rows(`update kit.rate_limit set count = 2999, resets_at = now() + interval '1 minute' where key = $1`, [
    before?.key,
  ])
  expect(await tryLogin(world, person)).toMatchObject({ code: 0 })
  expect(await tryLogin(world, guesser, wrong())).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, person)).toMatchObject({ status: 429, code: 1006 })
  await world.rows('delete from kit.rate_limit where key = $1', [before?.key])
})

test('a disabled account and a suspended or expired company are told to who knows the password', async () => {
  const person = await addPerson(world)
  await world.inCompany(person.companyId, (db) => setAccountsEnabled(db, [person.id], false, failing))
  expect(await tryLogin(world, person, wrong())).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, person)).toMatchObject({ code: 2003 })
  const other = await addPerson(world)
  await world.rows('update identity.company set valid_until = current_date - 2 where id = $1', [other.companyId])
  expect(await tryLogin(world, other)).toMatchObject({ code: 2004 })
  await world.rows('update identity.company set valid_until = null, is_suspended = true where id = $1', [other.companyId])
  expect(await tryLogin(world, other)).toMatchObject({ code: 2004 })
})

test("an account of one company does not enter another's", async () => {
  const person = await addPerson(world)
  const other = await addPerson(world)
  expect(await tryLogin(world, { account: person.account, domain: other.domain })).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, { account: person.account, domain: 'nowhere' })).toMatchObject({ code: 2000 })
})

test('a plain password, or one encrypted for another key, is refused before anything is looked up', async () => {
  const person = await addPerson(world)
  expect(await tryLogin(world, person, { password })).toMatchObject({ code: 2005 })
})

test('a login must be signed with the key of the deployment', async () => {
  const person = await addPerson(world)
  const input = { account: person.account, tenantDomain: person.domain, password: encrypt(password) }
  const answer = await world.as(undefined).call(sessionCalls.login, input, { sign: 'f'.repeat(64) })
  expect(answer).toMatchObject({ code: 1004 })
})

function hoursUntil(instant: string): number {
  return (Date.parse(instant) - Date.now()) / 3_600_000
}
