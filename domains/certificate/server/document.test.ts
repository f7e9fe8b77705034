import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { courseModule } from '@kaopei/course/server'
import { examModule } from '@kaopei/exam/server'
import { filesModule, storeFile, temporaryBlobs, withLocalFile } from '@kaopei/files/server'
import { arrangePeople } from '@kaopei/org/testing'
import { qrPng } from '@kaopei/print'
import { resultModule } from '@kaopei/result/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { skillModule } from '@kaopei/skill/server'
import { trainingModule } from '@kaopei/training/server'
import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import jsqr from 'jsqr'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certificate } from '../contract/certificate.ts'
import { certificateErrors, portraitErrors } from '../contract/errors.ts'
import { layOut } from '../contract/lay-out.ts'
import { type Layout, layout } from '../contract/layout.ts'
import { myCertificate } from '../contract/mine.ts'
import { ownPortrait } from '../contract/own-portrait.ts'
import { portrait } from '../contract/portrait.ts'
import { refusal } from '../contract/refusal.ts'
import { arrangeRule, arrangeTemplate } from './certificate-arrange.ts'
import { valuesOf } from './document/certificate-pdf.ts'
import { retireKey, signingKey } from './document/signing-key.ts'
import { certificateModule } from './index.ts'
import { printedAtOnce } from './issued/print.job.ts'
import { mayLook } from './public/look-rate.ts'
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
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})
// A company of its own, with a template and a rule.
beforeEach(async () => {
  admin = await world.actor()
  const templateId = await arrangeTemplate(world, admin)
  ruleId = await arrangeRule(world, admin, { templateId, validityMonths: 12 })
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
  const { pages, overflows } = layOut(layout.parse(row?.layout), values, { glyphs: new Set(), photo: null })
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

  test('of more than the press takes at once is one for paper, a page each, in the order of their numbers', async () => {
    const names = Array.from({ length: printedAtOnce + 1 }, (_, at) => ({ name: `孙${at}` }))
    const staffIds = [...(await arrangePeople(world, admin.companyId, names))]
    await world.as(admin).get(certificate.issue, { ruleId, staffIds, departmentIds: [], filters: [], source: '考试' })
    const { count } = await world.as(admin).get(certificate.print, { ruleId })
    expect(count).toBeGreaterThan(printedAtOnce)
    await world.runJobs()
    const [job] = await world.rows<{ file_id: string; state: number; message: string }>(
      `select file_id, state, message from jobs.background_job where kind = 'certificatePrint' and company_id = $1`,
      [admin.companyId],
    )
    expect([job?.state, job?.message]).toEqual([2, ''])
    const [object] = await world.rows<{ key: string }>('select key from files.object where id = $1', [job?.file_id])
    const chunks: Buffer[] = []
    for await (const chunk of await world.services.blobs.open(object?.key ?? '')) chunks.push(Buffer.from(chunk))
    const path = kept(Buffer.concat(chunks), 'print.pdf')
    expect(poppler('pdfinfo', path).toString()).toMatch(new RegExp(`Pages:\\s+${count}\\n`))
    const numbers = await world.rows<{ number: string }>(
      'select number from certificate.certificate where rule_id = $1 order by length(number), number',
      [ruleId],
    )
    const pages = poppler('pdftotext', path, '-').toString().split('\f')
    expect(numbers.filter(({ number }, at) => !pages[at]?.includes(number))).toEqual([])
  })

  test('one that was revoked or replaced is not printed: on paper nobody would see it', async () => {
    const as = world.as(admin)
    const [kept, revoked, replaced] = [await issued('不撤'), await issued('撤销'), await issued('换发')]
    await as.get(certificate.revoke, { ids: [revoked.id], reason: '替考' })
    await as.get(certificate.reissue, { id: replaced.id, reason: '改名' })
    expect((await as.get(certificate.print, { ids: [kept.id, revoked.id, replaced.id] })).count).toBe(1)
    expect(await as.call(certificate.print, { ids: [revoked.id, replaced.id] })).toMatchObject({
      ...{ code: certificateErrors.nothingToPrint.code, message: expect.stringContaining('已撤销和已更换的不再打印') },
    })
  })
})

