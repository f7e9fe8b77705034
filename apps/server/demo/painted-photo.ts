import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [300, 420]
type Colour = readonly [red: number, green: number, blue: number]

/** A face that nobody has, on the ground of a photo: a PNG of 300 by 420 points, another one for each number. */
export function paintedPhoto(number: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  const coat: Colour = [40 + ((number * 37) % 90), 60 + ((number * 53) % 70), 90 + ((number * 29) % 90)]
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows.set(colourAt(x, y, coat), y * (width * 3 + 1) + 1 + x * 3)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits, true colour.
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

const isIn = (x: number, y: number, [atX, atY, wide, high]: readonly [number, number, number, number]) =>
  ((x - atX) / wide) ** 2 + ((y - atY) / high) ** 2 <= 1

function colourAt(x: number, y: number, coat: Colour): Colour {
  if (isIn(x, y, [150, 175, 62, 78])) return y < 138 ? [52, 44, 40] : [226, 190, 164]
  if (isIn(x, y, [150, 158, 72, 84]) && y < 170) return [52, 44, 40]
  if (isIn(x, y, [150, 430, 135, 165])) return Math.abs(x - 150) < (y - 262) / 3 ? [245, 246, 248] : coat
  return isIn(x, y, [150, 250, 30, 50]) ? [212, 174, 148] : [223, 231, 240]
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
