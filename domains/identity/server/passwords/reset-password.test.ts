import { listener } from '@kaopei/server'
import { failing, type World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { resetPasswordCalls } from '../../contract/reset-password.ts'
import { sessionCalls } from '../../contract/session.ts'
import { addPerson, encrypt, login, openIdentityWorld, type Person, tryLogin } from '../identity-world.ts'
import { messageWanted, setAccountsEnabled } from '../index.ts'
import { resetCodeJob } from './reset-password.handlers.ts'

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
const ask = (person: Pick<Person, 'account' | 'domain'>, channel: 1 | 2 = 2) =>
  world.as(undefined).call(resetPasswordCalls.sendResetCode, { account: person.account, channel, tenantDomain: person.domain })
const prove = (person: Pick<Person, 'account' | 'domain'>, pin: string) =>
  world.as(undefined).call(resetPasswordCalls.checkPin, { account: person.account, pin, tenantDomain: person.domain })
const reset = (person: Pick<Person, 'account' | 'domain'>, proof: string, plain = newPassword) => {
  const input = { account: person.account, proof, newPassword: encrypt(plain), tenantDomain: person.domain }
  return world.as(undefined).call(resetPasswordCalls.resetPassword, input)
}
async function readPin(address: string): Promise<string> {
  await world.runJobs()
  const message = sent.findLast((one) => one.address === address)
  return message?.code ?? 'none'
}

test('a forgotten password is set anew by a code sent to the bound address; sessions and locks end', async () => {
  const person = await addPerson(world, { email: 'forgot@example.com' })
  const session = await login(world, person)
  await world.as(session).get(sessionCalls.listSessions)
  for (let guess = 1; guess <= 5; guess++) await tryLogin(world, person, { password: encrypt('wrong-pass1!') })
  expect(await ask(person)).toMatchObject({ code: 0 })
  const pin = await readPin('forgot@example.com')
  const { proof } = (await prove(person, pin)).data
  expect(await prove(person, pin)).toMatchObject({ code: 2010 })
  expect(await reset(person, proof, 'weak')).toMatchObject({ code: 1001 })
  expect(await reset(person, proof)).toMatchObject({ code: 0 })
  expect(await reset(person, proof, 'third-pass3!')).toMatchObject({ code: 2006 })
  await expect.poll(() => world.as(session).call(sessionCalls.listSessions)).toMatchObject({ code: 5002 })
  expect(await tryLogin(world, person)).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, person, { password: encrypt(newPassword) })).toMatchObject({
    code: 0,
    data: { changePasswordFlag: '1' },
  })
})

