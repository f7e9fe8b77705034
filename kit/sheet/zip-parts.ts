import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { fromBufferPromise, openPromise } from 'yauzl'
import { hasEncryptedPackage, headOf, magicOf, type SheetSource } from './magic.ts'
import { SheetFailure } from './sheet-failure.ts'
import type { SheetLimits } from './sheet-limits.ts'

const MAX_ENTRIES = 10_000
/** Parts below this size may pack as well as they like. */
const RATIO_FLOOR_BYTES = 4 * 1024 * 1024
const SYMLINK_MODE = 0xa000

/** The parts of an opened package by lower-cased name. */
export type ZipParts = {
  /** As they are written. */
  readonly names: readonly string[]
  has(name: string): boolean
  /** The bytes of a part, counted against the limits while they unpack. */
  read(name: string): AsyncGenerator<Buffer>
  close(): void
}

/** Opens a package and refuses it by what its directory declares, before anything is unpacked. */
export async function openParts(source: SheetSource, limits: SheetLimits): Promise<ZipParts> {
  await refuseByMagic(source)
  const zip = await openZip(source)
  try {
    const entries = await entriesOf(zip, limits)
    return partsOf(zip, entries, limits)
  } catch (cause) {
    zip.close()
    throw zipFailure(cause)
  }
}

async function refuseByMagic(source: SheetSource): Promise<void> {
  const magic = magicOf(await headOf(source))
  if (magic === 'zip') return
  if (magic === 'empty') throw new SheetFailure('empty')
  if (magic === 'compound') throw new SheetFailure((await hasEncryptedPackage(source)) ? 'encrypted' : 'xls')
  throw new SheetFailure(magic === 'html' ? 'html' : 'notWorkbook')
}

async function openZip(source: SheetSource): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: false, validateEntrySizes: true }
  try {
    return typeof source === 'string' ? await openPromise(source, options) : await fromBufferPromise(source, options)
  } catch (cause) {
    throw zipFailure(cause)
  }
}

async function entriesOf(zip: ZipFile, limits: SheetLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new SheetFailure('bomb', `内部文件数 ${zip.entryCount}`)
  const entries = new Map<string, Entry>()
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (((entry.externalFileAttributes >>> 16) & 0xf000) === SYMLINK_MODE) throw new SheetFailure('unsafeName')
    if (entry.isEncrypted()) throw new SheetFailure('encrypted')
    if (entries.has(name)) throw new SheetFailure('damaged', '内部文件重名')
    refuseRatio(entry.uncompressedSize, entry.compressedSize, limits)
    declared += entry.uncompressedSize
    entries.set(name, entry)
  }
  if (declared > limits.maxUnpackedBytes) throw new SheetFailure('tooLarge', `解压后超过 ${mebibytes(limits.maxUnpackedBytes)}`)
  return entries
}

function partsOf(zip: ZipFile, entries: Map<string, Entry>, limits: SheetLimits): ZipParts {
  let counted = 0
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    has: (name) => entries.has(name.toLowerCase()),
    close: () => zip.close(),
    async *read(name) {
      const entry = entries.get(name.toLowerCase())
      if (entry === undefined) throw new SheetFailure('damaged', '内部文件缺失')
      let stream: Readable | undefined
      let own = 0
      try {
        stream = await zip.openReadStreamPromise(entry)
        for await (const chunk of stream) {
          const bytes = bytesOf(chunk)
          own += bytes.length
          counted += bytes.length
          refuseRatio(own, entry.compressedSize, limits)
          if (counted > limits.maxUnpackedBytes)
            throw new SheetFailure('tooLarge', `解压后超过 ${mebibytes(limits.maxUnpackedBytes)}`)
          yield bytes
        }
      } catch (cause) {
        throw zipFailure(cause)
      } finally {
        stream?.destroy()
      }
    },
  }
}

function bytesOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  throw new TypeError('a stream of bytes gave something else')
}

function refuseRatio(unpacked: number, packed: number, limits: SheetLimits): void {
  if (unpacked > RATIO_FLOOR_BYTES && unpacked > packed * limits.maxRatio) throw new SheetFailure('bomb')
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

/** yauzl and zlib tell their failures in English sentences only; failures of the disk pass unchanged. */
function zipFailure(cause: unknown): unknown {
  if (cause instanceof SheetFailure || !(cause instanceof Error)) return cause
  if ('syscall' in cause) return cause
  const text = cause.message
  if (/too many bytes in the stream/.test(text)) return new SheetFailure('bomb', '', cause)
  if (/encrypt/.test(text)) return new SheetFailure('encrypted', '', cause)
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(text))
    return new SheetFailure('unsafeName', '', cause)
  if (/record signature not found|unexpected end|unexpected EOF|overflows file bounds|not enough bytes/.test(text)) {
    return new SheetFailure('truncated', '', cause)
  }
  return new SheetFailure('damaged', '', cause)
}
