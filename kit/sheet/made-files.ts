/** Files for the tests, made byte by byte so that they can also lie. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { SheetFailure } from './sheet-failure.ts'
import type { SheetRow } from './sheet-row.ts'

type MadeEntry = {
  name: string
  data: string | Buffer
  declaredSize?: number
  isEncrypted?: boolean
  unixMode?: number
}

/** A ZIP archive; declared sizes, flags and names are taken as given. */
export function zipOf(entries: readonly MadeEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const data = typeof entry.data === 'string' ? Buffer.from(entry.data) : entry.data
    const packed = deflateRawSync(data, { level: 9 })
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(entry.isEncrypted === true ? 0x801 : 0x800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.declaredSize ?? data.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.unixMode ?? 0) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
    locals.push(local)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, tail, name]))
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

type MadeWorkbook = {
  /** What stands inside `sheetData`, or the whole part when it begins with `<?xml`. */
  rows: string
  tail?: string
  shared?: string
  styles?: string
  workbook?: string
  extra?: readonly MadeEntry[]
}

/** The parts of a small workbook as Excel lays them out. */
export function workbookEntries(made: MadeWorkbook): MadeEntry[] {
  const sheet = made.rows.startsWith('<?xml')
    ? made.rows
    : `<worksheet xmlns="${MAIN}"><sheetData>${made.rows}</sheetData>${made.tail ?? ''}</worksheet>`
  const entries: MadeEntry[] = [
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data:
        made.workbook ??
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="名单" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="/xl/styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>
<Relationship Id="rId4" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>
<Relationship Id="rId5" Type="${OFFICE}/worksheet" TargetMode="External" Target="http://127.0.0.1:9/sheet.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
  ]
  if (made.shared !== undefined) entries.push({ name: 'xl/sharedStrings.xml', data: made.shared })
  if (made.styles !== undefined) entries.push({ name: 'xl/styles.xml', data: made.styles })
  return [...entries, ...(made.extra ?? [])]
}

export function workbookOf(made: MadeWorkbook): Buffer {
  return zipOf(workbookEntries(made))
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  return await buffer(stream)
}

export async function rowsOf(reading: AsyncIterable<SheetRow>): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of reading) rows.push(row)
  return rows
}

/** The texts of all rows, which is what most tests look at. */
export async function textsOf(reading: AsyncIterable<SheetRow>): Promise<string[][]> {
  return (await rowsOf(reading)).map((row) => row.cells.map((cell) => cell.text))
}

/** The reason for which a reading is refused; fails when it is not refused, or with another kind of error. */
export async function refusalOf(reading: AsyncIterable<SheetRow>): Promise<string> {
  try {
    for await (const _row of reading);
  } catch (cause) {
    if (cause instanceof SheetFailure && /[\u4e00-\u9fff].+。$/.test(cause.message)) return cause.reason
    throw cause
  }
  return 'read to the end'
}

let gbkBytes: Map<string, number> | undefined
let big5Bytes: Map<string, number> | undefined

/** Big5 of a text. */
export function big5(text: string): Buffer {
  big5Bytes ??= tableOf('big5')
  const bytes: number[] = []
  for (const character of text) {
    const pair = big5Bytes.get(character)
    if ((character.codePointAt(0) ?? 0) < 0x80) bytes.push(character.charCodeAt(0))
    else if (pair !== undefined) bytes.push(pair >> 8, pair & 0xff)
    else throw new RangeError(`${character} is not in the table`)
  }
  return Buffer.from(bytes)
}

/** GB18030 of a text: two bytes from the table of GBK, four for everything above the basic plane. */
export function gb18030(text: string): Buffer {
  gbkBytes ??= tableOf('gb18030')
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const pair = gbkBytes.get(character)
    if (code < 0x80) bytes.push(code)
    else if (pair !== undefined) bytes.push(pair >> 8, pair & 0xff)
    else if (code >= 0x10000) bytes.push(...fourBytes(code - 0x10000 + 189_000))
    else throw new RangeError(`${character} is not in the table`)
  }
  return Buffer.from(bytes)
}

function fourBytes(linear: number): number[] {
  return [
    0x81 + Math.floor(linear / 12_600),
    0x30 + (Math.floor(linear / 1260) % 10),
    0x81 + (Math.floor(linear / 10) % 126),
    0x30 + (linear % 10),
  ]
}

function tableOf(encoding: 'gb18030' | 'big5'): Map<string, number> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail !== 0x7f) table.set(decoder.decode(Uint8Array.of(lead, trail)), (lead << 8) | trail)
    }
  }
  return table
}
