import { randomUUID } from 'node:crypto'
import { bindDb, hashToken } from '@kaopei/server'
import { failing, type World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { permissionCalls } from '../../contract/permission.ts'
import { dataScope } from '../../contract/role.ts'
import { sessionCalls } from '../../contract/session.ts'
import { addPerson, login, openIdentityWorld, probe, roster, tryLogin } from '../identity-world.ts'
import { assignRole, createAdminRole, createRole, endSessions, setAccountsEnabled, unassignRole } from '../index.ts'
import { findSessions } from './session.sql.ts'

let world: World
beforeAll(async () => {
  world = await openIdentityWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

const later = (minutes: number) => {
  const at = Date.now() + minutes * 60_000
  world.now = () => new Date(at)
}
type Token = { readonly token: string }
const codeOf = async (session: Token) => (await world.as(session).call(sessionCalls.listSessions)).code
/** Servers are told by a notification: within moments, not within the call. */
const expectCode = (session: Token, code: number) => expect.poll(() => codeOf(session), { timeout: 1500 }).toBe(code)
const aliveUntil = async (session: Token) => expect(await codeOf(session)).toBe(0)

test('somebody who logged out is not logged in', async () => {
  const session = await login(world, await addPerson(world))
  await aliveUntil(session)
  expect(await world.as(session).call(sessionCalls.logout)).toMatchObject({ code: 0 })
  await expectCode(session, 1003)
  expect(await codeOf({ token: 'never given' })).toBe(1003)
})

test('a session kicked from another device ends with its own code, the other lives on', async () => {
  const person = await addPerson(world)
  const [desk, phone] = [await login(world, person), await login(world, person)]
  await aliveUntil(phone)
  const listed = await world.as(desk).get(sessionCalls.listSessions)
  expect(listed.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
  const other = listed.find(({ isCurrent }) => !isCurrent)
  expect(await world.as(desk).call(sessionCalls.kickSession, { id: other?.id ?? '' })).toMatchObject({ code: 0 })
  await expectCode(phone, 5002)
  await aliveUntil(desk)
  expect(await world.as(desk).get(sessionCalls.listSessions)).toHaveLength(1)
})

test("another person's session cannot be kicked", async () => {
  const mine = await login(world, await addPerson(world))
  const other = await login(world, await addPerson(world))
  const [row] = await world.rows<{ id: string }>('select id from identity.session where token_hash = $1', [
    hashToken(other.token),
  ])
  expect(await world.as(mine).call(sessionCalls.kickSession, { id: row?.id ?? '' })).toMatchObject({ code: 1008 })
  await aliveUntil(other)
})

test('disabling an account, ending its sessions and suspending its company end them at once', async () => {
  const person = await addPerson(world)
  const { companyId, id } = person
  const first = await login(world, person)
  await aliveUntil(first)
  await world.inCompany(companyId, (db) => endSessions(db, [id], 'kicked'))
  await expectCode(first, 5002)
  const second = await login(world, person)
  await aliveUntil(second)
  await world.inCompany(companyId, (db) => setAccountsEnabled(db, [id], false, failing))
  await expectCode(second, 5002)
  await world.inCompany(companyId, (db) => setAccountsEnabled(db, [id], true, failing))
  const third = await login(world, person)
  await aliveUntil(third)
  await world.rows('update identity.company set is_suspended = true where id = $1', [companyId])
  await expectCode(third, 5002)
})

test('in a suspended or ended company only what hands in still works, and nobody comes in; afterwards everything does', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  const handIn = async () => (await world.as(session).call(probe.handIn)).code
  const closing = [
    ['is_suspended = true', 'is_suspended = false'],
    ['valid_until = current_date - 2', 'valid_until = null'],
  ]
  for (const [closed, open] of closing) {
    await world.rows(`update identity.company set ${closed} where id = $1`, [person.companyId])
    await expectCode(session, 5002)
    const refused = await world.as(session).call(sessionCalls.listSessions)
    expect(refused.message).toBe('企业已停用或服务已到期，请联系管理员')
    expect(await handIn()).toBe(0)
    expect(await tryLogin(world, person)).toMatchObject({ code: 2004, message: '企业已停用或服务已到期，请联系管理员' })
    await world.rows(`update identity.company set ${open} where id = $1`, [person.companyId])
    await expectCode(session, 0)
  }
  await world.rows('update identity.company set is_suspended = true where id = $1', [person.companyId])
  await world.inCompany(person.companyId, (db) => endSessions(db, [person.id], 'kicked'))
  await expect.poll(handIn, { timeout: 1500 }).toBe(5002)
})

test('a removed person is out, whoever wrote it', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  await aliveUntil(session)
  await world.rows('update org.staff set removed_at = now() where id = $1', [person.id])
  await expectCode(session, 5002)
})

test('a session runs out after two idle hours, after twelve hours, and, when kept, after thirty days', async () => {
  const person = await addPerson(world)
  const [short, kept] = [await login(world, person), await login(world, person, { autoLogin: 1 })]
  later(119)
  expect(await codeOf(short)).toBe(0)
  later(119 + 121)
  expect(await codeOf(short)).toBe(10004)
  expect(await codeOf(kept)).toBe(0)
  const busy = await login(world, person)
  for (let hour = 5; hour < 16; hour++) {
    later(hour * 60)
    expect(await codeOf(busy)).toBe(0)
  }
  later(16 * 60 + 1)
  expect(await codeOf(busy)).toBe(10004)
  later(31 * 24 * 60)
  expect(await codeOf(kept)).toBe(10004)
})

test('roles decide menus, buttons and scope, and taking one away counts at once', async () => {
  const person = await addPerson(world)
  const { companyId, id } = person
  const session = await login(world, person)
  expect(await world.as(session).get(permissionCalls.getLoginStaffRoleInfo)).toEqual([])
  expect(await world.as(session).call(probe.add)).toMatchObject({ code: 1002 })
  const departmentId = randomUUID()
  const roleId = await world.inCompany(companyId, async (db) => {
    const menus = [{ menu: roster, scope: dataScope.chosen, departmentIds: [departmentId] }]
    const made = await createRole(db, { name: '花名册管理', menus, rights: [roster.rights.add] })
    await assignRole(db, made, [id])
    return made
  })
  await expect.poll(() => world.as(session).call(probe.add)).toMatchObject({ code: 0 })
  expect((await world.as(session).get(probe.add)).scope).toEqual({
    kind: 'some',
    departmentIds: [departmentId],
    subtreeIds: [],
    ownStaffId: null,
  })
  expect(await world.as(session).get(permissionCalls.queryUserButtonPerm)).toEqual(['roster:add', 'roster:view'])
  expect(await world.as(session).get(permissionCalls.getLoginStaffRoleInfo)).toEqual([
    { id: roleId, name: '花名册管理', code: null },
  ])
  const tree = await world.as(session).get(permissionCalls.queryUserMenuTree)
  expect(tree.map(({ name }) => name)).toEqual(['home', 'business', 'userInfo'])
  await world.inCompany(companyId, (db) => unassignRole(db, roleId, [id]))
  await expect.poll(() => world.as(session).call(probe.add)).toMatchObject({ code: 1002 })
})

test("an administrator has every right of the company's package, no more", async () => {
  const person = await addPerson(world)
  const { companyId, id } = person
  await world.inCompany(companyId, async (db) => assignRole(db, await createAdminRole(db), [id]))
  const session = await login(world, person)
  expect((await world.as(session).get(probe.add)).scope).toEqual({ kind: 'all' })
  await world.rows("update identity.company set menu_package = '{other}' where id = $1", [companyId])
  await expect.poll(() => world.as(session).call(probe.add)).toMatchObject({ code: 1002 })
  expect(await world.inCompany(companyId, (db) => createAdminRole(db))).toEqual(
    (await world.as(session).get(permissionCalls.getLoginStaffRoleInfo))[0]?.id,
  )
})

test('a person of scope "own department" carries the department, also after moving', async () => {
  const person = await addPerson(world)
  const { companyId, id } = person
  const [from, to] = [randomUUID(), randomUUID()]
  for (const department of [from, to])
    await world.rows('insert into org.department (company_id, id, name, path) values ($1, $2, $3, $4)', [
      companyId,
      department,
      department,
      `/${department}/`,
    ])
  await world.rows('update org.staff set department_id = $2 where id = $1', [id, from])
  await world.inCompany(companyId, async (db) => {
    const menus = [{ menu: roster, scope: dataScope.ownAndBelow }]
    await assignRole(db, await createRole(db, { name: '主管', menus, rights: [roster.rights.add] }), [id])
  })
  const session = await login(world, person)
  expect((await world.as(session).get(probe.add)).scope).toMatchObject({ subtreeIds: [from] })
  await world.rows('update org.staff set department_id = $2 where id = $1', [id, to])
  await expect.poll(async () => (await world.as(session).get(probe.add)).scope).toMatchObject({ subtreeIds: [to] })
})

test('a one-time ticket enters once, within a minute, while its session lives', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  const exchange = (token: string, tenantDomain = person.domain) =>
    world.as(undefined).call(sessionCalls.exchangeToken, { token, tenantDomain })
  const { token } = await world.as(session).get(sessionCalls.changeToken, { system: 'candidate' })
  const entered = await exchange(token)
  expect(entered).toMatchObject({ code: 0, data: { staffId: person.id, expiresAt: session.expiresAt } })
  await aliveUntil(entered.data)
  expect(await exchange(token)).toMatchObject({ code: 2006 })
  expect(await exchange(session.token)).toMatchObject({ code: 2006 })

  const other = await addPerson(world)
  const foreign = await world.as(session).get(sessionCalls.changeToken)
  expect(await exchange(foreign.token, other.domain)).toMatchObject({ code: 2006 })

  const late = await world.as(session).get(sessionCalls.changeToken)
  later(1.1)
  expect(await exchange(late.token)).toMatchObject({ code: 2006 })

  world.now = () => new Date()
  const orphan = await world.as(session).get(sessionCalls.changeToken)
  await world.as(session).call(sessionCalls.logout)
  expect(await exchange(orphan.token)).toMatchObject({ code: 2006 })
})

test('of many who use one ticket at once one enters', async () => {
  const person = await addPerson(world)
  const { token } = await world.as(await login(world, person)).get(sessionCalls.changeToken)
  const input = { token, tenantDomain: person.domain }
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.as(undefined).call(sessionCalls.exchangeToken, input)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('without a company no row is seen, and a token finds its own company alone', async () => {
  const person = await addPerson(world)
  const session = await login(world, person)
  const tables = ['account', 'session', 'ticket', 'role', 'role_menu', 'role_right', 'role_account', 'unknown_login']
  for (const table of tables) {
    const { rows } = await world.pools.app.query(`select from identity.${table}`)
    expect(rows, table).toHaveLength(0)
  }
  const db = bindDb(world.pools.app)
  const other = await world.company()
  const theirs = await addPerson(world, { companyId: other })
  const tokens = [session.token, 'other', (await login(world, theirs)).token]
  expect(await findSessions(db, tokens.map(hashToken))).toMatchObject([
    { company_id: person.companyId, account_id: person.id },
    null,
    { company_id: other, account_id: theirs.id },
  ])
  const seen = await world.inCompany(other, (tx) => tx.selectFrom('identity.account').select('id').execute())
  expect(seen).toEqual([{ id: theirs.id }])
})

test("another company's account gets no role", async () => {
  const [mine, other] = [await addPerson(world), await addPerson(world)]
  const grant = world.inCompany(mine.companyId, async (db) => assignRole(db, await createAdminRole(db), [other.id]))
  await expect(grant).rejects.toThrow(/foreign key/)
})
