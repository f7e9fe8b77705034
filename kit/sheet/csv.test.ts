import { existsSync, globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, readWorkbook, writeCsv } from './index.ts'
import { big5, bytesOf, gb18030, refusalOf, rowsOf, textsOf } from './made-files.ts'

const TABLE = [
  ['姓名', '备注'],
  ['张伟', '第一行\n第二行'],
  ['李"娜"', '𬭚，逗号,在内'],
]
const TEXT = '姓名,备注\r\n张伟,"第一行\n第二行"\r\n"李""娜""","𬭚，逗号,在内"\r\n'

test('the encoding is found: UTF-8 with and without mark, UTF-16 both ways, GB18030', async () => {
  const swapped = Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()
  const files = [
    Buffer.from(TEXT),
    Buffer.from(`\ufeff${TEXT}`),
    Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
    Buffer.from(TEXT, 'utf16le'),
    swapped,
    gb18030(TEXT),
  ]
  for (const file of files) expect(await textsOf(readCsv(file))).toEqual(TABLE)
})

test('GBK after pages of plain ASCII is still GBK, wherever chunks are cut', async () => {
  for (const shift of [0, 1, 2, 3]) {
    const ascii = 'a,b\r\n'.repeat(40_000) + 'x'.repeat(shift)
    const read = await textsOf(readCsv(gb18030(`${ascii}${'张伟𬭚,李娜\r\n'.repeat(20_000)}`)))
    expect(read.at(-1)).toEqual(['张伟𬭚', '李娜'])
    expect(read[40_000]).toEqual([`${'x'.repeat(shift)}张伟𬭚`, '李娜'])
    expect(read.slice(40_001).every((row) => row[0] === '张伟𬭚' && row[1] === '李娜')).toBe(true)
  }
})

const traditional =
  '題幹,選項A,選項B,正確答案\r\n發現火災時，首先應當做什麼？,立即報警,收拾財物,A\r\n下列說法正確的是哪一項？,電腦應設定密碼,網路不需要防護,A\r\n'
const simplified =
  '题干,选项A,选项B,正确答案\r\n发现火情时，首先应当做什么？,立即报警,收拾财物,A\r\n下列说法正确的是哪一项？,电脑,网络,A\r\n'

test('Big5 is not read as GB18030, nor the other way round, and what was taken is said', async () => {
  for (const [file, encoding, text] of [
    [big5(traditional), 'big5', traditional],
    [gb18030(simplified), 'gb18030', simplified],
    [big5(`a,b\r\n${'x,y\r\n'.repeat(30_000)}${traditional}`), 'big5', `a,b\r\n${'x,y\r\n'.repeat(30_000)}${traditional}`],
    [Buffer.from(traditional), 'utf-8', traditional],
    [gb18030(traditional), 'gb18030', traditional],
    [gb18030('姓名\r\n李娜'), 'gb18030', '姓名\r\n李娜'],
    [gb18030('姓名,备注\r\n张𬭚,朱镕基\r\n李喆,王玥'), 'gb18030', '姓名,备注\r\n张𬭚,朱镕基\r\n李喆,王玥'],
  ] as const) {
    const reading = readCsv(file)
    expect((await reading.info()).encoding).toBe(encoding)
    const lines = text.split('\r\n').filter((line) => line !== '')
    expect((await textsOf(reading)).map((row) => row.join(','))).toEqual(lines)
  }
})

test('what might be either is refused, with the way out', async () => {
  // Nothing but rare characters: neither encoding has its usual ones there.
  expect(await refusalOf(readCsv(gb18030('瀵瀹灏\r\n炅炻炝')))).toBe('doubtfulEncoding')
})

test('the delimiter is found even when others stand in quotes', async () => {
  expect(await textsOf(readCsv(Buffer.from('a;b;"1,2,3,4"\r\nc;d;e')))).toEqual([
    ['a', 'b', '1,2,3,4'],
    ['c', 'd', 'e'],
  ])
  expect(await textsOf(readCsv(Buffer.from('a\tb\n1,5\t2')))).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(await textsOf(readCsv(Buffer.from('只有一列\n值')))).toEqual([['只有一列'], ['值']])
})

test('row numbers count records as a spreadsheet shows them, blank ones included', async () => {
  const read = await rowsOf(readCsv(Buffer.from('a,b\n\n"x\ny",2\n,\nz')))
  expect(read.map((row) => row.rowNumber)).toEqual([1, 3, 5])
})

