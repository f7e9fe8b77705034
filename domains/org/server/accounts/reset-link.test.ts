import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryBlobs } from '@kaopei/files/server'
import { identityErrors } from '@kaopei/identity/contract/errors'
import { resetPasswordCalls } from '@kaopei/identity/contract/reset-password'
import { identityModule, loadPasswordKeys } from '@kaopei/identity/server'
import { messagingModule } from '@kaopei/messaging/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resetLinkHours, staff } from '../../contract/staff.ts'
import { orgModule } from '../index.ts'
import { addDepartments, addPerson } from '../org-arrange.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-reset-'))
const passwordKeys = loadPasswordKeys({ dataDir: folder })
rmSync(folder, { recursive: true })

function encrypted(text: string): string {
  const key = createPublicKey({ key: Buffer.from(passwordKeys.publicKey, 'base64'), type: 'spki', format: 'der' })
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}

let world: World
beforeAll(async () => {
  world = await World.open([orgModule, identityModule({ menus: [], passwordKeys }), messagingModule()], temporaryBlobs)
})
afterAll(() => world.close())
beforeEach(() => {
  world.now = () => new Date()
})

async function company() {
  const admin = await world.actor()
  const at = await addDepartments(world, admin, { 总部: null })
  const [row] = await world.rows<{ domain: string }>('select domain from identity.company where id = $1', [admin.companyId])
  return { admin, departmentId: at('总部'), tenantDomain: row?.domain ?? '' }
}

const outboxOf = ({ companyId }: TestActor) =>
  world.rows<{ channel: number; address: string; body: string; is_html: boolean }>(
    'select channel, address, body, is_html from messaging.outbox where company_id = $1 order by channel',
    [companyId],
  )

/** What the link in a message brings along. */
function broughtBy(body: string | undefined): { account: string; proof: string } {
  const hash = /setPassword#([\w%=&.-]+)/.exec((body ?? '').replaceAll('&amp;', '&'))?.[1] ?? ''
  const sent = new URLSearchParams(hash)
  return { account: sent.get('account') ?? '', proof: sent.get('proof') ?? '' }
}

const resetOf = (tenantDomain: string, link: { account: string; proof: string }, password = 'fresh-pass1!') =>
  world.as(undefined).call(resetPasswordCalls.resetPassword, { ...link, newPassword: encrypted(password), tenantDomain })

test('a reset sends a link where there is an address and shows the password once; neither log nor message has the password', async () => {
  const { admin, departmentId, tenantDomain } = await company()
  const both = await addPerson(world, admin, {
    name: '两样',
    departmentId,
    email: 'both@example.com',
    loginAccount: 'both+one@x',
  })
  const phone = await addPerson(world, admin, { name: '手机', departmentId })
  const disabled = await addPerson(world, admin, { name: '停用', departmentId })
  await world.as(admin).get(staff.enables, { ids: [disabled], isEnabled: false })
  const { list } = await world.as(admin).get(staff.resets, { ids: [both, phone, disabled], ways: ['mail', 'sms'] })
  expect(Object.fromEntries(list.map(({ name, sentBy }) => [name, sentBy]))).toEqual({
    两样: ['mail', 'sms'],
    手机: ['sms'],
    停用: [],
  })
  const sent = await outboxOf(admin)
  expect(sent.map(({ channel }) => channel)).toEqual([1, 1, 2])
  const passwords = list.map(({ temporaryPassword }) => temporaryPassword)
  const logged = await world.rows<{ whole: string }>('select l::text as whole from kit.operation_log l where company_id = $1', [
    admin.companyId,
  ])
  const written = [...sent.map(({ body }) => body), ...logged.map(({ whole }) => whole)].join()
  for (const password of passwords) expect(written).not.toContain(password)
  expect(logged.some(({ whole }) => whole.includes(broughtBy(sent[2]?.body).proof))).toBe(false)

  const link = broughtBy(sent[2]?.body)
  expect(link.account).toBe('both+one@x')
  expect(await resetOf(tenantDomain, link)).toMatchObject({ code: 0 })
  const [account] = await world.rows('select must_change_password from identity.account where id = $1', [both])
  expect(account).toEqual({ must_change_password: false })
  expect(await resetOf(tenantDomain, link)).toMatchObject({ code: identityErrors.ticketInvalid.code })
})

test('without a way nothing is sent', async () => {
  const { admin, departmentId } = await company()
  const id = await addPerson(world, admin, { departmentId, email: 'quiet@example.com' })
  const { list } = await world.as(admin).get(staff.resets, { ids: [id] })
  expect(list).toMatchObject([{ sentBy: [] }])
  expect(await outboxOf(admin)).toEqual([])
})

test('a link ends by its age and by the next reset', async () => {
  const { admin, departmentId, tenantDomain } = await company()
  const id = await addPerson(world, admin, { departmentId })
  const linkOf = async () => {
    await world.as(admin).get(staff.resets, { ids: [id], ways: ['sms'] })
    const sent = await world.rows<{ body: string }>(
      'select body from messaging.outbox where company_id = $1 order by id desc limit 1',
      [admin.companyId],
    )
    return broughtBy(sent[0]?.body)
  }
  const over = { code: identityErrors.ticketInvalid.code, message: '链接或验证已失效，请重新获取验证码，或联系管理员' }
  const first = await linkOf()
  const second = await linkOf()
  expect(await resetOf(tenantDomain, first)).toMatchObject(over)
  world.now = () => new Date(Date.now() + resetLinkHours * 3_600_000 + 1000)
  expect(await resetOf(tenantDomain, second)).toMatchObject(over)
  world.now = () => new Date()
  await world.as(admin).get(staff.resets, { ids: [id] })
  expect(await resetOf(tenantDomain, second)).toMatchObject(over)
})