test('no call tells whether an account exists, is disabled or has an address', async () => {
  const known = await addPerson(world, { email: 'known@example.com' })
  const bare = await addPerson(world, { companyId: known.companyId })
  const disabled = await addPerson(world, { companyId: known.companyId, email: 'off@example.com' })
  await world.inCompany(known.companyId, (db) => setAccountsEnabled(db, [disabled.id], false, failing))
  const everyone = [known, bare, disabled, { ...known, account: 'nobody' }]
  const answers = await Promise.all(
    everyone.map(async (person) => {
      const input = { account: person.account, tenantDomain: person.domain }
      const check = await world.as(undefined).call(resetPasswordCalls.checkAccount, input)
      const asked = await ask(person)
      const again = await ask(person)
      const guessed = await prove(person, '000000')
      return { check, asked: { ...asked, data: Object.keys(asked.data) }, again: again.code, guessed }
    }),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  await world.runJobs()
  const addresses = sent.map(({ address }) => address)
  expect(addresses).toContain('known@example.com')
  expect(addresses).not.toContain('off@example.com')
})

test('five wrong pins kill a code, and a proof is good for ten minutes and its own account alone', async () => {
  const person = await addPerson(world, { phone: '13700000001' })
  await ask(person, 1)
  const pin = await readPin('13700000001')
  const wrong = pin === '123456' ? '654321' : '123456'
  for (let guess = 1; guess <= 5; guess++) expect(await prove(person, wrong)).toMatchObject({ code: 2010 })
  expect(await prove(person, pin)).toMatchObject({ code: 2010 })

  const second = await addPerson(world, { companyId: person.companyId, phone: '13700000002' })
  await ask(second, 1)
  const { proof } = (await prove(second, await readPin('13700000002'))).data
  expect(await reset(person, proof)).toMatchObject({ code: 2006 })
  const at = Date.now() + 11 * 60_000
  world.now = () => new Date(at)
  expect(await reset(second, proof)).toMatchObject({ code: 2006 })
})

test('whoever proves a code or sets a password waits in line by the name given, known or not, so that a crowd tells nothing', async () => {
  const known = await addPerson(world, { email: 'queue@example.com' })
  await ask(known)
  await readPin('queue@example.com')
  const unknown = { ...known, account: 'nobody-queues' }
  for (const call of [(person: Person) => prove(person, '000000'), (person: Person) => reset(person, 'x'.repeat(43))]) {
    const waiting: number[] = []
    const answers: string[][] = []
    for (const person of [known, unknown]) {
      const holder = await world.pools.owner.connect()
      try {
        await holder.query('begin')
        await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 14))', [
          `login/${known.companyId}/${person.account.toLowerCase()}`,
        ])
        let answered = 0
        const all = Promise.all(Array.from({ length: 5 }, () => call(person).finally(() => answered++)))
        const inLine = () =>
          world.rows<{ n: number }>(`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`)
        await expect.poll(async () => (await inLine())[0]?.n, { timeout: 10_000 }).toBeGreaterThan(0)
        waiting.push(answered)
        await holder.query('commit')
        answers.push((await all).map(({ code, message }) => `${code} ${message}`))
      } finally {
        holder.release(true)
      }
    }
    expect(waiting).toEqual([0, 0])
    expect(answers[0]).toEqual(answers[1])
  }
})

test('of twenty wrong pins at once five are looked at, and the answers are those for a name that nobody has', async () => {
  const person = await addPerson(world, { email: 'twenty@example.com' })
  await ask(person)
  const pin = await readPin('twenty@example.com')
  const wrong = pin === '123456' ? '654321' : '123456'
  const crowd = async (account: string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => prove({ ...person, account }, wrong)))
    return answers.map(({ code, message }) => `${code} ${message}`)
  }
  expect(await crowd('nobody-in-a-crowd')).toEqual(await crowd(person.account))
  expect(await world.rows('select failures from identity.ticket where account_id = $1', [person.id])).toEqual([{ failures: 5 }])
})

test('a job that runs twice sends one code', async () => {
  const person = await addPerson(world, { email: 'twice@example.com' })
  const payload = { ticketId: crypto.randomUUID(), account: person.account, channel: 2, at: new Date() } as const
  const run = () =>
    resetCodeJob.run(payload, {
      transaction: (work) => world.inCompany(person.companyId, work),
      companyId: person.companyId,
      attempt: 1,
      isLastAttempt: false,
      fail: failing,
      log: world.services.log,
      services: world.services,
      pool: world.services.pool,
      isStopping: () => false,
    })
  await run()
  await run()
  await world.runJobs()
  expect(sent.filter(({ address }) => address === 'twice@example.com')).toHaveLength(1)
})

test('a second code makes the first one worthless', async () => {
  const person = await addPerson(world, { email: 'again@example.com' })
  await ask(person)
  const first = await readPin('again@example.com')
  await world.rows("delete from kit.rate_limit where key like 'reset-code:%'")
  await ask(person)
  const second = await readPin('again@example.com')
  expect(await prove(person, first)).toMatchObject({ code: first === second ? 0 : 2010 })
  if (first !== second) expect(await prove(person, second)).toMatchObject({ code: 0 })
})
