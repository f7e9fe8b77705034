import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderStore, filesModule, fileUrl, storeFile } from '@kaopei/files/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '../contract/company.ts'
import { companyInfoMenu } from '../contract/menus.ts'
import { operationLog } from '../contract/operation-log.ts'
import { platformModule } from './index.ts'

let world: World
const folder = mkdtempSync(join(tmpdir(), 'kaopei-company-'))
beforeAll(async () => {
  world = await World.open([filesModule, platformModule([filesModule])], ({ secret }) => ({
    blobs: new FolderStore({ folder, secret }),
  }))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function picture({ companyId, staffId: createdBy }: TestActor, purpose = 'branding'): Promise<string> {
  const file = { companyId, name: '标识.png', contentType: 'image/png', purpose, body: dot, createdBy }
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))
  return fileUrl(world.services, { companyId, fileId }, 60)
}

test('name, title, logo and icon are saved, last, and are logged with what they were', async () => {
  const actor = await world.actor()
  const before = await world.as(actor).get(company.getCompanyInfo)
  const logoUrl = await picture(actor)
  const input = { name: '新名称', platformTitle: '学习平台', logoUrl, webIcon: null, version: before.version }
  const saved = await world.as(actor).get(company.save, input)
  expect(saved).toMatchObject({ name: '新名称', platformTitle: '学习平台', webIcon: null, version: before.version + 1 })
  world.now = () => new Date(Date.now() + 86_400_000 * 30)
  const shown = await world.app.inject({ url: saved.logoUrl ?? '' })
  world.now = () => new Date()
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  const [row] = (await world.as(actor).get(operationLog.list, {})).dataList
  const { changes } = await world.as(actor).get(operationLog.get, { id: row?.id ?? '' })
  expect(changes).toContainEqual({ field: 'platformTitle', before: '"考培"', after: '"学习平台"' })
  const partly = await world.as(actor).get(company.update, { name: '又一名称', version: saved.version })
  expect(partly).toMatchObject({ name: '又一名称', platformTitle: '学习平台', logoUrl: saved.logoUrl })
})

test('who saves what somebody else has changed meanwhile gets the current row, and nothing is saved', async () => {
  const actor = await world.actor()
  const { version } = await world.as(actor).get(company.getCompanyInfo)
  await world.as(actor).get(company.update, { name: '甲', version })
  const late = await world.as(actor).call(company.update, { name: '乙', version })
  expect(late).toMatchObject({ code: 1007, data: { name: '甲', version: version + 1 } })
})

test('only an own uploaded picture becomes a logo', async () => {
  const [actor, stranger] = [await world.actor(), await world.actor()]
  const colleague = await world.actor({ companyId: actor.companyId })
  const { version } = await world.as(actor).get(company.getCompanyInfo)
  const elsewhere = ['https://example.com/a.png', '/files/x', 'javascript:alert(1)']
  const files = [await picture(stranger), await picture(colleague), await picture(actor, 'attachment')]
  for (const logoUrl of [...elsewhere, ...files])
    expect(await world.as(actor).call(company.update, { logoUrl, version }), logoUrl).toMatchObject({ code: 2552 })
})

test('a company keeps its domain; without the right nothing is changed', async () => {
  const actor = await world.actor()
  const { version, domain } = await world.as(actor).get(company.getCompanyInfo)
  expect(await world.as(actor).call(company.update, { domain: 'other', version })).toMatchObject({ code: 2551 })
  expect(await world.as(actor).call(company.update, { domain, version })).toMatchObject({ code: 0 })
  const reader = await world.actor({ companyId: actor.companyId, menus: [companyInfoMenu] })
  expect(await world.as(reader).call(company.update, { name: 'x', version: version + 1 })).toMatchObject({ code: 1002 })
  expect(await world.as(reader).get(company.getCompanyInfo)).toMatchObject({ domain })
})

test('not even the server role changes what was agreed with the platform, or another company', async () => {
  const [actor, other] = [await world.actor(), await world.actor()]
  const change = (what: string, companyId: string) =>
    world.inCompany(actor.companyId, (db) => sql.raw(`update identity.company set ${what} where id = '${companyId}'`).execute(db))
  for (const terms of [
    'is_suspended = true',
    "valid_until = '2099-01-01'",
    'exam_quota = 9',
    'package_id = id',
    'programming_enabled = true',
  ])
    await expect(change(terms, actor.companyId), terms).rejects.toThrow(/only the platform/)
  await expect(change('is_platform = true', actor.companyId)).rejects.toThrow(/stays what it is/)
  await change("name = '改了'", other.companyId)
  expect(await world.rows('select name from identity.company where id = $1', [other.companyId])).toEqual([{ name: '测试公司' }])
})
