import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { read as sheetJsRead, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellInput, readXlsx, type WorkbookSpec, writeXlsx } from './index.ts'
import { bytesOf, rowsOf, textsOf } from './made-files.ts'
import { limitsOf } from './sheet-limits.ts'
import { cleanText } from './xlsx-cells.ts'
import { openParts } from './zip-parts.ts'

async function written(spec: WorkbookSpec): Promise<Buffer> {
  return await bytesOf(writeXlsx(spec))
}

async function partOf(file: Buffer, name: string): Promise<string> {
  const parts = await openParts(file, limitsOf({}))
  const chunks: Buffer[] = []
  for await (const chunk of parts.read(name)) chunks.push(chunk)
  parts.close()
  return Buffer.concat(chunks).toString()
}

const texts = (count: number) => Array.from({ length: count }, (_none, index) => ({ title: `列${index + 1}` }))

test('any text comes back as it was, but for characters that XML forbids', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('_x000D_', '=1+1', ' ', '\r\n', ']]>', '_x005F_x0041_', '\ud83d'),
  )
  const table = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const file = await written({ sheets: [{ name: '表', columns: texts(3), rows }] })
      const read = (await textsOf(readXlsx(file))).slice(1)
      const expected = rows.map((row) => row.map((value) => cleanText(value))).filter((row) => row.some((value) => value !== ''))
      expect(read.map((row) => [row[0] ?? '', row[1] ?? '', row[2] ?? ''])).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('texts that look like formulas are text cells with the quote mark', async () => {
  const dangerous = ["=cmd|' /C calc'!A0", '@SUM(A1)', '+1+1', '-2', '\tx', '\rx', '＝1+1']
  const file = await written({ sheets: [{ name: 's', columns: texts(1), rows: dangerous.map((value) => [value]) }] })
  const read = (await rowsOf(readXlsx(file))).slice(1)
  expect(read.map((row) => row.cells[0])).toEqual(dangerous.map((text) => ({ text, kind: 'text' })))
  const styles = (await partOf(file, 'xl/styles.xml')).split('<cellXfs')[1]?.split('<xf ').slice(1) ?? []
  const quoting = styles.findIndex((style) => style.includes('quotePrefix="1"'))
  const used = [...(await partOf(file, 'xl/worksheets/sheet1.xml')).matchAll(/<c r="A(?!1")\d+" s="(\d+)"/g)].map((match) =>
    Number(match[1]),
  )
  expect(used).toEqual(dangerous.map(() => quoting))
  const sheet = sheetJsRead(file, { cellStyles: true }).Sheets.s
  expect(sheet?.A2).toMatchObject({ t: 's', v: dangerous[0] })
  expect(sheet?.A2?.f).toBeUndefined()
})

test('another reader sees the same workbook', async () => {
  const rows: CellInput[][] = [['张三㛃𬭚🎉', 86.5, '2026-01-31', new Date('2026-01-31T16:30:15Z'), 0.853, true]]
  const kinds = ['text', 'number', 'date', 'datetime', 'percent', 'number'] as const
  const columns = kinds.map((kind) => ({ title: kind, kind, width: 20 }))
  const file = await written({ sheets: [{ name: "成绩'一/二", columns, rows, notes: ['请按说明填写\n不要改动表头'] }] })
  const book = sheetJsRead(file)
  expect(book.SheetNames).toEqual(["成绩'一 二"])
  const sheet = book.Sheets["成绩'一 二"]
  expect(utils.sheet_to_json(sheet ?? {}, { header: 1, raw: false })).toEqual([
    ['请按说明填写\n不要改动表头'],
    [...kinds],
    ['张三㛃𬭚🎉', '86.5', '2026-01-31', '2026-02-01 00:30:15', '85.30%', 'true'],
  ])
  expect(sheet?.['!merges']).toHaveLength(1)
  expect(sheet?.['!autofilter']).toEqual({ ref: 'A2:F3' })
})

test('kinds of columns decide how values are stored', async () => {
  const kinds = ['text', 'number', 'date', 'datetime', 'percent'] as const
  const rows: CellInput[][] = [
    ['007', 12.25, '2024-02-29', '2024-02-29 08:00', 0.5],
    [7, '12.25', '2024-02-30', '', Number.NaN],
    [new Date(0), 10n ** 20n, new Date('2024-12-31T18:00:00Z'), new Date(0), null],
  ]
  const file = await written({ sheets: [{ name: 's', columns: kinds.map((kind) => ({ title: kind, kind })), rows }] })
  const read = (await rowsOf(readXlsx(file))).slice(1).map((row) => row.cells.map((cell) => `${cell.kind} ${cell.text}`))
  expect(read).toEqual([
    ['text 007', 'number 12.25', 'date 2024-02-29', 'date 2024-02-29 08:00:00', 'number 0.5'],
    ['text 7', 'text 12.25', 'text 2024-02-30', 'empty ', 'text NaN'],
    ['text 1970-01-01 08:00:00', `text ${10n ** 20n}`, 'date 2025-01-01', 'date 1970-01-01 08:00:00'],
  ])
})

test('the last moment of a day is written as that day, whatever its thousandths', async () => {
  const last = new Date('2028-11-28T15:59:59.999Z')
  const columns = [{ title: '日期', kind: 'date' as const }, { title: '时间', kind: 'datetime' as const }, { title: '文本' }]
  const file = await written({ sheets: [{ name: 's', columns, rows: [[last, last, last]] }] })
  expect((await textsOf(readXlsx(file)))[1]).toEqual(['2028-11-28', '2028-11-28 23:59:59', '2028-11-28 23:59:59'])
})

