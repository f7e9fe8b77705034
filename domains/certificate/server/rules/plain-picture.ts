/** A photo without what its camera wrote into it: place, device, time, thumbnails, texts. JPEG and PNG are walked piece by piece, pixels stay as they are. */
export interface PlainPicture {
  readonly bytes: Buffer
  readonly type: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
}

/** Undefined: neither of the two, or broken. */
export function plainPicture(bytes: Buffer): PlainPicture | undefined {
  if (bytes.length > 8 && bytes.subarray(0, 8).equals(pngSignature)) return plainPng(bytes)
  if (bytes.length > 4 && bytes.readUInt16BE(0) === jpegStart) return plainJpeg(bytes)
  return undefined
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Of what is not needed to see anything, those that say how colours are meant. */
const keptChunks = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs'])

function plainPng(bytes: Buffer): PlainPicture | undefined {
  const parts: Buffer[] = [pngSignature]
  let size: readonly [number, number] | undefined
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IHDR' && end >= at + 25) size = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
    // A capital first letter: nothing is seen without it.
    if (/^[A-Z]/.test(name) || keptChunks.has(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return size && { bytes: Buffer.concat(parts), type: 'image/png', width: size[0], height: size[1] }
    at = end
  }
  return undefined
}

const jpegStart = 0xffd8
const [startOfScan, endOfImage] = [0xda, 0xd9]
const hasNoLength = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01
/** Frames say the size; three codes between them are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** APP0 says it is a JPEG, APP2 and APP14 how its colours are meant; the others and comments are about it. */
const isAbout = (marker: number) => marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)

function plainJpeg(bytes: Buffer): PlainPicture | undefined {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let size: readonly [number, number] | undefined
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === endOfImage) {
      parts.push(bytes.subarray(at, at + 2))
      return size && { bytes: Buffer.concat(parts), type: 'image/jpeg', width: size[0], height: size[1] }
    }
    const end = endOfSegment(bytes, at, marker)
    if (end === undefined) return undefined
    if (isFrame(marker) && end >= at + 9) size = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    if (!isAbout(marker)) parts.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

function endOfSegment(bytes: Buffer, at: number, marker: number): number | undefined {
  if (marker === 0xff) return at + 1
  if (hasNoLength(marker)) return at + 2
  if (at + 4 > bytes.length) return undefined
  const end = at + 2 + bytes.readUInt16BE(at + 2)
  if (end > bytes.length) return undefined
  return marker === startOfScan ? endOfScan(bytes, end) : end
}

/** Until the next marker that is none of the scan's own. */
function endOfScan(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return undefined
}
