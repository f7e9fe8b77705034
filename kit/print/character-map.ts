import { closeSync, openSync, readSync } from 'node:fs'

/** Which characters a TrueType font has: its `cmap` table, of which formats 4 and 12 are read (OpenType 1.9, "cmap"). */
export class CharacterMap {
  readonly #has = new Uint8Array(0x110000 / 8)

  constructor(file: string) {
    const table = tableOf(file, 'cmap')
    for (let index = 0; index < table.getUint16(2); index++) this.#addSubtable(table, table.getUint32(8 + index * 8))
  }

  has(codePoint: number): boolean {
    return ((this.#has[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
  }

  #addSubtable(table: DataView, start: number): void {
    const format = table.getUint16(start)
    if (format === 4) this.#addSegments(table, start)
    if (format === 12) this.#addGroups(table, start)
  }

  #addGroups(table: DataView, start: number): void {
    for (let index = 0; index < table.getUint32(start + 12); index++) {
      const group = start + 16 + index * 12
      const [first, last] = [table.getUint32(group), table.getUint32(group + 4)]
      for (let code = first; code <= last; code++) if (table.getUint32(group + 8) + code - first !== 0) this.#add(code)
    }
  }

  #addSegments(table: DataView, start: number): void {
    const size = table.getUint16(start + 6)
    const [ends, starts] = [start + 14, start + 16 + size]
    const [deltas, offsets] = [starts + size, starts + 2 * size]
    for (let at = 0; at < size; at += 2) {
      const first = table.getUint16(starts + at)
      const offset = table.getUint16(offsets + at)
      for (let code = first; code <= table.getUint16(ends + at); code++) {
        const glyph = offset === 0 ? code : table.getUint16(offsets + at + offset + 2 * (code - first))
        if (glyph !== 0 && ((glyph + table.getUint16(deltas + at)) & 0xffff) !== 0) this.#add(code)
      }
    }
  }

  #add(codePoint: number): void {
    const at = codePoint >> 3
    this.#has[at] = (this.#has[at] ?? 0) | (1 << (codePoint & 7))
  }
}

function tableOf(file: string, name: string): DataView {
  const handle = openSync(file, 'r')
  try {
    const header = read(handle, 0, 12)
    const records = read(handle, 12, header.getUint16(4) * 16)
    for (let at = 0; at < records.byteLength; at += 16) {
      const tag = String.fromCharCode(...Array.from({ length: 4 }, (_, index) => records.getUint8(at + index)))
      if (tag === name) return read(handle, records.getUint32(at + 8), records.getUint32(at + 12))
    }
    throw new Error(`${file} has no table ${name}`)
  } finally {
    closeSync(handle)
  }
}

function read(handle: number, position: number, length: number): DataView {
  const bytes = new Uint8Array(length)
  readSync(handle, bytes, 0, length, position)
  return new DataView(bytes.buffer)
}
