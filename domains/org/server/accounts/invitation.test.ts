import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryBlobs } from '@kaopei/files/server'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { loadPasswordKeys } from '@kaopei/identity/server'
import { messagingModule } from '@kaopei/messaging/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationErrors, staffErrors } from '../../contract/errors.ts'
import { acceptance, invitation, invitationDays, minutesBetweenInvitations } from '../../contract/invitation.ts'
import { staff } from '../../contract/staff.ts'
import { acceptanceModule, orgModule } from '../index.ts'
import { addDepartments, addPerson } from '../org-arrange.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-invitation-'))
const keys = loadPasswordKeys({ dataDir: folder })
rmSync(folder, { recursive: true })

function encrypted(text: string): string {
  const key = createPublicKey({ key: Buffer.from(keys.publicKey, 'base64'), type: 'spki', format: 'der' })
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, acceptanceModule(keys), messagingModule()], temporaryBlobs)
})
afterAll(() => world.close())

const good = 'good-pass1!'
const minuteMs = 60_000

async function invited(wish: { email?: string } = {}) {
  const admin = await world.actor()
  const department = await addDepartments(world, admin, { 总部: null })
  const id = await addPerson(world, admin, { name: '受邀人', departmentId: department('总部'), ...wish })
  return { admin, id, departmentId: department('总部') }
}

async function linkFor(admin: TestActor, id: string): Promise<string> {
  const { links } = await world.as(admin).get(invitation.invite, { ids: [id], ways: ['link'] })
  return links[0]?.url.split('#')[1] ?? ''
}

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  world.now = () => new Date(Date.now() + ms)
  try {
    return await work()
  } finally {
    world.now = () => new Date()
  }
}

test('a link shows whom it is for and sets the password once; the token is kept as a hash only', async () => {
  const { admin, id } = await invited()
  const token = await linkFor(admin, id)
  expect(token.length).toBeGreaterThanOrEqual(43)
  expect(await world.as(undefined).get(acceptance.check, { token })).toMatchObject({ name: '受邀人' })
  const weak = await world.as(undefined).call(acceptance.accept, { token, newPassword: encrypted('short') })
  expect(weak.data).toMatchObject({ fields: [{ path: 'newPassword' }] })
  expect(await world.as(undefined).call(acceptance.accept, { token, newPassword: 'xx' })).toMatchObject({
    code: identityErrors.badCipher.code,
  })
  const { loginAccount } = await world.as(undefined).get(acceptance.accept, { token, newPassword: encrypted(good) })
  expect(loginAccount).toMatch(/^138/)
  expect(
    await world.rows(
      'select password_hash is not null as has, must_change_password as must from identity.account where id = $1',
      [id],
    ),
  ).toEqual([{ has: true, must: false }])
  for (const call of [acceptance.check, acceptance.accept]) {
    const again = await world.as(undefined).call(call, { token, newPassword: encrypted(good) })
    expect(again.code).toBe(invitationErrors.over.code)
  }
  const [row] = await world.rows<{ whole: string }>('select i::text as whole from org.invitation i where staff_id = $1', [id])
  expect(row?.whole).not.toContain(token)
  const logged = await world.rows<{ action: string }>(
    'select action from kit.operation_log where company_id = $1 and target_id = $2',
    [admin.companyId, id],
  )
  expect(logged.map(({ action }) => action)).toEqual(expect.arrayContaining(['invite', 'acceptInvitation']))
})

test('of two uses at once one sets the password', async () => {
  const { admin, id } = await invited()
  const token = await linkFor(admin, id)
  const uses = await Promise.all(
    ['first-pass1!', 'other-pass2!'].map((password) =>
      world.as(undefined).call(acceptance.accept, { token, newPassword: encrypted(password) }),
    ),
  )
  expect(uses.map(({ code }) => code).sort()).toEqual([0, invitationErrors.over.code].sort())
})

