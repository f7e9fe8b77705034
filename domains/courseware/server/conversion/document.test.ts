import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { coursewareType } from '../../contract/codes.ts'
import { jpegSize } from '../formats/pdf-facts.ts'
import { bytesOf, converted, madePath, openConversionWorld, patientConfig, requireTools } from './conversion-world.ts'

vi.setConfig(patientConfig)

let world: World
let companyId: string
beforeAll(async () => {
  await requireTools()
  world = await openConversionWorld()
  companyId = await world.company()
})
afterAll(() => world?.close())

const document = (name: string, body: Buffer) => converted(world, { companyId, type: coursewareType.document, name, body })

/** What LibreOffice itself makes of a file of its own. */
function madeByOffice(name: string, text: string, ending: string): Buffer {
  writeFileSync(madePath(name), text)
  const profile = `-env:UserInstallation=file://${madePath('profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', ending, '--outdir', madePath(''), madePath(name)], {
    stdio: 'ignore',
  })
  return readFileSync(madePath(name.replace(/\.\w+$/, `.${ending}`)))
}

const slides = (titles: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
${titles.map((title) => `<draw:page draw:name="${title}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame></draw:page>`).join('\n')}
</office:presentation></office:body></office:document>`

async function zipped(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

test('slides become pictures of their pages, with their text and a cover', async () => {
  const outcome = await document('安全.pptx', madeByOffice('deck.fodp', slides(['第一页 安全生产', '第二页', '第三页']), 'pptx'))
  expect(outcome).toMatchObject({ state: 'done', transStatus: 2, pageCount: 3, hasCover: true, failure: null })
  expect(outcome.pages.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(outcome.text).toContain('安全生产')
  const [page] = outcome.pages
  expect(jpegSize(await bytesOf(world, page?.fileId ?? ''))).toEqual({ width: page?.width, height: page?.height })
})

test('words, tables and PDF as well', async () => {
  const words = await document('手册.docx', madeByOffice('words.txt', '员工手册\n第一章', 'docx'))
  expect(words).toMatchObject({ transStatus: 2, pageCount: 1 })
  expect(words.text).toContain('员工手册')
  const table = await document('名单.xls', madeByOffice('table.csv', '姓名,部门\n甲,一部', 'xls'))
  expect(table).toMatchObject({ transStatus: 2, pageCount: 1 })
  const pdf = await document('手册.pdf', madeByOffice('long.txt', '一行\n'.repeat(2000), 'pdf'))
  expect(pdf.pageCount).toBeGreaterThan(20)
  expect(pdf.pages).toHaveLength(pdf.pageCount ?? 0)
})

test('a linked picture is not fetched: the converter has no network', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const link = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/seen.png`
  const body = await zipped({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${link}" TargetMode="External"/></Relationships>`,
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body><w:p><w:r><w:t>words</w:t></w:r><w:r><w:drawing><wp:inline><wp:extent cx="990000" cy="990000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="p1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="990000" cy="990000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>',
  })
  const outcome = await document('linked.docx', body)
  server.close()
  expect(asked).toEqual([])
  expect(outcome).toMatchObject({ transStatus: 2, pageCount: 1 })
})

test('what is broken, empty or no such document is refused, though LibreOffice says that all is well', async () => {
  const whole = madeByOffice('deck.fodp', slides(['一', '二']), 'pptx')
  const mixed = Buffer.from(whole)
  for (let at = 200; at < mixed.length; at += 37) mixed[at] = (at * 31) % 256
  const broken: [string, Buffer][] = [
    ['半.pptx', whole.subarray(0, whole.length / 2)],
    ['乱.pptx', mixed],
    ['空.docx', await zipped({ 'nothing.txt': 'nothing' })],
    ['文.pptx', Buffer.from('just words')],
    ['坏.pdf', Buffer.from('%PDF-1.4\nnothing of the kind')],
  ]
  for (const [name, body] of broken) {
    const outcome = await document(name, body)
    expect(outcome, name).toMatchObject({ state: 'failed', failure: 'unreadable', transStatus: 3, pages: [] })
    expect(outcome.failureText).toMatch(/替换文件/)
  }
})

test('with a password it says so', async () => {
  writeFileSync(madePath('secret.txt'), '秘密')
  const filter =
    'pdf:writer_pdf_Export:{"EncryptFile":{"type":"boolean","value":"true"},"DocumentOpenPassword":{"type":"string","value":"abc"}}'
  const profile = `-env:UserInstallation=file://${madePath('profile')}`
  execFileSync(
    'soffice',
    [profile, '--headless', '--convert-to', filter, '--outdir', madePath('locked'), madePath('secret.txt')],
    { stdio: 'ignore' },
  )
  expect(await document('密.pdf', readFileSync(madePath('locked/secret.pdf')))).toMatchObject({
    state: 'failed',
    failure: 'encrypted',
  })
  // As Office writes it: an old compound around the encrypted package.
  const compound = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2000),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  expect(await document('密.docx', compound)).toMatchObject({
    failure: 'encrypted',
    failureText: expect.stringContaining('去掉密码'),
  })
})
