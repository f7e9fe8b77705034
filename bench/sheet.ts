/** Rows per second and memory of kit/sheet, each step in a process of its own: `node bench/sheet.ts [rows]`. */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CellInput, type ColumnKind, readCsv, readXlsx, type SheetReading, writeCsv, writeXlsx } from '../kit/sheet/index.ts'

const kinds: ColumnKind[] = [
  'text',
  'text',
  'text',
  'text',
  'number',
  'percent',
  'text',
  'datetime',
  'text',
  'text',
  'text',
  'text',
]

function* rows(count: number): Generator<CellInput[]> {
  for (let index = 0; index < count; index++) {
    const person = [`考生${index}`, '13800138000', `user${index}@example.com`, '研发中心/平台部/后端组', index, 0.853]
    yield [...person, '及格', new Date(1.7e12 + index * 1000), `备注：第${index}行<内容>`, '=1+1', '女', `编号-${index}`]
  }
}

async function count(reading: SheetReading): Promise<void> {
  let cells = 0
  for await (const row of reading) cells += row.cells.length
  if (cells === 0) throw new Error('nothing was read')
}

const large = { maxRows: 5_000_000, maxUnpackedBytes: 2 ** 34 }
const steps: Record<string, (path: string, total: number) => Promise<void>> = {
  'write xlsx': (path, total) =>
    pipeline(
      writeXlsx({
        sheets: [{ name: '名单', columns: kinds.map((kind, index) => ({ title: `列${index}`, kind })), rows: rows(total) }],
      }),
      createWriteStream(`${path}.xlsx`),
    ),
  'read xlsx': (path) => count(readXlsx(`${path}.xlsx`, large)),
  'write csv': (path, total) => pipeline(writeCsv(rows(total)), createWriteStream(`${path}.csv`)),
  'read csv': (path) => count(readCsv(`${path}.csv`, large)),
}

async function runStep(name: string, path: string, total: number): Promise<void> {
  const started = performance.now()
  const before = process.cpuUsage()
  await steps[name]?.(path, total)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - started) / 1000
  const cpuSeconds = (user + system) / 1e6
  const mebibytes = Math.round(process.resourceUsage().maxRSS / 1024)
  const perSecond = (time: number) => Math.round(total / time).toLocaleString('en')
  console.log(
    `${name.padEnd(10)} ${perSecond(seconds)} rows/s, ${perSecond(cpuSeconds)} rows per CPU second, peak ${mebibytes} MiB`,
  )
}

const [first = '100000', path, total] = process.argv.slice(2)
if (path !== undefined) await runStep(first, path, Number(total))
else {
  const folder = mkdtempSync(join(tmpdir(), 'kaopei-bench-'))
  const base = join(folder, 'sheet')
  for (const name of Object.keys(steps))
    spawnSync(process.execPath, [import.meta.filename, name, base, first], { stdio: 'inherit' })
  console.log(`${first} rows x 12 columns: xlsx ${statSync(`${base}.xlsx`).size} bytes`)
  rmSync(folder, { recursive: true })
}