test('the list goes out as a workbook with all that it shows, whose ground has gone too', async () => {
  const as = world.as(admin)
  const { id } = await issued('待处理')
  await world.rows(
    `insert into certificate.proposal (company_id, certificate_id, cause, created_at) values ($1, $2, 'voided', now())`,
    [admin.companyId, id],
  )
  const [shown] = (await as.get(certificate.list, { keyWords: '待处理' })).dataList
  expect(shown).toMatchObject({ holderName: '待处理', isProposed: true })
  const { jobId } = await as.get(certificate.export, { keyWords: '待处理' })
  await world.runJobs()
  const [job] = await world.rows<{ fileId: string }>('select file_id as "fileId" from jobs.background_job where id = $1', [jobId])
  const rows = await world.inCompany(admin.companyId, (db) =>
    withLocalFile(db, world.services, job?.fileId ?? '', async (path) => {
      const found: string[][] = []
      for await (const { cells } of readXlsx(path)) found.push(cells.map(({ text }) => text))
      return found
    }),
  )
  const [titles = [], ...lines] = rows
  expect(lines).toHaveLength(1)
  const said = Object.fromEntries(titles.map((title, at) => [title, lines[0]?.[at]]))
  expect(said).toMatchObject({ 证书编号: shown?.number, 持证人: '待处理', 依据: shown?.source, 状态: '有效', 待处理: '是' })
})

