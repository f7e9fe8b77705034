import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readWorkbook, readXls, readXlsx } from './index.ts'
import { refusalOf, rowsOf, textsOf } from './made-files.ts'

function xlsOf(sheets: Record<string, WorkSheet>, hidden: readonly string[] = []): Buffer {
  const book: WorkBook = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) }
  const bytes: unknown = write(book, { type: 'buffer', bookType: 'biff8' })
  if (!Buffer.isBuffer(bytes)) throw new TypeError('expected bytes')
  return bytes
}

function sample(): WorkSheet {
  const sheet = utils.aoa_to_sheet([
    ['姓名', '手机', '入职', '在职'],
    [],
    ['张三 李', 13_800_138_000, { t: 'n', v: 45_000.5, z: 'yyyy-mm-dd hh:mm' }, true],
  ])
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
  return sheet
}

test('an .xls gives the same rows as an .xlsx would', async () => {
  const reading = readXls(xlsOf({ 旧: utils.aoa_to_sheet([['x']]), 名单: sample() }, ['旧']))
  expect(await reading.info()).toEqual({
    format: 'xls',
    sheetName: '名单',
    sheetNames: ['名单'],
    hiddenSheets: ['旧'],
    templateVersion: null,
    encoding: null,
  })
  expect(await rowsOf(reading)).toEqual([
    { rowNumber: 1, cells: ['姓名', '手机', '入职', '在职'].map((text) => ({ text, kind: 'text' })) },
    {
      rowNumber: 3,
      cells: [
        { text: '张三 李', kind: 'text' },
        { text: '13800138000', kind: 'number' },
        { text: '2023-03-15 12:00:00', kind: 'date' },
        { text: 'TRUE', kind: 'boolean' },
      ],
    },
  ])
  expect(reading.headerMerges()).toEqual(['A1:B1'])
})

test('many rows come over in batches and may be left early', async () => {
  const rows = Array.from({ length: 2500 }, (_none, index) => [`行${index}`, index])
  const file = xlsOf({ s: utils.aoa_to_sheet(rows) })
  expect(await textsOf(readXls(file))).toEqual(rows.map(([name, index]) => [name, String(index)]))
  for await (const row of readXls(file)) {
    expect(row.rowNumber).toBe(1)
    break
  }
  expect(await refusalOf(readXls(file, { maxRows: 2499 }))).toBe('tooManyRows')
  expect(await refusalOf(readXls(file, { maxColumns: 1 }))).toBe('tooManyColumns')
  expect(await refusalOf(readXls(file, { maxCellLength: 3 }))).toBe('cellTooLong')
  expect(await refusalOf(readXls(file, { sheetName: '别的' }))).toBe('noSheet')
})

test('a text that stands in very many cells comes over in portions, and counts each time', async () => {
  const rows = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => '长'.repeat(250)))
  const file = xlsOf({ 名单: utils.aoa_to_sheet(rows) })
  expect(await refusalOf(readXls(file, { maxTextUnits: 2_000_000 }))).toBe('tooLarge')
  let count = 0
  for await (const _row of readXls(file)) count++
  expect(count).toBe(100)
})

test('the first bytes decide, not the name', async () => {
  const file = xlsOf({ s: utils.aoa_to_sheet([['甲']]) })
  expect(await textsOf(readWorkbook(file, '名单.xlsx'))).toEqual([['甲']])
  const xlsx: unknown = write(
    { SheetNames: ['s'], Sheets: { s: utils.aoa_to_sheet([['乙']]) } },
    { type: 'buffer', bookType: 'xlsx' },
  )
  if (!Buffer.isBuffer(xlsx)) throw new TypeError('expected bytes')
  const reading = readWorkbook(xlsx, '名单.xls')
  expect(await textsOf(reading)).toEqual([['乙']])
  expect((await reading.info()).format).toBe('xlsx')
  expect((await readWorkbook(Buffer.from('姓名,手机\r\n丙,1'), '名单.xls').info()).format).toBe('csv')
  expect(await refusalOf(readXlsx(file))).toBe('xls')
  expect(await refusalOf(readXls(xlsx))).toBe('notWorkbook')
  expect(await refusalOf(readWorkbook(Buffer.from('x'), 'notes.md'))).toBe('notWorkbook')
  expect(await refusalOf(readWorkbook(Buffer.from('%PDF-1.7')))).toBe('notWorkbook')
})

test('broken files, and files that take too much time or memory, are refused', async () => {
  const file = xlsOf({
    s: utils.aoa_to_sheet(Array.from({ length: 12_000 }, (_none, index) => [`张三${index}`, `x${index}`, index])),
  })
  expect(await refusalOf(readXls(file.subarray(0, 1500)))).toBe('damaged')
  expect(await refusalOf(readXls(file, { xlsTimeoutMs: 20 }))).toBe('timeout')
  expect(await refusalOf(readXls(file, { xlsMemoryMiB: 14 }))).toBe('tooLarge')
  expect(await refusalOf(readXls(file, { maxUnpackedBytes: 1000 }))).toBe('tooLarge')
  expect(await refusalOf(readXls(Buffer.alloc(0)))).toBe('empty')
})
