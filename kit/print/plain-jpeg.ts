/** What a reader of PDFs shows of a JPEG as it is: eight bits, grey or three colours, not to be turned. */
export interface PlainJpeg {
  readonly width: number
  readonly height: number
}

const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app1: 0xe1 }
/** Baseline, extended and progressive. */
const frames = [0xc0, 0xc1, 0xc2]

/** Walks from segment to segment (ITU T.81, B.1.1). Undefined: no JPEG, another kind, not whole, or with Exif, which may say how it is to be turned. */
export function plainJpeg(bytes: Uint8Array): PlainJpeg | undefined {
  const { byteLength } = bytes
  if (bytes[0] !== 0xff || bytes[1] !== marker.soi) return undefined
  if (bytes[byteLength - 2] !== 0xff || bytes[byteLength - 1] !== marker.eoi) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, byteLength)
  let found: PlainJpeg | undefined
  for (let at = 2; at + 4 <= byteLength && bytes[at] === 0xff; ) {
    const kind = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (kind === marker.sos) return found
    if (kind === marker.app1 && isExif(bytes.subarray(at + 4, at + 10))) return undefined
    if (frames.includes(kind)) {
      if (at + 10 > byteLength || bytes[at + 4] !== 8 || ![1, 3].includes(view.getUint8(at + 9))) return undefined
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      found = width > 0 && height > 0 ? { width, height } : undefined
    }
    at += 2 + length
  }
  return undefined
}

const isExif = (head: Uint8Array) => String.fromCharCode(...head).startsWith('Exif')
