/**
 * The directory of an archive, read where it lies: nothing is unpacked, and nothing is kept of one whose names, links, sizes or places are not what they
 * should be.
 */
import type { Entry, ZipFile } from 'yauzl'
import type { PackageEntry } from '../conversion/made.ts'

export type ArchiveProblem = 'broken' | 'encrypted' | 'method' | 'name' | 'link' | 'tooMany' | 'tooLarge' | 'ratio' | 'overlap'

export class WrongArchive extends Error {
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem) {
    super(problem)
    this.problem = problem
  }
}

const mostEntries = 20_000
const mostUnpackedBytes = 4 * 1024 ** 3
const longestName = 500
/** Deflate makes no more than a thousandth of anything; a whole package comes nowhere near. */
const mostRatio = 100
const ratioCountsFromBytes = 200 * 1024 * 1024

/** Entries as the directory has them, folders left out; `headerAt` is where an entry's own header lies. */
export interface DirectoryEntry extends Omit<PackageEntry, 'firstByte'> {
  readonly headerAt: number
}

/** Reads the directory of an opened archive (lazy, names not decoded). */
export async function readDirectory(zip: ZipFile, archiveBytes: number): Promise<DirectoryEntry[]> {
  if (zip.entryCount > mostEntries) throw new WrongArchive('tooMany')
  const entries: DirectoryEntry[] = []
  const names = new Set<string>()
  let unpacked = 0
  for await (const entry of entriesOf(zip)) {
    const path = pathOf(entry)
    if (path.endsWith('/')) continue
    const checked = check(entry, path)
    if (names.has(path) || entries.length >= mostEntries) throw new WrongArchive(names.has(path) ? 'name' : 'tooMany')
    names.add(path)
    unpacked += checked.sizeBytes
    if (unpacked > mostUnpackedBytes) throw new WrongArchive('tooLarge')
    entries.push(checked)
  }
  if (unpacked > ratioCountsFromBytes && unpacked > archiveBytes * mostRatio) throw new WrongArchive('ratio')
  refuseOverlaps(entries, archiveBytes)
  return entries
}

function entriesOf(zip: ZipFile): AsyncIterable<Entry> {
  const queue: (Entry | Error | null)[] = []
  let wake = () => {}
  const add = (one: Entry | Error | null) => {
    queue.push(one)
    wake()
  }
  zip.on('entry', (entry: Entry) => add(entry))
  zip.on('end', () => add(null))
  zip.on('error', (error: Error) => add(error))
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        zip.readEntry()
        while (queue.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        const next = queue.shift()
        if (!next) return
        if (next instanceof Error) throw new WrongArchive('broken')
        yield next
      }
    },
  }
}

function check(entry: Entry, path: string): DirectoryEntry {
  const {
    compressedSize,
    compressionMethod: method,
    crc32,
    externalFileAttributes,
    generalPurposeBitFlag,
    uncompressedSize,
  } = entry
  if ((generalPurposeBitFlag & 1) !== 0) throw new WrongArchive('encrypted')
  if (method !== 0 && method !== 8) throw new WrongArchive('method')
  const kind = (externalFileAttributes >>> 28) & 15
  // A regular file, or nothing said; anything else is a link, a device or a pipe.
  if (kind !== 8 && kind !== 0) throw new WrongArchive('link')
  if (isUnsafe(path)) throw new WrongArchive('name')
  if (method === 0 && compressedSize !== uncompressedSize) throw new WrongArchive('broken')
  if (method === 8 && uncompressedSize > Math.max(compressedSize, 1) * 1100) throw new WrongArchive('ratio')
  return {
    path,
    headerAt: entry.relativeOffsetOfLocalHeader,
    storedBytes: compressedSize,
    sizeBytes: uncompressedSize,
    method,
    crc32,
  }
}

/** A path that leads out of the package, or that no browser would ask for again. */
function isUnsafe(path: string): boolean {
  const steps = path.split('/')
  const hasControls = [...path].some((character) => character.charCodeAt(0) < 32)
  return (
    path === '' ||
    path.length > longestName ||
    hasControls ||
    /^[a-z]:/i.test(path) ||
    steps.some((step) => step === '..' || step === '.' || step === '')
  )
}

/** UTF-8 where it is; archives packed in China without saying so are GB18030. */
function pathOf({ fileNameRaw }: Entry): string {
  const decode = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(fileNameRaw)
  try {
    return decode('utf-8').replaceAll('\\', '/')
  } catch {
    try {
      return decode('gb18030').replaceAll('\\', '/')
    } catch {
      throw new WrongArchive('name')
    }
  }
}

/** Entries that share bytes are how a small archive says that it is a large one. */
function refuseOverlaps(entries: readonly DirectoryEntry[], archiveBytes: number): void {
  let end = 0
  for (const { headerAt, storedBytes } of entries.toSorted((one, other) => one.headerAt - other.headerAt)) {
    if (headerAt < end) throw new WrongArchive('overlap')
    end = headerAt + 30 + storedBytes
  }
  if (end > archiveBytes) throw new WrongArchive('broken')
}
