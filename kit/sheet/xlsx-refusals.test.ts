import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readWorkbook, readXlsx, writeXlsx } from './index.ts'
import { bytesOf, refusalOf, rowsOf, workbookEntries, workbookOf, zipOf } from './made-files.ts'

const ONE_ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>张三</t></is></c></row>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Entries of a workbook whose sheet holds `size` bytes of blanks. */
function blanks(size: number): Buffer {
  const head = `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>`
  return Buffer.concat([Buffer.from(head), Buffer.alloc(size, ' '), Buffer.from('</sheetData></worksheet>')])
}

function withSheet(data: Buffer, declaredSize?: number): Buffer {
  return zipOf(
    workbookEntries({ rows: '' }).map((entry) =>
      entry.name !== 'xl/worksheets/sheet1.xml'
        ? entry
        : { name: entry.name, data, ...(declaredSize === undefined ? {} : { declaredSize }) },
    ),
  )
}

test('an empty file, a text, a picture and a web page are no workbooks', async () => {
  expect(await refusalOf(readXlsx(Buffer.alloc(0)))).toBe('empty')
  expect(await refusalOf(readXlsx(Buffer.from('姓名,手机')))).toBe('notWorkbook')
  expect(await refusalOf(readXlsx(Buffer.from('\x89PNG\r\n', 'latin1')))).toBe('notWorkbook')
  expect(await refusalOf(readWorkbook(Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), '名单.xls'))).toBe('html')
  expect(await refusalOf(readXlsx(zipOf([{ name: 'word/document.xml', data: '<w/>' }])))).toBe('notWorkbook')
})

test('a workbook that was cut off anywhere is never read as a shorter one', async () => {
  const whole = await bytesOf(
    writeXlsx({ sheets: [{ name: 's', columns: [{ title: 'a' }], rows: [[randomBytes(3000).toString('hex')]] }] }),
  )
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    expect(await refusalOf(readXlsx(whole.subarray(0, Math.floor(whole.length * share))))).toBe('truncated')
  }
})

test('changed bytes inside a part are found', async () => {
  const whole = workbookOf({ rows: ONE_ROW.repeat(1) + '<row r="2"><c><v>1</v></c></row>'.repeat(50) })
  const broken = Buffer.from(whole)
  const start = broken.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length
  broken.fill(0xff, start + 20, start + 60)
  expect(['damaged', 'truncated']).toContain(await refusalOf(readXlsx(broken)))
})

test('a bomb is refused by what it declares, without unpacking', async () => {
  const declared = withSheet(blanks(100_000), 4_000_000_000)
  expect(await refusalOf(readXlsx(declared))).toBe('bomb')
})

test('a bomb that declares little is stopped while it is counted', async () => {
  expect(await refusalOf(readXlsx(withSheet(blanks(40_000_000), 2000)))).toBe('bomb')
})

test('a bomb that is honest about its size is refused by ratio, and by size where the ratio is allowed', async () => {
  const honest = withSheet(blanks(40_000_000))
  expect(await refusalOf(readXlsx(honest))).toBe('bomb')
  expect(await refusalOf(readXlsx(honest, { maxRatio: 5000, maxUnpackedBytes: 30_000_000 }))).toBe('tooLarge')
  expect(await refusalOf(readXlsx(honest, { maxRatio: 5000 }))).toBe('bomb')
})

test('shared texts are limited by number, whether declared or counted, and by length', async () => {
  const row = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
  const sst = (attributes: string, items: string) => `<sst xmlns="${MAIN}"${attributes}>${items}</sst>`
  const declared = workbookOf({ rows: row, shared: sst(' uniqueCount="1000000"', '<si><t>a</t></si>') })
  expect(await refusalOf(readXlsx(declared))).toBe('tooManyTexts')
  const items = Array.from({ length: 60_000 }, (_none, index) => `<si><t>${index}x</t></si>`).join('')
  const counted = workbookOf({ rows: row, shared: sst('', items) })
  expect(await refusalOf(readXlsx(counted, { maxSharedTexts: 50_000 }))).toBe('tooManyTexts')
  expect(await refusalOf(readXlsx(counted, { maxSharedUnits: 100_000 }))).toBe('tooManyTexts')
  expect(await refusalOf(readXlsx(counted))).toBe('read to the end')
  const long = workbookOf({ rows: row, shared: sst('', `<si>${'<r><t>长长长长长长长长长长</t></r>'.repeat(4000)}</si>`) })
  expect(await refusalOf(readXlsx(long))).toBe('cellTooLong')
})

test('one shared text that stands in very many cells counts each time', async () => {
  const shared = `<sst xmlns="${MAIN}"><si><t>${'长'.repeat(30_000)}</t></si></sst>`
  const cells = Array.from({ length: 100 }, () => '<c t="s"><v>0</v></c>').join('')
  const rows = Array.from({ length: 1000 }, (_none, index) => `<row r="${index + 1}">${cells}</row>`).join('')
  await expect(rowsOf(readXlsx(workbookOf({ rows, shared })))).rejects.toThrow('文字总量超过 6400 万字：文件内容过大')
  expect(await refusalOf(readWorkbook(workbookOf({ rows, shared }), 'a.xlsx', { maxTextUnits: 1_000_000 }))).toBe('tooLarge')
})

test('one endless text, comment or attribute, and endless nesting, do not fill the memory', async () => {
  const noise = randomBytes(1_500_000).toString('hex')
  for (const inside of [`<!--${noise}-->`, `<row r="1" x="${noise}"/>`, '<a>'.repeat(1000)]) {
    const rows = `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><sheetData>${inside}`
    expect(await refusalOf(readXlsx(workbookOf({ rows })))).toBe('bomb')
  }
})

