import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { courseModule } from '@kaopei/course/server'
import { examModule } from '@kaopei/exam/server'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { arrangePeople } from '@kaopei/org/testing'
import { resultModule } from '@kaopei/result/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { skillModule } from '@kaopei/skill/server'
import { trainingModule } from '@kaopei/training/server'
import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import jsqr from 'jsqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '../contract/certificate.ts'
import { layOut } from '../contract/lay-out.ts'
import { layout } from '../contract/layout.ts'
import { myCertificate } from '../contract/mine.ts'
import { arrangeRule, arrangeTemplate } from './certificate-arrange.ts'
import { valuesOf } from './document/certificate-pdf.ts'
import { retireKey, signingKey } from './document/signing-key.ts'
import { certificateModule } from './index.ts'
import { verificationPage } from './public/page.ts'

let world: World
let admin: TestActor
let ruleId: string
const folder = mkdtempSync(join(tmpdir(), 'kaopei-certificate-'))
beforeAll(async () => {
  world = await World.open(
    [filesModule, examModule, resultModule, courseModule, trainingModule, skillModule, certificateModule],
    temporaryBlobs,
  )
  admin = await world.actor()
  const templateId = await arrangeTemplate(world, admin)
  ruleId = await arrangeRule(world, admin, { templateId, validityMonths: 12 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

async function issued(name: string): Promise<{ id: string; staffId: string; code: string }> {
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name }])
  const selection = { staffIds: [staffId], departmentIds: [], filters: [] }
  await world.as(admin).get(certificate.issue, { ruleId, ...selection, source: '安全生产知识考试', score: '92.5' })
  const [row] = await world.rows<{ id: string; code: string }>(
    'select id, code from certificate.certificate where staff_id = $1',
    [staffId],
  )
  return { id: row?.id ?? '', code: row?.code ?? '', staffId }
}

async function fileOf(id: string): Promise<Buffer> {
  const { url } = await world.as(admin).get(certificate.pdf, { id })
  return (await world.app.inject({ url })).rawPayload
}

function kept(pdf: Uint8Array, name: string): string {
  const path = join(folder, name)
  writeFileSync(path, pdf)
  return path
}
const poppler = (program: string, ...args: string[]) => execFileSync(program, args, { maxBuffer: 1e9 })

interface Word {
  readonly x: number
  readonly y: number
  readonly text: string
}

/** Words with their left and lower ends in millimetres. */
function wordsOf(path: string): Word[] {
  const page = poppler('pdftotext', '-bbox', path, '-').toString()
  const mm = (points: string | undefined) => (Number(points) * 25.4) / 72
  return [...page.matchAll(/xMin="([\d.]+)" yMin="[\d.]+" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g)].map(
    ([, x, y, text = '']) => ({
      ...{ x: mm(x), y: mm(y), text },
    }),
  )
}

test('the PDF says what the picture on the screen says, where it says it, with its fonts and a code that a phone reads', async () => {
  const one = await issued('㛃𬭚·张晓明')
  const path = kept(await fileOf(one.id), 'one.pdf')
  const [row] = await world.rows<{ layout: unknown; facts: Record<string, string> }>(
    `select v.layout, c.facts from certificate.certificate c
     join certificate.template_version v on v.template_id = c.template_id and v.number = c.template_number where c.id = $1`,
    [one.id],
  )
  const site = `https://t${admin.companyId.slice(0, 8)}.kaopei.test`
  const values = valuesOf({ facts: row?.facts ?? {}, code: one.code }, site)
  const { pages, overflows } = layOut(layout.parse(row?.layout), values, new Set())
  expect(overflows).toEqual([])
  const drawn = wordsOf(path)
  for (const item of pages.flatMap(({ items }) => items)) {
    if (item.kind !== 'text') continue
    const first = item.text.split(' ')[0] ?? ''
    const word = drawn.find(({ text, x }) => text.startsWith(first.slice(0, 2)) && Math.abs(x - item.x) < 1.5)
    expect([item.text, word?.x]).toEqual([item.text, expect.closeTo(item.x, 0)])
  }
  const text = poppler('pdftotext', '-layout', path, '-').toString()
  for (const said of ['㛃𬭚·张晓明', '安全生产知识考试', values.number, values.issuedOn, values.validUntil])
    expect(text.replace(/\s/g, '')).toContain(said.replace(/\s/g, ''))
  const fonts = poppler('pdffonts', path).toString().split('\n').slice(2).filter(Boolean)
  expect(fonts.length).toBeGreaterThan(0)
  // Columns from the right: embedded, subset, text can be taken out.
  for (const font of fonts) expect(font).toMatch(/yes yes yes/)
  expect(readCode(path)).toBe(`${site}/certificate/${one.code}`)
})

function readCode(path: string): string | undefined {
  const [, width, height, , pixels] =
    /^P6\s(\d+)\s(\d+)\s(\d+)\s([\s\S]*)$/.exec(poppler('pdftoppm', '-r', '150', path).toString('latin1')) ?? []
  const bytes = Buffer.from(pixels ?? '', 'latin1')
  const rgba = new Uint8ClampedArray((bytes.length / 3) * 4)
  for (let at = 0; at * 3 < bytes.length; at += 1)
    rgba.set([bytes[at * 3] ?? 0, bytes[at * 3 + 1] ?? 0, bytes[at * 3 + 2] ?? 0, 255], at * 4)
  return jsqr.default(rgba, Number(width), Number(height))?.data
}

describe('the file', () => {
  test('is the same ever after, and its hash is that of the page; one byte more is not', async () => {
    const { id, code } = await issued('赵一')
    const [first, second] = [await fileOf(id), await fileOf(id)]
    expect(first.equals(second)).toBe(true)
    const sha256 = createHash('sha256').update(first).digest('hex')
    const page = (await world.app.inject({ url: `/certificate/${code}` })).payload
    expect(page).toContain(`data-sha256="${sha256}"`)
    const altered = Buffer.from(first)
    altered[altered.length - 10] = (altered[altered.length - 10] ?? 0) ^ 1
    expect(createHash('sha256').update(altered).digest('hex')).not.toBe(sha256)
  })

  test('two who ask at once get one file', async () => {
    const { id } = await issued('钱二')
    const files = await Promise.all([1, 2, 3].map(() => fileOf(id)))
    expect(new Set(files.map((file) => createHash('sha256').update(file).digest('hex'))).size).toBe(1)
    expect(await world.rows('select from certificate.document where certificate_id = $1', [id])).toHaveLength(1)
  })

  test('of several is one for paper, a page each', async () => {
    await issued('孙三')
    const { count } = await world.as(admin).get(certificate.print, { ruleId })
    await world.runJobs()
    const [job] = await world.rows<{ file_id: string; state: number; message: string }>(
      `select file_id, state, message from jobs.background_job where kind = 'certificatePrint' and company_id = $1`,
      [admin.companyId],
    )
    expect([job?.state, job?.message]).toEqual([2, ''])
    const [object] = await world.rows<{ key: string }>('select key from files.object where id = $1', [job?.file_id])
    const chunks: Buffer[] = []
    for await (const chunk of await world.services.blobs.open(object?.key ?? '')) chunks.push(Buffer.from(chunk))
    const facts = poppler('pdfinfo', kept(Buffer.concat(chunks), 'print.pdf')).toString()
    expect(facts).toMatch(new RegExp(`Pages:\\s+${count}\\n`))
  })
})

describe('the public page', () => {
  const pageOf = (code: string) => world.app.inject({ url: `/certificate/${encodeURIComponent(code)}` })

  test('shows state, masked name and number to anybody, small, and nothing that it does not say', async () => {
    const { code, id } = await issued('欧阳<b>明日</b>')
    const { payload, headers } = await pageOf(code)
    expect(payload).toContain('有效')
    expect(payload).toContain('欧*****')
    expect(payload).not.toContain('明日')
    expect(payload.length).toBeLessThan(30_000)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    await world.as(admin).get(certificate.revoke, { ids: [id], reason: '内部原因不公开' })
    const revoked = (await pageOf(code)).payload
    expect(revoked).toContain('已撤销')
    expect(revoked).not.toContain('内部原因')
    // As it is typed from paper.
    expect((await pageOf(code.toLowerCase().replace(/^(.{4})/, '$1-'))).payload).toBe(revoked)
  })

  test('is alike for codes that nobody has and for what is no code', async () => {
    const unknown = await pageOf('7K3M9QXV2TBH5RWC')
    expect(unknown.payload).toContain('没有找到证书')
    for (const code of ['x', '7K3M9QXV2TBH5RW', '%', "' or 1=1 --", 'A'.repeat(500), '../../etc/passwd']) {
      const { payload, statusCode } = await pageOf(code)
      expect([code, statusCode, payload === unknown.payload]).toEqual([code, 200, true])
    }
  })

  test('says that an expired one is genuine and expired', async () => {
    const { code } = await issued('周五')
    await world.rows(`update certificate.certificate set issued_at = '2020-01-01', valid_until = '2021-01-01' where code = $1`, [
      code,
    ])
    expect((await pageOf(code)).payload).toContain('已过期')
    expect(verificationPage(undefined, new Date())).toContain('没有找到证书')
  })

  test('is not for guessing: the 301st look of a minute waits', async () => {
    for (let look = 0; look < 300; look += 1)
      await world.app.inject({ url: '/certificate/AAAAAAAAAAAAAAAA', remoteAddress: '203.0.113.9' })
    const { statusCode, payload } = await world.app.inject({ url: '/certificate/BBBBBBBBBBBBBBBB', remoteAddress: '203.0.113.9' })
    expect([statusCode, payload.includes('查询过于频繁')]).toEqual([429, true])
    expect((await world.app.inject({ url: '/certificate/BBBBBBBBBBBBBBBB', remoteAddress: '203.0.113.10' })).statusCode).toBe(200)
  })
})

describe('the credential', () => {
  const badgeOf = async (id: string, staffId: string) => {
    const holder = await world.actor({ companyId: admin.companyId, staffId, rights: [] })
    return (await world.as(holder).get(myCertificate.badge, { id })).credential
  }
  const followed = async (url: string) => (await world.app.inject({ url: new URL(url).pathname })).json()

  test('is verified by whoever follows its key, and revoked by the list that it names', async () => {
    const { id, staffId } = await issued('吴六')
    const credential = await badgeOf(id, staffId)
    const header = decodeProtectedHeader(credential)
    expect(Object.keys(header).sort()).toEqual(['alg', 'kid', 'typ'])
    expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' })
    const jwk = await followed(header.kid ?? '')
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const { payload } = await jwtVerify(credential, await importJWK(jwk, 'RS256'))
    expect(payload).toMatchObject({
      ...{ jti: `urn:uuid:${id}`, sub: `urn:uuid:${staffId}`, type: ['VerifiableCredential', 'OpenBadgeCredential'] },
      ...{ issuer: { id: payload.iss }, nbf: Math.floor(Date.parse(String(payload.validFrom)) / 1000) },
      exp: Math.floor(Date.parse(String(payload.validUntil)) / 1000),
    })
    expect(payload).not.toHaveProperty('vc')
    expect(payload).not.toHaveProperty('issuanceDate')
    const status = payload.credentialStatus as { id: string; type: string } // what the credential says of itself
    expect(status.type).toBe('1EdTechRevocationList')
    const revoked = async () => ((await followed(status.id)).revokedCredentials as { id: string }[]).map((one) => one.id)
    expect(await revoked()).not.toContain(payload.jti)
    await world.as(admin).get(certificate.revoke, { ids: [id], reason: '误发' })
    expect(await revoked()).toContain(payload.jti)
    const [head = '', body = '', signature = ''] = credential.split('.')
    const forged = `${head}.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('吴六', '吴七')).toString('base64url')}.${signature}`
    await expect(jwtVerify(forged, createLocalJWKSet({ keys: [jwk] }))).rejects.toThrow()
  })

  test('of a retired key is verified for ever, and the next one signs with another', async () => {
    const { id, staffId } = await issued('郑七')
    const before = await badgeOf(id, staffId)
    await world.inCompany(admin.companyId, async (db) => retireKey(db, (await signingKey(db, world.services)).id))
    const after = await badgeOf(id, staffId)
    const [old, fresh] = [before, after].map((credential) => decodeProtectedHeader(credential).kid ?? '')
    expect(old).not.toBe(fresh)
    for (const credential of [before, after]) {
      const jwk = await followed(decodeProtectedHeader(credential).kid ?? '')
      expect((await jwtVerify(credential, await importJWK(jwk, 'RS256'))).payload.jti).toBe(`urn:uuid:${id}`)
    }
    const [row] = await world.rows<{ sealed_key: string }>(
      'select sealed_key from certificate.signing_key where company_id = $1',
      [admin.companyId],
    )
    expect(row?.sealed_key).not.toContain('PRIVATE')
  })
})
