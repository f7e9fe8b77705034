import { randomUUID } from 'node:crypto'
import { close, constants, fdatasync, fsync, ftruncate, open, rename, writev } from 'node:fs'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

// Small files, hundreds a second: by plain descriptors, with as few calls of the system as durability takes.

const opening = promisify(open)
const writing = promisify(writev)
const syncing = promisify(fdatasync)
const syncingFolder = promisify(fsync)
const cutting = promisify(ftruncate)
const renaming = promisify(rename)

/** Linux writes and syncs in one. */
const syncsItself = process.platform === 'linux'
const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (syncsItself ? constants.O_DSYNC : 0)

/**
 * Whole and on the disk when it answers; its name is there when its folder is synced. The bytes go under the name at once: what a crash leaves half written is
 * replaced by whoever brings them again, and nobody may have been told of it.
 */
export async function writeSynced(path: string, chunks: readonly Buffer[]): Promise<void> {
  if (await written(path, chunks)) return
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await written(temporary, chunks)
    await renaming(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** False: there is a file of this name. */
async function written(path: string, chunks: readonly Buffer[]): Promise<boolean> {
  const file = await opening(path, newFile, 0o600).catch(falseWhereItIs)
  if (file === false) return false
  try {
    await writeAll(file, chunks)
    if (!syncsItself) await syncing(file)
  } catch (error) {
    // By its descriptor: under its name the file of somebody else may lie by now.
    await cutting(file, 0).catch(() => undefined)
    throw error
  } finally {
    // Its bytes are safe or given up: nobody waits for it.
    close(file, () => undefined)
  }
  return true
}

async function writeAll(file: number, chunks: readonly Buffer[]): Promise<void> {
  let left = chunks.filter(({ length }) => length > 0)
  while (left.length > 0) {
    const { bytesWritten } = await writing(file, left)
    left = after(left, bytesWritten)
  }
}

function after(chunks: readonly Buffer[], bytes: number): Buffer[] {
  let skipped = bytes
  return chunks.flatMap((chunk) => {
    const cut = Math.min(skipped, chunk.length)
    skipped -= cut
    return cut === chunk.length ? [] : [chunk.subarray(cut)]
  })
}

function falseWhereItIs(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
  throw error
}

/** A new name is on the disk only when its folder is. Folders that are written to again and again stay open. */
export class FolderSync {
  /** Those that nobody is using, in the order of their last use. */
  readonly #open = new Map<string, number>()
  readonly #mostOpen: number

  constructor(mostOpen = 512) {
    this.#mostOpen = mostOpen
  }

  async sync(folder: string): Promise<void> {
    if (process.platform === 'win32') return
    const file = this.#take(folder) ?? (await opening(folder, 'r'))
    try {
      await syncingFolder(file)
    } finally {
      this.#putBack(folder, file)
    }
  }

  /** It may be another one by now. */
  forget(folder: string): void {
    this.#close(this.#take(folder))
  }

  #take(folder: string): number | undefined {
    const file = this.#open.get(folder)
    this.#open.delete(folder)
    return file
  }

  #putBack(folder: string, file: number): void {
    // Somebody else has used it meanwhile.
    this.forget(folder)
    this.#open.set(folder, file)
    const [oldest] = this.#open.size > this.#mostOpen ? this.#open.keys() : []
    if (oldest !== undefined) this.forget(oldest)
  }

  #close(file: number | undefined): void {
    if (file !== undefined) close(file, () => undefined)
  }
}
