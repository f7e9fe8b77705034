import { createReadStream } from 'node:fs'
import { type SheetSource, sizeOf } from './magic.ts'
import { SheetFailure } from './sheet-failure.ts'

type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

const CHUNK_BYTES = 64 * 1024

/** The bytes of a source in chunks. */
async function* chunksOf(source: SheetSource): AsyncGenerator<Buffer> {
  if (typeof source !== 'string') {
    for (let start = 0; start < source.length; start += CHUNK_BYTES) yield source.subarray(start, start + CHUNK_BYTES)
    return
  }
  const stream = createReadStream(source, { highWaterMark: CHUNK_BYTES })
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk
}

/** The encoding under which the whole source decodes without a fault; a GBK file may well begin with pages of plain ASCII. */
export async function encodingOf(source: SheetSource, head: Buffer): Promise<CsvEncoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const nulled = nulSide(head)
  if (nulled !== undefined) return nulled
  if (await decodes(source, 'utf-8')) return 'utf-8'
  if (await decodes(source, 'gb18030')) return 'gb18030'
  throw new SheetFailure('encoding')
}

/** UTF-16 without a mark shows many NUL bytes, nearly all on one side (`一` alone is 4E 00); other NULs mean that this is no text. */
function nulSide(head: Buffer): CsvEncoding | undefined {
  let even = 0
  let odd = 0
  for (let index = 0; index < head.length; index++) {
    if (head[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  if (even + odd === 0) return undefined
  if ((even + odd) * 50 < head.length) throw new SheetFailure('notWorkbook')
  if (odd > even * 3) return 'utf-16le'
  if (even > odd * 3) return 'utf-16be'
  throw new SheetFailure('notWorkbook')
}

async function decodes(source: SheetSource, encoding: CsvEncoding): Promise<boolean> {
  try {
    for await (const _text of textsOf(source, encoding));
    return true
  } catch (cause) {
    if (cause instanceof SheetFailure) return false
    throw cause
  }
}

/** Decoded text in pieces; characters may lie across chunks. */
export async function* textsOf(source: SheetSource, encoding: CsvEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch (cause) {
      throw new SheetFailure('encoding', '', cause)
    }
  }
  for await (const chunk of chunksOf(source)) yield decode(chunk)
  yield decode()
}

/** A source over the limit is refused before it is read. */
export async function refuseSize(source: SheetSource, maxBytes: number): Promise<void> {
  const size = await sizeOf(source)
  if (size === 0) throw new SheetFailure('empty')
  if (size > maxBytes) throw new SheetFailure('tooLarge', `上限 ${Math.round(maxBytes / 1024 / 1024)} MB`)
}
