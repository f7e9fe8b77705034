import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { EncodedVideoPacketSource, Input } from 'mediabunny'
import type { JoinTask, MediaFacts } from './media-task.ts'

// In one file, as `require` gets it: the hundred files that `import` gets take a thread twice as long to load.
const {
  BufferSource,
  EncodedPacketSink,
  EncodedVideoPacketSource: PacketSource,
  FilePathSource,
  FilePathTarget,
  Input: MediaInput,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
}: typeof import('mediabunny') = createRequire(import.meta.url)('mediabunny')

const formats = [WEBM, MATROSKA, MP4, QTFF]
const wholeBytes = 8 * 1024 * 1024
const mostPixels = 8192 * 8192
/** Packets of a piece that overlap the next one follow each other so closely. */
const leastStep = 0.001

async function opened<T>(path: string, work: (input: Input) => Promise<T>): Promise<T> {
  const { size } = await stat(path)
  // A piece is read at once, which costs half of reading it bit by bit.
  const source = size <= wholeBytes ? new BufferSource(await readFile(path)) : new FilePathSource(path)
  const input = new MediaInput({ formats, source })
  try {
    return await work(input)
  } finally {
    input.dispose()
  }
}

export async function factsOf(path: string): Promise<MediaFacts | null> {
  try {
    return await opened(path, readFacts)
  } catch {
    return null // damaged, or no film at all
  }
}

async function readFacts(input: Input): Promise<MediaFacts | null> {
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track?.codec || !config || track.codedWidth * track.codedHeight > mostPixels) return null
  let packets = 0
  let first = Number.POSITIVE_INFINITY
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    if (packets === 0 && packet.type !== 'key') return null
    packets++
    first = Math.min(first, packet.timestamp)
    end = Math.max(end, packet.timestamp + packet.duration)
  }
  if (packets === 0) return null
  const setup = config.description ? Buffer.from(bytesOf(config.description)).toString('hex') : ''
  return { codec: track.codec, width: track.codedWidth, height: track.codedHeight, setup, packets, first, end }
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)
}

/** Copies the pieces' packets, each piece from its place on; a piece's last picture stays until the next one begins. Answers what came out. */
export async function joinPieces({ pieces, out, type }: JoinTask): Promise<MediaFacts | null> {
  const format = type === 'video/mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat()
  const output = new Output({ format, target: new FilePathTarget(out) })
  let written: EncodedVideoPacketSource | undefined
  let last = -leastStep
  for (const { path, at, seconds } of pieces) {
    await opened(path, async (input) => {
      const track = await input.getPrimaryVideoTrack()
      const decoderConfig = await track?.getDecoderConfig()
      if (!track?.codec || !decoderConfig) throw new Error('a piece cannot be read')
      const isFirst = written === undefined
      written ??= new PacketSource(track.codec)
      const source = written
      if (isFirst) {
        output.addVideoTrack(source)
        await output.start()
      }
      let isNew = isFirst
      let first: number | undefined
      for await (const packet of new EncodedPacketSink(track).packets()) {
        first ??= packet.timestamp
        const timestamp = Math.max(last + leastStep, at + packet.timestamp - first)
        last = timestamp
        const duration = Math.max(packet.duration, Math.min(seconds, at + seconds - timestamp), leastStep)
        await source.add(packet.clone({ timestamp, duration }), isNew ? { decoderConfig } : undefined)
        isNew = false
      }
    })
  }
  await output.finalize()
  return factsOf(out)
}