test('rows beyond a sheet go on in further sheets, each with its header', async () => {
  const rows = Array.from({ length: 25 }, (_none, index) => [`行${index}`])
  const file = await written({ sheets: [{ name: '名单', columns: texts(1), rows }], maxRowsPerSheet: 11 })
  expect((await readXlsx(file).info()).sheetNames).toEqual(['名单', '名单 (2)', '名单 (3)'])
  const last = await textsOf(readXlsx(file, { sheetName: '名单 (3)' }))
  expect(last.flat()).toEqual(['列1', '行20', '行21', '行22', '行23', '行24'])
  const full = await written({ sheets: [{ name: '名单', columns: texts(1), rows: rows.slice(0, 10) }], maxRowsPerSheet: 11 })
  expect((await readXlsx(full).info()).sheetNames).toEqual(['名单'])
})

test('a template carries its version, its dropdown lists and notes', async () => {
  const long = Array.from({ length: 100 }, (_none, index) => `部门,${index}`)
  const columns = [{ title: '姓名' }, { title: '性别', choices: ['男', '女'] }, { title: '部门', choices: long }]
  const file = await written({ sheets: [{ name: '导入', columns, rows: [], notes: ['说明'] }], templateVersion: '员工导入 "3"' })
  const reading = readXlsx(file)
  expect(await reading.info()).toMatchObject({ templateVersion: '员工导入 "3"', sheetNames: ['导入'], hiddenSheets: ['选项'] })
  expect(await textsOf(reading)).toEqual([['说明'], ['姓名', '性别', '部门']])
  expect(reading.headerMerges()).toEqual(['A1:C1'])
  const hidden = sheetJsRead(file).Sheets.选项
  expect(utils.sheet_to_json(hidden ?? {}, { header: 1 })).toEqual(long.map((choice) => [choice]))
})

test('names of sheets are made unique and legal', async () => {
  const names = ['a/b', 'A b', '', 'History', '长'.repeat(40), '长'.repeat(40)]
  const file = await written({ sheets: names.map((name) => ({ name, columns: texts(1), rows: [] })) })
  const { sheetNames } = await readXlsx(file).info()
  expect(sheetNames).toEqual(['a b', 'A b (2)', 'Sheet', 'History (2)', '长'.repeat(31), `${'长'.repeat(27)} (2)`])
})

test('texts over the limit of a cell are cut between characters', async () => {
  const file = await written({ sheets: [{ name: 's', columns: texts(1), rows: [[`${'a'.repeat(32_766)}🎉`]] }] })
  expect((await textsOf(readXlsx(file)))[1]).toEqual(['a'.repeat(32_766)])
})

test('when the rows fail, the stream fails and the file is never complete', async () => {
  async function* failing() {
    yield ['一']
    throw new Error('连接中断')
  }
  await expect(written({ sheets: [{ name: 's', columns: texts(1), rows: failing() }] })).rejects.toThrow('连接中断')
  await expect(written({ sheets: [{ name: 's', columns: texts(1), rows: [['一', '二']] }] })).rejects.toThrow(
    '2 values for 1 columns',
  )
})

test('when the stream is given up, the rows are closed and no more are pulled', async () => {
  const closed = Promise.withResolvers<number>()
  async function* endless() {
    let pulled = 0
    try {
      for (;;) yield [`第 ${pulled++} 行`]
    } finally {
      closed.resolve(pulled)
    }
  }
  const stream = writeXlsx({ sheets: [{ name: 's', columns: texts(1), rows: endless() }] })
  for await (const _chunk of stream) break
  expect(await closed.promise).toBeGreaterThan(0)
})

test('a slow reader of the file holds the rows back', async () => {
  let pulled = 0
  function* rows() {
    for (; pulled < 2_000_000; pulled++) yield [Math.random().toString(36).repeat(20)]
  }
  const stream = writeXlsx({ sheets: [{ name: 's', columns: texts(1), rows: rows() }] })
  await new Promise((resolve) => stream.once('readable', resolve))
  let before = -1
  while (before !== pulled) {
    before = pulled
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(pulled).toBeLessThan(50_000)
  stream.destroy()
  await finished(stream).catch(() => {})
})

test('200,000 rows are written and read in little memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaopei-sheet-'))
  try {
    const path = join(folder, 'large.xlsx')
    function* rows() {
      for (let index = 0; index < 200_000; index++) yield [`考生张伟${index}`, '13800138000', index, '研发中心/平台部']
    }
    const columns = [{ title: '姓名' }, { title: '手机' }, { title: '序号', kind: 'number' as const }, { title: '部门' }]
    await pipeline(writeXlsx({ sheets: [{ name: '名单', columns, rows: rows() }] }), createWriteStream(path))
    // The peak of this program alone: what resourceUsage() tells counts the copy of the parent that it was made of.
    const script = `import { readFileSync } from 'node:fs'
import { readXlsx } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
let count = 0, last
for await (const row of readXlsx(${JSON.stringify(path)}, { maxRows: 200_001 })) { count++; last = row }
console.log(JSON.stringify({ count, last: last.cells[0].text, rowNumber: last.rowNumber, rss: Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024 }))`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    const seen: unknown = JSON.parse(run.stdout)
    expect(seen).toMatchObject({
      count: 200_001,
      last: '考生张伟199999',
      rowNumber: 200_001,
      rss: expect.toSatisfy((mebibytes: number) => mebibytes < 200),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