test('a link ends by its age, by a newer one, and with its person', async () => {
  const { admin, id } = await invited()
  const over = { code: invitationErrors.over.code }
  const first = await linkFor(admin, id)
  const soon = await world.as(admin).get(invitation.invite, { ids: [id], ways: ['link'] })
  expect([soon.count, soon.skipped[0]?.reason]).toEqual([0, `${minutesBetweenInvitations}分钟内已邀请过`])
  const second = await later(minutesBetweenInvitations * minuteMs, () => linkFor(admin, id))
  expect(await world.as(undefined).call(acceptance.check, { token: first })).toMatchObject(over)
  expect(await world.as(undefined).call(acceptance.check, { token: second })).toMatchObject({ code: 0 })
  await later((invitationDays + 1) * 1440 * minuteMs, async () => {
    expect(await world.as(undefined).call(acceptance.check, { token: second })).toMatchObject(over)
  })
  await world.as(admin).get(staff.enables, { ids: [id], isEnabled: false })
  expect(await world.as(undefined).call(acceptance.check, { token: second })).toMatchObject(over)
  expect(await world.as(undefined).call(acceptance.check, { token: 'x'.repeat(43) })).toMatchObject(over)
})

test('messages go to phone and mail; who has logged in, is disabled or has no address is left alone and told', async () => {
  const { admin, id, departmentId } = await invited({ email: 'invited@example.com' })
  const loggedIn = await addPerson(world, admin, { name: '老员工', departmentId })
  await world.rows('update identity.account set last_login_at = now() where id = $1', [loggedIn])
  const disabled = await addPerson(world, admin, { name: '停用的', departmentId })
  await world.as(admin).get(staff.enables, { ids: [disabled], isEnabled: false })
  const answer = await world.as(admin).get(invitation.invite, { ids: [id, loggedIn, disabled], ways: ['sms', 'mail'] })
  expect([answer.count, answer.links]).toEqual([1, []])
  expect(Object.fromEntries(answer.skipped.map(({ name, reason }) => [name, reason]))).toEqual({
    老员工: '已登录过，无需邀请',
    停用的: '账号已停用',
  })
  const sent = await world.rows<{ channel: number; body: string }>(
    'select channel, body from messaging.outbox where company_id = $1 order by channel',
    [admin.companyId],
  )
  expect(sent.map(({ channel }) => channel)).toEqual([1, 2])
  for (const { body } of sent) expect(body).toContain('/acceptInvitation#')
  const times = await world.as(admin).get(invitation.getInviteTime, { ids: [id, loggedIn] })
  expect(times.validDays).toBe(invitationDays)
  const mine = times.list.find((one) => one.id === id)
  expect(mine?.nextAt).not.toBeNull()
  expect(mine).toMatchObject({ usedAt: null, hasEmail: true, problem: null })
  expect(times.list.find((one) => one.id === loggedIn)?.problem).toBe('已登录过，无需邀请')
})

test('another company invites nobody of this one', async () => {
  const { id } = await invited()
  const stranger = await world.actor()
  expect(await world.as(stranger).call(invitation.invite, { ids: [id], ways: ['link'] })).toMatchObject({
    code: staffErrors.outOfScope.code,
  })
})

test('no request decides where an invitation leads: not its Host, not its Origin, not what a proxy is said to have seen', async () => {
  const { admin, id } = await invited({ email: 'host@example.com' })
  const evil = { host: 'evil.example', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
  const { data } = await world.as(admin).call(invitation.invite, { ids: [id], ways: ['link', 'mail', 'sms'] }, evil)
  const [company] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [admin.companyId])
  const site = `https://${company?.domain}.kaopei.test/acceptInvitation#`
  expect(data.links[0]?.url.startsWith(site)).toBe(true)
  const sent = await world.rows<{ body: string }>('select body from messaging.outbox where company_id = $1', [admin.companyId])
  expect(sent).toHaveLength(2)
  for (const { body } of sent) {
    expect(body).toContain(site)
    expect(body).not.toContain('evil')
  }
})
