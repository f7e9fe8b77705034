/** What the header of an MP4 says: which codecs, how large, how long. For machines without ffmpeg, where nothing is measured. */
import { codecsOf } from './mp4-codecs.ts'

export type ReadAt = (position: number, length: number) => Promise<Buffer>

export interface HeaderFacts {
  readonly codecs: string
  readonly seconds: number
  readonly width: number
  readonly height: number
  /** Every track is one that all browsers play. */
  readonly isPlayable: boolean
}

const mostBoxes = 10_000

/** How far the header is looked for, and how large it may be: a file says what it likes. */
export interface HeaderLimits {
  readonly mostBoxes: number
  readonly mostBytes: number
}
const limitsOfWorkers: HeaderLimits = { mostBoxes, mostBytes: 64 * 1024 * 1024 }

/** Undefined where the file is no MP4. */
export async function mp4Facts(read: ReadAt, sizeBytes: number, limits = limitsOfWorkers): Promise<HeaderFacts | undefined> {
  const header = await findHeader(read, sizeBytes, limits)
  if (!header) return undefined
  const tracks = childrenOf(header)
    .filter(({ kind }) => kind === 'trak')
    .map(({ content }) => trackOf(content))
  const picture = tracks.find(({ handler }) => handler === 'vide')
  const sounds = tracks.filter(({ handler }) => handler === 'soun')
  const shown = tracks.filter(({ handler }) => handler === 'vide' || handler === 'soun')
  return {
    codecs: codecsOf(header),
    seconds: shown.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
    isPlayable: shown.length > 0 && (!picture || picture.isPlayable) && sounds.every(({ codec }) => codec === 'mp4a'),
  }
}

interface Box {
  readonly kind: string
  readonly content: Buffer
}

/** The box `moov`, which may stand at the end. */
async function findHeader(read: ReadAt, sizeBytes: number, limits: HeaderLimits): Promise<Buffer | undefined> {
  let position = 0
  for (let count = 0; count < limits.mostBoxes && position + 8 <= sizeBytes; count++) {
    const start = await read(position, 16)
    if (start.length < 8) return undefined
    const short = start.readUInt32BE(0)
    const kind = start.toString('latin1', 4, 8)
    if (count === 0 && kind !== 'ftyp') return undefined
    const isLong = short === 1 && start.length === 16
    const size = isLong ? Number(start.readBigUInt64BE(8)) : short === 0 ? sizeBytes - position : short
    const head = isLong ? 16 : 8
    if (size < head) return undefined
    if (kind === 'moov') return size > limits.mostBytes ? undefined : read(position + head, size - head)
    position += size
  }
  return undefined
}

function childrenOf(content: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= content.length && boxes.length < mostBoxes; ) {
    const size = content.readUInt32BE(at)
    if (size < 8 || at + size > content.length) break
    boxes.push({ kind: content.toString('latin1', at + 4, at + 8), content: content.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

function within(content: Buffer, ...path: readonly string[]): Buffer | undefined {
  return path.reduce<Buffer | undefined>(
    (box, kind) => box && childrenOf(box).find((child) => child.kind === kind)?.content,
    content,
  )
}

function trackOf(track: Buffer) {
  const handler = within(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) ?? ''
  const entry = within(track, 'mdia', 'minf', 'stbl', 'stsd')
  const kind = entry?.toString('latin1', 12, 16) ?? ''
  const codec = kind === 'avc3' ? 'avc1' : kind
  const isPicture = handler === 'vide' && entry !== undefined && entry.length >= 44
  return {
    handler,
    codec,
    isPlayable: codec === 'avc1' && playedProfiles.has(profileOf(entry)),
    seconds: secondsOf(within(track, 'mdia', 'mdhd')),
    width: isPicture ? entry.readUInt16BE(40) : 0,
    height: isPicture ? entry.readUInt16BE(42) : 0,
  }
}

/** Baseline, Main, Extended and High, or nothing said. Beyond them are the colours of cameras (4:2:2, ten bits), which browsers do not decode. */
const playedProfiles: ReadonlySet<number | undefined> = new Set([0x42, 0x4d, 0x58, 0x64, undefined])

function profileOf(entry: Buffer | undefined): number | undefined {
  const config = entry?.indexOf('avcC') ?? -1
  return config < 0 ? undefined : entry?.[config + 5]
}

function secondsOf(header: Buffer | undefined): number {
  if (!header || header.length < 20) return 0
  const isLong = header[0] === 1 && header.length >= 32
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale > 0 ? duration / scale : 0
}
