import { crc32, deflateSync } from 'node:zlib'
import { create } from 'qrcode'

/** Readers need a white frame of so many modules around a code. */
const frameModules = 4
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A QR code as a PNG of one bit a module for `picture(…, scaling: "pixelated")`: as sharp in print as `qrSvg`, for a quarter of the press's time. For many codes
 * in one file. Level M. Throws when the text is longer than a code can hold (2,331 bytes).
 */
export function qrPng(text: string): Uint8Array {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * frameModules
  // A row is one byte that names its filter, none, and its bits: 1 is white.
  const rowBytes = 1 + Math.ceil(side / 8)
  const rows = Buffer.alloc(rowBytes * side, 0xff)
  for (let row = 0; row < side; row++) rows[row * rowBytes] = 0
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column) === 1) darken(rows, (row + frameModules) * rowBytes + 1, column + frameModules)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit, grey.
  head[8] = 1
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function darken(rows: Buffer, rowAt: number, column: number): void {
  const at = rowAt + (column >> 3)
  rows[at] = (rows[at] ?? 0) & ~(0x80 >> (column & 7))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}
