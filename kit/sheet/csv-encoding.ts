import { createReadStream } from 'node:fs'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { type SheetSource, sizeOf } from './magic.ts'
import { SheetFailure } from './sheet-failure.ts'

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5'

/** Small enough that whoever works on one lets others in soon. */
const CHUNK_BYTES = 16 * 1024

/** The bytes of a source in chunks. */
async function* chunksOf(source: SheetSource): AsyncGenerator<Buffer> {
  if (typeof source !== 'string') {
    for (let start = 0; start < source.length; start += CHUNK_BYTES) {
      yield source.subarray(start, start + CHUNK_BYTES)
      await othersFirst()
    }
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
  const likely = await likelyChinese(source)
  if (await decodes(source, likely ?? 'gb18030')) {
    if (likely === undefined) throw new SheetFailure('doubtfulEncoding')
    return likely
  }
  throw new SheetFailure('encoding')
}

/** So many characters are enough to tell by. */
const mostPairs = 20_000

/**
 * GB18030 takes nearly any two bytes, so that Big5 would be read as rubbish without a fault. What tells them apart is where the characters of
 * real texts lie: those of GB2312's first plane and symbols (lead B0–D7 or A1–A9, trail from A1), those of Big5's first plane and symbols
 * (lead A1–C6), whose trails lie below 7F as often as not. Neither likely, or both alike: doubtful, and refused rather than guessed.
 */
async function likelyChinese(source: SheetSource): Promise<'gb18030' | 'big5' | undefined> {
  const { pairs, gb, big5, extended } = await usualCharacters(source)
  if (pairs === 0) return undefined
  const [gbShare, big5Share] = [gb / pairs, big5 / pairs]
  // Leads below A1 are GBK's (traditional characters in it); Big5 has none.
  if (extended / pairs >= 0.05) return 'gb18030'
  if (gbShare >= 0.85 || (gbShare >= 0.5 && gbShare > big5Share + 0.1)) return 'gb18030'
  if (big5Share >= 0.85 && big5Share > gbShare + 0.1) return 'big5'
  return undefined
}

async function usualCharacters(source: SheetSource): Promise<{ pairs: number; gb: number; big5: number; extended: number }> {
  let [pairs, gb, big5, extended, lead, skipped] = [0, 0, 0, 0, 0, 0]
  for await (const chunk of chunksOf(source)) {
    for (const byte of chunk) {
      if (skipped > 0) skipped -= 1
      else if (lead === 0) lead = byte < 0x81 ? 0 : byte
      else {
        pairs += 1
        // Four bytes of GB18030: a rare character, which Big5 has no room for.
        if (byte >= 0x30 && byte <= 0x39) [skipped, gb] = [2, gb + 1]
        else {
          if (byte >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa9))) gb += 1
          if (lead < 0xa1) extended += 1
          if (lead >= 0xa1 && lead <= 0xc6 && ((byte >= 0x40 && byte <= 0x7e) || byte >= 0xa1)) big5 += 1
        }
        lead = 0
      }
    }
    if (pairs >= mostPairs) break
  }
  return { pairs, gb, big5, extended }
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
