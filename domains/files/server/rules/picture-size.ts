export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** More would make a browser unpack hundreds of megabytes from a small file. */
const mostPixels = 64_000_000

export function isTooManyPixels({ width, height }: PictureSize): boolean {
  return width * height > mostPixels
}

/** Width and height that a PNG, GIF, BMP or JPEG declares in its beginning; undefined when it declares none. */
export function pictureSizeOf(head: Buffer): PictureSize | undefined {
  if (head.length < 26) return undefined
  if (head.toString('latin1', 1, 4) === 'PNG') return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  if (head.toString('latin1', 0, 3) === 'GIF') return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  if (head.toString('latin1', 0, 2) === 'BM') {
    return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
  }
  return head.readUInt16BE(0) === 0xffd8 ? jpegSize(head) : undefined
}

/** Walks the segments (ITU T.81 annex B) to the frame header. */
function jpegSize(head: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 <= head.length) {
    if (head[at] !== 0xff) return undefined
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}
