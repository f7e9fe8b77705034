import { randomUUID } from 'node:crypto'
import { failing, type World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordProblem } from '../contract/password.ts'
import { addPerson, encrypt, login, openIdentityWorld, tryLogin } from './identity-world.ts'
import { createAccounts, removeAccounts, renameAccount, resetPasswords, restoreAccounts } from './index.ts'

let world: World
beforeAll(async () => {
  world = await openIdentityWorld()
})
afterAll(() => world.close())

test('many accounts are made at once, with and without passwords', async () => {
  const companyId = await world.company()
  const ids = Array.from({ length: 2500 }, () => randomUUID())
  await world.inCompany(companyId, (db) =>
    createAccounts(db, [
      { id: randomUUID(), loginAccount: 'typed', password: 'typed-pass1!' },
      ...ids.map((id, index) => ({ id, loginAccount: `import${index}` })),
    ]),
  )
  const rows = await world.rows(
    `select count(*)::int as all, count(password_hash)::int as hashed, min(password_hash) as hash, bool_and(must_change_password) as must
     from identity.account where company_id = $1`,
    [companyId],
  )
  expect(rows).toMatchObject([
    { all: 2501, hashed: 1, hash: expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$'), must: true },
  ])
})

test('a login account is unique in its company, whatever its case, and free again when its person is removed', async () => {
  const person = await addPerson(world)
  const { companyId } = person
  const add = () =>
    world.inCompany(companyId, (db) => createAccounts(db, [{ id: randomUUID(), loginAccount: person.account.toUpperCase() }]))
  await expect(add()).rejects.toMatchObject({ constraint: 'account_login_unique' })
  await world.inCompany(companyId, (db) => removeAccounts(db, [person.id], failing))
  expect(await tryLogin(world, person)).toMatchObject({ code: 2001 })
  await add()
  const restore = world.inCompany(companyId, (db) => restoreAccounts(db, [person.id]))
  await expect(restore).rejects.toMatchObject({ constraint: 'account_login_unique' })
})

test('a reset password satisfies the rule and must be changed', async () => {
  const person = await addPerson(world)
  const made = await world.inCompany(person.companyId, (db) => resetPasswords(db, [person.id]))
  expect(made).toMatchObject([{ id: person.id }])
  const plain = made[0]?.password ?? ''
  expect(passwordProblem(plain)).toBeUndefined()
  expect(await tryLogin(world, person)).toMatchObject({ code: 2001 })
  expect(await login(world, person, { password: encrypt(plain) })).toMatchObject({ changePasswordFlag: '0', passwordStrength: 1 })
})

test('a renamed account logs in by its new name alone, and not the account of another company', async () => {
  const person = await addPerson(world)
  const other = await addPerson(world)
  await world.inCompany(person.companyId, async (db) => {
    await renameAccount(db, person.id, 'renamed')
    await renameAccount(db, other.id, 'stolen')
  })
  expect(await tryLogin(world, person)).toMatchObject({ code: 2001 })
  expect(await tryLogin(world, { ...person, account: 'Renamed' })).toMatchObject({ code: 0 })
  expect(await tryLogin(world, other)).toMatchObject({ code: 0 })
})