describe('the photo of the holder', () => {
  const face = (text: string) => Buffer.from(qrPng(text))
  const [first, second] = [face('x'), face('a photo of another size, for it says much more than the other one does')]
  const sizeOf = (png: Buffer) => png.readUInt32BE(16)

  async function uploaded(name: string, body: Buffer): Promise<string> {
    const facts = {
      companyId: admin.companyId,
      name,
      contentType: 'image/png',
      purpose: 'portrait',
      createdBy: admin.staffId,
      body,
    }
    const stored = await world.inCompany(admin.companyId, (db) =>
      storeFile(db, world.services, facts, () => {
        throw new Error('no room')
      }),
    )
    return stored.fileId
  }
  /** Widths of the pictures in a file: certificates' codes are wider than the first photo and narrower than the second. */
  const widthsOf = (pdf: Buffer, name: string) =>
    poppler('pdfimages', '-list', kept(pdf, name))
      .toString()
      .split('\n')
      .slice(2)
      .filter(Boolean)
      .map((line) => Number(line.trim().split(/\s+/)[3]))

  async function printed(ids: string[]): Promise<Buffer> {
    const { jobId } = await world.as(admin).get(certificate.print, { ids })
    await world.runJobs()
    const [object] = await world.rows<{ key: string }>(
      'select o.key from files.object o join jobs.background_job j on j.file_id = o.id where j.id = $1',
      [jobId],
    )
    const chunks: Buffer[] = []
    for await (const chunk of await world.services.blobs.open(object?.key ?? '')) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  }

  /** By hand, of a template with a photo. */
  async function ruleWithPhoto(name: string): Promise<string> {
    const box = { id: 'face', kind: 'portrait' as const, x: 20, y: 40, width: 25, height: 35 }
    const change = (drawn: Layout): Layout => ({
      ...drawn,
      pages: drawn.pages.map((page) => ({ ...page, boxes: [...page.boxes, box] })),
    })
    const ofPhoto = await arrangeTemplate(world, admin, { name, change })
    return arrangeRule(world, admin, { templateId: ofPhoto, name, numberPattern: `${name}{seq}` })
  }

  test('stands in its box as it was when it was issued; who has none is named before, waits or goes without; a new one comes by reissue', async () => {
    const as = world.as(admin)
    const ruleOfPhoto = await ruleWithPhoto('带照片')
    const staffIds = await arrangePeople(world, admin.companyId, [{ name: '有照片' }, { name: '没照片' }])
    const [with1 = '', without1 = ''] = staffIds
    const fileId = await uploaded('a.png', first)
    await as.get(portrait.save, { staffId: with1, fileId })
    const wish = { ruleId: ruleOfPhoto, staffIds: [...staffIds], departmentIds: [], filters: [] }
    expect(await as.get(certificate.photoless, wish)).toMatchObject({ asksPhoto: true, count: 1, people: [{ name: '没照片' }] })
    expect(await as.call(certificate.issue, wish)).toMatchObject({
      ...{ code: portraitErrors.missing.code, message: '没照片没有照片：请先上传，或选择不带照片签发' },
    })
    expect(await as.get(certificate.issue, { ...wish, missingPhoto: 'wait' })).toEqual({
      ...{ issuedCount: 1, heldCount: 0, refusedCount: 0, photolessCount: 1 },
    })
    const rowsOf = async (staffId: string) =>
      world.rows<{ id: string; code: string }>('select id, code from certificate.certificate where staff_id = $1 order by id', [
        staffId,
      ])
    const [own] = await rowsOf(with1)
    const widths = widthsOf(await fileOf(own?.id ?? ''), 'face.pdf')
    expect(widths).toContain(sizeOf(first))

    const [waiting] = (await as.get(refusal.list, {})).dataList.filter(({ holderName }) => holderName === '没照片')
    expect(waiting).toMatchObject({ lacksPhoto: true, characters: [] })
    // Asked for once more while it waits: both are settled by the one that is issued.
    await as.get(certificate.issue, { ...wish, staffIds: [without1], missingPhoto: 'wait' })
    const ids = (await as.get(refusal.list, {})).dataList.flatMap(({ id, lacksPhoto }) => (lacksPhoto ? [id] : []))
    expect(ids).toHaveLength(2)
    expect(await as.get(refusal.retry, { ids })).toEqual({ issuedCount: 0, leftCount: 2 })
    expect(await as.get(refusal.retry, { ids, isWithoutPhoto: true })).toEqual({ issuedCount: 1, leftCount: 0 })
    const [bare] = await rowsOf(without1)
    expect(widthsOf(await fileOf(bare?.id ?? ''), 'bare.pdf')).toHaveLength(widths.length - 1)
    const again = { id: bare?.id ?? '', reason: '遗失' }
    expect((await as.call(certificate.reissue, again)).code).toBe(portraitErrors.missing.code)

    await as.get(portrait.save, { staffId: with1, fileId: await uploaded('b.png', second) })
    expect(widthsOf(await printed([own?.id ?? '']), 'kept.pdf')).toContain(sizeOf(first))
    const { id: renewed } = await as.get(certificate.reissue, { id: own?.id ?? '', reason: '更换照片' })
    expect(widthsOf(await printed([renewed]), 'renewed.pdf')).toContain(sizeOf(second))
    expect(widthsOf(await fileOf(own?.id ?? ''), 'former.pdf')).toContain(sizeOf(first))
    // What a certificate shows stays when its holder's photo goes.
    await as.get(portrait.remove, { ids: [with1] })
    const files = await world.rows<{ name: string; goes: boolean }>(
      `select name, expires_at is not null as goes from files.object where company_id = $1 and purpose = 'portrait' order by name`,
      [admin.companyId],
    )
    expect(files).toEqual([
      { name: 'a.png', goes: false },
      { name: 'b.png', goes: false },
    ])
    expect((await as.get(certificate.detail, { id: renewed })).photoUrl).toContain('/files/')
    const page = (await world.app.inject({ url: `/certificate/${own?.code}` })).payload
    for (const hidden of ['<img', '/files/', fileId]) expect(page).not.toContain(hidden)
  })

  test('of oneself is sent where a certificate asks for it, is looked at, and what waited for it is issued', async () => {
    const as = world.as(admin)
    const ruleId = await ruleWithPhoto('本人照片')
    const [staffId = '', otherId = ''] = await arrangePeople(world, admin.companyId, [{ name: '自己传' }, { name: '不需要' }])
    const holder = world.as(await world.actor({ companyId: admin.companyId, staffId, isAdmin: false, rights: [] }))
    // Nobody looks at its points here: it says that it is large enough.
    const png = face('somebody')
    png.writeUInt32BE(300, 16)
    png.writeUInt32BE(420, 20)
    const sent = async (createdBy: string, body: Buffer) => {
      const facts = { companyId: admin.companyId, name: 'me.png', contentType: 'image/png', purpose: 'image', createdBy, body }
      const refuse = () => {
        throw new Error('no room')
      }
      return (await world.inCompany(admin.companyId, (db) => storeFile(db, world.services, facts, refuse))).fileId
    }
    expect(await holder.get(ownPortrait.get, {})).toEqual({ titles: [], isAsked: false, url: null, offer: null })
    const tooEarly = await holder.call(ownPortrait.offer, { fileId: await sent(staffId, png) })
    expect(tooEarly.code).toBe(portraitErrors.notAsked.code)

    await as.get(certificate.issue, { ruleId, staffIds: [staffId], departmentIds: [], filters: [], missingPhoto: 'wait' })
    expect((await holder.get(ownPortrait.get, {})).titles).toEqual(['本人照片'])
    for (const body of [face('x'), Buffer.from('GIF89a'), Buffer.concat([png, Buffer.alloc(2_100_000)])])
      expect((await holder.call(ownPortrait.offer, { fileId: await sent(staffId, body) })).code).toBe(
        portraitErrors.unreadable.code,
      )
    expect((await holder.call(ownPortrait.offer, { fileId: await sent(admin.staffId, png) })).code).toBe(
      portraitErrors.uploadMissing.code,
    )
    await holder.get(ownPortrait.offer, { fileId: await sent(staffId, png) })
    const waiting = async () => (await as.get(portrait.list, { photo: 'waits' })).dataList
    const [shown] = await waiting()
    expect(shown).toMatchObject({ staffId, url: null, offer: { state: 1, url: expect.stringContaining('/files/') } })
    const looked = shown?.offer?.fileId ?? ''
    expect((await as.call(portrait.decide, { staffId, fileId: looked, isAccepted: 0 })).code).toBe(1001)
    await as.get(portrait.decide, { staffId, fileId: looked, isAccepted: 0, reason: '背景杂乱' })
    expect((await holder.get(ownPortrait.get, {})).offer).toMatchObject({ state: 2, reason: '背景杂乱', url: null })

    await holder.get(ownPortrait.offer, { fileId: await sent(staffId, png) })
    const stale = await as.call(portrait.decide, { staffId, fileId: looked, isAccepted: 1 })
    expect(stale.code).toBe(portraitErrors.offerChanged.code)
    const fileId = (await waiting())[0]?.offer?.fileId ?? ''
    expect(await as.get(portrait.decide, { staffId, fileId, isAccepted: 1 })).toEqual({ issuedCount: 1 })
    expect(await holder.get(ownPortrait.get, {})).toMatchObject({ url: expect.stringContaining('/files/'), offer: null })
    const issued = await world.rows('select photo_id as "photoId" from certificate.certificate where staff_id = $1', [staffId])
    expect(issued).toEqual([{ photoId: fileId }])
    expect(await as.get(portrait.ask, { ids: [staffId, otherId] })).toEqual({ askedCount: 1 })
    const stranger = world.as(await world.actor())
    expect((await stranger.call(portrait.ask, { ids: [otherId] })).code).not.toBe(0)
    expect((await stranger.call(portrait.decide, { staffId, fileId, isAccepted: 1 })).code).not.toBe(0)
  })

  test('of many goes to whom its file is called by; a stranger’s, a second one and another company’s are named or nobody', async () => {
    const as = world.as(admin)
    const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '工号甲' }])
    await world.rows(`update org.staff set job_number = 'P0001' where id = $1`, [staffId])
    const fileIds = [await uploaded('P0001.png', first), await uploaded('P0001.jpg', second), await uploaded('9.png', first)]
    expect(await as.get(portrait.saveMany, { fileIds })).toEqual({
      savedCount: 1,
      unmatched: [
        { name: 'P0001.jpg', reason: '同一人有两张照片，只保留了前一张' },
        { name: '9.png', reason: '没有工号或账号与文件名相同的人员，或不在您的管理范围内' },
      ],
    })
    expect((await as.get(portrait.list, { keyWords: '工号甲', photo: 'with' })).dataList).toMatchObject([
      { staffId, jobNumber: 'P0001' },
    ])
    expect((await as.get(portrait.list, { keyWords: '工号甲', photo: 'without' })).totalCount).toBe(0)
    const stranger = world.as(await world.actor())
    expect((await stranger.call(portrait.save, { staffId, fileId: fileIds[0] ?? '' })).code).not.toBe(0)
    expect((await stranger.call(portrait.remove, { ids: [staffId] })).code).not.toBe(0)
    const goes = await world.rows('select from files.object where id = any($1::uuid[]) and expires_at is not null', [fileIds])
    expect(goes).toHaveLength(2)
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

test('of 100,000 guesses of a minute from one network 300 are looked up, and all others together cost a few statements', async () => {
  const guesses = 100_000
  const begun = Date.now()
  const { pool } = world.services
  let statements = 0
  const query = (text: string, values: unknown[]) => {
    statements += 1
    return pool.query(text, values)
  }
  const services = { pool: { query } as unknown as typeof pool } // asks nothing else of it
  let looked = 0
  const used = process.cpuUsage()
  for (let guess = 0; guess < guesses; guess += 1)
    if (await mayLook('198.51.100.0', services, begun + (guess * 60_000) / guesses)) looked += 1
  const { user, system } = process.cpuUsage(used)
  expect(looked).toBe(300)
  // Thirty that were granted, and one each five seconds that was not.
  expect(statements).toBeLessThanOrEqual(30 + 12)
  expect((user + system) / 1000 / guesses).toBeLessThan(0.05)
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
    // However a request calls this server, its answers, which are cached for everybody, name the credential's own addresses.
    const headers = { host: 'attacker.example' }
    const said = async (url: string) => (await world.app.inject({ url: new URL(url).pathname, headers })).json()
    expect(await said(String(payload.iss))).toMatchObject({ id: payload.iss })
    expect(await said(status.id)).toMatchObject({ id: status.id, issuer: payload.iss })
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