test('entities and document types are refused wherever they stand, and nothing is fetched', async () => {
  const dtd = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
  const rows = `${dtd}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>`
  expect(await refusalOf(readXlsx(workbookOf({ rows })))).toBe('entity')
  const shared = `${dtd}<sst xmlns="${MAIN}"><si><t>&e;</t></si></sst>`
  expect(await refusalOf(readXlsx(workbookOf({ rows: ONE_ROW, shared })))).toBe('entity')
  expect(await refusalOf(readXlsx(workbookOf({ rows: ONE_ROW, workbook: `${dtd}<workbook/>` })))).toBe('entity')
  expect(await refusalOf(readXlsx(workbookOf({ rows: '<row><c t="inlineStr"><is><t>&e;</t></is></c></row>' })))).toBe('entity')
})

test('names that climb out, links and doubled names are refused', async () => {
  const extra = (entry: { name: string; unixMode?: number }) => workbookOf({ rows: ONE_ROW, extra: [{ data: 'x', ...entry }] })
  expect(await refusalOf(readXlsx(extra({ name: '../../etc/passwd' })))).toBe('unsafeName')
  expect(await refusalOf(readXlsx(extra({ name: '/etc/passwd' })))).toBe('unsafeName')
  expect(await refusalOf(readXlsx(extra({ name: 'xl/link', unixMode: 0o120777 })))).toBe('unsafeName')
  expect(await refusalOf(readXlsx(extra({ name: 'xl/WORKBOOK.xml' })))).toBe('damaged')
})

test('passwords are named as the cause, for archives and for workbooks wrapped in OLE', async () => {
  const locked = zipOf(workbookEntries({ rows: ONE_ROW }).map((entry) => ({ ...entry, isEncrypted: true })))
  expect(await refusalOf(readXlsx(locked))).toBe('encrypted')
  const ole = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2000),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  expect(await refusalOf(readXlsx(ole))).toBe('encrypted')
  expect(await refusalOf(readWorkbook(ole, '名单.xlsx'))).toBe('encrypted')
  expect(await refusalOf(readXlsx(ole.subarray(0, 1000)))).toBe('xls')
})

test('too many rows and columns are refused with the limit in the message', async () => {
  const rows = Array.from({ length: 30 }, (_none, index) => `<row r="${index + 1}"><c><v>${index}</v></c></row>`).join('')
  await expect(rowsOf(readXlsx(workbookOf({ rows }), { maxRows: 29 }))).rejects.toThrow('上限 29 行：行数超过上限')
  expect(await refusalOf(readXlsx(workbookOf({ rows }), { maxRows: 30 }))).toBe('read to the end')
  const wide = `<row r="7">${'<c><v>1</v></c>'.repeat(16_384)}</row>`
  await expect(rowsOf(readXlsx(workbookOf({ rows: wide })))).rejects.toThrow('第 7 行超过 256 列：列数超过上限')
  expect(await refusalOf(readXlsx(workbookOf({ rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' })))).toBe('tooManyColumns')
  expect(await refusalOf(readXlsx(workbookOf({ rows: wide }), { maxColumns: undefined }))).toBe('tooManyColumns')
})

test('formatted but empty rows and columns count for nothing', async () => {
  const empty = Array.from(
    { length: 5000 },
    (_none, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"/><c r="XFD1" s="1"/></row>`,
  )
  expect(await refusalOf(readXlsx(workbookOf({ rows: ONE_ROW + empty.join('') }), { maxRows: 1 }))).toBe('read to the end')
})

test('elements that hold nothing are refused when there are too many of them, in the rows and in what describes them', async () => {
  const value = '<c t="inlineStr"><is><t>1</t></is></c>'
  const many = (unit: string) => workbookOf({ rows: `<row r="1">${value}</row>${unit.repeat(2000)}` })
  for (const unit of ['<row r="2"/>', '<row r="2"><c/></row>', '<x/>']) {
    expect(await refusalOf(readXlsx(many(unit), { maxIdleElements: 1000 }))).toBe('bomb')
    expect(await refusalOf(readXlsx(many(unit), { maxIdleElements: 5000 }))).toBe('read to the end')
  }
  expect(await refusalOf(readXlsx(many(`<row r="2">${value}</row>`), { maxIdleElements: 1000 }))).toBe('read to the end')
  const workbook = `<workbook xmlns="${MAIN}">${'<x/>'.repeat(100_001)}</workbook>`
  expect(await refusalOf(readXlsx(workbookOf({ rows: ONE_ROW, workbook })))).toBe('bomb')
})

test('a cell over the limit is refused with its place', async () => {
  const rows = `<row r="3"><c r="B3" t="inlineStr"><is><t>${'长'.repeat(101)}</t></is></c></row>`
  await expect(rowsOf(readXlsx(workbookOf({ rows }), { maxCellLength: 100 }))).rejects.toThrow('B3 单元格超过 100 字')
})

test('bytes that are no UTF-8 are refused instead of replaced', async () => {
  const bad = Buffer.concat([
    Buffer.from(`<worksheet xmlns="${MAIN}"><sheetData><row><c t="str"><v>`),
    Buffer.from([0xe5, 0xbc]),
    Buffer.from('</v></c></row></sheetData></worksheet>'),
  ])
  expect(await refusalOf(readXlsx(withSheet(bad)))).toBe('damaged')
})
