/** How long an MP3 is, by its frames. Undefined where it is none. */
import type { ReadAt } from './mp4-facts.ts'

const kilobits = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const rates = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8000] } as const
const blockBytes = 1024 * 1024

interface Frame {
  readonly bytes: number
  readonly seconds: number
}

export async function mp3Seconds(read: ReadAt, sizeBytes: number): Promise<number | undefined> {
  let position = startOf(await read(0, 10))
  let block: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) }
  let seconds = 0
  let frames = 0
  while (position + 4 <= sizeBytes) {
    if (position < block.from || position + 4 > block.from + block.bytes.length)
      block = { from: position, bytes: await read(position, blockBytes) }
    const frame = frameOf(block.bytes, position - block.from)
    if (!frame) break
    frames++
    seconds += frame.seconds
    position += frame.bytes
  }
  return frames >= 3 ? seconds : undefined
}

/** Behind the tag that many begin with. */
function startOf(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

/** Layer III alone. */
function frameOf(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length) return undefined
  const head = bytes.readUInt32BE(at)
  const version = (head >>> 19) & 3
  const isSuch = head >>> 21 === 0x7ff && ((head >>> 17) & 3) === 1 && (version === 3 || version === 2 || version === 0)
  if (!isSuch) return undefined
  const rate = rates[version][(head >>> 10) & 3]
  const bits = kilobits[version === 3 ? 'first' : 'second'][(head >>> 12) & 15]
  if (!rate || !bits) return undefined
  const samples = version === 3 ? 1152 : 576
  return { bytes: Math.floor((samples * bits * 125) / rate) + ((head >>> 9) & 1), seconds: samples / rate }
}