test('limits and broken files are refused', async () => {
  const file = Buffer.from('a,b\n1,2\n3,4\n')
  expect(await refusalOf(readCsv(Buffer.alloc(0)))).toBe('empty')
  expect(await refusalOf(readCsv(file, { maxRows: 2 }))).toBe('tooManyRows')
  expect(await refusalOf(readCsv(file, { maxColumns: 1 }))).toBe('tooManyColumns')
  expect(await refusalOf(readCsv(file, { maxUnpackedBytes: 5 }))).toBe('tooLarge')
  expect(await refusalOf(readCsv(Buffer.from('a\nlong text'), { maxCellLength: 5 }))).toBe('cellTooLong')
  expect(await refusalOf(readCsv(Buffer.from('a,"never closed\n1,2')))).toBe('truncated')
  expect(await refusalOf(readCsv(Buffer.from(`a,"${'x'.repeat(200_000)}`), { maxColumns: 2, maxCellLength: 1000 }))).toBe(
    'cellTooLong',
  )
  expect(await refusalOf(readCsv(Buffer.from([0x61, 0xff, 0xff, 0x0a])))).toBe('encoding')
  expect(await refusalOf(readCsv(Buffer.from([0, 0, 1, 0, 0, 2])))).toBe('notWorkbook')
  expect(await refusalOf(readCsv(Buffer.from('<!DOCTYPE html><p>请登录')))).toBe('html')
})

test('a line that never ends, lines that hold nothing and quotes within quotes are refused soon, and others have their turns meanwhile', async () => {
  const size = 2_200_000
  const cases = [
    ['tooManyColumns', Buffer.alloc(size, ',')],
    ['tooManyColumns', Buffer.alloc(size, '",')],
    ['tooManyRows', Buffer.alloc(size, '\n')],
    ['cellTooLong', Buffer.alloc(size, 'a')],
    ['cellTooLong', Buffer.alloc(size, '"a""')],
  ] as const
  for (const [reason, file] of cases) {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const before = process.threadCpuUsage()
    expect(await refusalOf(readCsv(file))).toBe(reason)
    const { user, system } = process.threadCpuUsage(before)
    clearInterval(timer)
    expect((user + system) / 1_000_000).toBeLessThan(5)
    expect(turns).toBeGreaterThan(0)
  }
}, 120_000)

test('what is written for Excel is marked, ends lines as Excel does and disarms formulas', async () => {
  const rows = [
    ['=1+1', '@SUM', -5, '-5', true],
    ['\tx', '＋1', null, 'a"b', 12n],
  ]
  const bytes = await bytesOf(writeCsv(rows))
  expect(bytes.toString()).toBe(`\ufeff'=1+1,'@SUM,-5,'-5,true\r\n"'\tx",'＋1,,"a""b",12\r\n`)
})

test('any text comes back as it was', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom("'=a", "''+", "'", '=', '\r', '"', ' a ', '\ufeff'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constant('x'), text, text, fc.constant('y')), { minLength: 1 }), async (rows) => {
      expect(await textsOf(readCsv(await bytesOf(writeCsv([['a', 'b', 'c', 'd'], ...rows]))))).toEqual([
        ['a', 'b', 'c', 'd'],
        ...rows,
      ])
    }),
    { numRuns: 200 },
  )
})

test('a file is closed when reading stops early', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaopei-csv-'))
  const path = join(folder, 'a.csv')
  await writeFile(path, 'a,b\n'.repeat(200_000))
  for await (const row of readWorkbook(path, 'a.csv', { maxRows: 10 })) {
    expect(row.cells).toHaveLength(2)
    expect(openFilesIn(folder)).not.toEqual([])
    break
  }
  await expect.poll(() => openFilesIn(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

/** Linux tells which files a process holds open; elsewhere there is nothing to look at. */
function openFilesIn(folder: string): string[] {
  const table = '/proc/self/fd'
  if (!existsSync(table)) return []
  return readdirSync(table)
    .map((fd) => linkOf(join(table, fd)))
    .filter((path) => path.startsWith(folder))
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

const SAMPLES = '/work/shared/data/questions'

/** Real banks of questions where this machine has them, and one made here. */
function questionFiles(): Buffer[] {
  const made = Buffer.from(`id,Question,A,B,C,D,Answer\n0,"下列哪项，正确?",甲,"乙,丙",丁,戊,B\n`)
  return [made, ...globSync(`${SAMPLES}/*.csv`).map((path) => readFileSync(path))]
}

test('banks of questions are read with an even number of columns', async () => {
  for (const file of questionFiles()) {
    const rows = await rowsOf(readCsv(file))
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map((row) => row.cells.length)).size).toBe(1)
  }
})
